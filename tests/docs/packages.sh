#!/bin/sh
# docs/install.md names every Debian package that cmake/install-packages.sh installs.
#   packages.sh ROOT
set -eu
cd "$1"
packages=$(sed -n '/^build=/,/^case/p' cmake/install-packages.sh | grep -v '^case' | sed 's/^[a-z]*=//' | tr -d '"\134') # \134 is a backslash
[ "$(echo "$packages" | wc -w)" -ge 20 ] || { echo "cmake/install-packages.sh: its lists are written in another way now"; exit 1; }
failed=0
for package in $packages; do
  grep -q -- "[\` ]${package}[\` ]" docs/install.md || { echo "docs/install.md: does not name $package"; failed=1; }
done
exit $failed
