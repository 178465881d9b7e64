import type { ShellName } from "./shell-start.js";

/**
 * The one line that runs a command as it is, whatever is in it: several lines, tabs, quotes that never end. It begins with a blank, so that
 * the shell does not remember it. Before the command the shell says the number of the run. `file` has the command, if it is too long to be
 * typed.
 */
export function lineFor(command: string, shell: ShellName, run: number, file?: string): string {
  const take = file === undefined ? "" : ` __ptywright_take ${shellWord(file, shell)};`;
  const words = file === undefined ? shellWord(command, shell) : `"$__ptywright_command"`;
  switch (shell) {
    case "bash":
      return (
        // What traps print must not become a part of the words: they print to where a group's output goes.
        `${take || " __ptywright_take;"} builtin eval "$({ __ptywright_run ${run}; } >/dev/null 2>&1)"${words};` +
        ` for __ptywright_none in "$({ __ptywright_ended; } 3>&1 >/dev/null 2>&1)"; do __ptywright_after "$__ptywright_none"; done`
      );
    case "zsh":
      return `${take} __ptywright_run ${run}; { builtin eval ${words} } always { { __ptywright_ended } 2>/dev/null }`;
    case "fish":
      return `${take} __ptywright_run ${run}; builtin eval ${words}`;
  }
}

const shellWord = (text: string, shell: ShellName): string => (shell === "fish" ? fishWord(text) : ansiCWord(text));

/** `$'...'`, which bash and zsh read alike. The quote is closed behind control characters: the `a` of a line end must not become a part of the next word. */
function ansiCWord(text: string): string {
  const escaped = text.replace(/[\\']/g, String.raw`\$&`);
  return `$'${escaped.replace(/[\u0000-\u001f\u007f]+/g, (controls) => `${[...controls].map(hex).join("")}'$'`)}'`;
}

/** In single quotes, with control characters outside of them. */
function fishWord(text: string): string {
  const quoted = text
    .replace(/[\\']/g, String.raw`\$&`)
    .replace(/[\u0000-\u001f\u007f]+/g, (controls) => `'${[...controls].map(hex).join("")}'`);
  return `'${quoted}'`;
}

const hex = (character: string): string => String.raw`\x` + character.charCodeAt(0).toString(16).padStart(2, "0");
