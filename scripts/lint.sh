#!/usr/bin/env bash
# Checks format (clang-format) and lints (clang-tidy) of all C++ files, and lints, types and stubs of the Python package (in
# build/venv, after scripts/test.sh); needs a configured release build, whose compile
# commands say which sources are compiled together: linted together they take a third of the time.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files '*.cc' '*.h')
clang-format-14 --dry-run --Werror "${files[@]}"
python3 scripts/format_lexicon.py --check lexicon/*.txt
scripts/cited_files.py
if git grep -lE '^TEST(_F|_P)?\(' -- 'tests/*.cc' ':!*_test.cc'; then
  echo "lint: a source with tests is called NAME_test.cc" >&2
  exit 1
fi
echo "format: ${#files[@]} files and the lexicon are formatted"

# Included sources are to be analysed as any other; no function for longer than it takes to see 20,000 states of it.
options=(--quiet -p build/release --extra-arg=-Wno-unknown-warning-option
  --checks=-bugprone-suspicious-include  # the units include sources; no source does
  '--header-filter=(include/fiducial|src)/.*'
  --extra-arg=-Xclang --extra-arg=-analyzer-opt-analyze-headers
  --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=20000)
mapfile -t units < <(sed -n "s|^ *\"file\": \"\(.*/src/.*\)\",\{0,1\}$|\1|p" build/release/compile_commands.json | grep -v "/python/\|/venv/" | sort -u |
  awk '/Unity/ { later = later $0 "\n"; next } { print } END { printf "%s", later }')  # the longest are alone: they go first
printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 "${options[@]}" 2>/dev/null
echo "lint: ${#units[@]} units of $(git ls-files 'src/*.cc' | wc -l) sources are clean"

# Python: format of names and imports (ruff), types (mypy), and stubs that are what the extension has.
ours=(python tests/python examples bench/python_rates.py bench/arrow_memory.py bench/facts.py bench/left_over.py bench/constructions.py bench/sayings.py tools/equal_bits.py scripts/cited_files.py scripts/plain_root.py scripts/try_wheel.py)
build/venv/bin/ruff check --quiet "${ours[@]}"
build/venv/bin/ruff format --quiet --check "${ours[@]}"
build/venv/bin/mypy --no-error-summary
stubs=$(mktemp)
PYTHONPATH=build/release/python build/venv/bin/python -m nanobind.stubgen -q -m fiducial._core -o "$stubs"
diff -u python/fiducial/_core.pyi "$stubs" || { echo "python/fiducial/_core.pyi: run scripts/stubs.sh" >&2; exit 1; }
rm "$stubs"
echo "python: lints, types and stubs are clean"
