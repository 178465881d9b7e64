import { shown } from "../../../base/index.js";
import { PluginFileError } from "../contained-file.js";
import type { LuaFunction, LuaThread } from "./lua-api.js";
import { LUA_REGISTRY, LuaType } from "./lua-api.js";
import { loadChunk } from "./load-chunk.js";
import type { LuaState } from "./lua-state.js";

const MAX_NAME_BYTES = 200;

/** `require("lib.words")`: runs lib/words.lua of the plugin's own directory once, and answers what it returned. */
export function makeRequire(state: LuaState, entrypoint: string): LuaFunction {
  const { machine } = state;
  const { api } = machine;
  api.lua_createtable(state.main, 0, 0);
  const loaded = BigInt(api.luaL_ref(state.main, LUA_REGISTRY));
  const loading = [entrypoint];

  return (L) => {
    const name = api.lua_type(L, 1) === LuaType.string ? machine.textAt(L, 1, MAX_NAME_BYTES + 1) : undefined;
    if (name === undefined) state.raise(L, `require expects a string, got ${machine.typeName(L, 1)}`);
    if (name.length > MAX_NAME_BYTES) state.raise(L, `require expects a name of at most ${MAX_NAME_BYTES} bytes`);
    const file = `${name.replaceAll(".", "/")}.lua`;
    api.lua_rawgeti(L, LUA_REGISTRY, loaded);
    if (state.pushField(L, file) !== LuaType.nil) return 1;
    state.pop(L);
    if (loading.includes(file)) state.raise(L, `modules require each other: ${[...loading, file].join(" -> ")}`);

    const source = sourceOf(state, L, name, file);
    loading.push(file);
    // An error of Lua passes here as an exception.
    try {
      loadChunk(state, L, source, `@${file}`);
      api.lua_callk(L, 0, 1, 0, 0);
    } finally {
      loading.pop();
    }
    if (api.lua_type(L, -1) === LuaType.nil) {
      state.pop(L);
      api.lua_pushboolean(L, 1);
    }
    api.lua_pushvalue(L, -2);
    state.set(L, file, () => api.lua_pushvalue(L, -3));
    state.pop(L);
    return 1;
  };
}

function sourceOf(state: LuaState, L: LuaThread, name: string, file: string): Uint8Array {
  let problem: string;
  try {
    return state.host.readFile(file);
  } catch (error) {
    if (!(error instanceof PluginFileError)) throw error;
    problem = error.message;
  }
  return state.raise(L, `require(${shown(name)}): ${problem}`);
}
