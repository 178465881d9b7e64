import { MAX_PLUGIN_LOG_CHARS } from "../../../base/index.js";
import type { PluginLogLevel } from "../plugin-program.js";
import type { LuaFunction, LuaThread } from "./lua-api.js";
import { LuaType } from "./lua-api.js";
import { MAX_LOG_BYTES } from "./arguments.js";
import { loadChunk } from "./load-chunk.js";
import type { LuaState } from "./lua-state.js";

/** So many quantifiers make a pattern catastrophic on any subject, fewer on a long one only. */
const MANY_QUANTIFIERS = 3;
const LONG_SUBJECT = 200;
const [STAR, PLUS, MINUS] = [0x2a, 0x2b, 0x2d];
const MANY_REPEATS = 100_000n;
/** What a coroutine costs. Each counts for itself, so that many short ones would else be had for nothing. */
const COROUTINE_INSTRUCTIONS = 200;

/**
 * `xpcall` calls its handler from where the error is raised. If that is the hook, the handler would run with hooks off and could
 * not be stopped; here it runs when the stack is unwound. There is no traceback to be had from it anyway.
 */
const XPCALL = `
local pcall, globals = pcall, _G
local function finish(handler, ok, ...)
  if ok then return true, ... end
  return false, handler(...)
end
function globals.xpcall(f, handler, ...) return finish(handler, pcall(f, ...)) end
`;

/** Opens the libraries a plugin has, without what could read files, load bytecode, or run where no limit reaches. */
export function openLibraries(state: LuaState): void {
  const { api } = state.machine;
  const L = state.main;
  api.luaopen_base(L);
  for (const name of ["coroutine", "table", "string", "math", "utf8"] as const) {
    api[`luaopen_${name}`](L);
    state.pushGlobals(L);
    state.set(L, name, () => api.lua_pushvalue(L, -3));
    state.pop(L, 2);
  }
  state.pop(L);

  inTable(state, undefined, (wrap) => {
    for (const name of ["dofile", "loadfile"]) state.set(L, name, () => api.lua_pushnil(L));
    state.setFunction(L, "print", logger(state, "info"));
    state.setFunction(L, "warn", logger(state, "warn"));
    wrap("collectgarbage", (call, caller) => (isCount(state, caller) ? call(caller) : zero(state, caller)));
    wrap("setmetatable", (call, caller) => {
      refuseFinalizer(state, caller);
      return call(caller);
    });
    wrap("load", (call, caller) => {
      onlyText(state, caller);
      state.positions.note(caller);
      return call(caller);
    });
  });
  inTable(state, "string", (wrap) => {
    state.set(L, "dump", () => api.lua_pushnil(L));
    for (const name of ["find", "match", "gmatch", "gsub"])
      wrap(name, (call, caller) => {
        if (isLongSearch(state, caller)) state.positions.note(caller);
        return call(caller);
      });
    wrap("rep", (call, caller) => {
      if (api.lua_tointegerx(caller, 2, 0) > MANY_REPEATS) boundRepeats(state, caller);
      return call(caller);
    });
  });
  inTable(state, "table", (wrap) => {
    for (const name of ["concat", "move", "sort", "unpack", "remove"])
      wrap(name, (call, caller) => {
        state.positions.note(caller);
        return call(caller);
      });
    wrap("insert", (call, caller) => {
      if (api.lua_gettop(caller) > 2) state.positions.note(caller);
      return call(caller);
    });
  });
  inTable(state, "coroutine", (wrap) => {
    for (const name of ["create", "wrap"])
      wrap(name, (call, caller) => {
        state.budget.charge(caller, COROUTINE_INSTRUCTIONS);
        state.positions.note(caller);
        return call(caller);
      });
  });
  loadChunk(state, L, Buffer.from(XPCALL), "=[ptywright]");
  api.lua_callk(L, 0, 0, 0, 0);
}

type Around = (call: LuaFunction, caller: LuaThread) => number;

/**
 * Gives functions of a library something to do first. The original runs in the wrapper's own frame, so its errors name the
 * function and the line of whoever called it, as ever.
 */
function inTable(
  state: LuaState,
  library: string | undefined,
  work: (wrap: (name: string, around: Around) => void) => void,
): void {
  const { machine, main: L } = state;
  state.pushGlobals(L);
  if (library !== undefined) state.pushField(L, library);
  work((name, around) => {
    state.pushField(L, name);
    const original = machine.functionAt(machine.api.lua_tocfunction(L, -1));
    state.pop(L);
    state.setFunction(L, name, (caller) => around(original, caller));
  });
  machine.api.lua_settop(L, 0);
}

function logger(state: LuaState, level: PluginLogLevel): LuaFunction {
  const { machine } = state;
  return (L) => {
    const words: string[] = [];
    let roomLeft = MAX_PLUGIN_LOG_CHARS;
    for (let i = 1; i <= machine.api.lua_gettop(L) && roomLeft >= 0; i++) {
      machine.api.luaL_tolstring(L, i, 0);
      const word = machine.textAt(L, -1, MAX_LOG_BYTES) ?? "";
      words.push(word);
      roomLeft -= word.length + 1;
      state.pop(L);
    }
    state.host.log(level, words.join("\t"));
    return 0;
  };
}

const isCount = (state: LuaState, L: LuaThread) => state.machine.textAt(L, 1, 8) === "count";

/** The collector's other commands can only slow it down or stop it; asking for them is no mistake, though. */
function zero(state: LuaState, L: LuaThread): number {
  state.machine.api.lua_pushinteger(L, 0n);
  return 1;
}

/** A finalizer runs with hooks off: nothing could stop it. Lua looks for it only when the metatable is set. */
function refuseFinalizer(state: LuaState, L: LuaThread): void {
  const { machine } = state;
  if (machine.api.lua_type(L, 2) !== LuaType.table) return;
  machine.pushText(L, "__gc");
  const type = machine.api.lua_rawget(L, 2);
  state.pop(L);
  if (type !== LuaType.nil) state.raise(L, "plugins have no finalizers: take __gc out of the metatable");
}

/** Bytecode can break the machine: `load` takes text, whatever mode it was asked for. */
function onlyText(state: LuaState, L: LuaThread): void {
  const { api } = state.machine;
  if (api.lua_gettop(L) < 3) api.lua_settop(L, 3);
  state.machine.pushText(L, "t");
  api.lua_copy(L, -1, 3);
  state.pop(L);
}

/** Patterns run in C, where no hook is; a bad one is ended with the thread, and then this line is all that is known. */
function isLongSearch(state: LuaState, L: LuaThread): boolean {
  const { machine } = state;
  const { api, lengthPointer } = machine;
  if (api.lua_type(L, 1) !== LuaType.string || api.lua_type(L, 2) !== LuaType.string) return false;
  const pattern = api.lua_tolstring(L, 2, lengthPointer);
  const end = pattern + machine.u32(lengthPointer);
  let quantifiers = 0;
  for (let at = pattern; at < end && quantifiers < MANY_QUANTIFIERS; at++) {
    const byte = machine.u8(at);
    if (byte === STAR || byte === MINUS || byte === PLUS) quantifiers++;
  }
  if (quantifiers === 0 || quantifiers === MANY_QUANTIFIERS) return quantifiers > 0;
  api.lua_tolstring(L, 1, lengthPointer);
  return machine.u32(lengthPointer) >= LONG_SUBJECT;
}

/** Nothing, repeated any number of times, is nothing; C would count the times. */
function boundRepeats(state: LuaState, L: LuaThread): void {
  const { api } = state.machine;
  state.positions.note(L);
  const isEmpty = (index: number) => (state.machine.textAt(L, index, 1) ?? "") === "";
  if (!isEmpty(1) || !isEmpty(3)) return;
  api.lua_pushinteger(L, 0n);
  api.lua_copy(L, -1, 2);
  state.pop(L);
}
