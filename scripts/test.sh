#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests, those of the Python package too (in build/venv, which it makes).
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh build
scripts/venv.sh test
cmake --preset release -DFIDUCIAL_PYTHON=ON -DPython_EXECUTABLE="$PWD/build/venv/bin/python" >/dev/null
cmake --build --preset release
ctest --preset release --parallel "$(nproc)"
FIDUCIAL_PACKAGE="$PWD/build/release/python" build/venv/bin/python -m pytest -m "not heavy"
