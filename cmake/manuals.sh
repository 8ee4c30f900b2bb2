#!/bin/sh
# The manual pages of the program PASO and of all its commands, into FOLDER.
#   manuals.sh PASO FOLDER
set -eu
paso=$1 folder=$2
rm -f "$folder"/paso*.1
"$paso" --help=table | cut -f 1 | while read -r command; do
  case "$command" in
  help) ;;                                       # in paso.1
  mpi) ln -s paso.1 "$folder/paso-mpi.1" ;;      # the program again
  *) "$paso" "$command" --help=man >"$folder/paso-$command.1" ;;
  esac
done
"$paso" --help=man >"$folder/paso.1"
