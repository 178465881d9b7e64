import type { LuaFunction, LuaThread } from "./lua-api.js";
import { Arguments } from "./arguments.js";
import type { LuaState } from "./lua-state.js";

/** Makes one field of the shape: checks its argument and pushes it. */
type Part = (args: Arguments, position: number) => void;

const text: Part = (args, position) => args.pushText(position);
const integer: Part = (args, position) => args.pushInteger(position);
const optionalInteger: Part = (args, position) => args.pushOptional(position, () => args.pushInteger(position));
const optionalText: Part = (args, position) => args.pushOptional(position, () => args.pushText(position));
const anything: Part = (args, position) => args.push(position);
const array: Part = (args, position) => args.pushArray(position);

/** A constructor: nothing but its type, a plain value, or a value with named fields, one for each argument. */
type Shape = null | Part | Readonly<Record<string, Part>>;

interface Group {
  readonly permission: string;
  readonly group: "action" | "matcher" | "step";
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** The wire's own shapes: what a plugin builds with these is what a client would send. */
const GROUPS: readonly Group[] = [
  {
    permission: "input.write",
    group: "action",
    shapes: {
      text,
      stream_text: { text, chunk_chars: optionalInteger, delay_ms: optionalInteger },
      paste: text,
      bracketed_paste: text,
      key: text,
      interrupt: null,
      eof: null,
      mark_transcript: { label: text },
    },
  },
  { permission: "session.kill", group: "action", shapes: { kill: null, signal: text } },
  {
    permission: "session.resize",
    group: "action",
    shapes: {
      resize: { rows: integer, cols: integer, pixel_width: optionalInteger, pixel_height: optionalInteger },
    },
  },
  {
    permission: "matcher.wait",
    group: "matcher",
    shapes: {
      contains_text: text,
      screen_regex: text,
      transcript_contains: text,
      transcript_regex: text,
      cursor_at: { row: integer, col: integer },
      screen_stable: { min_ms: integer },
      process_exited: null,
      any: array,
      all: array,
      lua: { plugin: text, predicate: text, params: anything },
    },
  },
  {
    permission: "matcher.wait",
    group: "step",
    shapes: {
      wait: { matcher: anything, timeout_ms: optionalInteger, message: optionalText },
      expect: { matcher: anything, message: optionalText },
    },
  },
];

/** Sets the global `ptywright`, with what the permissions allow. */
export function openHostApi(state: LuaState, permissions: readonly string[]): void {
  const { api } = state.machine;
  const L = state.main;
  state.pushGlobals(L);
  state.set(L, "ptywright", () => {
    api.lua_createtable(L, 0, 5);
    for (const name of ["action", "matcher", "step"] as const)
      state.set(L, name, () => {
        api.lua_createtable(L, 0, 0);
        for (const { group, permission, shapes } of GROUPS)
          if (group === name && permissions.includes(permission))
            for (const [type, shape] of Object.entries(shapes))
              state.setFunction(L, type, constructorOf(state, group, type, shape));
      });
    state.set(L, "log", () => {
      api.lua_createtable(L, 0, 3);
      for (const level of ["debug", "info", "warn"] as const)
        state.setFunction(L, level, (caller) => {
          state.host.log(level, new Arguments(state, caller, `log.${level}`).logText(1));
          return 0;
        });
    });
    state.setFunction(L, "array", (caller) => markArray(state, caller));
  });
  api.lua_settop(L, 0);
}

function constructorOf(state: LuaState, group: string, type: string, shape: Shape): LuaFunction {
  const { api } = state.machine;
  return (L) => {
    const args = new Arguments(state, L, `${group}.${type}`);
    api.lua_createtable(L, 0, 2);
    state.setText(L, "type", type);
    if (shape !== null)
      state.set(L, "value", () => (typeof shape === "function" ? shape(args, 1) : pushFields(state, L, args, shape)));
    return 1;
  };
}

function pushFields(state: LuaState, L: LuaThread, args: Arguments, parts: Readonly<Record<string, Part>>): void {
  const names = Object.keys(parts);
  state.machine.api.lua_createtable(L, 0, names.length);
  for (const [i, name] of names.entries()) state.set(L, name, () => parts[name]?.(args, i + 1));
}

/** `ptywright.array(t)`: `t`, which is an array from now on, also when it is empty. */
function markArray(state: LuaState, L: LuaThread): number {
  const { api } = state.machine;
  if (api.lua_gettop(L) === 0) api.lua_createtable(L, 0, 0);
  new Arguments(state, L, "array").pushArray(1);
  return 1;
}
