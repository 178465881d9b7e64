import type { PluginPosition } from "../../../base/index.js";
import type { PositionNote } from "../position-note.js";
import type { LuaThread } from "./lua-api.js";
import { DEBUG_BYTES, DEBUG_LINE, DEBUG_SOURCE, DEBUG_SOURCE_LENGTH } from "./lua-api.js";
import type { LuaMachine } from "./lua-machine.js";

/** How far up the stack a line of the plugin is looked for. */
const MAX_LEVELS = 24;
const AT = 0x40;

/** Tells which line of the plugin's files is running. Allocates nothing, so it may be asked at any moment. */
export class LuaPositions {
  readonly #machine: LuaMachine;
  readonly #note: PositionNote;
  readonly #debug: number;
  readonly #what: number;
  #file: Uint8Array = new Uint8Array();
  #line = 0;

  constructor(machine: LuaMachine, note: PositionNote) {
    this.#machine = machine;
    this.#note = note;
    this.#debug = machine.api.malloc(DEBUG_BYTES);
    this.#what = machine.constant("Sl");
  }

  at(L: LuaThread): PluginPosition {
    if (!this.#find(L)) return this.#note.read();
    return { file: Buffer.from(this.#file).toString(), line: this.#line };
  }

  /** Leaves it where the main thread can read it, should this thread never answer again. */
  note(L: LuaThread): void {
    if (this.#find(L)) this.#note.write(this.#file, this.#line);
  }

  #find(L: LuaThread): boolean {
    const { api } = this.#machine;
    const debug = this.#debug;
    for (let level = 0; level < MAX_LEVELS && api.lua_getstack(L, level, debug) !== 0; level++) {
      api.lua_getinfo(L, this.#what, debug);
      const line = this.#machine.u32(debug + DEBUG_LINE) | 0;
      const length = this.#machine.u32(debug + DEBUG_SOURCE_LENGTH);
      const source = this.#machine.bytes(this.#machine.u32(debug + DEBUG_SOURCE), length);
      // "@name" is a file; C functions have no line, and chunks of ours and of `load` no file.
      if (line <= 0 || source[0] !== AT) continue;
      this.#file = source.subarray(1);
      this.#line = line;
      return true;
    }
    return false;
  }
}
