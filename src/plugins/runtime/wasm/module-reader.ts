import { EngineFailure } from "../worker/engine.js";

/** Reads the numbers of a module; what is no module ends here or, for the rest, in the compiler. */
export class ModuleReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw refused("it ends in the middle");
    return byte;
  }

  name(): string {
    const length = this.number();
    const start = this.at;
    this.at += length;
    return Buffer.from(this.#bytes.subarray(start, this.at)).toString();
  }

  /** LEB128 of any size and sign. */
  skipNumber(): void {
    while (this.byte() >= 0x80);
  }

  /** LEB128, 32 bits, unsigned. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw refused("it has a number of more than 32 bits");
  }
}

/** LEB128. */
export function encoded(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) + 0x80);
  return [...bytes, value];
}

export const refused = (text: string) =>
  new EngineFailure({ reason: "failed", text: `it is no module for a plugin: ${text}` });
