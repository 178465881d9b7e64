/** A WebAssembly module by hand: enough of the format for a plugin that misbehaves in all ways. */
const text = (value: string) => [value.length, ...Buffer.from(value)];
const section = (id: number, ...body: number[]) => [id, ...unsigned(body.length), ...body];
const I32 = 0x7f;
const I64 = 0x7e;
const EXTERNREF = 0x6f;

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: bigint): number[] {
  const low = Number(BigInt.asUintN(7, value));
  const rest = value >> 7n;
  const isLast = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}

const I32_CONST = (value: number) => [0x41, ...signed(BigInt(value))];
const I64_CONST = (value: bigint) => [0x42, ...signed(value)];
const GET = (local: number) => [0x20, local];
const UNREACHABLE = 0x00;
const RETURN = 0x0f;
const END = 0x0b;
const VOID = 0x40;

/** What `ptywright_call` does for a name that begins with this letter; otherwise it answers with its argument. */
function whenNamed(letter: string, ...work: number[]): number[] {
  return [...GET(4), ...I32_CONST(letter.charCodeAt(0)), 0x46, 0x04, VOID, ...work, END];
}

const NAMES = '["repeat","loop","trap","grow","outside","junk","deep","calls","fail","widen"]';
const JUNK = "{junk";
const DEEP = `${"[".repeat(70)}${"]".repeat(70)}`;
const FAILURE = '{"error":"no such mode"}';
const HEAP = 4_096;

/** How much of a plugin there is in the module. */
export interface ModuleOptions {
  readonly memory?: readonly number[];
  /** More of them, beside `memory`. */
  readonly memories?: readonly (readonly number[])[];
  /** With one, `widen` makes the first larger until that fails, and answers if it then has this many entries. */
  readonly tables?: readonly (readonly number[])[];
  readonly entries?: number;
  readonly types?: readonly (readonly number[])[];
  /** The kind and the body of one more section. */
  readonly section?: readonly [number, ...number[]];
  /** How often `ptywright_alloc` is exported under another name. */
  readonly moreExports?: number;
  /** How many functions it says there are. */
  readonly functions?: number;
  readonly withImport?: boolean;
  readonly withoutCall?: boolean;
}

/** `alloc` counts up in a global; the functions are `NAMES`, of which `calls` tells how often it was called. */
export function pluginModule({
  memory = [0, 1],
  memories = [],
  tables = [],
  entries = 0,
  types = [],
  section: another,
  moreExports = 0,
  functions = 2,
  withImport = false,
  withoutCall = false,
}: ModuleOptions = {}): Uint8Array {
  const data = [NAMES, JUNK, DEEP, FAILURE];
  const places: bigint[] = [];
  let at = 8;
  const segments = data.map((value) => {
    places.push((BigInt(at) << 32n) | BigInt(value.length));
    const segment = [0, ...I32_CONST(at), END, ...unsigned(value.length), ...Buffer.from(value)];
    at += value.length;
    return segment;
  });
  const answer = (place: number) => [...I64_CONST(places[place] ?? 0n), RETURN];
  const allocate = [0, 0x23, 0, 0x23, 0, ...GET(0), 0x6a, 0x24, 0, END];
  const grow = [0x03, VOID, ...I32_CONST(16), 0x40, 0, ...I32_CONST(-1), 0x47, 0x0d, 0, END, UNREACHABLE];
  const widen = [
    ...[0x03, VOID, 0xd0, EXTERNREF, ...I32_CONST(500), 0xfc, 0x0f, 0, ...I32_CONST(-1), 0x47, 0x0d, 0, END],
    ...[0xfc, 0x10, 0, ...I32_CONST(entries), 0x46, 0x04, VOID, ...answer(0), END, UNREACHABLE],
  ];
  const count = [
    ...[...I32_CONST(0), ...I32_CONST(0), 0x2d, 0, 0, ...I32_CONST(1), 0x6a, 0x3a, 0, 0],
    // A digit where memory begins: the count as JSON.
    ...[...I32_CONST(1), ...I32_CONST(0), 0x2d, 0, 0, ...I32_CONST(48), 0x6a, 0x3a, 0, 0],
    ...[...I64_CONST((1n << 32n) | 1n), RETURN],
  ];
  const call = [
    ...[1, 1, I32, ...GET(0), 0x2d, 0, 0, 0x21, 4],
    ...whenNamed("e", ...answer(0)),
    ...whenNamed("l", 0x03, VOID, 0x0c, 0, END),
    ...whenNamed("t", UNREACHABLE),
    ...whenNamed("g", ...grow),
    ...whenNamed("o", ...I64_CONST(0x7fff_ffff_0000_0010n), RETURN),
    ...whenNamed("j", ...answer(1)),
    ...whenNamed("d", ...answer(2)),
    ...whenNamed("f", ...answer(3)),
    ...whenNamed("c", ...count),
    ...(tables.length > 0 ? whenNamed("w", ...widen) : []),
    ...[...GET(2), 0xad, ...I64_CONST(32n), 0x86, ...GET(3), 0xad, 0x84, END],
  ];
  const imported = withImport ? 1 : 0;
  const exports = [
    [...text("memory"), 2, 0],
    [...text("ptywright_alloc"), 0, imported],
    ...(withoutCall ? [] : [[...text("ptywright_call"), 0, imported + 1]]),
    ...Array.from({ length: moreExports }, (_, i) => [...text(`more${i}`), 0, imported]),
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types.length + 2, 0x60, 1, I32, 1, I32, 0x60, 4, I32, I32, I32, I32, 1, I64, ...types.flat()),
    ...(withImport ? section(2, 1, ...text("env"), ...text("now"), 0, 0) : []),
    ...section(3, ...unsigned(functions), 0, 1),
    ...(tables.length > 0 ? section(4, tables.length, ...tables.flat()) : []),
    ...section(5, memories.length + 1, ...memory, ...memories.flat()),
    ...(another === undefined ? [] : section(...another)),
    ...section(6, 1, I32, 1, ...I32_CONST(HEAP), END),
    ...section(7, ...unsigned(exports.length), ...exports.flat()),
    ...section(10, 2, ...unsigned(allocate.length), ...allocate, ...unsigned(call.length), ...call),
    ...section(11, segments.length, ...segments.flat()),
  ]);
}
