import { MAX_PLUGIN_VALUE_DEPTH } from "../../../base/index.js";
import type { JsonValue } from "../plugin-program.js";
import type { LuaThread } from "./lua-api.js";
import type { LuaState } from "./lua-state.js";

/** Characters in one string; more than any screen or transcript has. */
const MAX_TEXT_CHARS = 8_388_608;

/** Pushes a JSON value. Null and undefined are nil; numbers without a fraction are integers. */
export function pushValue(state: LuaState, L: LuaThread, value: JsonValue | undefined, depth = 0): void {
  const { machine } = state;
  const { api } = machine;
  switch (typeof value) {
    case "string":
      if (value.length > MAX_TEXT_CHARS) refuse(state, L, `has a text of more than ${MAX_TEXT_CHARS} characters`);
      return machine.pushText(L, value);
    case "number":
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return api.lua_pushinteger(L, BigInt(value));
      return api.lua_pushnumber(L, value);
    case "boolean":
      return api.lua_pushboolean(L, value ? 1 : 0);
    case "object":
      if (value === null) return api.lua_pushnil(L);
      if (depth === MAX_PLUGIN_VALUE_DEPTH) refuse(state, L, `is nested deeper than ${MAX_PLUGIN_VALUE_DEPTH} levels`);
      if (api.lua_checkstack(L, 8) === 0) refuse(state, L, "does not fit onto the Lua stack");
      return Array.isArray(value)
        ? pushArray(state, L, value as readonly JsonValue[], depth)
        : pushObject(state, L, value as Readonly<Record<string, JsonValue | undefined>>, depth);
    default:
      return api.lua_pushnil(L);
  }
}

function pushArray(state: LuaState, L: LuaThread, items: readonly JsonValue[], depth: number): void {
  const { api } = state.machine;
  api.lua_createtable(L, items.length, 0);
  for (let i = 0; i < items.length; i++) {
    pushValue(state, L, items[i], depth + 1);
    api.lua_rawseti(L, -2, BigInt(i + 1));
  }
}

function pushObject(
  state: LuaState,
  L: LuaThread,
  fields: Readonly<Record<string, JsonValue | undefined>>,
  depth: number,
): void {
  const { machine } = state;
  const names = Object.keys(fields);
  machine.api.lua_createtable(L, 0, names.length);
  for (const name of names) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    machine.pushText(L, name);
    pushValue(state, L, value, depth + 1);
    machine.api.lua_rawset(L, -3);
  }
}

const refuse = (state: LuaState, L: LuaThread, text: string): never =>
  state.fail(L, { reason: "bad_value", text: `its argument ${text}` });
