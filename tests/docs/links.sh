#!/bin/sh
# Relative links of README, CONTRIBUTING, other pages beside them, and docs/, in the tree or installed: the file must be there and, behind #, the heading. Every page of docs/ must be
# linked from another page, so that readers find it.
#   links.sh ROOT
set -eu
cd "$1"
links=$(mktemp)
trap 'rm -f "$links"' EXIT
pages=$(ls ./*.md docs/*.md | sed 's,^\./,,')

# "page line target" for each link outside of code. http: and mailto: are others' business.
for page in $pages; do
  awk -v page="$page" '
    /^ *```/ { code = !code }
    code || /^    / { next }
    {
      gsub(/`[^`]*`/, "")
      while (match($0, /\]\([^) ]+\)/)) {
        target = substr($0, RSTART + 2, RLENGTH - 3)
        $0 = substr($0, RSTART + RLENGTH)
        if (target !~ /^[a-z]+:/) print page, NR, target
      }
    }' "$page"
done >"$links"
[ -s "$links" ] || { echo "no links at all: is $1 the project?"; exit 1; }

# The anchors of a page: headings in small letters without punctuation, blanks as hyphens.
anchors() { awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); $0 = tolower($0); gsub(/[^a-z0-9 _-]/, ""); gsub(/ /, "-"); print }' "$1"; }

failed=0
while read -r page line target; do
  path=${target%%#*}
  if [ -n "$path" ]; then file=$(dirname "$page")/$path; else file=$page; fi
  if [ ! -e "$file" ]; then
    echo "$page:$line: $target: there is no $file"
    failed=1
  elif [ "$target" != "$path" ] && ! anchors "$file" | grep -qx -- "${target#*#}"; then
    echo "$page:$line: $target: $file has no such heading"
    failed=1
  fi
done <"$links"

for page in docs/*.md; do
  name=${page#docs/}
  if ! grep -v "^$page " "$links" | grep -Eq " (docs/)?$name(#.*)?\$"; then
    echo "$page: no other page links it"
    failed=1
  fi
done
exit $failed
