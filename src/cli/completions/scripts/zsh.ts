import { posixQuoted } from "./quoted.js";

/** Serves both as a file \`_ptywright\` in $fpath, where its body is the function's, and as a script to source. */
export const zshScript = (binary: string): string => `#compdef ptywright
# zsh completion for ptywright; source it in ~/.zshrc after compinit, or save it as _ptywright in a directory of $fpath
_ptywright() {
    local binary=${posixQuoted(binary)}
    [[ -x $binary ]] || binary=ptywright

    local kind line word
    local -a lines candidates
    lines=("\${(@f)$("$binary" __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    kind=$lines[1]
    if [[ $kind != words ]]; then
        # _files would run a command substitution that stands before a slash.
        [[ $PREFIX == *'$('* || $PREFIX == *'\`'* ]] && return 1
        compset -P '--[^=]##='
        _files
        return
    fi
    for line in "\${(@)lines[2,-1]}"; do
        word=\${line%%$'\\t'*}
        candidates+=("\${word//:/\\\\:}\${\${line#"$word"}/$'\\t'/:}")
    done
    _describe -t ptywright 'ptywright' candidates
}

if [[ \${funcstack[1]} == _ptywright ]]; then
    _ptywright "$@"
elif ((\${+functions[compdef]})); then
    compdef _ptywright ptywright
else
    print -u2 'ptywright: run compinit before its completion script'
fi
`;
