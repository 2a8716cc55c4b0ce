#!/usr/bin/env bash
# A build without the language-model client: it compiles and links without curl, SQLite, hiredis and yaml-cpp, has the numbers of
# the whole program, and says so where a language model is asked for. After scripts/test.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/without-llm
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DFIDUCIAL_LLM=OFF -DFIDUCIAL_TESTS=OFF -DFIDUCIAL_BENCH=OFF \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 >/dev/null
cmake --build "$build" --target fiducial
if ldd "$build/fiducial" | grep -E 'libcurl|libsqlite3|libhiredis|libyaml-cpp'; then
  echo "without-llm: linked against what it should not need" >&2
  exit 1
fi
metrics=radsem,radfact,lunguage,clinical,bleu4
diff <("$build/fiducial" score examples/pairs.jsonl --metrics "$metrics") \
  <(build/release/fiducial score examples/pairs.jsonl --metrics "$metrics")
code=0
said=$("$build/fiducial" radsem run --ref examples/ssree/reports.jsonl --gen examples/ssree/reports_l1.jsonl --out "$build/run" \
  --engine llm --config CMakeLists.txt 2>&1) || code=$?
if [ "$code" != 2 ] || [[ $said != *"no language-model client"* ]]; then
  echo "without-llm: expected exit 2 and a reason, found $code: $said" >&2
  exit 1
fi
echo "without-llm: builds, scores as the whole program, refuses language models"
