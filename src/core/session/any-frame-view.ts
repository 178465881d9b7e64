import type { ExitStatus } from "../pty/index.js";
import type { Terminal } from "../screen/index.js";
import type { Boundaries, WaitSource } from "./wait-source.js";
import type { SessionMoment } from "./session-moment.js";

/** What a wait sees that looks into frames while they are drawn. */
export class AnyFrameView implements WaitSource {
  readonly #source: WaitSource;
  readonly #terminal: Pick<Terminal, "insideFrame">;

  constructor(source: WaitSource, terminal: Pick<Terminal, "insideFrame">) {
    this.#source = source;
    this.#terminal = terminal;
  }

  within(bounds: Boundaries): WaitSource {
    return new AnyFrameView(this.#source.within(bounds), this.#terminal);
  }

  hiddenUntil(text: string, start: number, end: number): number | undefined {
    return this.#source.hiddenUntil(text, start, end);
  }

  moment(stableMs: number): SessionMoment {
    return this.#terminal.insideFrame(() => this.#source.moment(stableMs));
  }

  get screenText(): string {
    return this.#terminal.insideFrame(() => this.#source.screenText);
  }
  get screen(): WaitSource["screen"] {
    return this.#terminal.insideFrame(() => this.#source.screen);
  }
  get title(): string | null {
    return this.#terminal.insideFrame(() => this.#source.title);
  }
  get cursorRow(): number {
    return this.#terminal.insideFrame(() => this.#source.cursorRow);
  }
  get cursorCol(): number {
    return this.#terminal.insideFrame(() => this.#source.cursorCol);
  }
  get cursorVisible(): boolean {
    return this.#terminal.insideFrame(() => this.#source.cursorVisible);
  }
  get bellCount(): number {
    return this.#terminal.insideFrame(() => this.#source.bellCount);
  }
  get transcriptTail(): string {
    return this.#source.transcriptTail;
  }
  get exited(): boolean {
    return this.#source.exited;
  }
  get exitStatus(): ExitStatus | undefined {
    return this.#source.exitStatus;
  }
  get sequence(): number {
    return this.#source.sequence;
  }
}
