# Completion of paso's command lines in fish. What there is to offer, the program itself says (--help=table).
function __paso_offers
    set -l tokens (commandline -opc)
    set -l program $tokens[1]
    set -l before $tokens[-1]
    if test (count $tokens) -eq 1; or begin
            test (count $tokens) -eq 2; and test $before = help
        end
        $program --help=table 2>/dev/null | while read -l -d \t name kind argument help
            printf '%s\t%s\n' $name $help
        end
        return
    end
    set -l options
    $program $tokens[2] --help=table 2>/dev/null | while read -l -d \t name kind argument help
        if test $before = $name
            switch $kind
                case choice
                    string split '|' $argument
                    return
                case value
                    __fish_complete_path (commandline -ct)
                    return
            end
        end
        set -a options (printf '%s\t%s' $name $help)
    end
    if string match -q -- '-*' (commandline -ct)
        printf '%s\n' $options
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c paso -f -a '(__paso_offers)'
complete -c paso-mpi -f -a '(__paso_offers)'
