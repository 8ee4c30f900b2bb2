#!/bin/sh
# The public header compiles alone, without a warning, as strict C11 and as C++11 (by the C compiler's own C++ front, where there
# is one), and a program of it links to C names.
#   header.sh CC INCLUDE FOLDER
set -eu
cc=$1 include=$2 folder=$3
strict="-Wall -Wextra -Wpedantic -Wconversion -Werror -I$include -fsyntax-only"
cat >"$folder/header.c" <<'EOF'
#include <paso.h>
#include <paso.h>
int main(void) { paso_error error; return paso_run_open(0, 0, &error) ? error.status : 0; }
EOF
# shellcheck disable=SC2086
"$cc" -std=c11 $strict "$folder/header.c"
if echo 'int i;' | "$cc" -x c++ -fsyntax-only - 2>/dev/null; then
  # shellcheck disable=SC2086
  "$cc" -x c++ -std=c++11 $strict "$folder/header.c"
else
  echo "no C++ compiler here"
fi
# Without comments, every name of ours has the prefix.
code=$("$cc" -fpreprocessed -dD -E -P "$include/paso.h" 2>/dev/null)
names=$(printf '%s\n' "$code" | grep -oE '\b(typedef|enum|struct) +[A-Za-z_]+' |
  grep -vE ' (paso_[a-z_]+|struct|enum|void|bool)$' || true)
[ -z "$names" ] || { echo "names without paso_: $names"; exit 1; }
