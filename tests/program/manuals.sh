#!/bin/sh
# The program and each of its commands have a manual page, which says of every option what --help says, and which man and mandoc (where
# they are) read without a warning.
#   manuals.sh PASO MAN
set -eu
paso=$1 man=$2
fail() { echo "$*"; exit 1; }

commands=$("$paso" --help=table | cut -f 1)
[ "$(echo "$commands" | wc -l)" -ge 10 ] || fail "the table of commands is too short to be true"
for command in $commands; do
  [ "$command" != help ] || continue
  page=$man/paso-$command.1
  [ -s "$page" ] || fail "there is no $page"
  [ "$command" != mpi ] || continue
  table=$("$paso" "$command" --help=table | cut -f 1)
  "$paso" "$command" --help | grep -o '^  --[a-z0-9-]*' | while read -r option; do
    escaped=$(echo "$option" | sed 's/-/\\-/g')
    grep -qF -- "$escaped" "$page" || fail "$page does not have $option"
    echo "$table" | grep -qxF -- "$option" || fail "the table of $command does not have $option"
  done
done
for page in "$man"/*.1; do
  if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$page" || fail "mandoc does not like $page"; fi
  if command -v man >/dev/null && man --version >/dev/null 2>&1; then
    said=$(MANROFFSEQ='' MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || fail "$page: $said"
  fi
done
