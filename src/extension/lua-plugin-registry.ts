import { shown } from "../base/index.js";
import { logger } from "../logging/index.js";
import type { MatchMoment, PluginRegistry, PredicateOutcome } from "../matcher/index.js";
import type { LoadedPlugin } from "../plugin/index.js";
import type { PluginWorker } from "../plugin-runtime/index.js";
import { PluginError } from "../plugin-runtime/index.js";
import { predicateOutcomeFrom } from "./plugin-answers.js";
import { startWorker } from "./start-worker.js";
import { predicateInputFor } from "./what-plugins-see.js";

const log = logger("plugin");

const MAX_TOLD = 256;

interface Entry {
  readonly plugin: () => LoadedPlugin;
  /** Started with the first question. */
  worker: Promise<PluginWorker> | undefined;
}

/** Plugins that answer `lua` matchers, by name. Their instances are apart from those of adapters, and share no state with them. */
export class LuaPluginRegistry implements PluginRegistry, AsyncDisposable {
  readonly #entries = new Map<string, Entry>();
  /** The last failure of each predicate. */
  readonly #told = new Map<string, string>();

  static withSingle(name: string, plugin: LoadedPlugin): LuaPluginRegistry {
    const registry = new LuaPluginRegistry();
    registry.add(name, () => plugin);
    return registry;
  }

  /** `plugin` is called with the first question; one of that name before it is gone. */
  add(name: string, plugin: () => LoadedPlugin): void {
    void this.remove(name);
    this.#entries.set(name, { plugin, worker: undefined });
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async remove(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    this.#entries.delete(name);
    await entry?.worker?.then((worker) => worker.close()).catch(() => undefined);
  }

  async evaluate(name: string, predicate: string, params: unknown, moment: MatchMoment): Promise<PredicateOutcome> {
    try {
      const entry = this.#entry(name);
      const worker = await this.#worker(entry);
      const input = predicateInputFor(entry.plugin().manifest, moment, params);
      return predicateOutcomeFrom(await worker.call(predicate, input));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // It is asked again and again; the same failure is told once.
      if (this.#told.get(`${name} ${predicate}`) !== reason)
        log.warn("a predicate failed, which counts as no match", { plugin: name, predicate, error: reason });
      if (this.#told.size >= MAX_TOLD) this.#told.clear();
      this.#told.set(`${name} ${predicate}`, reason);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((name) => this.remove(name)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #worker(entry: Entry): Promise<PluginWorker> {
    if (entry.worker === undefined) {
      entry.worker = startWorker(entry.plugin().program);
      // One that failed to load may load the next time: nothing says that it was the plugin's fault.
      entry.worker.catch(() => (entry.worker = undefined));
    }
    return entry.worker;
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new PluginError(name, "unavailable", `there is no plugin ${shown(name)} to ask`);
    return entry;
  }
}
