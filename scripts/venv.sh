#!/usr/bin/env bash
# Makes the virtual environment build/venv that the Python checks run in, or brings it up to date:
# venv.sh build (what the extension needs), venv.sh test (and what the tests need), venv.sh heavy (and Ray, Spark and Hugging Face).
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=(nanobind)
case "${1:-build}" in
  heavy) wanted+=(pytest hypothesis numpy pandas polars pyarrow ruff mypy tqdm "ray[data]" pyspark evaluate) ;;
  test) wanted+=(pytest hypothesis numpy pandas polars pyarrow ruff mypy tqdm) ;;
esac
[ -x build/venv/bin/python ] || python3 -m venv build/venv
stamp=build/venv/installed
if [ "$(cat "$stamp" 2>/dev/null)" != "${wanted[*]}" ]; then
  build/venv/bin/pip install --quiet --disable-pip-version-check "${wanted[@]}"
  echo "${wanted[*]}" >"$stamp"
fi
