#!/bin/sh
# Installs into a scratch folder, moves it, builds the examples against it by pkg-config and by find_package, runs them and the
# program outside of the tree, and removes it all again.
#   installed.sh SOURCE BUILD CC PYTHON
set -eu
source=$1 build=$2 cc=$3 python=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; exit 1; }

sh "$source/cmake/install.sh" install "$build" "$scratch/made here"
mv "$scratch/made here" "$scratch/moved"
prefix=$scratch/moved
cd "$scratch"
[ -f "$prefix/share/man/man1/paso-run.1" ] && [ -f "$prefix/share/bash-completion/completions/paso" ] || fail "manuals are missing"
[ -x "$prefix/bin/paso" ] && [ -x "$prefix/libexec/paso/paso-bench" ] && [ -f "$prefix/include/paso.h" ] || fail "files are missing"
for text in "$build" "$source" "made here"; do
  if grep -rIlF "$text" "$prefix/include" "$prefix/lib"; then fail "these name the folder $text"; fi
done
sh "$source/tests/docs/links.sh" "$prefix/share/doc/paso" || fail "links of the pages lead nowhere"

cp -r "$prefix/share/doc/paso/docs/library" examples
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
[ "$(pkg-config --modversion paso)" = "$("$prefix/bin/paso" --version | sed 's/^paso //; s/ .*//')" ] || fail "versions differ"
mkdir by-pkg-config
for example in run control_loop eigenvalues; do
  # shellcheck disable=SC2046
  "$cc" -std=c11 -Wall -Wextra -Werror examples/$example.c $(pkg-config --cflags --libs paso) -lm -o by-pkg-config/$example
done
LD_LIBRARY_PATH="$prefix/lib" "$python" "$source/tests/library/examples.py" by-pkg-config "$prefix/share/paso"

cmake -S examples -B by-find-package -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" >cmake.log || { cat cmake.log; exit 1; }
cmake --build by-find-package >cmake.log || { cat cmake.log; exit 1; }
"$python" "$source/tests/library/examples.py" by-find-package "$prefix/share/paso"

"$prefix/bin/paso" run "$prefix/share/paso/systems/oscillator-fs.ssp" --stop-time 0.1 | grep -q "done at t = 0.1 s" || fail "paso run"
"$prefix/bin/paso" bench oscillator overhead --quick >bench.log || { cat bench.log; fail "paso bench"; }
mv "$prefix/libexec/paso/paso-bench" bench
mkdir "$prefix/libexec/paso/paso-bench" # a folder is no program
if "$prefix/bin/paso" bench 2>said || ! grep -q "package pasodoble-bench" said; then cat said; fail "paso bench without its package"; fi
rmdir "$prefix/libexec/paso/paso-bench"
mv bench "$prefix/libexec/paso/paso-bench"
PYTHONDONTWRITEBYTECODE="" PYTHONPATH="$prefix/lib/python3/dist-packages" "$python" -c "import pasodoble" || fail "import pasodoble"
[ -d "$prefix/lib/python3/dist-packages/pasodoble/__pycache__" ] || fail "nothing was compiled that is to be removed"

echo "somebody else's" >"$prefix/share/paso/own"
sh "$source/cmake/install.sh" uninstall "$prefix"
[ "$(find "$prefix" ! -type d)" = "$prefix/share/paso/own" ] || { find "$prefix" ! -type d; fail "not all, or too much, was removed"; }
for folder in libexec/paso lib/python3/dist-packages/pasodoble; do [ ! -d "$prefix/$folder" ] || fail "$folder is still there"; done
! sh "$source/cmake/install.sh" uninstall "$prefix" 2>/dev/null || fail "uninstalled twice"
