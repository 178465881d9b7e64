import type { PluginLimits } from "../plugin-limits.js";
import type { PluginPosition } from "../../../base/index.js";
import { functionPointer } from "./function-table.js";
import type { LuaThread } from "./lua-api.js";
import { MASK_COUNT } from "./lua-api.js";
import type { LuaMachine } from "./lua-machine.js";
import type { LuaPositions } from "./lua-position.js";

/** Instructions between two looks at the clock: some 10 µs. */
const STRIDE = 1_000;
/** How stale the noted position may be, for what no hook can interrupt. */
const NOTE_EVERY_MS = 5;

/** Which limit was passed, and where. */
export interface Trip extends PluginPosition {
  readonly reason: "instructions" | "time" | "memory";
}

/**
 * Counts a call's instructions, time and memory. Lua's count hook does it, which is inherited by coroutines. Once a limit is
 * passed the hook fires at every instruction of every thread it meets, so that no `pcall` gets any further.
 */
export class CallBudget {
  readonly allocator: number;
  readonly #machine: LuaMachine;
  readonly #limits: PluginLimits;
  readonly #hook: number;
  #positions!: LuaPositions;
  #main: LuaThread = 0;
  #trip: Trip | undefined;
  #instructionsLeft = 0;
  #deadlineMs = 0;
  #notedMs = 0;
  #usedBytes = 0;
  /** A request that was refused; Lua then collects garbage and asks again before anything else can happen. */
  #refusedBytes = 0;
  #isHalfNoted = false;

  constructor(machine: LuaMachine, limits: PluginLimits) {
    this.#machine = machine;
    this.#limits = limits;
    const table = machine.api.__indirect_function_table;
    this.allocator = functionPointer(table, "allocator", (_, block = 0, oldSize = 0, newSize = 0) =>
      this.#allocate(block, oldSize >>> 0, newSize >>> 0),
    );
    this.#hook = functionPointer(table, "hook", (L = 0) => this.#onCount(L));
  }

  attach(main: LuaThread, positions: LuaPositions): void {
    this.#main = main;
    this.#positions = positions;
  }

  begin(): void {
    this.#trip = undefined;
    this.#instructionsLeft = this.#limits.instructions;
    this.#notedMs = performance.now();
    this.#deadlineMs = this.#notedMs + this.#limits.wallClockMs;
    this.#refusedBytes = 0;
    this.#isHalfNoted = false;
    this.#hookEvery(this.#main, this.#stride);
  }

  /** The limit that was passed since `begin`, if any; memory also when its error was caught and nothing ran since. */
  get trip(): Trip | undefined {
    if (this.#refusedBytes !== 0) this.#trip ??= { reason: "memory", ...this.#positions.at(this.#main) };
    return this.#trip;
  }

  /** Small budgets are counted exactly. */
  get #stride(): number {
    return Math.min(STRIDE, this.#limits.instructions);
  }

  #onCount(L: LuaThread): void {
    const { api } = this.#machine;
    const stride = api.lua_gethookcount(L);
    this.charge(L, stride);
    // It was the one look that half the memory asked for.
    if (stride !== this.#stride) this.#hookEvery(L, this.#stride);
    if (this.#isHalfNoted) this.#positions.note(L);
  }

  /** Counts work as instructions of a thread, and raises an error in it if a limit is passed. */
  charge(L: LuaThread, instructions: number): void {
    this.#instructionsLeft -= instructions;
    const reason = this.#trip?.reason ?? this.#passed(L);
    if (reason === undefined) return;
    const { api } = this.#machine;
    this.#trip ??= { reason, ...this.#positions.at(L) };
    this.#hookEvery(L, 1);
    this.#hookEvery(this.#main, 1);
    api.lua_pushnil(L);
    api.lua_error(L);
  }

  #passed(L: LuaThread): Trip["reason"] | undefined {
    if (this.#refusedBytes !== 0) return "memory";
    if (this.#instructionsLeft <= 0) return "instructions";
    const now = performance.now();
    if (now > this.#deadlineMs) return "time";
    if (now - this.#notedMs > NOTE_EVERY_MS) {
      this.#notedMs = now;
      this.#positions.note(L);
    }
    return undefined;
  }

  #hookEvery(L: LuaThread, instructions: number): void {
    // There is no thread yet while the state itself is being made.
    if (L !== 0) this.#machine.api.lua_sethook(L, this.#hook, MASK_COUNT, instructions);
  }

  #allocate(block: number, oldSize: number, newSize: number): number {
    const { api } = this.#machine;
    if (newSize === 0) {
      if (block === 0) return 0;
      this.#usedBytes -= oldSize;
      api.free(block);
      return 0;
    }
    // Without a block the old size is a type's number.
    const more = block === 0 ? newSize : newSize - oldSize;
    if (more > 0 && this.#usedBytes + more > this.#limits.memoryBytes) return this.#refuse(newSize);
    const moved = api.realloc(block, newSize);
    if (moved === 0) return this.#refuse(newSize);
    this.#usedBytes += more;
    if (newSize === this.#refusedBytes) this.#refusedBytes = 0;
    if (!this.#isHalfNoted && this.#usedBytes > this.#limits.memoryBytes / 2) this.#noteHalf();
    return moved;
  }

  #refuse(size: number): number {
    this.#refusedBytes = size;
    this.#hookEvery(this.#main, 1);
    return 0;
  }

  /** Lua's memory error carries no position, and none can be asked for here: the next instruction tells where this goes on. */
  #noteHalf(): void {
    this.#isHalfNoted = true;
    this.#hookEvery(this.#main, 1);
  }
}
