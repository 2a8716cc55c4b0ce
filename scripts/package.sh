#!/usr/bin/env bash
# Makes the .deb and the tarball in build/package from the release build, unpacks the tarball and checks that its program
# takes no library from this machine but those of Debian's base system. Beside them: the bill of materials.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build --preset release --target fiducial fiducial_archive
rm -rf build/package
(cd build/release && cpack -B ../package >/dev/null)
tried=$(mktemp -d)
trap 'rm -rf "$tried"' EXIT
tar -xzf build/package/*.tar.gz -C "$tried" --strip-components=1
program=$tried/bin/fiducial
"$program" score examples/pairs.jsonl --quiet | head -n 2
foreign=$(ldd "$program" | grep '=>' | grep -vE "$tried|/lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+)\.so" || true)
if [ -n "$foreign" ]; then
  echo "the program needs libraries that are not in the package:" >&2
  echo "$foreign" >&2
  exit 1
fi
# The bill of materials goes with the release; its versions are those that this was built with.
scripts/sbom.sh build/release/fiducial >build/package/fiducial.cdx.json
python3 -c 'import json, sys
for part in json.load(sys.stdin)["components"]: print(part["name"], part["version"])' <build/package/fiducial.cdx.json
ls -l build/package/*.deb build/package/*.tar.gz build/package/*.json
