// The Rust crate itself, compiled to WASM: what it answers is what a pattern means.
import { RRegex } from "rregex";
import type { RegexMatch } from "./linear-regex.js";

export type OracleMatch = RegexMatch;

/** The crate's answer to a search, its byte offsets turned into string indexes. */
export class RustOracle {
  readonly #regex: RRegex;
  readonly #groups: number;
  readonly #names: readonly (string | null)[];

  /** Throws when the crate refuses the pattern. */
  constructor(pattern: string) {
    this.#regex = new RRegex(pattern);
    this.#groups = this.#regex.capturesLength() - 1;
    this.#names = this.#regex.captureNames();
  }

  search(text: string): OracleMatch | undefined {
    const found = this.#regex.find(text);
    if (found === undefined) return undefined;
    const at = (byte: number): number => Buffer.from(text).subarray(0, byte).toString().length;
    const group = this.#firstGroup(text) ?? found;
    return { index: at(found.start), match: found.value, capture: group.value, captureIndex: at(group.start) };
  }

  free(): void {
    this.#regex.free();
  }

  /** The binding leaves out groups that took no part, so only a lone or a named group 1 can be told for sure. */
  #firstGroup(text: string): { value: string; start: number } | undefined {
    if (this.#groups === 0) return undefined;
    const captures = this.#regex.captures(text);
    if (this.#groups === 1) return captures?.get[1];
    const name = this.#names[1];
    if (name) return captures?.name[name];
    if (this.#names.every((other) => other === null)) throw new Error("name group 1 in a pattern with several groups");
    // The crate forgets the name of a group inside {0}, which never takes part.
    return undefined;
  }
}
