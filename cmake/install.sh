#!/bin/sh
# Installs what a build folder has made, or removes it again. DESTDIR is put before the prefix. What was installed stands in
# share/paso/installed-files, seen from the prefix: a folder that was moved can be removed, too.
#   install.sh install BUILD PREFIX
#   install.sh uninstall PREFIX
set -eu
export LC_ALL=C
command=$1
shift

case "$command" in
install)
  build=$1 prefix=$2
  case "$prefix" in /*) ;; *) prefix=$PWD/$prefix ;; esac
  prefix=${prefix%/}
  cmake --install "$build" --prefix "$prefix" >"$build/install.log" || { cat "$build/install.log" >&2; exit 1; }
  list=${DESTDIR:-}$prefix/share/paso/installed-files
  { cut -c $((${#prefix} + 2))- "$build/install_manifest.txt"; echo; echo share/paso/installed-files; } | grep . | sort -u >"$list"
  rm -f "$build/install_manifest.txt"
  echo "installed into $prefix: $(wc -l <"$list") files"
  ;;
uninstall)
  cd "${DESTDIR:-}$1" || exit 1
  list=share/paso/installed-files
  [ -f "$list" ] || { echo "nothing of pasodoble is installed in $1" >&2; exit 1; }
  files=$(cat "$list")
  n=0
  old_ifs=$IFS
  IFS='
'
  for file in $files; do
    rm -f "./$file"
    n=$((n + 1))
    # Folders of our own go with their last file; those that others share stay. Python leaves what it has compiled.
    folder=${file%/*}
    case "$file" in */pasodoble/*.py) rm -rf "./$folder/__pycache__" ;; esac
    while case "$folder" in */paso | */paso/* | */pasodoble) true ;; *) false ;; esac && rmdir "./$folder" 2>/dev/null; do
      folder=${folder%/*}
    done
  done
  IFS=$old_ifs
  echo "removed from $1: $n files"
  ;;
*)
  echo "usage: $0 install BUILD PREFIX | uninstall PREFIX" >&2
  exit 2
  ;;
esac
