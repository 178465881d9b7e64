import type { WasmMemory, WasmTable } from "../web-assembly.js";

/** A pointer to a Lua thread: the main one, or a coroutine. */
export type LuaThread = number;
/** A C function in JavaScript: arguments on the stack, answers how many results it pushed. */
export type LuaFunction = (L: LuaThread) => number;

export const LUA_REGISTRY = -1_001_000;
export const LUA_GLOBALS = 2n;
export const MASK_COUNT = 8;

/** `lua_type`'s answers. */
export const LuaType = {
  none: -1,
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
} as const;

/** `lua_Debug` on a 32-bit machine. */
export const DEBUG_BYTES = 112;
export const DEBUG_SOURCE = 16;
export const DEBUG_SOURCE_LENGTH = 20;
export const DEBUG_LINE = 24;

/** The part of Lua's C API that is used here. All strings are pointers; `lua_Integer` is a bigint. */
export interface LuaApi {
  readonly memory: WasmMemory;
  readonly __indirect_function_table: WasmTable;
  __wasm_call_ctors(): void;
  emscripten_stack_init(): void;
  stackSave(): number;
  stackRestore(pointer: number): void;
  setThrew(threw: number, value: number): void;
  malloc(size: number): number;
  realloc(pointer: number, size: number): number;
  free(pointer: number): void;

  lua_newstate(allocate: number, userdata: number): LuaThread;
  luaopen_base(L: LuaThread): number;
  luaopen_coroutine(L: LuaThread): number;
  luaopen_table(L: LuaThread): number;
  luaopen_string(L: LuaThread): number;
  luaopen_math(L: LuaThread): number;
  luaopen_utf8(L: LuaThread): number;

  lua_gettop(L: LuaThread): number;
  lua_settop(L: LuaThread, index: number): void;
  lua_checkstack(L: LuaThread, slots: number): number;
  lua_pushvalue(L: LuaThread, index: number): void;
  lua_copy(L: LuaThread, from: number, to: number): void;

  lua_type(L: LuaThread, index: number): number;
  lua_isinteger(L: LuaThread, index: number): number;
  lua_toboolean(L: LuaThread, index: number): number;
  lua_tonumberx(L: LuaThread, index: number, isNumber: number): number;
  lua_tointegerx(L: LuaThread, index: number, isNumber: number): bigint;
  lua_tolstring(L: LuaThread, index: number, length: number): number;
  lua_tocfunction(L: LuaThread, index: number): number;
  lua_rawlen(L: LuaThread, index: number): bigint;
  luaL_tolstring(L: LuaThread, index: number, length: number): number;

  lua_pushnil(L: LuaThread): void;
  lua_pushboolean(L: LuaThread, value: number): void;
  lua_pushnumber(L: LuaThread, value: number): void;
  lua_pushinteger(L: LuaThread, value: bigint): void;
  lua_pushlstring(L: LuaThread, text: number, length: number): number;
  lua_pushcclosure(L: LuaThread, fn: number, upvalues: number): void;

  lua_createtable(L: LuaThread, items: number, fields: number): void;
  lua_rawget(L: LuaThread, index: number): number;
  lua_rawset(L: LuaThread, index: number): void;
  lua_rawgeti(L: LuaThread, index: number, n: bigint): number;
  lua_rawseti(L: LuaThread, index: number, n: bigint): void;
  lua_next(L: LuaThread, index: number): number;
  lua_setmetatable(L: LuaThread, index: number): number;
  luaL_ref(L: LuaThread, table: number): number;

  luaL_loadbufferx(L: LuaThread, text: number, length: number, name: number, mode: number): number;
  lua_callk(L: LuaThread, args: number, results: number, context: number, continuation: number): void;
  lua_pcallk(L: LuaThread, args: number, results: number, handler: number, context: number, cont: number): number;
  lua_error(L: LuaThread): number;
  luaL_where(L: LuaThread, level: number): void;
  lua_concat(L: LuaThread, count: number): void;

  lua_sethook(L: LuaThread, hook: number, mask: number, count: number): void;
  lua_gethookcount(L: LuaThread): number;
  lua_getstack(L: LuaThread, level: number, debug: number): number;
  lua_getinfo(L: LuaThread, what: number, debug: number): number;
}
