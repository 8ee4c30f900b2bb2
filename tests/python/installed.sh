#!/bin/sh
# Installs into a scratch folder, moves it, and runs the tutorial there, where the package finds the library from its own place.
#   installed.sh SOURCE BUILD PYTHON
set -eu
source=$1 build=$2 python=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset PASO_LIBRARY PYTHONPATH LD_LIBRARY_PATH

sh "$source/cmake/install.sh" install "$build" "$scratch/made"
mv "$scratch/made" "$scratch/moved"
cp "$source/tests/python/tutorial.py" "$scratch"
cd "$scratch"
prefix=$scratch/moved
"$python" tutorial.py "$prefix/share/doc/paso/docs/python.md" "$prefix/lib/python3/dist-packages" "$prefix/share/paso" work
