import { MAX_PREDICATE_INSTANCES } from "../../base/index.js";
import type { LoadedPlugin } from "../manifest/index.js";
import type { PluginProgram } from "../runtime/index.js";
import { PluginError } from "../runtime/index.js";
import type { PredicateWorker } from "./predicate-instance.js";
import { PredicateInstance } from "./predicate-instance.js";
import { startWorker } from "./start-worker.js";

/** All instances of one registry, limited in number. */
export class PredicateInstances {
  /** In the order of their last use. */
  readonly #running = new Map<PredicateInstance, LoadedPlugin>();

  readonly #startWorker: (program: PluginProgram) => Promise<PredicateWorker>;

  constructor(start: (program: PluginProgram) => Promise<PredicateWorker> = startWorker) {
    this.#startWorker = start;
  }

  /** Returns this instance if it is still usable, else a new one. */
  use(instance: PredicateInstance | undefined, plugin: LoadedPlugin): PredicateInstance {
    if (instance === undefined || instance.isClosing || this.#running.get(instance) !== plugin)
      instance = this.#start(plugin);
    this.#running.delete(instance);
    this.#running.set(instance, plugin);
    return instance;
  }

  /** Ends the instances of a plugin, or all. */
  async end(plugin?: LoadedPlugin): Promise<void> {
    const ended = [...this.#running].filter(([, each]) => plugin === undefined || each === plugin);
    await Promise.all(ended.map(([instance]) => instance.close()));
  }

  #start(plugin: LoadedPlugin): PredicateInstance {
    if (this.#running.size >= MAX_PREDICATE_INSTANCES) this.#makeRoom(plugin.manifest.name);
    const instance: PredicateInstance = new PredicateInstance(this.#startWorker(plugin.program), () =>
      this.#running.delete(instance),
    );
    return instance;
  }

  #makeRoom(name: string): void {
    for (const instance of this.#running.keys()) {
      if (!instance.isIdle || instance.isClosing) continue;
      void instance.close();
      return;
    }
    throw new PluginError(
      name,
      "unavailable",
      `plugin "${name}" cannot be asked: ${MAX_PREDICATE_INSTANCES} sessions ask plugins at this moment; end some of their waits`,
    );
  }
}
