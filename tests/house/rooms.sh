#!/bin/sh
# Which room uses which: reads every include of the project and holds it against the table in CONTRIBUTING.md. Also: every
# include names the room, and no two headers have the same name (the sources of an FMU lie in one folder).
#   rooms.sh ROOT
set -eu
cd "$1"
files=$(find . -path './build*' -prune -o -path ./.git -prune -o -name '*.[ch]' -print | sed 's|^\./||' | sort)

twice=$(printf '%s\n' "$files" | grep '\.h$' | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || { echo "two headers are called: $twice"; exit 1; }

# Rows of the table: | `room` | `room`, `room` ... |; a room in it is the longest beginning of a path that has a row.
# shellcheck disable=SC2086
awk '
  FNR == 1 { reading_table = FILENAME == "CONTRIBUTING.md" }
  reading_table && /^\| room \|/ { is_row = 1 }
  reading_table && !/^\|/ { is_row = 0 }
  reading_table && is_row && /^\| `/ {
    split($0, cells, "|")
    n_rooms = split(cells[2], rooms, ",")
    for (i = 1; i <= n_rooms; i++) {
      room = rooms[i]; gsub(/[` ]/, "", room)
      known[room] = 1
      n = split(cells[3], used, "`")
      for (k = 2; k <= n; k += 2) may[room, used[k]] = 1
      if (cells[3] ~ /^ *all *$/) all[room] = 1
    }
    next
  }
  reading_table { next }
  function room_of(path,  p) {
    for (p = path; sub("/[^/]*$", "", p);) if (p in known) return p
    return ""
  }
  /^[ \t]*#[ \t]*(include|define[ \t]+KERNEL_FILE)[ \t]+"/ {
    split($0, parts, "\""); target = parts[2]
    from = room_of(FILENAME); to = room_of(target)
    if (target == "model_guid.h") next                      # made when an FMU is
    n_includes++
    if (target !~ "/") { print FILENAME ":" FNR ": \"" target "\" does not name its room"; failed = 1; next }
    if ((getline line < target) < 0) { print FILENAME ":" FNR ": there is no \"" target "\""; failed = 1 }
    close(target)
    if (FILENAME ~ "^(tests|docs)/") next
    if (from == "") { print FILENAME ": its room has no row in the table"; failed = 1 }
    else if (from in all) next
    else if (to == "") { print FILENAME ":" FNR ": the room of \"" target "\" has no row in the table"; failed = 1 }
    else if (from != to && !((from, to) in may) && !((from, target) in may)) {
      print FILENAME ":" FNR ": " from " may not use " to " (\"" target "\")"; failed = 1
    }
  }
  END {
    if (n_includes < 500) { print "only " n_includes " includes found"; failed = 1 }
    exit failed
  }' CONTRIBUTING.md $files
