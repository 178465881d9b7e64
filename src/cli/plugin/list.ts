import { BUILT_IN_PLUGINS, builtInPlugin } from "../../plugins/manifest/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { printColumns } from "../print-columns.js";
import { programOf } from "./program-of.js";

/** Prints the plugins that come with the package. */
export function listPlugins(): number {
  const manifests = BUILT_IN_PLUGINS.map((name) => builtInPlugin(name).manifest);
  printColumns(manifests.map((manifest) => [manifest.name, manifest.version, manifest.kind, programOf(manifest)]));
  return EXIT_OK;
}
