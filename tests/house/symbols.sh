#!/bin/sh
# One name, one function: where two rooms define the same one, a program that links both takes whichever comes first, and nobody says so.
#   symbols.sh BUILD
set -eu
cd "$1"
archives=$(find . -name 'libpaso_*.a')
[ -n "$archives" ] || { echo "no archives of rooms in $1"; exit 1; }
# Lines of nm: archive:object:address T name. An object that is part of two archives comes from one source.
# shellcheck disable=SC2086
twice=$(nm -A --defined-only $archives | awk '
  $2 ~ /^[BDRT]$/ {
    split($1, place, ":")
    if ($3 in source && source[$3] != place[2]) print $3 ": " source[$3] ", " place[2]
    source[$3] = place[2]
  }')
[ -z "$twice" ] || { echo "defined twice:"; echo "$twice"; exit 1; }
