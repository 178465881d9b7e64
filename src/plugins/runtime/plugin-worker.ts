import { checkOptionNames, MAX_PLUGIN_CALLS_WAITING, PluginError } from "../../base/index.js";
import { pluginError } from "./failure-message.js";
import { hostConstructors } from "./host-constructors.js";
import { luaModule } from "./lua-module.js";
import type { PluginLimits } from "./plugin-limits.js";
import { pluginLimits } from "./plugin-limits.js";
import type { JsonValue, PluginLogLevel, PluginProgram } from "./plugin-program.js";
import { PluginThread } from "./plugin-thread.js";
import { RestartBudget } from "./restart-budget.js";

/** How a plugin is run. */
export interface PluginWorkerOptions {
  /** Lower limits than the usual ones. */
  readonly limits?: Partial<PluginLimits>;
  /** Gets what the plugin prints and logs. */
  readonly onLog?: (level: PluginLogLevel, text: string) => void;
}

/**
 * One plugin in a thread of its own. Whatever its code does, a call is answered within the limits, and the plugin can be called
 * again; if the thread had to be ended, it begins anew with the same code, and what its modules remembered is lost.
 */
export class PluginWorker {
  readonly #program: PluginProgram;
  readonly #limits: PluginLimits;
  readonly #onLog: (level: PluginLogLevel, text: string) => void;
  readonly #files = new Map<string, Uint8Array>();
  readonly #restarts = new RestartBudget();
  #thread: PluginThread | undefined;
  #exports: readonly string[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  private constructor(program: PluginProgram, { limits, onLog = () => undefined }: PluginWorkerOptions) {
    this.#program = program;
    this.#limits = pluginLimits(limits);
    this.#onLog = onLog;
  }

  /** Starts a thread and loads the plugin in it; throws a PluginError with file and line if its code fails. */
  static async start(program: PluginProgram, options: PluginWorkerOptions = {}): Promise<PluginWorker> {
    checkOptionNames("options", options, ["limits", "onLog"]);
    const worker = new PluginWorker(program, options);
    await worker.#load();
    return worker;
  }

  /** The names of the functions that the plugin exports, sorted. */
  get exports(): readonly string[] {
    return this.#exports;
  }

  /** Calls an exported function with one argument. Calls are answered one after the other; throws a PluginError. */
  async call(name: string, argument: JsonValue): Promise<JsonValue> {
    if (this.#waiting >= MAX_PLUGIN_CALLS_WAITING)
      throw this.#unavailable(`${MAX_PLUGIN_CALLS_WAITING} calls wait for it already; wait for their answers`);
    this.#waiting++;
    const answer = this.#last.then(() => this.#call(name, argument));
    this.#last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.#waiting--;
    }
  }

  /** Ends the thread; calls that are not answered yet fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end({ reason: "unavailable", text: "the plugin was closed" });
  }

  async #call(name: string, argument: JsonValue): Promise<JsonValue> {
    const thread = this.#thread?.isAlive === true ? this.#thread : await this.#restart();
    if (!this.#exports.includes(name)) throw this.#missing(name);
    const reply = await this.#ask(thread, name, argument);
    // The memory of an engine never shrinks; only with its thread it is given back.
    if (reply.type === "failure" && reply.failure.reason === "memory") await thread.end(reply.failure);
    if (!thread.isAlive && this.#thread === thread) this.#thread = undefined;
    if (reply.type === "failure") throw pluginError(this.#program.name, name, reply.failure, this.#limits);
    return reply.type === "answer" ? reply.value : null;
  }

  async #ask(thread: PluginThread, name: string, argument: JsonValue) {
    try {
      return await thread.ask({ name, argument });
    } catch (error) {
      const text = `its argument cannot be handed to a thread: ${error instanceof Error ? error.message : String(error)}`;
      throw pluginError(this.#program.name, name, { reason: "bad_value", text }, this.#limits);
    }
  }

  async #restart(): Promise<PluginThread> {
    this.#checkOpen();
    const wait = this.#restarts.take();
    if (wait > 0) throw this.#unavailable(`it had to be ended too often; try again in ${Math.ceil(wait / 1000)} s`);
    return this.#load();
  }

  async #load(): Promise<PluginThread> {
    const { runtime, name, entrypoint, permissions } = this.#program;
    const lua = runtime === "lua" ? await luaModule() : undefined;
    this.#checkOpen();
    const thread = new PluginThread(
      {
        program: this.#program,
        limits: this.#limits,
        constructors: hostConstructors(permissions),
        lua,
        files: this.#files,
      },
      { onLog: this.#onLog, onFile: (file, content) => this.#files.set(file, content) },
    );
    this.#thread = thread;
    const reply = await thread.loaded;
    if (reply.type === "loaded") {
      this.#exports = reply.exports;
      return thread;
    }
    this.#thread = undefined;
    await thread.end({ reason: "failed", text: "it did not load" });
    const failure = reply.type === "failure" ? reply.failure : ({ reason: "failed", text: "no answer" } as const);
    throw pluginError(name, entrypoint, failure, this.#limits);
  }

  #checkOpen(): void {
    if (this.#isClosed) throw this.#unavailable("it was closed; start it again");
  }

  #missing(name: string): PluginError {
    const known = this.#exports.join(", ") || "none";
    const { name: plugin } = this.#program;
    return new PluginError(
      plugin,
      "missing_export",
      `plugin "${plugin}" exports no function ${name}; it has: ${known}`,
    );
  }

  #unavailable(text: string): PluginError {
    return new PluginError(
      this.#program.name,
      "unavailable",
      `plugin "${this.#program.name}" cannot be called: ${text}`,
    );
  }
}
