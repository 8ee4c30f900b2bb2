#!/bin/sh
# Documents quote files of the project: a code block after the line <!-- file: PATH --> must be in that file, line by line.
#   quotes.sh ROOT
set -eu
cd "$1"
for document in README.md CONTRIBUTING.md docs/*.md; do
  [ -f "$document" ] || continue
  awk -v document="$document" '
    /^<!-- file: .* -->$/ { path = $3; next }
    /^```/ && path != "" && !quoting { quoting = 1; block = ""; next }
    /^```/ && quoting {
      text = ""
      while ((got = (getline line < path)) > 0) text = text line "\n"
      close(path)
      if (got < 0) { print document ": there is no " path; failed = 1 }
      else if (index(text, block) == 0) { print document ":" NR ": not what " path " says:\n" block; failed = 1 }
      quoting = 0; path = ""; next
    }
    quoting { block = block $0 "\n" }
    END { exit failed }' "$document"
done
