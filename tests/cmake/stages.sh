#!/bin/sh
# A stage of make is one line where it succeeds; where it fails, its status and all that it said come through.
#   stages.sh SOURCE SCRATCH
set -eu
stage=$1/cmake/stage.sh scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
unset V

test "$(sh "$stage" title "$scratch/log" sh -c 'echo out; echo err >&2' 2>&1)" = title
test "$(V=1 sh "$stage" title "$scratch/log" echo out)" = "title
out"
status=0
sh "$stage" title "$scratch/log" sh -c 'echo first; echo second >&2; exit 3' >"$scratch/said" 2>&1 || status=$?
test $status = 3
test "$(cat "$scratch/said")" = "title
first
second
title: failed (what it said is in $scratch/log)"
