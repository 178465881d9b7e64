import type { WasmModule, WasmTable } from "../web-assembly.js";
import { Instance, Module } from "../web-assembly.js";

const I32 = 0x7f;

/** A module that imports one function and exports it again: how JavaScript becomes something a C pointer can point at. */
function passThrough(parameters: number, results: number): WasmModule {
  const type = [
    1,
    0x60,
    parameters,
    ...Array<number>(parameters).fill(I32),
    results,
    ...Array<number>(results).fill(I32),
  ];
  const [e, f] = [0x65, 0x66];
  const sections = [1, type.length, ...type, 2, 7, 1, 1, e, 1, f, 0, 0, 7, 5, 1, 1, f, 0, 0];
  return new Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections]));
}

/** The shapes of C functions that Lua is given. */
const SHAPES = {
  /** `lua_CFunction` */
  function: passThrough(1, 1),
  /** `lua_Hook` */
  hook: passThrough(2, 0),
  /** `lua_Alloc` */
  allocator: passThrough(4, 1),
};

/** Puts a JavaScript function into the machine's function table; answers the pointer to it. */
export function functionPointer(
  table: WasmTable,
  shape: keyof typeof SHAPES,
  fn: (...numbers: number[]) => number | void,
): number {
  const { exports } = new Instance(SHAPES[shape], { e: { f: fn } });
  const index = table.grow(1);
  table.set(index, exports.f);
  return index;
}
