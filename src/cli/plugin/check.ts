import { escapeControls } from "../../base/index.js";
import * as testing from "../../plugins/testing/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { printColumns } from "../print-columns.js";
import { programOf } from "./program-of.js";
import { withPluginLog } from "./with-plugin-log.js";

/** Checks a plugin and prints what it says of itself. */
export async function checkPlugin(manifestPath: string): Promise<number> {
  const { manifest, intents, waitMatchers, states } = await withPluginLog(() => testing.checkPlugin(manifestPath));
  const { name, version, kind, permissions } = manifest;
  process.stdout.write(`${escapeControls(`${name} ${version}`)} is in order.\n`);
  printColumns([
    ["  kind", kind],
    ["  program", programOf(manifest)],
    ["  permissions", list(permissions)],
    ["  intents", list(intents)],
    ["  wait matchers", list(waitMatchers)],
    ["  states", states.length === 0 ? "not told; describe() can" : list(states)],
  ]);
  return EXIT_OK;
}

const list = (words: readonly string[]): string => (words.length === 0 ? "none" : words.join(", "));
