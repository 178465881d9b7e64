import type { WorkerStart } from "../messages.js";
import type { JsonValue } from "../plugin-program.js";
import type { WasmMemory, WasmModule } from "../web-assembly.js";
import { Instance, Module } from "../web-assembly.js";
import type { Engine } from "../worker/engine.js";
import { EngineFailure } from "../worker/engine.js";
import { boundedModule } from "./bounded-module.js";
import { badResult, complaintIn, resultOf } from "./json-result.js";

/** What a module exports: a memory, room in it for what it is handed, and one function for all calls. */
interface PluginInstance {
  readonly memory: WasmMemory;
  readonly ptywright_alloc: (length: number) => number;
  /** Answers `pointer << 32 | length` of the result as JSON, or of `{"error": "what went wrong"}`. */
  readonly ptywright_call: (name: number, nameLength: number, argument: number, argumentLength: number) => bigint;
}

/** Allocators ask for large steps, so that the last one fails well before the limit. */
const NEARLY_FULL = 0.75;
/** The call that every module knows: it answers with the names of the others, as an array. */
const EXPORTS = "exports";

/**
 * Runs a WebAssembly plugin. It is given no imports at all, so it can do nothing but compute. Time is kept by the watchdog alone;
 * after a trap the next call begins with a fresh instance.
 */
export class WasmEngine implements Engine {
  readonly #start: WorkerStart;
  #module: WasmModule | undefined;
  #instance: PluginInstance | undefined;

  constructor(start: WorkerStart) {
    this.#start = start;
  }

  load(): readonly string[] {
    const names = this.call(EXPORTS, null);
    if (!Array.isArray(names) || !names.every((name) => typeof name === "string"))
      throw badResult(`to "${EXPORTS}" must be an array of names`);
    return names.filter((name) => name !== EXPORTS).sort();
  }

  call(name: string, argument: JsonValue): JsonValue {
    const { limits } = this.#start;
    let text: string;
    try {
      this.#instance ??= this.#instantiated();
      text = this.#answer(this.#instance, name, argument);
    } catch (error) {
      if (error instanceof EngineFailure) throw error;
      throw this.#trapped(error);
    }
    const result = resultOf(text, limits);
    const complaint = complaintIn(result);
    if (complaint !== undefined) throw this.#failed(complaint);
    return result;
  }

  #answer(instance: PluginInstance, name: string, argument: JsonValue): string {
    const { resultBytes } = this.#start.limits;
    const [namePointer, nameLength] = this.#placed(instance, name);
    const [pointer, length] = this.#placed(instance, JSON.stringify(argument) ?? "null");
    const packed = BigInt.asUintN(64, instance.ptywright_call(namePointer, nameLength, pointer, length));
    const [at, size] = [Number(packed >> 32n), Number(packed & 0xffff_ffffn)];
    if (size > resultBytes) throw badResult(`has more than ${resultBytes} bytes`);
    if (at + size > instance.memory.buffer.byteLength) throw badResult("lies outside of its memory");
    return Buffer.from(instance.memory.buffer, at, size).toString();
  }

  #placed({ memory, ptywright_alloc: allocate }: PluginInstance, text: string): [number, number] {
    const bytes = Buffer.from(text);
    const pointer = allocate(bytes.length) >>> 0;
    if (pointer === 0 || pointer + bytes.length > memory.buffer.byteLength)
      throw new EngineFailure({ reason: "memory", text: "ptywright_alloc has found no room" });
    bytes.copy(Buffer.from(memory.buffer), pointer);
    return [pointer, bytes.length];
  }

  #instantiated(): PluginInstance {
    this.#module ??= this.#compiled();
    const exports = new Instance(this.#module).exports as Partial<PluginInstance>;
    for (const name of ["memory", "ptywright_alloc", "ptywright_call"] as const)
      if (exports[name] === undefined) throw this.#failed(`it does not export ${name}`);
    return exports as PluginInstance;
  }

  #compiled(): WasmModule {
    const { program, limits } = this.#start;
    const bytes = typeof program.source === "string" ? Buffer.from(program.source, "latin1") : program.source;
    const bounded = boundedModule(bytes, limits.memoryBytes);
    try {
      return new Module(bounded);
    } catch (error) {
      throw this.#failed(`it does not compile: ${(error as Error).message}`);
    }
  }

  /** Out of memory is a trap like others; a memory near its limit tells which it was. */
  #trapped(error: unknown): EngineFailure {
    const { limits } = this.#start;
    const size = this.#instance?.memory.buffer.byteLength ?? 0;
    this.#instance = undefined;
    if (size > NEARLY_FULL * limits.memoryBytes) return new EngineFailure({ reason: "memory", text: "" });
    return this.#failed(`it trapped: ${error instanceof Error ? error.message : String(error)}`);
  }

  #failed(text: string): EngineFailure {
    return new EngineFailure({ reason: "failed", text, file: this.#start.program.entrypoint });
  }
}
