#!/usr/bin/env bash
# Builds the libFuzzer targets and runs each for a bounded time: scripts/fuzz.sh [SECONDS]. With FUZZ_BYTES=N in the
# environment a target ends early, after so many bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-20}
scripts/install-deps.sh dev
cmake --preset asan-ubsan >/dev/null
cmake --build --preset asan-ubsan --target fuzzers
for target in build/asan-ubsan/fuzz_*; do
  [ -x "$target" ] && [ -f "$target" ] || continue
  name=$(basename "$target")
  found=$(mktemp -d)
  seeds=fuzz/corpus/${name#fuzz_}
  [ -d "$seeds" ] || seeds=
  log=$found.log
  if ! "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$found/" "$found" \
      ${seeds:+"$seeds"} >"$log" 2>&1; then
    tail -n 60 "$log"
    exit 1
  fi
  echo "$name: nothing found in $seconds s; $(grep '^given ' "$log" | tail -n 1)"
  rm -rf "$found" "$log"
done
