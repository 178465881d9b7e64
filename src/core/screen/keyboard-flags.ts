/** All flags of the kitty keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/); others are no part of it. */
const FLAGS = 31;
const MAX_STACK = 16;
/** The number of "other keys" among xterm's key resources. */
const OTHER_KEYS = 4;
const MAX_MODIFY = 2;
const MAX_FORMAT = 1;

/** What a program asked to be told of modified keys, in the two ways there are. */
export class KeyboardFlags {
  #normal: number[] = [0];
  #alternate: number[] = [0];
  #stack = this.#normal;
  /** xterm's modifyOtherKeys and formatOtherKeys; both screens share them. */
  modifyOtherKeys = 0;
  formatOtherKeys = 0;

  get current(): number {
    return this.#stack[this.#stack.length - 1];
  }

  push(flags: number): void {
    if (this.#stack.length === MAX_STACK) this.#stack.shift();
    this.#stack.push(flags & FLAGS);
  }

  pop(count: number): void {
    this.#stack.length = Math.max(0, this.#stack.length - count);
    if (this.#stack.length === 0) this.#stack.push(0);
  }

  /** Mode 1 sets exactly these flags, 2 adds them, 3 takes them away. */
  set(flags: number, mode: number): void {
    const wanted = flags & FLAGS;
    const value = mode === 2 ? this.current | wanted : mode === 3 ? this.current & ~wanted : wanted;
    this.#stack[this.#stack.length - 1] = value;
  }

  /** XTMODKEYS; without a resource all are reset. */
  setModify(resource: number | undefined, value: number): void {
    if (resource === undefined || resource === OTHER_KEYS) this.modifyOtherKeys = Math.min(MAX_MODIFY, value);
  }

  /** XTFMTKEYS. */
  setFormat(resource: number | undefined, value: number): void {
    if (resource === undefined || resource === OTHER_KEYS) this.formatOtherKeys = Math.min(MAX_FORMAT, value);
  }

  useAlternate(on: boolean): void {
    this.#stack = on ? this.#alternate : this.#normal;
  }

  reset(): void {
    this.#normal = [0];
    this.#alternate = [0];
    this.#stack = this.#normal;
    this.modifyOtherKeys = 0;
    this.formatOtherKeys = 0;
  }
}
