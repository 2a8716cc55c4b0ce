#!/usr/bin/env bash
# Writes the type stubs of the extension module as they are: python/fiducial/_core.pyi. Needs a build by scripts/test.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHONPATH=build/release/python build/venv/bin/python -m nanobind.stubgen -q -m fiducial._core -o python/fiducial/_core.pyi
