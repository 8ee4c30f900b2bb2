#!/bin/sh
# Builds the Debian packages from a copy of the tree in FOLDER, and leaves them there.
#   deb.sh FOLDER
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
copy=$folder/pasodoble-$version
rm -rf "$folder"/*.deb "$folder"/*.buildinfo "$folder"/*.changes "$copy"
mkdir "$copy"
# What git knows, as it is here; in an archive everything but what was built. The commit goes along, for `paso --version`.
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git ls-files -z | xargs -0 cp --parents -P -t "$copy"
  git log -1 --format='%h;%cs' --abbrev=12 >"$copy/cmake/commit.txt"
else
  tar -c --exclude='./build*' . | tar -x -C "$copy"
fi
cd "$copy"
DEB_BUILD_OPTIONS="parallel=$(nproc) ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage --build=binary --no-sign
rm -rf "$copy"
