import type { Session } from "../../core/session/index.js";

type Size = Session["size"];

const isSame = (one: Size, other: Size): boolean => one.rows === other.rows && one.cols === other.cols;

/** The size of a session while clients have it lent: the last who came decides, and who leaves gives it back. */
export class LentSizes {
  readonly #session: Session;
  readonly #loans = new Map<object, Size>();
  /** What it goes back to. */
  #own: Size;
  /** What it was given last. */
  #lent: Size | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#own = session.size;
  }

  /** Nobody needs it back. */
  get isOver(): boolean {
    return this.#session.isFinished;
  }

  lend(to: object, size: Parameters<Session["resize"]>[0]): void {
    // Somebody who has nothing lent has changed it meanwhile.
    if (this.#lent === undefined || !isSame(this.#lent, this.#session.size)) this.#own = this.#session.size;
    this.#session.resize(size);
    this.#lent = this.#session.size;
    this.#loans.delete(to);
    this.#loans.set(to, this.#lent);
  }

  giveBack(from: object): void {
    if (!this.#loans.delete(from) || this.#lent === undefined) return;
    const isOurs = isSame(this.#lent, this.#session.size);
    const next = [...this.#loans.values()].at(-1);
    if (isOurs && !this.#session.isFinished) this.#session.resize(next ?? this.#own);
    this.#lent = next;
  }
}
