import assert from "node:assert/strict";
import type { ErrorCode, Session } from "ptywright";

/** How a call may end: with a value, with an error of one of these codes, or either. */
export interface Expected {
  readonly mayResolve: boolean;
  readonly codes: readonly ErrorCode[];
}

/** What a session must look like from outside, kept beside it: its size, its order of events, and what follows from its end. */
export class SessionModel {
  readonly #session: Session;
  readonly #problems: string[] = [];
  #size: { rows: number; cols: number };
  #sequence = 0;
  #heard = 0;
  #cursor = 0;
  #exits = 0;
  isClosing = false;
  /** Set once the close is over; before that, others may still print on the terminal of a program that has ended. */
  isClosed = false;

  constructor(session: Session) {
    this.#session = session;
    const { rows, cols } = session.snapshot().size;
    this.#size = { rows, cols };
    session.on("changed", (sequence) => {
      if (sequence <= this.#heard) this.#problems.push(`change ${sequence} was told after ${this.#heard}`);
      this.#heard = sequence;
      if (this.isClosed) this.#problems.push("a change was told after the close");
    });
    session.on("exited", () => {
      if (this.#exits++ > 0) this.#problems.push("the exit was told twice");
    });
  }

  get isFinished(): boolean {
    return this.#exits > 0;
  }

  /** Typing: refused once the program is gone or the session closed, and possible before. */
  typing(codes: readonly ErrorCode[] = []): Expected {
    const isOver = this.isClosing || this.isFinished;
    return {
      mayResolve: !isOver,
      codes: [...codes, "session_closed", ...(isOver ? [] : (["input_backlog_full"] as const))],
    };
  }

  resize(rows: number, cols: number): Expected {
    if (rows === 0) return { mayResolve: false, codes: ["invalid_argument"] };
    this.#size = { rows, cols };
    return { mayResolve: true, codes: [] };
  }

  signal(): Expected {
    const isOver = this.isClosing || this.isFinished;
    return isOver ? { mayResolve: false, codes: ["session_closed"] } : { mayResolve: true, codes: [] };
  }

  waiting(kind: "always" | "never" | "invalid" | "maybe"): Expected {
    if (this.isClosing) return { mayResolve: false, codes: ["session_closed"] };
    if (kind === "invalid") return { mayResolve: false, codes: ["invalid_regex"] };
    if (kind === "always") return { mayResolve: true, codes: [] };
    return { mayResolve: kind === "maybe", codes: ["wait_timeout", "wait_cancelled", "session_closed"] };
  }

  /** Reads and ends work at all times. */
  always(): Expected {
    return { mayResolve: true, codes: [] };
  }

  /** What can be read must be what the model says, and never go back. */
  checkReads(): void {
    const { size, sequence, cells, cursor } = this.#session.snapshot();
    assert.deepEqual({ rows: size.rows, cols: size.cols }, this.#size);
    assert.equal(cells.length, size.rows * size.cols);
    assert.ok(cursor.row < size.rows && cursor.col < size.cols, "the cursor is outside the screen");
    assert.ok(sequence >= this.#sequence, `sequence ${sequence} after ${this.#sequence}`);
    this.#sequence = sequence;
    const { transcriptCursor } = this.#session;
    assert.ok(transcriptCursor >= this.#cursor, "the transcript became shorter");
    this.#cursor = transcriptCursor;
    assert.equal(this.#session.exitStatus !== undefined, this.isFinished);
  }

  /** After the close: over, told once, and in order. */
  checkEnd(story: string): void {
    assert.deepEqual(this.#problems, [], `${story}: ${this.#problems.join(", ")}`);
    assert.equal(this.#exits, 1);
    assert.equal(this.#session.isFinished, true);
    assert.equal(this.#session.pid, undefined);
    assert.equal(this.#heard <= this.#session.sequence, true);
  }
}
