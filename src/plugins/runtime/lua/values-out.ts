import { MAX_PLUGIN_VALUE_DEPTH } from "../../../base/index.js";
import type { JsonValue } from "../plugin-program.js";
import type { LuaThread } from "./lua-api.js";
import { LUA_REGISTRY, LuaType } from "./lua-api.js";
import type { LuaState } from "./lua-state.js";

type Key = string | number;

/** Makes JSON of one result of a plugin, without running any of its metamethods, up to the limits of a result. */
export class ResultReader {
  readonly #state: LuaState;
  readonly #L: LuaThread;
  readonly #path: Key[] = [];
  #bytesLeft: number;
  #valuesLeft: number;

  constructor(state: LuaState, L: LuaThread) {
    this.#state = state;
    this.#L = L;
    this.#bytesLeft = state.limits.resultBytes;
    this.#valuesLeft = state.limits.resultValues;
  }

  /** The value on top of the stack. */
  readTop(): JsonValue {
    const { machine } = this.#state;
    const { api } = machine;
    const L = this.#L;
    if (--this.#valuesLeft < 0) this.#refuse(`has more than ${this.#state.limits.resultValues} values`);
    const type = api.lua_type(L, -1);
    switch (type) {
      case LuaType.nil:
        return null;
      case LuaType.boolean:
        return api.lua_toboolean(L, -1) !== 0;
      case LuaType.number:
        return this.#number();
      case LuaType.string:
        return this.#text(-1);
      case LuaType.table:
        return this.#table();
      default:
        return this.#refuse(`has a ${machine.typeName(L, -1)}${this.#place()}, which is no JSON`);
    }
  }

  #number(): number {
    const value = this.#state.machine.api.lua_tonumberx(this.#L, -1, 0);
    return Number.isFinite(value) ? value : this.#refuse(`has the number ${value}${this.#place()}, which is no JSON`);
  }

  #text(index: number): string {
    const { machine } = this.#state;
    const pointer = machine.api.lua_tolstring(this.#L, index, machine.lengthPointer);
    const length = machine.u32(machine.lengthPointer);
    this.#bytesLeft -= length;
    if (this.#bytesLeft < 0) this.#refuse(`has more than ${this.#state.limits.resultBytes} bytes of text`);
    return machine.text(pointer, length);
  }

  #table(): JsonValue {
    const { api } = this.#state.machine;
    const L = this.#L;
    if (this.#path.length === MAX_PLUGIN_VALUE_DEPTH)
      this.#refuse(`is nested deeper than ${MAX_PLUGIN_VALUE_DEPTH} levels, or holds itself`);
    if (api.lua_checkstack(L, 8) === 0) this.#refuse("does not fit onto the Lua stack");
    const length = Number(BigInt.asUintN(64, api.lua_rawlen(L, -1)));
    const entries = new Map<Key, JsonValue>();
    let isSequence = length > 0;
    api.lua_pushnil(L);
    while (api.lua_next(L, -2) !== 0) {
      const key = this.#key();
      isSequence &&= typeof key === "number" && key >= 1 && key <= length;
      this.#path.push(key);
      entries.set(key, this.readTop());
      this.#path.pop();
      api.lua_settop(L, -2);
    }
    if (isSequence && entries.size === length) return itemsOf(entries);
    if (!this.#isMarked()) return objectOf(entries);
    if (entries.size > 0) this.#refuse(`has an array${this.#place()} with other keys than 1, 2, 3 and so on`);
    return [];
  }

  /** An integer as a number, every other number and every string as text. */
  #key(): Key {
    const { api } = this.#state.machine;
    const type = api.lua_type(this.#L, -2);
    if (type === LuaType.string) return this.#text(-2);
    if (type !== LuaType.number)
      return this.#refuse(
        `has a ${this.#state.machine.typeName(this.#L, -2)} as a key${this.#place()}, which is no JSON`,
      );
    const value = api.lua_tonumberx(this.#L, -2, 0);
    return api.lua_isinteger(this.#L, -2) !== 0 ? value : String(value);
  }

  #isMarked(): boolean {
    const { api } = this.#state.machine;
    api.lua_rawgeti(this.#L, LUA_REGISTRY, BigInt(this.#state.arrays));
    api.lua_pushvalue(this.#L, -2);
    const isMarked = api.lua_rawget(this.#L, -2) !== LuaType.nil;
    api.lua_settop(this.#L, -3);
    return isMarked;
  }

  #place(): string {
    if (this.#path.length === 0) return "";
    const words = this.#path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key.slice(0, 60)}`));
    return ` at ${words.join("").replace(/^\./, "").slice(0, 200)}`;
  }

  #refuse(text: string): never {
    return this.#state.fail(this.#L, { reason: "bad_value", text: `its result ${text}` });
  }
}

function itemsOf(entries: ReadonlyMap<Key, JsonValue>): JsonValue[] {
  const items = new Array<JsonValue>(entries.size);
  for (const [key, value] of entries) items[(key as number) - 1] = value;
  return items;
}

function objectOf(entries: ReadonlyMap<Key, JsonValue>): JsonValue {
  const fields: Record<string, JsonValue> = {};
  for (const [key, value] of entries)
    // Assigned, this one name would set the prototype.
    if (key === "__proto__")
      Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
    else fields[key] = value;
  return fields;
}
