#!/bin/sh
# The product needs nothing of the tests: without cmocka it is configured, and no target of it is a test.
#   without_tests.sh SOURCE SCRATCH
set -eu
source=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT

# pkg-config on a machine that has no cmocka
cat >"$scratch/pkg-config" <<END
#!/bin/sh
case "\$*" in *cmocka*) exit 1 ;; esac
exec $(command -v pkg-config) "\$@"
END
chmod +x "$scratch/pkg-config"

configure() { PKG_CONFIG=$scratch/pkg-config cmake -S "$source" -B "$scratch/build" "$@" >"$scratch/log" 2>&1; }

if configure -DBUILD_TESTING=ON; then
  echo "the tests were configured without cmocka: this test does not hide it"
  exit 1
fi
rm -rf "$scratch/build"
configure -DBUILD_TESTING=OFF || { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/build" --target help >"$scratch/targets"
grep -q '\bproduct$' "$scratch/targets" || { echo "there is no target product"; exit 1; }
if grep '\btest_' "$scratch/targets"; then echo "these are built though only the product was asked for"; exit 1; fi
