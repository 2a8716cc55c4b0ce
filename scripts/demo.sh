#!/usr/bin/env bash
# From a fresh Debian 12 to a table of scores: installs what is missing, builds, and scores the bundled example.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build --preset release --target fiducial | { grep -vE '^\[|^ninja: (Entering|no work)' || true; } >&2

echo "fiducial score examples/pairs.jsonl"
echo
build/release/fiducial score examples/pairs.jsonl --quiet

echo
echo "fiducial lunguage score --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv"
echo
build/release/fiducial lunguage score --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv --quiet
