import type { Notification } from "ptywright/protocol";

interface Known {
  sequence: number;
  hasExited: boolean;
  isEnding: boolean;
  /** Of one that changes only by being resized: the highest sequence that what was answered so far can have led to. */
  highest: number;
}

/** Judges the order of what one client is told of sessions. */
export class NewsOrder {
  readonly problems: string[] = [];
  count = 0;
  readonly #sessions = new Map<string, Known>();
  readonly #forgotten = new Set<string>();

  /** The answer that names it has come. */
  created(session: string): void {
    if (this.#sessions.has(session)) this.problems.push(`${session} was told of before the answer that names it`);
    this.#known(session);
  }

  isStill(session: string, sequence: number): void {
    this.#known(session).highest = sequence;
  }

  /** The answer to a resize has come. */
  resized(session: string): void {
    this.#known(session).highest++;
  }

  /** Its end was asked for, and not answered yet. */
  ending(session: string): void {
    this.#known(session).isEnding = true;
  }

  ended(session: string): void {
    const known = this.#known(session);
    known.isEnding = false;
    known.highest = Number.POSITIVE_INFINITY;
  }

  lastSequence(session: string): number {
    return this.#sessions.get(session)?.sequence ?? 0;
  }

  hasExited(session: string): boolean {
    return this.#sessions.get(session)?.hasExited ?? false;
  }

  /** They have ended; whatever is told of them from now on is a problem. */
  forget(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#sessions.delete(session);
      this.#forgotten.add(session);
    }
  }

  told(json: string): void {
    const { method, params } = JSON.parse(json) as Notification;
    if (!("session" in params) || !("sequence" in params)) return;
    this.count++;
    const { session, sequence } = params;
    if (this.#forgotten.has(session)) this.problems.push(`${json} came long after the end`);
    const known = this.#known(session);
    if (sequence < known.sequence) this.problems.push(`${json} came after sequence ${known.sequence}`);
    if (known.hasExited) this.problems.push(`${json} came after session.exited`);
    if (sequence > known.highest) this.problems.push(`${json} came before the answer to what caused it`);
    known.sequence = sequence;
    if (method !== "session.exited") return;
    if (known.isEnding) this.problems.push(`${json} came before the answer to the request that ended it`);
    known.hasExited = true;
  }

  #known(session: string): Known {
    let known = this.#sessions.get(session);
    if (known === undefined) {
      known = {
        sequence: 0,
        hasExited: false,
        isEnding: false,
        highest: Number.POSITIVE_INFINITY,
      };
      this.#sessions.set(session, known);
    }
    return known;
  }
}
