#!/usr/bin/env bash
# The bill of materials of a build as CycloneDX JSON: scripts/sbom.sh [PROGRAM] > fiducial.cdx.json. The libraries that
# the program is linked with or loads when it needs them, those of which only headers or scripts are inside it, and what
# it was compiled with, by the versions of the packages that are installed. A library that belongs to no package is an
# error.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/release/fiducial}
version=$("$program" --version | head -n 1 | cut -d ' ' -f 2)
digest=$(sha256sum "$program" | cut -d ' ' -f 1)
components=

# component NAME VERSION SCOPE PURL
component() {
  components+=$(printf '%s\n    {"type": "library", "name": "%s", "version": "%s", "scope": "%s", "purl": "%s"}' \
    "${components:+,}" "$1" "$2" "$3" "$4")
}
# debian PACKAGE SCOPE
debian() {
  local found
  found=$(dpkg-query -W -f '${Version}\n' "$1" 2>/dev/null | head -n 1)
  if [ -z "$found" ]; then
    echo "sbom: the package $1 is not installed" >&2
    exit 1
  fi
  component "$1" "$found" "$2" "pkg:deb/debian/$1@$found"
}

linked=$(ldd "$program" | awk '$3 ~ /^\// {print $3}')
packages=$(for library in $linked; do
  file=$(readlink -f "$library")
  owner=$(dpkg-query -S "*/$(basename "$(dirname "$file")")/$(basename "$file")" 2>/dev/null | head -n 1 | cut -d : -f 1)
  if [ -z "$owner" ]; then
    echo "sbom: $library belongs to no package" >&2
    exit 1
  fi
  echo "$owner"
done)
for package in $(sort -u <<<"$packages"); do debian "$package" required; done
debian libcurl4 optional # loaded when a language model is asked
for package in libcli11-dev nlohmann-json3-dev libboost-dev; do debian "$package" required; done
preact=$(sed -n '/"node_modules\/preact"/,/version/s/.*"version": "\([^"]*\)".*/\1/p' web/package-lock.json)
component preact "$preact" required "pkg:npm/preact@$preact" # inside the page
for package in g++ cmake ninja-build; do debian "$package" excluded; done
cat <<JSON
{
  "bomFormat": "CycloneDX",
  "specVersion": "1.5",
  "version": 1,
  "metadata": {
    "component": {"type": "application", "name": "fiducial", "version": "$version",
      "hashes": [{"alg": "SHA-256", "content": "$digest"}]}
  },
  "components": [$components
  ]
}
JSON
