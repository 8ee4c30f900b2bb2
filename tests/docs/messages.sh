#!/bin/sh
# docs/faq.md explains messages: a heading in quotes must be the text of a message in one of the lists, "..." stands for what varies.
#   messages.sh ROOT
set -eu
cd "$1"
# The lists without line ends, quotes between parts of a text, and backslashes.
lists=$(find master linearize sweep export program -name '*_messages.h' -exec cat {} + | tr -d '\\\n' | sed 's/" *"//g')
failed=0
while read -r heading; do
  text=$(printf '%s' "$heading" | sed 's/^### "//; s/"$//; s/[.*[]/\\&/g; s/ *\\\.\\\.\\\./.*/g')
  if ! printf '%s' "$lists" | sed 's/X(/\n/g' | grep -q -- "$text"; then
    echo "docs/faq.md: no message says: ${heading#\#\#\# }"
    failed=1
  fi
done <<EOF
$(grep '^### "' docs/faq.md)
EOF
exit $failed
