#!/bin/sh
# Static libraries of SUNDIALS and yajl for other platforms, from the sources of the Debian packages that are installed here. They are
# made once: FOLDER/PLATFORM/{include,lib}.
#   cross-libraries.sh FOLDER PLATFORM=COMPILER_PREFIX...
set -eu
[ $# -gt 1 ] || { echo "usage: $0 FOLDER PLATFORM=COMPILER_PREFIX..." >&2; exit 2; }
mkdir -p "$1"
cross=$(cd "$1" && pwd)
shift
fail() {
  echo "$*" >&2
  exit 1
}

installed() { dpkg-query -W -f "\${source:Package}=\${source:Version}" "$1"; }
sundials=$(installed libsundials-dev)
yajl=$(installed libyajl-dev)

# Where the packages came from is where their sources are; apt gets lists and folders of its own, so that root is not needed.
download() {
  apt=$cross/apt
  rm -rf "$apt"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  by=
  for keyring in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/debian-archive-keyring.pgp; do
    [ ! -e $keyring ] || by=" [signed-by=$keyring]"
  done
  apt-cache madison libsundials-dev libyajl-dev | sed -n 's,^.*| \([a-z+]*:[^ ]*\) \([^ ]*\)/\([^ /]*\) [^ ]* Packages$,\1 \2 \3,p' |
    sort -u | sed "s,^,deb-src$by ," >"$apt/sources.list"
  [ -s "$apt/sources.list" ] || fail "apt does not know where libsundials-dev and libyajl-dev come from: apt-get update"
  set -- -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$apt/lists" \
    -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=
  apt-get "$@" update
  cd "$sources.partial"
  apt-get "$@" source --download-only "$sundials" "$yajl"
  for package in *.dsc; do
    dpkg-source --extract "$package"
  done
  cd "$cross"
  rm -rf "$apt"
}

sources=$cross/sources
if [ "$(cat "$sources/packages" 2>/dev/null)" != "$sundials $yajl" ]; then
  rm -rf "$sources" "$sources.partial"
  mkdir -p "$sources.partial"
  download
  echo "$sundials $yajl" >"$sources.partial/packages"
  mv "$sources.partial" "$sources"
fi

for platform; do
  prefix=${platform#*=} platform=${platform%%=*}
  case $platform in
  win64) system=Windows processor=x86_64 ;;
  aarch64-linux) system=Linux processor=aarch64 ;;
  *) fail "unknown platform $platform" ;;
  esac
  into=$cross/$platform
  [ "$(cat "$into/packages" 2>/dev/null)" != "$sundials $yajl" ] || continue
  rm -rf "$into" "$into.build"
  mkdir -p "$into/include" "$into/lib"
  # Floating point as written, as everywhere in the house.
  flags="-O2 -ffp-contract=off -fPIC"
  cmake -S "$sources"/sundials-*/ -B "$into.build" -Wno-dev -DCMAKE_SYSTEM_NAME=$system -DCMAKE_SYSTEM_PROCESSOR=$processor \
    -DCMAKE_C_COMPILER="$prefix-gcc" -DCMAKE_C_FLAGS="$flags" -DCMAKE_INSTALL_PREFIX="$into" -DCMAKE_INSTALL_LIBDIR=lib \
    -DBUILD_SHARED_LIBS=OFF -DBUILD_CVODE=OFF -DBUILD_CVODES=OFF -DBUILD_IDA=OFF -DBUILD_IDAS=OFF -DBUILD_KINSOL=OFF -DEXAMPLES_ENABLE_C=OFF \
    -DEXAMPLES_INSTALL=OFF -DENABLE_MPI=OFF -DENABLE_OPENMP=OFF
  cmake --build "$into.build" -j "$(nproc)"
  cmake --install "$into.build"
  # yajl's own build takes every Windows compiler for Microsoft's.
  mkdir "$into/include/yajl"
  cp "$sources"/yajl-*/src/api/*.h "$into/include/yajl"
  sed 's/\${[A-Z_]*}/0/' "$sources"/yajl-*/src/api/yajl_version.h.cmake >"$into/include/yajl/yajl_version.h"
  for file in "$sources"/yajl-*/src/*.c; do
    $prefix-gcc $flags -DNDEBUG -I"$into/include" -c "$file" -o "$into.build/$(basename "$file" .c).o"
  done
  $prefix-ar rcs "$into/lib/libyajl_s.a" "$into.build"/yajl*.o
  rm -rf "$into.build"
  echo "$sundials $yajl" >"$into/packages"
done
