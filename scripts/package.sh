#!/usr/bin/env bash
# Makes the .deb and the tarball in build/package from the release build, unpacks both and checks that their program has the
# numbers of the build and takes no library from this machine but those of Debian's base system; where this may be tried, also
# in a plain Debian without our packages. Beside them: the bill of materials.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build --preset release --target fiducial fiducial_archive
rm -rf build/package
(cd build/release && cpack -B ../package >/dev/null)
tried=$(mktemp -d)
trap 'rm -rf "$tried"' EXIT
mkdir -p "$tried/tarball"
tar -xzf build/package/*.tar.gz -C "$tried/tarball" --strip-components=1
dpkg-deb --extract build/package/*.deb "$tried/deb"
build/release/fiducial score examples/pairs.jsonl --metrics all --quiet >"$tried/expected.txt"
for program in "$tried/tarball/bin/fiducial" "$tried/deb/usr/bin/fiducial"; do
  "$program" score examples/pairs.jsonl --metrics all --quiet | diff "$tried/expected.txt" -
  foreign=$(ldd "$program" | grep '=>' | grep -vE "$tried|/lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+)\.so" || true)
  if [ -n "$foreign" ]; then
    echo "the program needs libraries that are not in the package:" >&2
    echo "$foreign" >&2
    exit 1
  fi
done

# In a plain Debian: its base system and the C++ runtime, none of our packages.
if scripts/in_plain_root.sh --possible; then
  scripts/plain_root.py "$tried/debian" libstdc++6
  dpkg-deb --extract build/package/*.deb "$tried/debian"
  mkdir -p "$tried/debian/opt"
  mv "$tried/tarball" "$tried/debian/opt/fiducial"
  cp examples/pairs.jsonl "$tried/debian/opt"
  for program in /usr/bin/fiducial /opt/fiducial/bin/fiducial; do
    scripts/in_plain_root.sh "$tried/debian" "$program score /opt/pairs.jsonl --metrics all --quiet" | diff "$tried/expected.txt" -
    echo "$program runs in a plain Debian, and has the numbers of the build"
  done
else
  echo "not tried in a plain Debian: that needs root, and leave to mount and to change the root"
fi
# The bill of materials goes with the release; its versions are those that this was built with.
scripts/sbom.sh build/release/fiducial >build/package/fiducial.cdx.json
python3 -c 'import json, sys
for part in json.load(sys.stdin)["components"]: print(part["name"], part["version"])' <build/package/fiducial.cdx.json
ls -l build/package/*.deb build/package/*.tar.gz build/package/*.json
