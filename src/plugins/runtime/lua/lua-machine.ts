import type { WasmModule } from "../web-assembly.js";
import { Instance } from "../web-assembly.js";
import type { LuaApi, LuaFunction, LuaThread } from "./lua-api.js";
import { LuaType } from "./lua-api.js";
import { functionPointer } from "./function-table.js";
import { luaImports } from "./lua-imports.js";

/** Room for the C library itself, its stack and the copies of strings on their way in, beside what Lua may allocate. */
const HEAP_BESIDE_LUA = 33_554_432;
const SCRATCH_BYTES = 65_536;
/** Up to this many characters a loop is faster than the encoder. */
const SHORT = 24;

/** One instance of the virtual machine's code with a memory of its own, and strings in and out of it. */
export class LuaMachine {
  readonly api: LuaApi;
  /** Where C functions put a `size_t`. */
  readonly lengthPointer: number;
  #bytes!: Buffer;
  #view!: DataView;
  #scratch: number;
  #scratchSize = SCRATCH_BYTES;
  readonly #encoder = new TextEncoder();
  readonly #constants = new Map<string, number>();

  constructor(module: WasmModule, memoryBytes: number) {
    const imports = luaImports(
      () => this.api,
      memoryBytes + HEAP_BESIDE_LUA,
      () => this.#look(),
    );
    this.api = new Instance(module, imports).exports as unknown as LuaApi;
    this.#look();
    this.api.emscripten_stack_init();
    this.api.__wasm_call_ctors();
    this.lengthPointer = this.api.malloc(8);
    this.#scratch = this.api.malloc(SCRATCH_BYTES);
  }

  /** Memory that grows is a new buffer. */
  #look(): void {
    this.#bytes = Buffer.from(this.api.memory.buffer);
    this.#view = new DataView(this.api.memory.buffer);
  }

  functionPointer(fn: LuaFunction): number {
    return functionPointer(this.api.__indirect_function_table, "function", fn);
  }

  /** The C function behind a pointer. */
  functionAt(pointer: number): LuaFunction {
    return this.api.__indirect_function_table.get(pointer) as LuaFunction;
  }

  u8(pointer: number): number {
    return this.#view.getUint8(pointer);
  }

  u32(pointer: number): number {
    return this.#view.getUint32(pointer, true);
  }

  bytes(pointer: number, length: number): Uint8Array {
    return this.#bytes.subarray(pointer, pointer + length);
  }

  /** Bytes that are no UTF-8 become U+FFFD. */
  text(pointer: number, length: number): string {
    return this.#bytes.toString("utf8", pointer, pointer + length);
  }

  /** A string that is needed again and again as a C string. */
  constant(text: string): number {
    let pointer = this.#constants.get(text);
    if (pointer === undefined) {
      const bytes = this.#encoder.encode(`${text}\0`);
      pointer = this.api.malloc(bytes.length);
      this.#bytes.set(bytes, pointer);
      this.#constants.set(text, pointer);
    }
    return pointer;
  }

  pushText(L: LuaThread, text: string): void {
    const { length } = text;
    if (length <= SHORT && this.#pushShort(L, text)) return;
    const pointer = this.#room(length * 3);
    const { written } = this.#encoder.encodeInto(text, this.#bytes.subarray(pointer, pointer + length * 3));
    this.api.lua_pushlstring(L, pointer, written);
    this.#trim();
  }

  #pushShort(L: LuaThread, text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return false;
      this.#bytes[this.#scratch + i] = code;
    }
    this.api.lua_pushlstring(L, this.#scratch, text.length);
    return true;
  }

  /** The string or number at an index, without its metamethods; undefined for anything else. */
  textAt(L: LuaThread, index: number, maxBytes = Infinity): string | undefined {
    const type = this.api.lua_type(L, index);
    if (type !== LuaType.string && type !== LuaType.number) return undefined;
    const pointer = this.api.lua_tolstring(L, index, this.lengthPointer);
    return this.text(pointer, Math.min(this.u32(this.lengthPointer), maxBytes));
  }

  typeName(L: LuaThread, index: number): string {
    const type = this.api.lua_type(L, index);
    return Object.entries(TYPE_NAMES).find(([, value]) => value === type)?.[0] ?? "userdata";
  }

  /** Puts bytes where C can read them until the next text is pushed. */
  placed(bytes: Uint8Array): number {
    const pointer = this.#room(bytes.length);
    this.#bytes.set(bytes, pointer);
    return pointer;
  }

  #room(size: number): number {
    if (size > this.#scratchSize) {
      this.api.free(this.#scratch);
      this.#scratch = this.api.malloc(size);
      if (this.#scratch === 0) throw new RangeError("no memory left beside Lua's own");
      this.#scratchSize = size;
    }
    return this.#scratch;
  }

  #trim(): void {
    if (this.#scratchSize <= 16 * SCRATCH_BYTES) return;
    this.api.free(this.#scratch);
    this.#scratch = this.api.malloc(SCRATCH_BYTES);
    this.#scratchSize = SCRATCH_BYTES;
  }
}

const TYPE_NAMES = {
  "no value": LuaType.none,
  nil: LuaType.nil,
  boolean: LuaType.boolean,
  number: LuaType.number,
  string: LuaType.string,
  table: LuaType.table,
  function: LuaType.function,
  thread: 8,
};
