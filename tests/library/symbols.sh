#!/bin/sh
# The symbols of the library, the list of them, and the header name the same functions.
#   symbols.sh NM LIBRARY INCLUDE
set -eu
export LC_ALL=C
nm=$1 library=$2 include=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$nm" -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$folder/found"
sort "$include/libpaso.symbols" >"$folder/listed"
grep -o '^PASO_API [^(]*' "$include/paso.h" | sed 's/.*[ *]//' | sort >"$folder/declared"
[ "$(wc -l <"$folder/listed")" -gt 30 ] || { echo "libpaso.symbols is too short to be true"; exit 1; }
diff "$folder/listed" "$folder/found" || { echo "libpaso.symbols (<) and the library (>) differ"; exit 1; }
diff "$folder/listed" "$folder/declared" || { echo "libpaso.symbols (<) and paso.h (>) differ"; exit 1; }
