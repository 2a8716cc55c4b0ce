#!/usr/bin/env bash
# The bill of materials of a build as CycloneDX JSON: scripts/sbom.sh [PROGRAM] > fiducial.cdx.json. What is linked
# (directly or loaded when used) and what it was compiled with, by the versions of the packages that are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/release/fiducial}
version=$("$program" --version | head -n 1 | cut -d ' ' -f 2)
digest=$(sha256sum "$program" | cut -d ' ' -f 1)

# Name of the Debian package, and what it is here: part of the program, or only needed to build it.
parts="libfmt-dev:library libcli11-dev:library nlohmann-json3-dev:library libsimdjson-dev:library libutf8proc-dev:library
zlib1g-dev:library libyaml-cpp-dev:library libcurl4-openssl-dev:library libsqlite3-dev:library libhiredis-dev:library
libc6-dev:library libstdc++-12-dev:library g++:build cmake:build ninja-build:build"

components=
for part in $parts; do
  package=${part%%:*}
  found=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null || true)
  [ -n "$found" ] || continue
  scope=required
  [ "${part##*:}" = build ] && scope=excluded
  components+=$(printf '%s\n    {"type": "library", "name": "%s", "version": "%s", "scope": "%s", "purl": "pkg:deb/debian/%s@%s"}' \
    "${components:+,}" "$package" "$found" "$scope" "$package" "$found")
done
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
