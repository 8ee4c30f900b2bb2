# Completion of paso's command lines in bash. What there is to offer, the program itself says (--help=table).
_paso()
{
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local name kind argument help words=""
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $before == help ]]; }; then
        while IFS=$'\t' read -r name kind argument help; do
            words+=" $name"
        done < <("$program" --help=table 2>/dev/null)
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    # bash divides --name=VALUE into three words
    if [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == "=" ]]; then
        word=""
    fi
    while IFS=$'\t' read -r name kind argument help; do
        if [[ $before == "$name" && $kind == choice ]]; then
            mapfile -t COMPREPLY < <(compgen -W "${argument//|/ }" -- "$word")
            return
        elif [[ $before == "$name" && $kind == value ]]; then
            return # a file, or what nobody can guess
        fi
        words+=" $name"
    done < <("$program" "${COMP_WORDS[1]}" --help=table 2>/dev/null)
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$word")
    fi
}
complete -o default -F _paso paso paso-mpi
