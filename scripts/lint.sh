#!/usr/bin/env bash
# Checks format (clang-format) and lints (clang-tidy) of all C++ files; needs a configured release build.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files '*.cc' '*.h')
clang-format-14 --dry-run --Werror "${files[@]}"
echo "format: ${#files[@]} files are formatted"

mapfile -t sources < <(git ls-files 'src/*.cc')
printf '%s\0' "${sources[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy-14 -p build/release --quiet --extra-arg=-Wno-unknown-warning-option 2>/dev/null
echo "lint: ${#sources[@]} files are clean"
