import type { ArgumentKind, ConstructorShape, HostConstructors } from "../host-constructors.js";
import type { LuaFunction, LuaThread } from "./lua-api.js";
import { Arguments } from "./arguments.js";
import type { LuaState } from "./lua-state.js";

/** Sets the global `ptywright`. */
export function openHostApi(state: LuaState, constructors: HostConstructors): void {
  const { api } = state.machine;
  const L = state.main;
  state.pushGlobals(L);
  state.set(L, "ptywright", () => {
    api.lua_createtable(L, 0, 5);
    for (const [group, shapes] of Object.entries(constructors))
      state.set(L, group, () => {
        api.lua_createtable(L, 0, 0);
        for (const [type, shape] of Object.entries(shapes)) {
          const name = functionName(type);
          state.setFunction(L, name, constructorOf(state, `${group}.${name}`, type, shape));
        }
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

/** A word of the language cannot be written behind a full stop. */
const functionName = (type: string): string => (type === "not" ? "not_" : type);

function constructorOf(state: LuaState, name: string, type: string, shape: ConstructorShape): LuaFunction {
  const { api } = state.machine;
  return (L) => {
    const args = new Arguments(state, L, name);
    api.lua_createtable(L, 0, 2);
    state.setText(L, "type", type);
    if (shape !== null) state.set(L, "value", () => pushShape(state, L, args, shape));
    return 1;
  };
}

function pushShape(state: LuaState, L: LuaThread, args: Arguments, shape: NonNullable<ConstructorShape>): void {
  if ("is" in shape) return pushArgument(args, shape, 1);
  state.machine.api.lua_createtable(L, 0, shape.length);
  for (const [i, [name, argument]] of shape.entries()) state.set(L, name, () => pushArgument(args, argument, i + 1));
}

function pushArgument(args: Arguments, argument: ArgumentKind, position: number): void {
  if (argument.isOptional === true)
    return args.pushOptional(position, () => pushArgument(args, { is: argument.is }, position));
  switch (argument.is) {
    case "text":
      return args.pushText(position);
    case "integer":
      return args.pushInteger(position);
    case "array":
      return args.pushArray(position);
    case "anything":
      return args.push(position);
  }
}

/** `ptywright.array(t)`: `t`, which is an array from now on, also when it is empty. */
function markArray(state: LuaState, L: LuaThread): number {
  const { api } = state.machine;
  if (api.lua_gettop(L) === 0) api.lua_createtable(L, 0, 0);
  new Arguments(state, L, "array").pushArray(1);
  return 1;
}
