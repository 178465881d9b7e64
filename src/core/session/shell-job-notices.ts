import type { ShellName } from "./shell-start.js";

/** How a shell tells of a job. */
interface Form {
  readonly begins: string;
  /** A whole notice, with the number of its job. */
  readonly notice: RegExp;
  /** What may become one, with the number as soon as that is there. */
  readonly beginning: RegExp;
}

const FORMS: Readonly<Record<ShellName, Form>> = {
  // `[1]+  Done                    sleep 1`: what became of the job is padded to 24 characters, then comes its command.
  bash: {
    begins: "[",
    notice: /\[(\d+)\][-+ ] {2}[A-Z][^\n]{23,4096}\n/y,
    beginning: /\[(?:\d*|(\d+)\](?:[-+ ](?: (?: (?:[A-Z][^\n]*)?)?)?)?)$/y,
  },
  // `[1]  + done       sleep 1`; of a pipe whose commands ended otherwise, each in a line of its own.
  zsh: {
    begins: "[",
    notice: /\[(\d+)\] {2}[-+ ] (?=[a-z0-9])(?:[^\n]{10,4096}\| \n {7})*[^\n]{11,4096}(?<!\| )\n/y,
    beginning: /\[(?:\d*|(\d+)\](?: (?: (?:[-+ ](?: (?:[a-z0-9](?:[^\n]|(?<=\| )\n)*)?)?)?)?)?)$/y,
  },
  // An empty line, and `fish: Job 1, 'sleep 1 &' has ended`.
  fish: {
    begins: "\n",
    notice: /\nfish: (?:Job|Process \d+, '[^\n]{0,4096}' from job) (\d+), '[^\n]{0,4096}' [^\n]{9,4096}\n/y,
    beginning: /\n(?:f(?:i(?:s(?:h(?::(?: (?:[JP][^\n]*)?)?)?)?)?)?)?$/y,
  },
};

/** A notice has the command of its job; a longer one is taken for the output of a program. */
const MAX_HELD_CHARS = 4_096;

/**
 * Takes out of a command's output what its shell says in the middle of it of jobs that were there before: that they are done, or were ended.
 * Those that the command itself has put into the background are its own matter.
 */
export class JobNotices {
  readonly #form: Form;
  readonly #jobs: ReadonlySet<string>;
  /** The end of the output, which may be the beginning of a notice. */
  #held = "";

  constructor(shell: ShellName, jobs: readonly string[]) {
    this.#form = FORMS[shell];
    this.#jobs = new Set(jobs);
  }

  /** What of it, and of what was held before, is the command's. */
  take(said: string): string {
    if (this.#jobs.size === 0) return said;
    const text = this.#held + said;
    this.#held = "";
    let own = "";
    let from = 0;
    const { begins } = this.#form;
    for (let at = text.indexOf(begins); at >= 0; at = text.indexOf(begins, at)) {
      const end = this.#noticeEnd(text, at);
      if (end === undefined) {
        this.#held = text.slice(at);
        return own + text.slice(from, at);
      }
      if (end > at) {
        own += text.slice(from, at);
        from = end;
      }
      at = Math.max(end, at + 1);
    }
    return own + text.slice(from);
  }

  /** What was held: nothing more comes. */
  rest(): string {
    const rest = this.#held;
    this.#held = "";
    return rest;
  }

  /** Behind the notice that begins here; `at` if none does, undefined if that is not known yet. */
  #noticeEnd(text: string, at: number): number | undefined {
    const { notice, beginning } = this.#form;
    notice.lastIndex = at;
    const whole = notice.exec(text);
    if (whole !== null) return this.#jobs.has(whole[1]) ? notice.lastIndex : at;
    if (text.length - at > MAX_HELD_CHARS) return at;
    beginning.lastIndex = at;
    const begun = beginning.exec(text);
    if (begun === null) return at;
    const number: string | undefined = begun[1];
    return number === undefined || this.#jobs.has(number) ? undefined : at;
  }
}
