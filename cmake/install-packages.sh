#!/bin/sh
# Installs the Debian packages that a target needs and that are missing: build, test, check, fuzz, deb, everywhere or
# everywhere-test. Without root and without
# sudo it prints the names and stops.
set -eu

build="gcc make cmake pkg-config libc6-dev libsundials-dev libzip-dev libexpat1-dev libsqlite3-dev libmd-dev liblapacke-dev \
  libopenblas-dev libmatio-dev libyajl-dev"
test="libcmocka-dev libxml2-utils valgrind gnuplot-nox chromium locales python3 python3-numpy python3-scipy python3-pandas \
  sqlite3 libopenmpi-dev openmpi-bin mandoc poppler-utils octave"
check="clang-format cppcheck clang clang-tidy"
fuzz="clang libclang-rt-dev"
everywhere="gcc-mingw-w64-x86-64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross dpkg-dev debian-archive-keyring"
emulators="wine wine64 qemu-user"
deb="dpkg-dev debhelper dh-python python3 libopenmpi-dev openmpi-bin"

case "${1:-build}" in
build) packages="$build" ;;
test) packages="$build $test" ;;
check) packages="$build $test $check git" ;;
fuzz) packages="$build $test $fuzz" ;;
deb) packages="$build $deb" ;;
everywhere) packages="$build $everywhere" ;;
everywhere-test) packages="$build $test $everywhere $emulators" ;;
*) echo "usage: $0 build|test|check|fuzz|deb|everywhere|everywhere-test" >&2; exit 2 ;;
esac

command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: CMake says what it cannot find

missing=""
for package in $packages; do
  case "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)" in
  *"ok installed") ;;
  *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -v; then
  as_root="sudo"
else
  echo "pasodoble needs these Debian packages, and neither root nor sudo is at hand to install them:" >&2
  echo " $missing" >&2
  exit 1
fi

echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists may be missing or outdated: then the first try fails, and they are fetched.
# shellcheck disable=SC2086
install() { $as_root apt-get install -y --no-install-recommends $missing; }
if ! install >"$log" 2>&1 && ! { $as_root apt-get update && install; } >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
