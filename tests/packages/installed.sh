#!/bin/sh
# On a machine of its own, as root: installs the Debian packages of a folder, uses them as people would, and removes them. `.ci/packages`
# calls it.
#   installed.sh PACKAGES CHECKS
set -eu
packages=$(cd "$1" && pwd) checks=$(cd "$2" && pwd)
export DEBIAN_FRONTEND=noninteractive
scratch=$(mktemp -d)
cd "$scratch"
fail() { echo "FAILED: $*"; exit 1; }
step() { echo "== $*"; }
install() { apt-get install -y --no-install-recommends "$@" >apt.log 2>&1 || { cat apt.log; fail "apt-get install $*"; }; }
deb() { ls "$packages/$1"_*.deb; }
apt-get update >apt.log 2>&1 || { cat apt.log; fail "apt-get update"; }

step "the program alone"
install "$(deb pasodoble)" "$(deb libpaso0)"
[ ! -e /usr/bin/gcc ] && [ ! -e /usr/bin/python3 ] || fail "the machine is not minimal"
paso --version | grep -E '^paso [0-9]+\.[0-9]+\.[0-9]+ \(commit [0-9a-f]+'
systems=/usr/share/paso/systems
paso run $systems/lim-manipulator.ssp --set multibody.coupling=2 --macro-step 1ms --output m1.csv | tee said
grep -q "done at t = 10 s" said || fail "paso run"
[ "$(wc -l <m1.csv)" = 10002 ] || fail "m1.csv has $(wc -l <m1.csv) lines"
paso linearize $systems/oscillator-fs.ssp --output o.json >/dev/null # by LAPACK, which is loaded
grep -q '"eigenvalues"' o.json || fail "paso linearize"
paso linearize $systems/oscillator-fs.ssp --output o.mat >/dev/null && [ -s o.mat ] || fail "no .mat file"
paso stability $systems/lim-manipulator.ssp --macro-step 5ms:60ms | grep -q "ms at t = 0 s" || fail "paso stability"
paso sweep $systems/oscillator-fs.ssp --macro-step 1ms,2ms,4ms --reference finest --output sweep.csv --quiet || fail "paso sweep"
paso info /usr/share/paso/fmus/Manipulator.fmu >/dev/null || fail "paso info"
paso run /usr/share/paso/fmus/Manipulator.fmu --stop-time 0.1 >/dev/null || fail "an FMU"
paso run $systems/oscillator-fs.ssp --isolate all --stop-time 0.1 >/dev/null || fail "FMUs in processes of their own"
if paso help | grep bench; then fail "bench is there without its package"; fi
if paso bench 2>said || ! grep -q "package pasodoble-bench" said; then cat said; fail "paso bench does not name its package"; fi
zcat /usr/share/man/man1/paso-run.1.gz | grep -q 'macro' || fail "no manual page"
bash -c 'source /usr/share/bash-completion/completions/paso; COMP_WORDS=(paso lin); COMP_CWORD=1; _paso; [ "${COMPREPLY[*]}" = linearize ]' ||
  fail "completion"

step "all packages"
# shellcheck disable=SC2046
install $(for name in libpaso-dev python3-pasodoble pasodoble-bench pasodoble-mpi pasodoble-doc; do deb $name; done) \
  gcc libc6-dev cmake make pkg-config python3-numpy python3-scipy

step "documents and a machine of one's own"
docs=/usr/share/doc/pasodoble-doc
[ -f $docs/README.md ] && [ -f $docs/docs/glossary.md ] || fail "documents are missing"
sh "$checks/links.sh" $docs || fail "links of the documents lead nowhere"
paso export $docs/docs/mechanisms/crane.json -o Crane.fmu
paso run Crane.fmu --set constants.L=5 --output crane.csv >/dev/null || fail "the crane"
paso export --system $docs/docs/circuits/boom-system.json -o boom.ssp
paso run boom.ssp --extrapolation 1 --stop-time 1 --output boom.csv >/dev/null || fail "the boom"

step "C, by pkg-config and by find_package"
cp -r $docs/docs/library examples
mkdir by-pkg-config
for example in run control_loop eigenvalues; do
  # shellcheck disable=SC2046
  gcc -std=c11 -Wall -Wextra -Werror examples/$example.c $(pkg-config --cflags --libs paso) -lm -o by-pkg-config/$example
done
python3 "$checks/examples.py" by-pkg-config /usr/share/paso
cmake -S examples -B by-find-package >cmake.log && cmake --build by-find-package >>cmake.log || { cat cmake.log; fail "find_package"; }
python3 "$checks/examples.py" by-find-package /usr/share/paso

step "Python"
python3 -c "
import pasodoble
result = pasodoble.System('$systems/oscillator-fs.ssp').run(isolate='all', macro_step='1ms', stop_time=0.1)
assert result.summary.status == 'done'"
python3 "$checks/tutorial.py" $docs/docs/python.md /usr/lib/python3/dist-packages /usr/share/paso "$scratch/tutorial"

step "the published cases"
paso bench --quick --report report >bench.log 2>&1 || { cat bench.log; fail "paso bench"; }
tail -n 3 bench.log

step "MPI"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
sweep="sweep $systems/oscillator-fs.ssp --set mass1.k=10:20:8 --macro-step 2ms --quiet"
# shellcheck disable=SC2086
paso $sweep --output one.csv 2>/dev/null
# shellcheck disable=SC2086
mpirun -n 2 paso-mpi $sweep --output two.csv 2>said || { cat said; fail "mpirun"; }
timeless() { cut -d , -f 1-3,6- "$1"; } # without cpu_s and wall_s
[ "$(timeless one.csv)" = "$(timeless two.csv)" ] || fail "two ranks give another table than one process"

step "removal"
apt-get purge -y pasodoble pasodoble-bench pasodoble-mpi pasodoble-doc libpaso0 libpaso-dev python3-pasodoble >apt.log 2>&1 || { cat apt.log; fail purge; }
left=$(find /usr /etc /var/lib -ipath '*paso*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*')
[ -z "$left" ] || fail "left behind: $left"
cd /
rm -rf "$scratch"
echo "all is well"
