import { markerOf } from "./session-marker.js";
import { limitMarkOf } from "./limit-mark.js";
import { namespacesOf, standardFiles } from "./process-files.js";

let ownNamespaces: string | undefined;

/** What is known of a process by its number; 0 where the system does not tell. */
interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The id of its session, which is the pid of the session's leader. */
  readonly session: number;
  /** The device number of its controlling terminal. */
  readonly terminal: number;
  /** When it began, in clock ticks since boot; with the pid it names a process for ever. */
  readonly start: number;
  /** Dead, and not yet waited for by its parent. */
  readonly isZombie: boolean;
}

/** A process as it was seen in one look. */
export class ProcessEntry implements ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly terminal: number;
  readonly start: number;
  readonly isZombie: boolean;
  /** Undefined until they are looked up, null where there is none. */
  #marker: string | null | undefined;
  #limitMark: string | null | undefined;
  #terminals: readonly string[] | undefined;

  constructor({ pid, parent, group, session, terminal, start, isZombie }: ProcessFacts) {
    this.pid = pid;
    this.parent = parent;
    this.group = group;
    this.session = session;
    this.terminal = terminal;
    this.start = start;
    this.isZombie = isZombie;
  }

  /** Our mark in its environment, looked up once however many sessions ask. */
  get marker(): string | null {
    if (this.#marker === undefined) this.#marker = markerOf(this.pid) ?? null;
    return this.#marker;
  }

  /** Our mark in its limits. */
  get limitMark(): string | null {
    if (this.#limitMark === undefined) this.#limitMark = limitMarkOf(this.pid) ?? null;
    return this.#limitMark;
  }

  /** Other worlds, such as containers, have terminals of the same numbers and names. */
  get seesOurTerminals(): boolean {
    return namespacesOf(this.pid) === (ownNamespaces ??= namespacesOf(process.pid));
  }

  /** Whether it has this terminal as its standard input, output and errors. A stranger who writes to it has it as one of them. */
  uses(terminal: string): boolean {
    return (this.#terminals ??= standardFiles(this.pid)).every((file) => file === terminal);
  }

  /**
   * What was seen of the same process before holds. One without a mark may be on its way to a program that will have one, if it is `young`.
   */
  recall(before: ProcessEntry | undefined, young: boolean): this {
    if (before?.start !== this.start) return this;
    this.#marker = before.#marker ?? (young ? undefined : before.#marker);
    this.#limitMark = before.#limitMark ?? (young ? undefined : before.#limitMark);
    return this;
  }
}
