import type { LuaThread } from "./lua-api.js";
import type { LuaState } from "./lua-state.js";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Pushes the function that a source compiles to, or raises the compiler's error. `@name` is a file's name. */
export function loadChunk(state: LuaState, L: LuaThread, source: Uint8Array, name: string): void {
  const { machine } = state;
  const isMarked = BYTE_ORDER_MARK.every((byte, i) => source[i] === byte);
  const text = isMarked ? source.subarray(BYTE_ORDER_MARK.length) : source;
  const [chunkName, mode] = [machine.constant(name), machine.constant("t")];
  if (machine.api.luaL_loadbufferx(L, machine.placed(text), text.length, chunkName, mode) !== 0) state.throwTop(L);
}
