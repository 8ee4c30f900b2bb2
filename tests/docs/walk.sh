#!/bin/sh
# The walk in CONTRIBUTING.md names functions and files: rows "| `function` | `file` | ... |". Each function must be defined in
# its file. A name that ends in _real or _complex may be KERNEL(name) there, fmi2Name is FMI2_FULL_NAME(Name).
#   walk.sh ROOT
set -eu
cd "$1"
# shellcheck disable=SC2016 # the quotes are those of the page
rows=$(sed -n 's/^| `\([a-zA-Z0-9_]*\)` | `\([a-z0-9_/]*\.[ch]\)` |.*/\1 \2/p' CONTRIBUTING.md)
[ "$(echo "$rows" | wc -l)" -ge 40 ] || { echo "CONTRIBUTING.md: the walk has lost its tables"; exit 1; }

# A definition: the name is followed by a parenthesis, its type is before it, and no semicolon ends the line.
is_defined() { # NAME FILE
  grep -E "^ *([a-zA-Z_][a-zA-Z0-9_]*[ *]+)+$1\(" "$2" | grep -Ev '^ *(return|else|goto) ' | grep -qv ';[ \\]*$'
}

echo "$rows" | {
  failed=0
  while read -r name file; do
    if [ ! -f "$file" ]; then
      echo "CONTRIBUTING.md: $name: there is no file $file"
      failed=1
      continue
    fi
    found=no
    for written in "$name" "KERNEL\(${name%_complex}\)" "KERNEL\(${name%_real}\)" "FMI2_FULL_NAME\(${name#fmi2}\)"; do
      if is_defined "$written" "$file"; then found=yes; fi
    done
    if [ $found = no ]; then
      echo "CONTRIBUTING.md: $name is not defined in $file"
      failed=1
    fi
  done
  exit $failed
}
