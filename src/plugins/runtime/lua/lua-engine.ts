import type { WorkerStart } from "../messages.js";
import type { JsonValue } from "../plugin-program.js";
import type { PositionNote } from "../position-note.js";
import type { Engine, EngineHost } from "../worker/engine.js";
import { EngineFailure } from "../worker/engine.js";
import { openHostApi } from "./host-api.js";
import { openLibraries } from "./libraries.js";
import { loadChunk } from "./load-chunk.js";
import type { LuaThread } from "./lua-api.js";
import { LUA_REGISTRY, LuaType } from "./lua-api.js";
import { LuaState } from "./lua-state.js";
import { ProtectedCalls } from "./protected-calls.js";
import { makeRequire } from "./require.js";
import { pushValue } from "./values-in.js";
import { ResultReader } from "./values-out.js";

interface LoadedPlugin {
  readonly state: LuaState;
  readonly calls: ProtectedCalls;
  /** The table that the entrypoint returned, in the registry. */
  readonly module: bigint;
}

/** The names of a plugin's functions go to the main thread, and into answers. */
const MAX_EXPORTS = 1_024;
const MAX_NAME_BYTES = 200;

/** Runs a Lua plugin in a virtual machine of its own, which is replaced when it is broken. */
export class LuaEngine implements Engine {
  readonly #start: WorkerStart;
  readonly #note: PositionNote;
  readonly #host: EngineHost;
  #plugin: LoadedPlugin | undefined;

  constructor(start: WorkerStart, note: PositionNote, host: EngineHost) {
    this.#start = start;
    this.#note = note;
    this.#host = host;
  }

  load(): readonly string[] {
    this.#plugin = this.#guarded(() => this.#loaded());
    const { state, calls, module } = this.#plugin;
    const names: string[] = [];
    calls.run((L) => {
      const { api } = state.machine;
      api.lua_rawgeti(L, LUA_REGISTRY, module);
      for (api.lua_pushnil(L); api.lua_next(L, -2) !== 0; state.pop(L))
        if (api.lua_type(L, -1) === LuaType.function && api.lua_type(L, -2) === LuaType.string) {
          names.push(state.machine.textAt(L, -2, MAX_NAME_BYTES) ?? "");
          if (names.length > MAX_EXPORTS)
            state.fail(L, { reason: "bad_value", text: `it exports more than ${MAX_EXPORTS} functions` });
        }
    });
    return names.sort();
  }

  call(name: string, argument: JsonValue): JsonValue {
    if (this.#plugin === undefined) this.load();
    const { state, calls, module } = this.#plugin as LoadedPlugin;
    let result: JsonValue = null;
    this.#guarded(() =>
      calls.run((L) => {
        const { api } = state.machine;
        api.lua_rawgeti(L, LUA_REGISTRY, module);
        if (state.pushField(L, name) !== LuaType.function) state.fail(L, { reason: "missing_export", text: "" });
        pushValue(state, L, argument);
        api.lua_callk(L, 1, 1, 0, 0);
        result = new ResultReader(state, L).readTop();
      }),
    );
    return result;
  }

  #loaded(): LoadedPlugin {
    const { lua, limits, program, constructors } = this.#start;
    if (lua === undefined) throw new TypeError("a Lua plugin needs the Lua virtual machine");
    const state = new LuaState(lua, limits, this.#note, this.#host);
    const calls = new ProtectedCalls(state);
    let module = 0;
    calls.run((L) => {
      openLibraries(state);
      openHostApi(state, constructors);
      state.pushGlobals(L);
      state.setFunction(L, "require", makeRequire(state, program.entrypoint));
    });
    calls.run((L) => {
      loadChunk(state, L, bytesOf(program.source), `@${program.entrypoint}`);
      state.machine.api.lua_callk(L, 0, 1, 0, 0);
      module = moduleOf(state, L, program.entrypoint);
    });
    return { state, calls, module: BigInt(module) };
  }

  /** After an error that is none of Lua's own the machine is in no known state. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof EngineFailure) throw error;
      this.#plugin = undefined;
      const text = `the Lua virtual machine stopped: ${error instanceof Error ? error.message : String(error)}`;
      throw new EngineFailure({ reason: "failed", text, ...this.#note.read() });
    }
  }
}

function moduleOf(state: LuaState, L: LuaThread, file: string): number {
  const { machine } = state;
  if (machine.api.lua_type(L, -1) !== LuaType.table)
    state.fail(L, {
      reason: "bad_value",
      text: `${file} must return a table of functions, but returned ${machine.typeName(L, -1)}`,
      file,
    });
  return machine.api.luaL_ref(L, LUA_REGISTRY);
}

const bytesOf = (source: Uint8Array | string) => (typeof source === "string" ? Buffer.from(source) : source);
