import type { PluginPosition } from "../../base/index.js";

const IS_ANSWERED = 0;
const LINE = 1;
const FILE_LENGTH = 2;
const HEADER_WORDS = 3;
const FILE_BYTES = 240;

/**
 * Memory shared with a worker, so that one that answers to nothing can still be asked where it was, and whether its answer is on
 * the way.
 */
export class PositionNote {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #file: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(HEADER_WORDS * 4 + FILE_BYTES)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, HEADER_WORDS);
    this.#file = new Uint8Array(buffer, HEADER_WORDS * 4);
  }

  begin(): void {
    this.#words.fill(0);
  }

  get isAnswered(): boolean {
    return Atomics.load(this.#words, IS_ANSWERED) === 1;
  }

  answered(): void {
    Atomics.store(this.#words, IS_ANSWERED, 1);
  }

  write(file: Uint8Array, line: number): void {
    const name = file.length > FILE_BYTES ? file.subarray(0, FILE_BYTES) : file;
    this.#file.set(name);
    this.#words[LINE] = line;
    Atomics.store(this.#words, FILE_LENGTH, name.length);
  }

  read(): PluginPosition {
    const length = Atomics.load(this.#words, FILE_LENGTH);
    if (length === 0) return {};
    return { file: Buffer.from(this.#file.slice(0, length)).toString(), line: this.#words[LINE] };
  }
}
