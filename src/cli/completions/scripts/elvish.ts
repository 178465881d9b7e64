import { doublingQuoted } from "./quoted.js";

/** Elvish hands over the words as values and filters the candidates by their beginning itself. */
export const elvishScript = (binary: string): string => `# elvish completion for ptywright; evaluate it in rc.elv
use str
set edit:completion:arg-completer[ptywright] = {|@words|
    var binary = ${doublingQuoted(binary)}
    if (not (has-external $binary)) {
        set binary = ptywright
    }
    var lines = [(try {
        (external $binary) __complete elvish (all $words[1..]) 2>/dev/null </dev/null
    } catch e {
        put files
    })]
    var current = $words[-1]
    if (not-eq $lines[0] words) {
        if (and (str:has-prefix $current --) (str:contains $current =)) {
            var option path = (str:split &max=2 = $current)
            edit:complete-filename $path | each {|found|
                edit:complex-candidate $option'='$found[stem] &code-suffix=$found[code-suffix] &display=$found[stem]
            }
        } else {
            edit:complete-filename $current
        }
    } else {
        for line $lines[1..] {
            var word @help = (str:split "\\t" $line)
            edit:complex-candidate $word &code-suffix=' ' &display=(str:join '  ' [$word $@help])
        }
    }
}
`;
