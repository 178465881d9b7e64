import { InputLeasedError } from "../../api/index.js";
import {
  InputBacklogError,
  MAX_PENDING_INPUTS,
  MAX_PENDING_INPUT_BYTES,
  SessionClosedError,
  WaitCancelledError,
  onAbort,
  orAborted,
} from "../../base/index.js";
import type { LeaseFacts } from "../../protocol/index.js";

/** Who types; known by the object itself. Undefined is the code that has the session. */
export interface Typist {
  readonly name: string;
  /** Fires when it is not there any more: what it has typed in vain is not typed. */
  readonly gone?: AbortSignal;
}

export interface LeaseTerms {
  /** 0 gives it back. */
  readonly forMs: number;
  /** What becomes of what others type meanwhile. */
  readonly others: LeaseFacts["others"];
  /** People share a lease. */
  readonly as: LeaseFacts["as"];
  /** A name for whoever it is. */
  readonly who?: string | undefined;
}

interface Holding extends LeaseTerms {
  readonly until: number;
}

/** What somebody typed while another had the lease. */
interface Held {
  readonly typist: Typist | undefined;
  readonly bytes: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** Who may type: everybody, unless somebody has taken the input for a while. */
export class InputLease {
  readonly #holders = new Map<Typist | undefined, Holding>();
  readonly #watchers = new Set<() => void>();
  readonly #held = new Set<Held>();
  #heldBytes = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  admits(typist: Typist | undefined): boolean {
    return this.#holders.size === 0 || this.#holders.has(typist);
  }

  /** Who has it, of several the one who keeps it longest. */
  get facts(): LeaseFacts | undefined {
    const holdings = [...this.#holders].sort(([, a], [, b]) => b.until - a.until);
    if (holdings.length === 0) return undefined;
    const [typist, { as, who, until }] = holdings[0];
    const others = holdings.some(([, holding]) => holding.others === "fail") ? "fail" : "wait";
    return {
      who: who ?? typist?.name ?? "this program",
      as,
      others,
      forMs: Math.max(0, Math.round(until - performance.now())),
    };
  }

  /** How one is known who types. */
  authorOf(typist: Typist | undefined): { readonly by?: string; readonly as?: LeaseFacts["as"] } {
    const { who = typist?.name, as } = this.#holders.get(typist) ?? {};
    return { ...(who !== undefined && { by: who }), ...(as !== undefined && { as }) };
  }

  /** Takes it, prolongs it, or gives it back. Throws an InputLeasedError while another has it who does not share it. */
  take(typist: Typist | undefined, terms: LeaseTerms): void {
    if (terms.forMs === 0) return this.giveBack(typist);
    if (this.#isOver) throw new SessionClosedError("the program has exited; nothing can be sent to it any more");
    const { facts } = this;
    if (facts !== undefined && !this.#isFree(typist, terms)) throw new InputLeasedError(facts);
    this.#holders.set(typist, { ...terms, until: performance.now() + terms.forMs });
    this.#changed();
  }

  giveBack(typist: Typist | undefined): void {
    if (this.#holders.delete(typist)) this.#changed();
  }

  /** The same, but waits until it is free. */
  async taken(typist: Typist | undefined, terms: LeaseTerms, signal: AbortSignal): Promise<void> {
    while (!this.#isFree(typist, terms)) await this.#nextChange(signal);
    this.take(typist, terms);
  }

  /** Throws unless this one may type now. */
  require(typist: Typist | undefined): void {
    const { facts } = this;
    if (facts !== undefined && !this.admits(typist)) throw new InputLeasedError(facts);
  }

  /** Throws if this one may not type now and is not to wait. */
  requirePatience(typist: Typist | undefined): void {
    if (this.facts?.others === "fail") this.require(typist);
  }

  /** Begins what types so many bytes, at once or when the lease is over, each typist's in order. */
  hold(typist: Typist | undefined, bytes: number, begin: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    if (this.admits(typist)) return begin();
    this.requirePatience(typist);
    if (
      this.#held.size >= MAX_PENDING_INPUTS ||
      (this.#held.size > 0 && this.#heldBytes + bytes > MAX_PENDING_INPUT_BYTES)
    )
      throw new InputBacklogError(
        this.#heldBytes,
        `input backlog full: ${this.#heldBytes} bytes wait for whoever has the input lease, so ${bytes} more were refused`,
      );
    const begun = new Promise<void>((resolve, reject) => {
      const held: Held = {
        typist,
        bytes,
        begin: () => {
          for (const stop of stops) stop();
          begin().then(resolve, reject);
        },
        refuse: (error) => {
          for (const stop of stops) stop();
          reject(error);
        },
      };
      const leave = (): void =>
        this.#letGo(held).refuse(new WaitCancelledError("nothing was typed: whoever sent it is gone"));
      const stops = [onAbort(signal, () => this.#letGo(held)), onAbort(typist?.gone, leave)];
      this.#held.add(held);
      this.#heldBytes += bytes;
    });
    return orAborted(begun, signal, "cancelled while it waited for whoever has the input lease; nothing was typed");
  }

  /** Calls the function whenever it has changed who may type. */
  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  }

  /** Nobody can type any more. */
  end(): void {
    this.#isOver = true;
    this.#holders.clear();
    this.#changed();
  }

  #changed(): void {
    clearTimeout(this.#timer);
    const ends = [...this.#holders.values()].map(({ until }) => until);
    if (ends.length > 0)
      this.#timer = setTimeout(() => this.#expire(), Math.max(1, Math.min(...ends) - performance.now()));
    for (const held of this.#held) if (this.admits(held.typist)) this.#letGo(held).begin();
    const { facts } = this;
    if (facts?.others === "fail") for (const held of this.#held) this.#letGo(held).refuse(new InputLeasedError(facts));
    for (const onChange of [...this.#watchers]) onChange();
  }

  /** Nobody else has it, or only people whom this one joins. */
  #isFree(typist: Typist | undefined, { as }: LeaseTerms): boolean {
    return [...this.#holders].every(
      ([other, holding]) => other === typist || (as === "person" && holding.as === "person"),
    );
  }

  async #nextChange(signal: AbortSignal): Promise<void> {
    let stop = (): void => undefined;
    const changed = new Promise<void>((resolve) => (stop = this.watch(resolve)));
    await orAborted(changed, signal, "cancelled while it waited for the input lease").finally(stop);
  }

  #letGo(held: Held): Held {
    if (this.#held.delete(held)) this.#heldBytes -= held.bytes;
    return held;
  }

  #expire(): void {
    const now = performance.now();
    for (const [typist, { until }] of this.#holders) if (until <= now) this.#holders.delete(typist);
    this.#changed();
  }
}
