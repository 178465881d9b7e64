import type { LoadedPlugin } from "../manifest/index.js";
import { loadPlugin } from "../manifest/index.js";
import { PluginError } from "../runtime/index.js";
import { expectationText } from "./fixture-expectation.js";
import type { Fixture } from "./fixture-files.js";
import { findFixtures, loadFixtures, writeAnew } from "./fixture-files.js";
import type { FixtureResult } from "./fixture-result.js";
import { adjusted, compared } from "./fixture-result.js";
import { classifyScreen } from "./classify-screen.js";
import { mapConcurrent } from "../../base/index.js";

/** Shows a plugin, given by itself or by its manifest's path, every screen of a directory. Rejects if the plugin does not load. */
export async function checkFixtures(plugin: LoadedPlugin | string, dir: string): Promise<readonly FixtureResult[]> {
  const loaded = loadedFrom(plugin);
  return mapConcurrent(loadFixtures(dir), (fixture) => result(loaded, fixture));
}

/** Where a plugin sees something else than was expected, or nothing was expected yet, writes down what it sees. Returns the names. */
export async function updateFixtures(plugin: LoadedPlugin | string, dir: string): Promise<readonly string[]> {
  const loaded = loadedFrom(plugin);
  const written: string[] = [];
  for (const { expected, expectedPath, ...found } of findFixtures(dir)) {
    let text;
    if (expected === undefined) {
      const seen = await classifyScreen(loaded, found);
      if (seen instanceof PluginError) throw seen;
      const { confidence: minConfidence, ...rest } = seen;
      text = expectationText({ ...rest, minConfidence });
    } else {
      const checked = await result(loaded, { ...found, expected });
      if (checked.passed || checked.seen === undefined) continue;
      text = expectationText(adjusted(checked));
    }
    writeAnew(expectedPath, text);
    written.push(found.name);
  }
  return written;
}

const loadedFrom = (plugin: LoadedPlugin | string): LoadedPlugin =>
  typeof plugin === "string" ? loadPlugin(plugin) : plugin;

async function result(plugin: LoadedPlugin, fixture: Fixture): Promise<FixtureResult> {
  const { name, expected } = fixture;
  const seen = await classifyScreen(plugin, fixture, expected);
  if (!(seen instanceof PluginError)) return compared(name, expected, seen);
  return { name, expected, seen: undefined, differences: [], passed: false, failure: seen.message };
}
