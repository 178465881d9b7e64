import { shown } from "../../base/index.js";
import { logger } from "../../home/logging/index.js";
import type { MatchMoment, PluginRegistry, PredicateOutcome, SessionPlugins } from "../../core/matcher/index.js";
import type { LoadedPlugin } from "../manifest/index.js";
import type { JsonValue } from "../runtime/index.js";
import { PluginError } from "../runtime/index.js";
import type { SideFacts } from "../signals/index.js";
import { failureFields } from "./failure-fields.js";
import { predicateOutcomeFrom } from "./plugin-answers.js";
import type { PredicateInstance } from "./predicate-instance.js";
import { PredicateInstances } from "./predicate-instances.js";
import { predicateInputFor } from "./plugin-input.js";

const log = logger("plugin");

const MAX_LOGGED = 256;

/** What the program of a plugin has told; undefined for the others. */
type SideOf = (plugin: string) => SideFacts | undefined;

interface Entry {
  readonly load: () => LoadedPlugin;
  /** Loaded with the first call. */
  plugin: LoadedPlugin | undefined;
}

/**
 * Plugins that answer `lua` matchers, by name. Every session has instances of its own, so that they share no state and a slow one
 * delays no other session.
 */
export class LuaPluginRegistry implements PluginRegistry, AsyncDisposable {
  readonly #entries = new Map<string, Entry>();
  readonly #instances = new PredicateInstances();
  /** The last failure of each predicate. */
  readonly #logged = new Map<string, string>();
  /** For calls without a session. */
  readonly #own = this.forSession();

  static withSingle(name: string, plugin: LoadedPlugin): LuaPluginRegistry {
    const registry = new LuaPluginRegistry();
    registry.add(name, () => plugin);
    return registry;
  }

  /** `plugin` is called at the first use. Replaces an earlier plugin of that name. */
  add(name: string, plugin: () => LoadedPlugin): void {
    void this.remove(name);
    this.#entries.set(name, { load: plugin, plugin: undefined });
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async remove(name: string): Promise<void> {
    const plugin = this.#entries.get(name)?.plugin;
    this.#entries.delete(name);
    if (plugin !== undefined) await this.#instances.end(plugin);
  }

  /** The same plugins; the one of this name is handed what its program tells beside its screen. */
  withSide(plugin: string, side: () => SideFacts | undefined): PluginRegistry {
    return {
      has: (name) => this.has(name),
      evaluate: (name, predicate, params, moment) => this.evaluate(name, predicate, params, moment),
      forSession: () => this.forSession((name) => (name === plugin ? side() : undefined)),
    };
  }

  /** The same plugins, in instances of their own. */
  forSession(side: SideOf = () => undefined): SessionPlugins {
    const instances = new Map<string, PredicateInstance>();
    let isClosed = false;
    const instanceOf = (name: string, plugin: LoadedPlugin): PredicateInstance => {
      if (isClosed)
        throw new PluginError(name, "unavailable", `plugin ${shown(name)} is not asked: the session is closed`);
      const instance = this.#instances.use(instances.get(name), plugin);
      instances.set(name, instance);
      return instance;
    };
    return {
      has: (name) => this.has(name),
      evaluate: (name, predicate, params, moment) => {
        const input = (plugin: LoadedPlugin): JsonValue =>
          predicateInputFor(plugin.manifest, moment, params, side(name));
        return this.#evaluate(instanceOf, name, predicate, input);
      },
      close: async () => {
        isClosed = true;
        await Promise.all([...instances.values()].map((instance) => instance.close()));
      },
    };
  }

  evaluate(name: string, predicate: string, params: unknown, moment: MatchMoment): Promise<PredicateOutcome> {
    return this.#own.evaluate(name, predicate, params, moment);
  }

  async close(): Promise<void> {
    this.#entries.clear();
    await this.#instances.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #evaluate(
    instanceOf: (name: string, plugin: LoadedPlugin) => PredicateInstance,
    name: string,
    predicate: string,
    inputOf: (plugin: LoadedPlugin) => JsonValue,
  ): Promise<PredicateOutcome> {
    try {
      const plugin = this.#plugin(name);
      return predicateOutcomeFrom(await instanceOf(name, plugin).call(predicate, inputOf(plugin)));
    } catch (error) {
      this.#logOnce(name, predicate, error);
      throw error;
    }
  }

  /** A predicate is called again and again; the same failure is logged once. */
  #logOnce(name: string, predicate: string, error: unknown): void {
    const key = `${name} ${predicate}`;
    const facts = failureFields(error);
    const reason = JSON.stringify(facts);
    if (this.#logged.get(key) !== reason)
      log.warn("a predicate failed, which counts as no match", { plugin: name, predicate, ...facts });
    if (this.#logged.size >= MAX_LOGGED) this.#logged.clear();
    this.#logged.set(key, reason);
  }

  #plugin(name: string): LoadedPlugin {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new PluginError(name, "unavailable", `there is no plugin ${shown(name)} to ask`);
    return (entry.plugin ??= entry.load());
  }
}
