import { EngineFailure } from "../worker/engine.js";

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;
const HAS_MAXIMUM = 1;

/**
 * The same module with a maximum for its memory. A module without one may grow to 4 GiB while it runs, and nobody is asked; with
 * one, its `memory.grow` fails there, as it would on a small machine.
 */
export function boundedModule(bytes: Uint8Array, memoryBytes: number): Uint8Array {
  const maxPages = Math.floor(memoryBytes / PAGE_BYTES);
  const reader = new Reader(bytes, HEADER_BYTES);
  const parts: Uint8Array[] = [bytes.subarray(0, HEADER_BYTES)];
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const end = reader.number() + reader.at;
    parts.push(id === MEMORY_SECTION ? memorySection(reader, maxPages) : bytes.subarray(start, end));
    reader.at = end;
  }
  return Buffer.concat(parts);
}

function memorySection(reader: Reader, maxPages: number): Uint8Array {
  const count = reader.number();
  const body = [...encoded(count)];
  for (let i = 0; i < count; i++) {
    const flags = reader.byte();
    if (flags > HAS_MAXIMUM) throw refused("its memory must be plain: 32 bits, not shared");
    const pages = reader.number();
    if (pages > maxPages) throw refused(`its memory begins with ${pages} pages, ${maxPages} are allowed`);
    const wanted = flags === HAS_MAXIMUM ? reader.number() : maxPages;
    body.push(HAS_MAXIMUM, ...encoded(pages), ...encoded(Math.min(wanted, maxPages)));
  }
  return Uint8Array.from([MEMORY_SECTION, ...encoded(body.length), ...body]);
}

/** Reads the numbers of a module; what is no module ends here or, for the rest, in the compiler. */
class Reader {
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

function encoded(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) + 0x80);
  return [...bytes, value];
}

const refused = (text: string) =>
  new EngineFailure({ reason: "failed", text: `it is no module for a plugin: ${text}` });
