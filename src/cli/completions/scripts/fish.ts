/** Files are left to fish (\`--force-files\`); one question for each state of the line answers both conditions. */
export const fishScript = (
  binary: string,
): string => `# fish completion for ptywright; save it as ~/.config/fish/completions/ptywright.fish, or source it
function __ptywright_ask
    set -l line (commandline --cut-at-cursor --current-process)
    test "$__ptywright_line" = "$line"; and return
    set -g __ptywright_line $line

    set -l binary ${fishQuoted(binary)}
    test -x "$binary"; or set binary ptywright
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -g __ptywright_answer (command $binary __complete fish $words[2..-1] "$current" 2>/dev/null </dev/null)
end

function __ptywright_wants_files
    __ptywright_ask
    test "$__ptywright_answer[1]" = files
end

function __ptywright_words
    __ptywright_ask
    printf '%s\\n' $__ptywright_answer[2..-1]
end

complete --command ptywright --erase
complete --command ptywright --no-files --keep-order --arguments '(__ptywright_words)'
complete --command ptywright --condition __ptywright_wants_files --force-files
`;

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
