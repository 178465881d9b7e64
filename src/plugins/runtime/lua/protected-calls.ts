import { EngineFailure } from "../worker/engine.js";
import type { PluginPosition } from "../../../base/index.js";
import type { LuaThread } from "./lua-api.js";
import type { LuaState } from "./lua-state.js";

/** Longer ones are cut: an error message is read by people. */
const MAX_MESSAGE_BYTES = 4_096;

/** Lines of ours mean nothing to a plugin's author. */
const OUR_LINE = /^\[ptywright\]:\d+: /;

/** Runs bodies of ours inside a protected call of Lua, so that every error of Lua comes back here. */
export class ProtectedCalls {
  readonly #state: LuaState;
  readonly #handler: number;
  readonly #trampoline: number;
  #body: (L: LuaThread) => void = () => undefined;
  #position: PluginPosition = {};

  constructor(state: LuaState) {
    this.#state = state;
    // Runs with hooks off if the hook itself raised the error: it must not run anything of the plugin's.
    this.#handler = state.machine.functionPointer((L) => {
      this.#position = state.positions.at(L);
      return 1;
    });
    this.#trampoline = state.machine.functionPointer((L) => {
      this.#body(L);
      return 0;
    });
  }

  /** Runs the body with a fresh budget; throws an EngineFailure. No exception may leave the body but Lua's own. */
  run(body: (L: LuaThread) => void): void {
    const { api } = this.#state.machine;
    const L = this.#state.main;
    this.#state.failure = undefined;
    this.#position = {};
    this.#state.budget.begin();
    api.lua_settop(L, 0);
    api.lua_pushcclosure(L, this.#handler, 0);
    const status = this.#call(body, 0, 1);
    this.#checkTrip();
    if (status === 0) return;
    const text = this.#errorText(L).replace(OUR_LINE, "");
    this.#checkTrip();
    throw new EngineFailure(this.#state.failure ?? { reason: "failed", text, ...this.#positionOf(text) });
  }

  #call(body: (L: LuaThread) => void, args: number, handler: number): number {
    const { api } = this.#state.machine;
    const L = this.#state.main;
    this.#body = body;
    api.lua_pushcclosure(L, this.#trampoline, 0);
    if (args > 0) api.lua_pushvalue(L, -2);
    return api.lua_pcallk(L, args, 0, handler, 0, 0);
  }

  #checkTrip(): void {
    const { trip } = this.#state.budget;
    if (trip !== undefined) throw new EngineFailure({ ...trip, text: "" });
  }

  /** The error value on top as text; its `__tostring` is the plugin's code and runs on what is left of the budget. */
  #errorText(L: LuaThread): string {
    const { machine } = this.#state;
    const plain = machine.textAt(L, -1, MAX_MESSAGE_BYTES);
    if (plain !== undefined) return plain;
    let text = "";
    const status = this.#call(
      (caller) => {
        machine.api.luaL_tolstring(caller, 1, 0);
        text = machine.textAt(caller, -1, MAX_MESSAGE_BYTES) ?? "";
      },
      1,
      0,
    );
    if (status !== 0) return "the error object cannot be shown: its __tostring fails";
    return /^(table|function|thread|userdata): /.test(text) ? `the error object is a ${text.split(":")[0]}` : text;
  }

  /** What the message itself says is best: `error(text, 2)` means the caller's line. */
  #positionOf(text: string): PluginPosition {
    const [, file, line] = /^([^\n:]+\.lua):(\d+): /.exec(text) ?? [];
    return file === undefined ? this.#position : { file, line: Number(line) };
  }
}
