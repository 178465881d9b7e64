import { join } from "node:path";
import { InvalidArgumentError, shown } from "../../base/index.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { loadPlugin } from "./loaded-plugin.js";

/** The plugins that come with this package: a folder each, with a manifest like anybody's. */
export const BUILT_IN_PLUGINS = ["claude-code", "repl", "shell"] as const;

const FOLDER = join(import.meta.dirname, "..", "..", "..", "plugins");
const loaded = new Map<string, LoadedPlugin>();

export function builtInPlugin(name: string): LoadedPlugin {
  if (!(BUILT_IN_PLUGINS as readonly string[]).includes(name))
    throw new InvalidArgumentError(
      "name",
      `there is no built-in plugin ${shown(name)}; there are ${BUILT_IN_PLUGINS.join(", ")}`,
    );
  let plugin = loaded.get(name);
  if (plugin === undefined) loaded.set(name, (plugin = loadPlugin(join(FOLDER, name, "manifest.toml"))));
  return plugin;
}
