/** WebAssembly as Node has it; TypeScript keeps its types with the browser's. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module";
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface WasmTable {
  grow(count: number): number;
  get(index: number): unknown;
  set(index: number, value: unknown): void;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export type WasmImports = Readonly<Record<string, Readonly<Record<string, (...numbers: number[]) => number | void>>>>;

interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports?: WasmImports) => WasmInstance;
  readonly compile: (bytes: Uint8Array) => Promise<WasmModule>;
}

export const { Module, Instance, compile } = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal }).WebAssembly;
