# Minimal Debians to try things in, for the scripts beside this file: made once by debootstrap, copied for every use.
PATH=$PATH:/usr/sbin:/sbin # debootstrap, chroot

home=${FRESH_HOME:-/var/tmp/pasodoble-fresh}
suite=${FRESH_SUITE:-bookworm}
base=$home/$suite

skip() { echo "skipped: ${0##*/} ($suite): $*"; exit 0; }

# Mounts of a namespace end with its processes, and these with the script, however it ends: nothing is left to clean up.
apart() { unshare --mount --propagation private --pid --fork --kill-child "$@"; }

# The address that apt takes this machine's own release of Debian from.
mirror() {
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # the fields are apt's
  apt-get indextargets --format '$(COMPONENT) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk -v release="$release" '$1 == "main" && $2 == release { print $3; exit }'
}

make_base() {
  echo "making a minimal Debian ($suite) in $base"
  rm -rf --one-file-system "$base.new"
  apart debootstrap --variant=minbase --include=ca-certificates,git,make "$suite" "$base.new" "$(mirror)" >"$base.log" 2>&1 ||
    { tail -n 5 "$base.log" >&2; echo "${0##*/}: debootstrap failed (all it said is in $base.log)" >&2; exit 1; }
  apt-config dump | grep -E '^Acquire::(https?\b|Check-Valid-Until)' >"$base.new/etc/apt/apt.conf.d/99this-machine" || true
  if [ -n "$(ls /usr/local/share/ca-certificates 2>/dev/null)" ]; then
    cp -r /usr/local/share/ca-certificates/. "$base.new/usr/local/share/ca-certificates/"
    apart chroot "$base.new" update-ca-certificates >>"$base.log" 2>&1
  fi
  mv "$base.new" "$base"
}

# run_in ROOM FOLDER COMMAND: as root of the room, in a folder of it, with nothing of this machine's environment but its proxies.
run_in() {
  # shellcheck disable=SC2016 # the room's shell expands these
  apart sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$1" /usr/bin/env -i \
      HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8 \
      ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
      sh -c "cd $2 && $3"' sh "$1" "$2" "$3"
}

room=
leave() { [ -z "$room" ] || [ -n "${FRESH_KEEP:-}" ] || rm -rf --one-file-system "$room"; }

# Sees whether machines can be made here, and makes the one that all are copies of.
machine_begin() {
  [ "$(id -u)" = 0 ] || skip "root is needed"
  [ "$(. /etc/os-release && echo "$ID")" = debian ] || skip "this machine is not a Debian, whose package source would be used"
  apart true 2>/dev/null || skip "this machine does not permit mounts of one's own"
  command -v debootstrap >/dev/null || apt-get install -y --no-install-recommends debootstrap >/dev/null 2>&1 ||
    skip "there is no debootstrap, and apt-get does not install it"
  [ -n "$(mirror)" ] || skip "apt has no source of this machine's own Debian"
  mkdir -p "$home"
  exec 9>"$home/lock"
  flock 9 # one at a time
  [ -d "$base" ] || make_base
  trap leave EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# A new copy, in $room.
machine_make() {
  rm -rf --one-file-system "$room"
  cp -a --reflink=auto "$base" "$room"
  cp /etc/resolv.conf /etc/hosts "$room/etc/"
}
