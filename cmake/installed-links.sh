#!/bin/sh
# Pages that were installed link files of the sources, too: where such a file was not installed, the link's text and the file's name stay.
#   installed-links.sh FOLDER    README.md and other pages; FOLDER/docs
set -eu
cd "$1"
for page in *.md docs/*.md; do
  folder=$(dirname "$page")
  awk -v folder="$folder" '
    function is_there(path) { return path == "" || system("test -e \"" folder "/" path "\"") == 0 }
    /^ *```/ { code = !code }
    code { print; next }
    {
      rest = $0
      line = ""
      while (match(rest, /\[[^][]*\]\([^) ]+\)/)) {
        link = substr(rest, RSTART, RLENGTH)
        line = line substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        split_at = index(link, "](")
        text = substr(link, 2, split_at - 2)
        target = substr(link, split_at + 2, length(link) - split_at - 2)
        path = target
        sub(/#.*/, "", path)
        if (target !~ /^[a-z]+:/ && path ~ /^[A-Za-z0-9_.\/-]*$/ && !is_there(path)) {
          sub(/^(\.\.\/)+/, "", path)
          sub(/\/$/, "", path)
          link = index(text, path) ? text : text ", `" path "` of the sources"
        }
        line = line link
      }
      print line rest
    }' "$page" >"$page.new"
  cat "$page.new" >"$page" # keeps its mode
  rm "$page.new"
done
