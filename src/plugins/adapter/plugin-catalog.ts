import { InvalidArgumentError, MAX_LOADED_PLUGINS, PluginManifestError, shown } from "../../base/index.js";
import type { ExtensionDescription } from "../extension/index.js";
import { LuaPluginRegistry, PluginExtension } from "../extension/index.js";
import type { LoadedPlugin, PluginManifest } from "../manifest/index.js";
import { BUILT_IN_PLUGINS, builtInPlugin, loadPlugin } from "../manifest/index.js";
import { PluginError } from "../runtime/index.js";
import { logger } from "../../home/logging/index.js";

const log = logger("plugin");

const isBuiltIn = (name: string): boolean => (BUILT_IN_PLUGINS as readonly string[]).includes(name);

/** The plugins that can be started by name: those that come with the package, and those that were loaded. */
export class PluginCatalog implements AsyncDisposable {
  readonly #loaded = new Map<string, LoadedPlugin>();
  readonly #descriptions = new WeakMap<LoadedPlugin, Promise<ExtensionDescription>>();
  readonly #predicates = new LuaPluginRegistry();
  #loading = 0;

  constructor() {
    for (const name of BUILT_IN_PLUGINS) this.#predicates.add(name, () => builtInPlugin(name));
  }

  /** Answers `lua` matchers with all plugins of this catalog. */
  get predicates(): LuaPluginRegistry {
    return this.#predicates;
  }

  /** Loads a plugin by its manifest. Its code is run once, so that errors in it are found now. */
  async load(manifestPath: string): Promise<PluginManifest> {
    const extension = await this.loadAndStart(manifestPath);
    await extension.close();
    return extension.manifest;
  }

  /** The same, and returns the instance, which the caller has to close. */
  async loadAndStart(manifestPath: string): Promise<PluginExtension> {
    const plugin = loadPlugin(manifestPath);
    const { name } = plugin.manifest;
    this.#requireFree(name, manifestPath);
    this.#requireRoom(name);
    this.#loading++;
    let extension: PluginExtension;
    try {
      extension = await PluginExtension.start(plugin);
    } finally {
      this.#loading--;
    }
    try {
      this.#requireFree(name, manifestPath);
    } catch (error) {
      await extension.close();
      throw error;
    }
    this.#loaded.set(name, plugin);
    this.#predicates.add(name, () => plugin);
    log.info("a plugin was loaded", { plugin: name, version: plugin.manifest.version });
    return extension;
  }

  /** Removes a loaded plugin; running adapters are not affected. */
  async unload(name: string): Promise<void> {
    if (isBuiltIn(name)) throw refused(name, "is built in and cannot be unloaded");
    if (!this.#loaded.delete(name)) throw this.#unknown(name);
    await this.#predicates.remove(name);
    log.info("a plugin was unloaded", { plugin: name });
  }

  has(name: string): boolean {
    return isBuiltIn(name) || this.#loaded.has(name);
  }

  get(name: string): LoadedPlugin {
    const plugin = isBuiltIn(name) ? builtInPlugin(name) : this.#loaded.get(name);
    if (plugin === undefined) throw this.#unknown(name);
    return plugin;
  }

  /** The description of a plugin. Its code is run at the first call only. */
  describe(name: string): Promise<ExtensionDescription> {
    const plugin = this.get(name);
    let description = this.#descriptions.get(plugin);
    if (description === undefined) {
      this.#descriptions.set(plugin, (description = describe(plugin)));
      description.catch(() => this.#descriptions.delete(plugin));
    }
    return description;
  }

  /** By name. */
  list(): PluginManifest[] {
    const plugins = [...BUILT_IN_PLUGINS.map((name) => builtInPlugin(name)), ...this.#loaded.values()];
    return plugins.map(({ manifest }) => manifest).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async close(): Promise<void> {
    await this.#predicates.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #requireFree(name: string, path: string): void {
    if (isBuiltIn(name) || this.#loaded.has(name))
      throw new PluginManifestError(
        path,
        `${path}: there is a plugin ${shown(name)} already; ${isBuiltIn(name) ? "" : "unload it or "}choose another name`,
      );
  }

  #requireRoom(name: string): void {
    if (this.#loaded.size + this.#loading < MAX_LOADED_PLUGINS) return;
    const reason = `${MAX_LOADED_PLUGINS} plugins are loaded already; unload some of them first`;
    throw new PluginError(name, "unavailable", `plugin ${shown(name)} cannot be loaded: ${reason}`);
  }

  #unknown(name: string): InvalidArgumentError {
    const names = [...BUILT_IN_PLUGINS, ...this.#loaded.keys()].sort();
    return new InvalidArgumentError("plugin", `there is no plugin ${shown(name)}; there are ${names.join(", ")}`);
  }
}

const refused = (name: string, why: string): InvalidArgumentError =>
  new InvalidArgumentError("plugin", `plugin ${shown(name)} ${why}`);

async function describe(plugin: LoadedPlugin): Promise<ExtensionDescription> {
  const extension = await PluginExtension.start(plugin);
  try {
    return await extension.describe();
  } finally {
    await extension.close();
  }
}
