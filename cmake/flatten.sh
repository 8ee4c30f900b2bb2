#!/bin/sh
# Sources as they lie in an FMU, all in one folder: there, what a preprocessor line quotes no longer names the room. (paso_pack does so for FMUs that the build packs.)
#   flatten.sh FOLDER FILE...
set -eu
folder=$1
shift
mkdir -p "$folder"
for file; do
  sed 's,^\(#[^"]*"\)[^"]*/,\1,' "$file" >"$folder/$(basename "$file")"
done
