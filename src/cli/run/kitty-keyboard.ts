/** The kitty keyboard protocol on one screen; the main and the alternate one have a stack each. */
export class KittyKeyboard {
  #pushed = 0;
  /** Set without a push. */
  #flags = 0;

  /** CSI > flags u, CSI < count u, CSI = flags ; mode u. */
  change(prefix: string, first: number | undefined, second: number | undefined): void {
    if (prefix === ">") this.#pushed++;
    else if (prefix === "<") this.#pushed = Math.max(0, this.#pushed - Math.max(1, first ?? 1));
    else if (prefix === "=" && this.#pushed === 0) this.#flags = combined(this.#flags, first ?? 0, second ?? 1);
  }

  /** What switches off all that was left on. */
  restoring(): string {
    return (this.#pushed > 0 ? `\x1b[<${this.#pushed}u` : "") + (this.#flags === 0 ? "" : "\x1b[=0u");
  }
}

function combined(before: number, flags: number, mode: number): number {
  if (mode === 2) return before | flags;
  return mode === 3 ? before & ~flags : flags;
}
