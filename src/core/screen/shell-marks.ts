/** OSC 133, and 633, which means the same in VS Code's words. */
const COMMANDS = new Set(["133", "633"]);
/** How the marks that this package has a shell print are told from those of others. */
const NONCE = "pw=";

/** What a shell says with a mark: the letter, and what stands behind it. */
export interface ShellMark {
  readonly letter: string;
  readonly fields: readonly string[];
}

/**
 * Reads the marks of one shell in the order of its output. With a nonce only those count that end with it; without one, whoever prints a
 * mark is believed. The first mark `Z` brings the nonce that the shell made for itself: that with which it was started can be read by what
 * it starts.
 */
export class ShellMarks {
  readonly #first: string | undefined;
  #nonce: string | undefined;

  constructor(nonce?: string) {
    this.#first = this.#nonce = nonce;
  }

  /** Of the content of an operating system command; undefined if that is no mark, or not one of this shell's. */
  read(content: string): ShellMark | undefined {
    const [command, letter = "", ...fields] = content.split(";");
    if (!COMMANDS.has(command)) return undefined;
    if (this.#nonce === undefined) return { letter, fields };
    if (fields.pop() !== NONCE + this.#nonce) return undefined;
    if (letter !== "Z") return { letter, fields };
    if (this.#nonce === this.#first && fields[0]) this.#nonce = fields[0];
    return undefined;
  }
}

/** The directory in `633;P;Cwd=…`, in which `\xHH` stands for a character and `\\` for a backslash. */
export function directoryInProperty(content: string): string | undefined {
  const value = /^633;P;Cwd=([^;]*)/.exec(content)?.[1];
  return value?.replace(/\\(?:\\|x([0-9a-f]{2}))/gi, (_, hex?: string) =>
    hex === undefined ? "\\" : String.fromCharCode(parseInt(hex, 16)),
  );
}
