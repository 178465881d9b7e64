/** How long a plugin may hold up the connection that asked it: far longer than one takes that is not stuck. */
const MAX_HOLD_MS = 500;

/** The answer of a method that may be overtaken, but usually should not be: the next request begins when it is done, or late. */
export class Held<R> {
  readonly answer: Promise<R>;

  constructor(answer: Promise<R>) {
    this.answer = answer;
  }

  /** Resolves when the next request may begin. */
  async released(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_HOLD_MS)));
    await Promise.race([this.answer.then(noop, noop), late]);
    clearTimeout(timer);
  }
}

const noop = (): void => undefined;
