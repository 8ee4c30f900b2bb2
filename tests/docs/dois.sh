#!/bin/sh
# Papers are cited where readers look: every DOI of the report's list and of the reference numbers stands in README.md and in
# docs/benchmarks.md, and both have the same ones.
#   dois.sh ROOT
set -eu
cd "$1"
dois() { grep -ohE '10\.[0-9]{4,5}/[A-Za-z0-9./-]*[A-Za-z0-9]' "$@" | sort -u; }
cited=$(dois benchmarks/bench/bench_list.c benchmarks/reference/*.h)
[ -n "$cited" ] || { echo "no DOI at all: is $1 the project?"; exit 1; }
failed=0
for page in README.md docs/benchmarks.md; do
  for doi in $cited $(dois README.md docs/benchmarks.md); do
    grep -qF "(https://doi.org/$doi)" "$page" || { echo "$page: no link to https://doi.org/$doi"; failed=1; }
  done
done
exit $failed
