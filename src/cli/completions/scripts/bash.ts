import { posixQuoted } from "./quoted.js";

/**
 * Works in bash 3.2 and without the bash-completion package. bash cuts words at `=` and `:`; the loop joins them again where
 * no space was between them. Files are left to readline (`-o default`), which knows about quotes and directories.
 */
export const bashScript = (binary: string): string => `# bash completion for ptywright; source it in ~/.bashrc
_ptywright() {
    local binary=${posixQuoted(binary)}
    [[ -x $binary ]] || binary=ptywright

    local line=\${COMP_LINE:0:COMP_POINT} stripped piece count=0 i
    local -a words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        stripped=\${line#"\${line%%[![:space:]]*}"}
        piece=\${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && piece=$stripped
        if ((count == 0)) || [[ $stripped != "$line" ]]; then
            words[count++]=$piece
        else
            words[count - 1]+=$piece
        fi
        line=\${stripped#"$piece"}
    done

    local current=\${words[count - 1]} prefix= kind= candidate
    [[ $current == --*=* && $COMP_WORDBREAKS == *=* ]] && prefix=\${current%%=*}=
    COMPREPLY=()
    while IFS= read -r candidate; do
        if [[ -z $kind ]]; then
            kind=$candidate
        else
            COMPREPLY+=("\${candidate#"$prefix"}")
        fi
    done < <("$binary" __complete bash "\${words[@]:1}" 2>/dev/null </dev/null)
    [[ $kind == words ]] && compopt +o default +o bashdefault 2>/dev/null
    return 0
}
complete -o bashdefault -o default -F _ptywright ptywright
`;
