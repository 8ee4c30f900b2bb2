#!/bin/sh
# One stage of a make target: a line that names it, and what its command says only where it fails. V=1 shows all of it.
#   stage.sh "what is done" LOG COMMAND...
set -u
title=$1 log=$2
shift 2
echo "$title"
[ -z "${V:-}" ] || exec "$@"
mkdir -p "$(dirname "$log")"
"$@" >"$log" 2>&1 && exit 0
status=$?
cat "$log" >&2
echo "$title: failed (what it said is in $log)" >&2
exit $status
