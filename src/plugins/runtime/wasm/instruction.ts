import type { ModuleReader } from "./module-reader.js";
import { refused } from "./module-reader.js";

/** What follows an opcode, and what it does to the stack of operands. */
interface Shape {
  /** Of a load or a store: alignment and offset. */
  readonly hasAddress: boolean;
  readonly numbers: number;
  readonly bytes: number;
  /** By how much it makes the stack of operands higher. Never less than the truth: a price goes by it. */
  readonly growth: number;
}

const shape = (growth: number, numbers = 0, bytes = 0): Shape => ({ growth, numbers, bytes, hasAddress: false });
const atAddress = (growth: number, bytes = 0): Shape => ({ growth, numbers: 1, bytes, hasAddress: true });
const UNARY = shape(0);
const BINARY = shape(-1);
const TERNARY = shape(-2);
const LOAD = atAddress(0);
const STORE = atAddress(-2);
const BULK = -3;
const NAMES_MEMORY = 0x40;

type Row = readonly [first: number, last: number, shape: Shape];

/** https://webassembly.github.io/spec/core/binary/instructions.html, without what ends, opens or leaves a block, and calls. */
const PLAIN: readonly Row[] = [
  [0x01, 0x01, UNARY],
  [0x1a, 0x1a, BINARY],
  [0x1b, 0x1b, TERNARY],
  [0x20, 0x20, shape(1, 1)],
  [0x21, 0x21, shape(-1, 1)],
  [0x22, 0x22, shape(0, 1)],
  [0x23, 0x23, shape(1, 1)],
  [0x24, 0x24, shape(-1, 1)],
  [0x25, 0x25, shape(0, 1)],
  [0x26, 0x26, shape(-2, 1)],
  [0x28, 0x35, LOAD],
  [0x36, 0x3e, STORE],
  [0x3f, 0x3f, shape(1, 1)],
  [0x40, 0x40, shape(0, 1)],
  [0x41, 0x42, shape(1, 1)],
  [0x43, 0x43, shape(1, 0, 4)],
  [0x44, 0x44, shape(1, 0, 8)],
  [0x45, 0x45, UNARY],
  [0x46, 0x4f, BINARY],
  [0x50, 0x50, UNARY],
  [0x51, 0x66, BINARY],
  [0x67, 0x69, UNARY],
  [0x6a, 0x78, BINARY],
  [0x79, 0x7b, UNARY],
  [0x7c, 0x8a, BINARY],
  [0x8b, 0x91, UNARY],
  [0x92, 0x98, BINARY],
  [0x99, 0x9f, UNARY],
  [0xa0, 0xa6, BINARY],
  [0xa7, 0xc4, UNARY],
  [0xd0, 0xd0, shape(1, 1)],
  [0xd1, 0xd1, UNARY],
  [0xd2, 0xd2, shape(1, 1)],
];

const MORE_PREFIX = 0xfc;
/** memory.init, memory.copy, memory.fill: a loop around one over 32 MiB is not ended with its thread in less than minutes. */
const BULK_MEMORY = [8, 10, 11];
const MORE: readonly Row[] = [
  [0, 7, UNARY],
  [9, 9, shape(0, 1)],
  [12, 12, shape(BULK, 2)],
  [13, 13, shape(0, 1)],
  [14, 14, shape(BULK, 2)],
  [15, 15, shape(-1, 1)],
  [16, 16, shape(1, 1)],
  [17, 17, shape(BULK, 1)],
];

/** Most of these take two operands; only those that are told apart by nothing but a table of 200 rows are counted as if they took one. */
const VECTOR_PREFIX = 0xfd;
const VECTOR: readonly Row[] = [
  [0x00, 0x0a, LOAD],
  [0x0b, 0x0b, STORE],
  [0x0c, 0x0c, shape(1, 0, 16)],
  [0x0d, 0x0d, shape(-1, 0, 16)],
  [0x0e, 0x0e, BINARY],
  [0x0f, 0x14, UNARY],
  [0x15, 0x22, shape(0, 0, 1)],
  [0x23, 0x4c, BINARY],
  [0x4d, 0x4d, UNARY],
  [0x4e, 0x51, BINARY],
  [0x52, 0x52, TERNARY],
  [0x53, 0x53, UNARY],
  [0x54, 0x57, atAddress(-1, 1)],
  [0x58, 0x5b, atAddress(-2, 1)],
  [0x5c, 0x5d, LOAD],
  [0x5e, 0xff, UNARY],
  [0x100, 0x113, UNARY],
];

const byCode = (rows: readonly Row[]): readonly Shape[] => {
  const table: Shape[] = [];
  for (const [first, last, each] of rows) for (let code = first; code <= last; code++) table[code] = each;
  return table;
};
const TABLES: Readonly<Record<number, readonly Shape[]>> = {
  [MORE_PREFIX]: byCode(MORE),
  [VECTOR_PREFIX]: byCode(VECTOR),
};
const plainTable = byCode(PLAIN);

/** Reads over what follows the opcode of an instruction that neither branches nor calls. Answers with its growth. */
export function readPlainInstruction(reader: ModuleReader, opcode: number): number {
  const prefixed = TABLES[opcode];
  const code = prefixed === undefined ? opcode : reader.number();
  if (opcode === MORE_PREFIX && BULK_MEMORY.includes(code))
    throw refused("it moves memory in bulk, which nobody could interrupt; build it without bulk-memory");
  const found = (prefixed ?? plainTable)[code];
  if (found === undefined) {
    const prefix = prefixed === undefined ? "" : `0x${opcode.toString(16)} `;
    throw refused(`it has an instruction ${prefix}0x${code.toString(16)}, which is not known here`);
  }
  // Another memory would be named between the two numbers, which one with a single memory has no need of.
  if (found.hasAddress && reader.number() >= NAMES_MEMORY) throw refused("its loads and stores must be plain");
  for (let left = found.numbers; left > 0; left--) reader.skipNumber();
  reader.at += found.bytes;
  return found.growth;
}
