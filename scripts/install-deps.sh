#!/usr/bin/env bash
# Installs what the build needs on Debian 12, if it is not there yet. `install-deps.sh build` is enough to build and
# run; `install-deps.sh dev` adds what the checks need (clang's formatter, linter and fuzzer; Chromium, and Node where it
# is missing, for the page's tests).
set -euo pipefail

build=(g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev libsimdjson-dev zlib1g-dev libutf8proc-dev libyaml-cpp-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev libhiredis-dev libboost-dev pkg-config redis-server libgtest-dev libbenchmark-dev python3 python3-dev python3-venv ccache)
dev=(clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev default-jre-headless procps chromium openssl)

wanted=("${build[@]}")
[ "${1:-build}" = dev ] && wanted+=("${dev[@]}")
if [ "${1:-build}" = dev ] && ! command -v npm >/dev/null; then wanted+=(nodejs npm); fi

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then as_root=(env); else as_root=(sudo); fi
echo "Installing: ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
