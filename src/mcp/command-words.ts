import { InvalidArgumentError, shown } from "../base/index.js";

/** What only a shell understands. */
const FOR_SHELLS = /[|&;<>()$`*\n]/;

/** The words of a command line: blanks part them, quotes and backslashes keep them whole. What would need a shell is refused. */
export function commandWords(line: string): [program: string, ...args: string[]] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const char = line[at];
    if (char === "'" || char === '"') {
      const [text, end] = quoted(line, at);
      word = (word ?? "") + text;
      at = end;
    } else if (char === "\\" && at + 1 < line.length) {
      word = (word ?? "") + line[at + 1];
      at += 2;
    } else if (/\s/.test(char) && char !== "\n") {
      if (word !== undefined) words.push(word);
      word = undefined;
      at++;
    } else {
      if (FOR_SHELLS.test(char) || (char === "~" && word === undefined)) throw needsShell(char);
      word = (word ?? "") + char;
      at++;
    }
  }
  if (word !== undefined) words.push(word);
  const [program, ...args] = words;
  if (!program) throw new InvalidArgumentError("command", "command is empty; name the program to start");
  return [program, ...args];
}

/** The text within quotes, and where it goes on behind them. */
function quoted(line: string, start: number): [text: string, end: number] {
  const quote = line[start];
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === quote) return [text, at + 1];
    const isEscape = quote === '"' && line[at] === "\\" && /["\\$`]/.test(line[at + 1] ?? "");
    if (isEscape) at++;
    else if (quote === '"' && (line[at] === "$" || line[at] === "`")) throw needsShell(line[at]);
    text += line[at];
  }
  throw new InvalidArgumentError("command", `command has a ${quote} without its end`);
}

const needsShell = (char: string): InvalidArgumentError =>
  new InvalidArgumentError(
    "command",
    `command is no shell's line, and ${shown(char)} has no meaning in it; quote it, use terminal_run, ` +
      `or start a shell: command "sh", args ["-c", "…"]`,
  );
