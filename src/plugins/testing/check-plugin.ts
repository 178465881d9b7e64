import type { ExtensionDescription } from "../extension/index.js";
import { PluginExtension } from "../extension/index.js";
import type { LoadedPlugin, PluginManifest } from "../manifest/index.js";
import { loadPlugin } from "../manifest/index.js";
import { PluginError, PluginWorker } from "../runtime/index.js";
import { classifyScreen } from "./classify-screen.js";

/** A plugin that is in order, and what it says of itself. */
export interface CheckedPlugin extends ExtensionDescription {
  readonly manifest: PluginManifest;
}

/**
 * Checks a plugin by its manifest: both can be read and fit together, the code runs, an adapter can look at an empty screen, and
 * what it describes exists. Rejects with the first thing that is wrong.
 */
export async function checkPlugin(manifestPath: string): Promise<CheckedPlugin> {
  const plugin = loadPlugin(manifestPath);
  const { manifest } = plugin;
  const exported = await exportsOf(plugin);
  const extension = await PluginExtension.start(plugin);
  let description;
  try {
    description = await extension.describe();
  } finally {
    await extension.close();
  }
  const missing = [...description.intents, ...description.waitMatchers].find((name) => !exported.includes(name));
  if (missing !== undefined) throw wrong(plugin, `describe names ${missing}, which is no function that it exports`);
  const misnamed = description.waitMatchers.find((name) => !name.endsWith("_matcher"));
  if (misnamed !== undefined)
    throw wrong(plugin, `the wait matcher ${misnamed} must have a name that ends in _matcher`);
  if (manifest.kind === "adapter") {
    if (!exported.includes("classify"))
      throw wrong(plugin, "it exports no classify, with which an adapter looks at the screen");
    const seen = await classifyScreen(plugin, { screen: "" }, { stableMs: 0 });
    if (seen instanceof PluginError) throw seen;
  }
  return { manifest, ...description };
}

async function exportsOf({ program }: LoadedPlugin): Promise<readonly string[]> {
  const worker = await PluginWorker.start(program);
  await worker.close();
  return worker.exports;
}

function wrong({ manifest, program }: LoadedPlugin, problem: string): PluginError {
  const { name, entrypoint: file } = manifest;
  return new PluginError(name, "bad_value", `plugin "${name}": ${file}: ${problem}`, { file: program.entrypoint });
}
