#!/bin/sh
# Octave reads the .mat file of `paso linearize`: names, sizes and eigenvalues. Skipped where there is no Octave.
# Two masses of 1 kg on springs of 10, 100 (between them) and 1000 N/m: omega^2 = 605 -+ 505.
#   octave.sh PASO SYSTEMS
set -eu
command -v octave-cli >/dev/null || { echo "no Octave here"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" linearize "$2/oscillator-fs.ssp" --output "$scratch/o.mat" >/dev/null
cd "$scratch"
octave-cli --quiet --norc --no-history --eval '
  load("o.mat");
  assert(size(A), [4, 4]);
  assert(columns(B) == columns(D) && rows(C) == rows(D));
  assert(numel(cellstr(states)) == 4 && strcmp(cellstr(states){1}, "mass1.x"));
  expected = [-sqrt(1110); -10; 10; sqrt(1110)];
  assert(sort(imag(eig(A))), expected, 1e-9);
  assert(sort(imag(eigenvalues(:))), expected, 1e-9);
  printf("%d states\n", rows(A));' || { octave-cli --quiet --norc --eval 'load("o.mat"); whos'; exit 1; }
