#!/bin/sh
# FMUs for another platform, run here: under wine or qemu.
#   everywhere.sh COMPARE.PY FOLDER PLATFORM HOST_HERE HOST_THERE FILE...
set -eu
compare=$1 folder=$2 platform=$3 here=$4 there=$5
shift 5
rm -rf "$folder"
mkdir -p "$folder"
case $platform in
win64)
  export WINEPREFIX="$folder/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
  trap 'wineserver -k || /usr/lib/wine/wineserver -k || true' EXIT # of this folder alone
  runner=wine
  ;;
aarch64-linux) runner="qemu-aarch64 -L /usr/aarch64-linux-gnu" ;;
*) echo "no way to run $platform here" >&2; exit 77 ;;
esac
command -v "${runner%% *}" >/dev/null || { echo "$runner is missing: sh cmake/install-packages.sh everywhere-test" >&2; exit 77; }
python3 "$compare" --host here="$here" --host "$platform=$there" --runner "$platform=$runner" --folder "$folder" "$@"
