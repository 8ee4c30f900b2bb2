#!/bin/sh
# Whoever lists the commands that can be performed lists all of them: the header, the pages of the library and of Python, its help.
#   commands.sh PASO ROOT
set -eu
commands=$("$1" --help=table | awk -F '\t' '$2 == "command" && $1 != "help" && $4 !~ /program of its own/ { print $1 }')
cd "$2"
[ "$(echo "$commands" | wc -l)" -ge 10 ] || { echo "paso --help=table is written in another way now"; exit 1; }
failed=0
# In FILE, from the line with BEGIN to the line with END, which may be the same one.
check() { # FILE BEGIN END
  list=$(awk -v begin="$2" -v end="$3" 'index($0, begin) { on = 1 } on { print } on && index($0, end) { exit }' "$1" | tr -c 'a-z-' ' ')
  for command in $commands; do
    case " $list " in *" $command "*) ;; *) echo "$1: does not list $command"; failed=1 ;; esac
  done
}
# shellcheck disable=SC2016 # the quotes are those of the pages
{
  check include/paso.h 'Does what `paso COMMAND PATH` does' '. Files that'
  check docs/library.md 'Commands are' 'explains their options'
  check docs/python.md '| `perform(' '| `perform('
  check python/pasodoble/_perform.py 'Does what `paso COMMAND PATH --options` does' 'monolithic'
}
exit $failed
