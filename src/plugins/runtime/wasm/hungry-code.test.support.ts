/** Function bodies that are dear to compile, each as large as its two numbers make it. */
export type HungryShape = (width: number, height: number) => readonly number[];

const GET = 0x20;
const SET = 0x21;
const CONST = 0x41;
const IF_NOTHING = [0x04, 0x40];
const LOOP_NOTHING = [0x03, 0x40];
const BLOCK_NOTHING = [0x02, 0x40];
const END = 0x0b;
const DROP = 0x1a;
const BRANCH_IF_0 = [0x0d, 0x00];
const get = (local: number) => [GET, ...leb(local)];
const set = (local: number) => [SET, ...leb(local)];
const times = (count: number, part: (index: number) => readonly number[]) =>
  Array.from({ length: count }, (_, index) => part(index)).flat();

/** `height` branches of some kind, `width` locals or operands. */
export const HUNGRY_SHAPES = {
  "branches one after the other": (width, height) => times(height, (i) => [...get(i % width), ...IF_NOTHING, END]),
  "branches within branches": (width, height) => [
    ...times(height, (i) => [...get(i % width), ...IF_NOTHING]),
    ...times(height, () => [END]),
  ],
  "branches that assign": (width, height) =>
    times(height, (i) => [...get(i % width), ...IF_NOTHING, ...get((i + 1) % width), ...set(i % width), END]),
  "blocks that are left": (width, height) =>
    times(height, (i) => [...BLOCK_NOTHING, ...get(i % width), ...BRANCH_IF_0, END]),
  "loops one after the other": (width, height) =>
    times(height, (i) => [
      ...LOOP_NOTHING,
      ...get((i + 1) % width),
      ...set(i % width),
      ...get(i % width),
      ...BRANCH_IF_0,
      END,
    ]),
  "loops within loops": (width, height) => [
    ...times(height, () => LOOP_NOTHING),
    ...times(width, (i) => [...get((i + 1) % width), ...set(i)]),
    ...times(height, (i) => [...get(i % width), ...BRANCH_IF_0, END]),
  ],
  "branches below many operands": (width, height) => [
    ...times(width, () => [CONST, 0]),
    ...times(height, () => [CONST, 0, ...IF_NOTHING, END]),
    ...times(width, () => [DROP]),
  ],
  "a table of branches": (width, height) => [
    ...BLOCK_NOTHING,
    ...get(width - 1),
    0x0e,
    ...leb(height),
    ...times(height + 1, () => [0]),
    END,
  ],
  calls: (_width, height) => times(height, () => [0x10, 0]),
  "calls through a table": (_width, height) => times(height, () => [CONST, 0, 0x11, 0, 0]),
  loads: (_width, height) => times(height, (i) => [...get(0), 0x28, 2, ...leb(i), ...set(0)]),
  stores: (_width, height) => times(height, (i) => [...get(0), ...get(1), 0x36, 2, ...leb(i)]),
  divisions: (width, height) =>
    times(height, (i) => [...get(i % width), ...get((i + 1) % width), 0x6d, ...set(i % width)]),
  "memory that grows": (_width, height) => times(height, () => [CONST, 0, 0x40, 0, DROP]),
} satisfies Readonly<Record<string, HungryShape>>;

/** A module of functions with that body. The first is exported as `f`; it has a memory and a table. */
export function hungryModule(body: readonly number[], locals: number, functions = 1): Uint8Array {
  const code = [1, ...leb(locals), 0x7f, ...body, END];
  const entry = [...leb(code.length), ...code];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [...leb(functions), ...times(functions, () => [0])]),
    ...section(4, [1, 0x70, 0, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [...leb(functions), ...times(functions, () => entry)]),
  ]);
}

const section = (id: number, body: readonly number[]) => [id, ...leb(body.length), ...body];

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}
