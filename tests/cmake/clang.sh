#!/bin/sh
# As users build it, without a build type of their own, clang takes all options: a small library of the product.
#   clang.sh SOURCE SCRATCH      where there is no clang, the test is skipped (77)
set -eu
source=$1 scratch=$2
command -v clang >/dev/null || { echo "there is no clang"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
cmake -S "$source" -B "$scratch/build" -DCMAKE_C_COMPILER=clang -DPASO_WERROR=ON -DBUILD_TESTING=OFF >"$scratch/log" 2>&1 &&
  cmake --build "$scratch/build" --target paso_algebra >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
