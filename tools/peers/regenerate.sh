#!/bin/sh
# Installs the peers of the lexical baselines into a virtual environment and writes the values that tests/lexical
# compares with. Needs python3 with venv, and Java for pycocoevalcap's tokenizer (Debian: default-jre-headless).
#
#   tools/peers/regenerate.sh [FOLDER]     FOLDER: the virtual environment, build/peers by default
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=${1:-$root/build/peers}
data=$root/tests/lexical/data

if ! command -v java >/dev/null; then
  echo "regenerate.sh: expected java on the path: install default-jre-headless" >&2
  exit 2
fi
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"

export PYTHONDONTWRITEBYTECODE=1
"$environment/bin/python" "$here/toy_wordnet.py" "$data/wordnet"
"$environment/bin/python" "$here/expected.py" "$data/pairs.jsonl" "$data/wordnet" "$data/expected.json"
echo "wrote $data/expected.json" >&2
