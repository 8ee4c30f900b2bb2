#!/bin/sh
# Names are names: nothing hands a line to a shell, and one file reaches gnuplot.
#   names.sh ROOT
set -eu
cd "$1"
sources=$(find . -path './build*' -prune -o -path ./.git -prune -o -path ./tests -prune -o \( -name '*.[ch]' -o -name '*.py' \) -print | sort)
# shellcheck disable=SC2086
if grep -nE '(^|[^_[:alnum:]])(system|popen|wordexp)\(|os\.system|shell=True' $sources; then
  echo "a shell is called"
  exit 1
fi
# shellcheck disable=SC2086
reached=$(grep -l '"gnuplot"' $sources)
[ "$reached" = ./master/files/picture.c ] || { echo "gnuplot is reached from: $reached"; exit 1; }
