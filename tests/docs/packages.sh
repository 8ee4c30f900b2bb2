#!/bin/sh
# docs/install.md names every Debian package that cmake/install-packages.sh installs, and debian/control those that building needs.
#   packages.sh ROOT
set -eu
cd "$1"
packages=$(sed -n '/^build=/,/^case/p' cmake/install-packages.sh | grep -v '^case' | sed 's/^[a-z]*=//' | tr -d '"\134') # \134 is a backslash
[ "$(echo "$packages" | wc -w)" -ge 20 ] || { echo "cmake/install-packages.sh: its lists are written in another way now"; exit 1; }
failed=0
for package in $packages; do
  grep -q -- "[\` ]${package}[\` ]" docs/install.md || { echo "docs/install.md: does not name $package"; failed=1; }
done
# So does debian/control: all that building needs, and the release is the one of CMakeLists.txt.
for package in $(sed -n '/^build=/,/^test=/p' cmake/install-packages.sh | grep -v '^test=' | sed 's/^build=//' | tr -d '"\134'); do
  sed -n '/^Build-Depends:/,/^Standards/p' debian/control | grep -q -- "[ ,]$package\(,\|\$\)" ||
    { echo "debian/control: Build-Depends does not name $package"; failed=1; }
done
release=$(sed -n 's/^project(pasodoble VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
grep -q "^pasodoble ($release)" debian/changelog || { echo "debian/changelog: is not of release $release"; failed=1; }
grep -q "^## $release" CHANGELOG.md || { echo "CHANGELOG.md: does not name release $release"; failed=1; }
exit $failed
