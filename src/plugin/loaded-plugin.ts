import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InvalidArgumentError, PluginManifestError, shown } from "../base/index.js";
import type { PluginProgram } from "../plugin-runtime/index.js";
import { readInside } from "../plugin-runtime/index.js";
import { PluginManifest } from "./plugin-manifest.js";

/** A plugin whose manifest was checked and whose code was read, ready to be run any number of times. */
export interface LoadedPlugin {
  readonly manifest: PluginManifest;
  readonly program: PluginProgram;
}

/** Loads a plugin by its manifest; the code lies beside it. */
export function loadPlugin(manifestPath: string): LoadedPlugin {
  const path = resolve(manifestPath);
  return loadFrom(dirname(path), PluginManifest.load(path), path);
}

/** Loads the code of a plugin from the directory given. */
export function loadFrom(root: string, manifest: PluginManifest, path = root): LoadedPlugin {
  manifest.validate();
  const { name, runtime, entrypoint, permissions } = manifest;
  if (runtime === undefined || entrypoint === undefined)
    throw new PluginManifestError(
      path,
      `${path}: has no runtime, so that there is nothing to run; add runtime and entrypoint`,
    );
  const realRoot = realRootOf(root);
  const source = readInside(realRoot, entrypoint);
  return { manifest, program: { name, runtime, root: realRoot, entrypoint, source, permissions } };
}

function realRootOf(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw new InvalidArgumentError("root", `root must be the plugin's directory, got ${shown(root)}`, undefined, {
      cause: error,
    });
  }
}
