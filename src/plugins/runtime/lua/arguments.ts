import { MAX_PLUGIN_LOG_CHARS } from "../../../base/index.js";
import type { LuaThread } from "./lua-api.js";
import { LUA_REGISTRY, LuaType } from "./lua-api.js";
import type { LuaState } from "./lua-state.js";

/** Of any text, this many bytes are as many characters as a log line has, and some more to tell that it was cut. */
export const MAX_LOG_BYTES = 4 * (MAX_PLUGIN_LOG_CHARS + 1);

/** The arguments of one function of the host API; a mistake is an error in the plugin's line that made it. */
export class Arguments {
  readonly #state: LuaState;
  readonly #L: LuaThread;
  readonly #name: string;
  readonly #count: number;

  constructor(state: LuaState, L: LuaThread, name: string) {
    this.#state = state;
    this.#L = L;
    this.#name = name;
    this.#count = state.machine.api.lua_gettop(L);
  }

  /** As much of a text as goes into a log line. */
  logText(position: number): string {
    this.#checkText(position);
    return this.#state.machine.textAt(this.#L, position, MAX_LOG_BYTES) ?? "";
  }

  pushText(position: number): void {
    this.#checkText(position);
    const { machine } = this.#state;
    machine.api.lua_pushvalue(this.#L, position);
    // A number becomes its digits, as everywhere in Lua.
    machine.api.lua_tolstring(this.#L, -1, 0);
  }

  pushInteger(position: number): void {
    const { machine } = this.#state;
    const value = this.#has(position) ? machine.api.lua_tointegerx(this.#L, position, machine.lengthPointer) : 0n;
    if (!this.#has(position) || machine.u32(machine.lengthPointer) === 0) this.#expects(position, "an integer");
    machine.api.lua_pushinteger(this.#L, value);
  }

  pushOptional(position: number, push: () => void): void {
    if (this.#has(position)) push();
    else this.#state.machine.api.lua_pushnil(this.#L);
  }

  push(position: number): void {
    this.pushOptional(position, () => this.#state.machine.api.lua_pushvalue(this.#L, position));
  }

  /** A table that is an array from now on, also when it is empty. */
  pushArray(position: number): void {
    const { api } = this.#state.machine;
    const L = this.#L;
    if (!this.#has(position) || api.lua_type(L, position) !== LuaType.table) this.#expects(position, "a table");
    api.lua_rawgeti(L, LUA_REGISTRY, BigInt(this.#state.arrays));
    api.lua_pushvalue(L, position);
    api.lua_pushboolean(L, 1);
    api.lua_rawset(L, -3);
    this.#state.pop(L);
    api.lua_pushvalue(L, position);
  }

  #has(position: number): boolean {
    return position <= this.#count && this.#state.machine.api.lua_type(this.#L, position) !== LuaType.nil;
  }

  #checkText(position: number): void {
    const type = this.#has(position) ? this.#state.machine.api.lua_type(this.#L, position) : LuaType.nil;
    if (type !== LuaType.string && type !== LuaType.number) this.#expects(position, "a string");
  }

  #expects(position: number, what: string): never {
    const got = position <= this.#count ? this.#state.machine.typeName(this.#L, position) : "nil";
    const which = position === 1 ? "" : ` as argument ${position}`;
    return this.#state.raise(this.#L, `ptywright.${this.#name} expects ${what}${which}, got ${got}`);
  }
}
