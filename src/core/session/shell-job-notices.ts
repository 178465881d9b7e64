/** `[1]+  Done                    sleep 1`: what became of the job is padded to 24 characters, then comes its command. */
const NOTICE = /\[(\d+)\][-+ ] {2}[A-Z][^\n]{23,4096}\n/y;
/** What may become one. */
const BEGINNING = /\[(?:\d*|(\d+)\](?:[-+ ](?: (?: (?:[A-Z][^\n]*)?)?)?)?)$/y;
/** A notice has the command of its job; a longer one is taken for the output of a program. */
const MAX_HELD_CHARS = 4_096;

/**
 * Takes out of a command's output what bash says in the middle of it of jobs that were there before: that they are done, or were ended. Those
 * that the command itself has put into the background are its own matter.
 */
export class JobNotices {
  readonly #jobs: ReadonlySet<string>;
  /** The end of the output, which may be the beginning of a notice. */
  #held = "";

  constructor(jobs: readonly string[]) {
    this.#jobs = new Set(jobs);
  }

  /** What of it, and of what was held before, is the command's. */
  take(said: string): string {
    if (this.#jobs.size === 0) return said;
    const text = this.#held + said;
    this.#held = "";
    let own = "";
    let from = 0;
    for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", at)) {
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
    NOTICE.lastIndex = at;
    const notice = NOTICE.exec(text);
    if (notice !== null) return this.#jobs.has(notice[1]) ? NOTICE.lastIndex : at;
    if (text.length - at > MAX_HELD_CHARS) return at;
    BEGINNING.lastIndex = at;
    const [, number] = BEGINNING.exec(text) ?? [undefined, ""];
    return number === undefined || this.#jobs.has(number) ? undefined : at;
  }
}
