import { readFile } from "node:fs/promises";
import type { WasmModule } from "./web-assembly.js";
import { compile } from "./web-assembly.js";

let compiled: Promise<WasmModule> | undefined;

/**
 * Lua 5.4 as WebAssembly, compiled once and shared by all workers. Only the machine code of the package is used: its JavaScript
 * cuts strings at NUL, and lets a plugin catch its own time-out.
 */
export function luaModule(): Promise<WasmModule> {
  compiled ??= readFile(new URL(import.meta.resolve("wasmoon/dist/glue.wasm"))).then(compile);
  // A file that could not be read now may be there the next time.
  compiled.catch(() => (compiled = undefined));
  return compiled;
}
