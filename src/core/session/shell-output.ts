import type { RunOptions } from "../../api/index.js";
import { JobNotices } from "./shell-job-notices.js";
import type { ShellName } from "./shell-start.js";

/** What bash prints when it is left, whoever asked it to, or what may become that. */
const FAREWELL = /(?:e(?:x(?:i(?:t\n?)?)?)?|l(?:o(?:g(?:o(?:u(?:t\n?)?)?)?)?)?)$/;
const WHOLE_FAREWELL = /^(?:exit|logout)\n$/;
const CARRIAGE_RETURN = 0x0d;
/** More before a line feed than any terminal makes; those before them are the command's own. */
const MAX_HELD_RETURNS = 16;
/** Small pieces are gathered. */
const PIECE_CHARS = 4_096;

/** What a command printed, as text with line ends as the command wrote them: a terminal makes two characters of each. */
export class RunOutput {
  readonly #maxChars: number;
  readonly #holdsFarewell: boolean;
  readonly #onOutput: RunOptions["onOutput"];
  readonly #notices: JobNotices;
  #pieces: string[] = [];
  #chars = 0;
  /** Not told yet: carriage returns that may belong to a line end, and what may be the shell's own last word. */
  #held = "";
  #truncated = false;
  /** Came while the caller's function was at work. */
  #untold = "";
  /** Resolves when the caller's function has taken all of it; undefined if it has. */
  telling: Promise<void> | undefined;
  /** What the caller's function threw. */
  failure: { readonly error: unknown } | undefined;

  /** Keeps the end of it; all of it goes to `onOutput` as it comes. `jobs`: the numbers of those that were there before. */
  constructor(options: {
    readonly maxChars: number;
    readonly shell: ShellName;
    readonly jobs: readonly string[];
    readonly onOutput: RunOptions["onOutput"];
  }) {
    this.#maxChars = options.maxChars;
    this.#holdsFarewell = options.shell === "bash";
    this.#notices = new JobNotices(options.shell, options.jobs);
    this.#onOutput = options.onOutput;
  }

  add(said: string): void {
    const text = withPlainLineEnds(this.#held + said);
    const returns = Math.max(withoutReturns(text), text.length - MAX_HELD_RETURNS);
    const end = this.#holdsFarewell ? this.#farewellIn(text.slice(0, returns)) : returns;
    this.#held = text.slice(end);
    this.#keep(this.#notices.take(text.slice(0, end)));
  }

  /** `hasExited`: the shell itself has ended, and its own last word is none of the command's. */
  end(hasExited: boolean): { readonly text: string; readonly truncated: boolean } {
    const isFarewell = hasExited && WHOLE_FAREWELL.test(this.#held);
    this.#keep(this.#notices.take(isFarewell ? "" : this.#held) + this.#notices.rest());
    this.#held = "";
    const text = this.#pieces.join("");
    return { text: text.slice(-this.#maxChars), truncated: this.#truncated || text.length > this.#maxChars };
  }

  #farewellIn(text: string): number {
    return FAREWELL.exec(text)?.index ?? text.length;
  }

  #keep(text: string): void {
    if (text === "") return;
    this.#tell(text);
    const last = this.#pieces.length - 1;
    if (last >= 0 && this.#pieces[last].length < PIECE_CHARS) this.#pieces[last] += text;
    else this.#pieces.push(text);
    this.#chars += text.length;
    while (this.#chars - this.#pieces[0].length >= this.#maxChars) {
      this.#chars -= this.#pieces[0].length;
      this.#pieces.shift();
      this.#truncated = true;
    }
  }

  /** An error of the caller's function ends the run, but must not stop the reading of output. */
  #tell(text: string): void {
    if (this.#onOutput === undefined || this.failure !== undefined) return;
    if (this.telling !== undefined) {
      this.#untold += text;
      return;
    }
    try {
      const taken = this.#onOutput(text);
      if (taken instanceof Promise) this.telling = this.#tellRest(taken);
    } catch (error) {
      this.failure = { error };
    }
  }

  async #tellRest(taken: Promise<void>): Promise<void> {
    try {
      await taken;
      for (let text = this.#untold; text !== ""; text = this.#untold) {
        this.#untold = "";
        await this.#onOutput?.(text);
      }
    } catch (error) {
      this.failure = { error };
    } finally {
      this.telling = undefined;
    }
  }
}

/** Carriage returns before a line feed belong to it. One pass: a program may print nothing but carriage returns. */
function withPlainLineEnds(text: string): string {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const end = withoutReturns(text, at, from);
    plain += `${text.slice(from, end)}\n`;
    from = at + 1;
  }
  return plain + text.slice(from);
}

/** Where the carriage returns begin that stand before `end`. */
function withoutReturns(text: string, end = text.length, from = 0): number {
  while (end > from && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
  return end;
}
