#!/bin/sh
# What the shells offer after TAB. bash is always there; zsh and fish are tried where they are installed.
#   completions.sh PASO COMPLETIONS
set -eu
paso=$1 folder=$2
fail() { echo "$*"; exit 1; }

# in_bash WORD...: the last one is to be completed
in_bash() {
  bash -c 'source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(($# - 2)); _paso; printf "%s\n" "${COMPREPLY[*]}"' bash \
    "$folder/paso.bash" "$paso" "$@"
}
same() { [ "$2" = "$3" ] || fail "$1: \"$2\" instead of \"$3\""; }

same "a command" "$(in_bash lin)" "linearize"
same "a program of its own" "$(in_bash ben)" "bench"
same "help" "$(in_bash help stab)" "stability"
same "an option" "$(in_bash run x.ssp --feed)" "--feedthrough"
same "ranges of plot" "$(in_bash plot r.csv --x-)" "--x-range"
same "of bench" "$(in_bash bench --qu)" "--quick"
same "a choice" "$(in_bash run x.ssp --interface '')" "cs me"
same "the beginning of one" "$(in_bash run x.ssp --feedthrough r)" "refreshed"
same "after an equals sign" "$(in_bash run x.ssp --feedthrough = r)" "refreshed"
same "directly behind it" "$(in_bash run x.ssp --interface =)" "cs me"
same "a number" "$(in_bash run x.ssp --macro-step '')" ""
same "a file" "$(in_bash run '')" ""
same "an unknown command" "$(in_bash nonsense --x)" ""
[ "$(in_bash run -- | wc -w)" -ge 20 ] || fail "few options of run: $(in_bash run --)"

if command -v zsh >/dev/null; then
  zsh -n "$folder/_paso"
  # Without a terminal there is no completion: the functions that would show it print what they are given.
  in_zsh() {
    zsh -fc 'compdef() { :; }; source "$1"; _describe() { print -l -- ${(P)2}; }; _files() { print files; }
             words=("${@:2}"); CURRENT=$#words; _paso' zsh "$folder/_paso" "$paso" "$@"
  }
  same "zsh: a choice" "$(in_zsh run x.ssp --interface '')" "cs
me"
  same "zsh: a file" "$(in_zsh run '')" "files"
  in_zsh '' | grep -q '^linearize:state space' || fail "zsh: no commands"
  in_zsh run - | grep -q '^--macro-step:' || fail "zsh: no options"
fi
if command -v fish >/dev/null; then
  in_fish() { HOME=/nonexistent fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$folder/paso.fish" "$1"; }
  PATH=$(dirname "$paso"):$PATH
  same "fish: a choice" "$(in_fish 'paso run x.ssp --interface ')" "cs
me"
  in_fish 'paso lin' | grep -q '^linearize' || fail "fish: no commands"
  in_fish 'paso run x.ssp --macro' | grep -q '^--macro-step' || fail "fish: no options"
fi
