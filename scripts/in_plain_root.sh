#!/usr/bin/env bash
# in_plain_root.sh ROOT 'COMMAND': runs a shell command in a folder that scripts/plain_root.py made, with nothing of this shell's
# environment. /proc is mounted there while it runs: the loader finds the libraries beside a program by it.
# in_plain_root.sh --possible: may this be done here?
set -euo pipefail

[ "$(id -u)" = 0 ] || exit 1
if [ "$1" = --possible ]; then
  unshare --mount --fork chroot / /bin/true 2>/dev/null
  exit
fi
ROOT=$1 COMMAND=$2 exec unshare --mount --fork /bin/sh -ec '
  mount -t proc proc "$ROOT/proc"
  exec chroot "$ROOT" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root /bin/sh -ec "cd /root; $COMMAND"'
