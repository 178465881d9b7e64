/**
 * The kitty keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). We speak its first level,
 * "disambiguate escape codes"; a program that asks for more sees in the report that it did not get it.
 */
const SUPPORTED = 1;
const MAX_STACK = 16;

export class KeyboardFlags {
  #normal: number[] = [0];
  #alternate: number[] = [0];
  #stack = this.#normal;

  get current(): number {
    return this.#stack[this.#stack.length - 1];
  }

  push(flags: number): void {
    if (this.#stack.length === MAX_STACK) this.#stack.shift();
    this.#stack.push(flags & SUPPORTED);
  }

  pop(count: number): void {
    this.#stack.length = Math.max(0, this.#stack.length - count);
    if (this.#stack.length === 0) this.#stack.push(0);
  }

  /** Mode 1 sets exactly these flags, 2 adds them, 3 takes them away. */
  set(flags: number, mode: number): void {
    const wanted = flags & SUPPORTED;
    const value = mode === 2 ? this.current | wanted : mode === 3 ? this.current & ~wanted : wanted;
    this.#stack[this.#stack.length - 1] = value;
  }

  useAlternate(on: boolean): void {
    this.#stack = on ? this.#alternate : this.#normal;
  }

  reset(): void {
    this.#normal = [0];
    this.#alternate = [0];
    this.#stack = this.#normal;
  }
}
