#!/usr/bin/env bash
# How fast it is from Python: rates.sh PAIRS.jsonl [PAIRS]. The program, lists, Arrow, Ray and Spark beside sacrebleu, rouge-score and
# pycocoevalcap in one run, and the memory of a million pairs from an Arrow file. After scripts/test.sh; measure on a calm machine.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/venv.sh heavy
build/venv/bin/pip install --quiet --disable-pip-version-check sacrebleu rouge-score pycocoevalcap
export PYTHONPATH=$PWD/build/release/python RAY_USAGE_STATS_ENABLED=0
build/venv/bin/python bench/python_rates.py "$1" --pairs "${2:-10000}" --clusters
build/venv/bin/python bench/arrow_memory.py
