#!/usr/bin/env bash
# The browser tests of the page, against build/release/fiducial, with Debian's Chromium. With --pictures: draws the
# pictures of docs/ anew.
set -euo pipefail
cd "$(dirname "$0")/../web"

[ -d node_modules ] || PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
if [ "${1:-}" = --pictures ]; then
  mkdir -p ../docs/pictures
  FIDUCIAL_PICTURES=$(cd ../docs/pictures && pwd) npx playwright test access
else
  npx playwright test
fi
