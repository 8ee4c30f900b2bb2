#!/bin/sh
# `paso --version` names the release and the commit: in a checkout, in one with changes, in git's archive, and neither in a bare folder
# nor in somebody else's repository.
#   version.sh SOURCE SCRATCH
set -eu
source=$1 scratch=$2
command -v git >/dev/null || { echo "no git here"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch/checkout/cmake"
trap 'rm -rf "$scratch"' EXIT
cp "$source/cmake/version.cmake" "$source/cmake/commit.txt" "$scratch/checkout/cmake/"
cp "$source/.gitattributes" "$scratch/checkout/"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES="$scratch"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a GIT_COMMITTER_DATE=2001-02-03T12:00:00Z
text_of() {
  cmake -DSOURCE="$1" -DVERSION=1.2.3 -DTO="$scratch/version.c" -P "$source/cmake/version.cmake"
  sed -n 's/^ *return "\(.*\)";/\1/p' "$scratch/version.c" | paste -sd '|'
}
same() { [ "$2" = "$3" ] || { echo "$1: \"$2\" instead of \"$3\""; exit 1; }; }

cd "$scratch/checkout"
same "a bare folder" "$(text_of "$PWD")" "1.2.3|"
git init -q .
git add .
git commit -qm commit
commit=$(git rev-parse --short=12 HEAD)
same "a checkout" "$(text_of "$PWD")" "1.2.3 (commit $commit)|2001-02-03"
echo >>cmake/version.cmake
same "with changes" "$(text_of "$PWD")" "1.2.3 (commit $commit, changed)|2001-02-03"
mkdir "$scratch/checkout/inside"
git archive HEAD | tar -x -C "$scratch/checkout/inside"
short=$(git log -1 --format=%h)
same "an archive, inside of another repository" "$(text_of "$PWD/inside")" "1.2.3 (commit $short)|2001-02-03"
