#!/usr/bin/env bash
# Asks a running build/release/fiducial what /openapi.json allows and what it forbids, with schemathesis (from PyPI, into a
# folder of its own). What only the reports' sense can tell (as many labels as queries, a metric that exists) is not checked,
# nor that a missing If-Match is 428, which schemathesis does not expect.
#
#   scripts/api-test.sh [examples an operation] [seed]
set -euo pipefail
cd "$(dirname "$0")/.."

venv=build/schemathesis
[ -x $venv/bin/schemathesis ] || { python3 -m venv $venv && $venv/bin/pip install -q 'schemathesis==4.32.5'; }
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
echo "a-token-for-the-tests-0123456789" > "$folder/token"
cp examples/timeline/reports.jsonl "$folder"
# A case whose name is the first that comes to mind, in two runs, so that what is asked at random is asked of something.
sed '1s/"id": "[^"]*"/"id": "0"/' examples/pairs.jsonl | tee "$folder/pairs.jsonl" > "$folder/other.jsonl"
build/release/fiducial serve "$folder/pairs.jsonl" "$folder/other.jsonl" --annotate "$folder/reports.jsonl" --port 0 --quiet \
  --token-file "$folder/token" > "$folder/address" &
server=$!
while [ ! -s "$folder/address" ]; do sleep 0.1; done
$venv/bin/schemathesis run "$(sed 's|#.*|openapi.json|' "$folder/address")" \
  -H "Authorization: Bearer $(cat "$folder/token")" --phases coverage,fuzzing --seed "${2:-1}" --max-examples "${1:-50}" \
  --exclude-checks positive_data_acceptance,missing_required_header
