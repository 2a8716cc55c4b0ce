#!/usr/bin/env bash
# Builds the page (web/) into web/dist, which is committed and linked into the program. With --check: builds it elsewhere
# and fails if web/dist is not what the sources give. Needs Node 18 or newer; building Fiducial does not.
set -euo pipefail
cd "$(dirname "$0")/../web"

[ -d node_modules ] || PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
npx tsc --noEmit
if [ "${1:-}" = --check ]; then
  fresh=$(mktemp -d)
  trap 'rm -rf "$fresh"' EXIT
  node build.mjs "$fresh"
  diff -r "$fresh" dist || { echo "web/dist is not what web/src gives: run scripts/page.sh" >&2; exit 1; }
else
  node build.mjs dist
fi
