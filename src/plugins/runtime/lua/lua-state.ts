import type { Failure } from "../messages.js";
import type { PluginLimits } from "../plugin-limits.js";
import type { PositionNote } from "../position-note.js";
import type { WasmModule } from "../web-assembly.js";
import type { EngineHost } from "../worker/engine.js";
import { CallBudget } from "./call-budget.js";
import type { LuaFunction, LuaThread } from "./lua-api.js";
import { LUA_GLOBALS, LUA_REGISTRY } from "./lua-api.js";
import { LuaMachine } from "./lua-machine.js";
import { LuaPositions } from "./lua-position.js";

/** A Lua state with its limits, and what every function that is given to it needs. */
export class LuaState {
  readonly machine: LuaMachine;
  readonly main: LuaThread;
  readonly budget: CallBudget;
  readonly positions: LuaPositions;
  readonly limits: PluginLimits;
  readonly host: EngineHost;
  /** Tables that the plugin has marked as arrays: a weak table in the registry. */
  readonly arrays: number;
  /** What a function of ours raised an error for, since a Lua error can hold only a Lua value. */
  failure: Failure | undefined;

  constructor(module: WasmModule, limits: PluginLimits, note: PositionNote, host: EngineHost) {
    this.limits = limits;
    this.host = host;
    this.machine = new LuaMachine(module, limits.memoryBytes);
    this.budget = new CallBudget(this.machine, limits);
    this.positions = new LuaPositions(this.machine, note);
    this.main = this.machine.api.lua_newstate(this.budget.allocator, 0);
    if (this.main === 0) throw new RangeError("no memory for a Lua state");
    this.budget.attach(this.main, this.positions);
    this.arrays = this.#weakTable();
  }

  #weakTable(): number {
    const { api } = this.machine;
    api.lua_createtable(this.main, 0, 0);
    api.lua_createtable(this.main, 0, 1);
    this.setText(this.main, "__mode", "k");
    api.lua_setmetatable(this.main, -2);
    return api.luaL_ref(this.main, LUA_REGISTRY);
  }

  pushGlobals(L: LuaThread): void {
    this.machine.api.lua_rawgeti(L, LUA_REGISTRY, LUA_GLOBALS);
  }

  /** `table[name]` of the table on top, pushed; answers its type. */
  pushField(L: LuaThread, name: string): number {
    this.machine.pushText(L, name);
    return this.machine.api.lua_rawget(L, -2);
  }

  /** Sets a field of the table on top to what `push` pushes. */
  set(L: LuaThread, name: string, push: () => void): void {
    this.machine.pushText(L, name);
    push();
    this.machine.api.lua_rawset(L, -3);
  }

  setText(L: LuaThread, name: string, value: string): void {
    this.set(L, name, () => this.machine.pushText(L, value));
  }

  setFunction(L: LuaThread, name: string, fn: LuaFunction): void {
    const pointer = this.machine.functionPointer(fn);
    this.set(L, name, () => this.machine.api.lua_pushcclosure(L, pointer, 0));
  }

  pop(L: LuaThread, count = 1): void {
    this.machine.api.lua_settop(L, -count - 1);
  }

  /** A Lua error with the line that called the running function. */
  raise(L: LuaThread, message: string): never {
    this.machine.api.luaL_where(L, 1);
    this.machine.pushText(L, message);
    this.machine.api.lua_concat(L, 2);
    return this.throwTop(L);
  }

  /** Ends the call with a failure of ours, whatever Lua makes of the error. */
  fail(L: LuaThread, failure: Failure): never {
    this.failure = failure;
    this.machine.api.lua_pushnil(L);
    return this.throwTop(L);
  }

  /** Raises what is on top of the stack. */
  throwTop(L: LuaThread): never {
    this.machine.api.lua_error(L);
    throw new Error("lua_error has returned");
  }
}
