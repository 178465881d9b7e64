import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  InvalidArgumentError,
  MAX_PLUGIN_FILE_BYTES,
  MAX_PLUGIN_MODULE_BYTES,
  PluginManifestError,
  shown,
} from "../../base/index.js";
import type { PluginProgram } from "../runtime/index.js";
import { PluginFileError, identityOf, readContainedFile } from "../runtime/index.js";
import type { PluginRuntime } from "./plugin-manifest.js";
import { PluginManifest } from "./plugin-manifest.js";

const MAX_ENTRYPOINT_BYTES: Readonly<Record<PluginRuntime, number>> = {
  lua: MAX_PLUGIN_FILE_BYTES,
  wasm: MAX_PLUGIN_MODULE_BYTES,
};

/** A plugin whose manifest was checked and whose code was read, ready to be run any number of times. */
export interface LoadedPlugin {
  readonly manifest: PluginManifest;
  readonly program: PluginProgram;
}

/** Loads a plugin by its manifest, or by the directory that has it as manifest.toml; the code lies beside it. */
export function loadPlugin(manifestPath: string): LoadedPlugin {
  const given = resolve(manifestPath);
  const path = isDirectory(given) ? join(given, "manifest.toml") : given;
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
  const rootIdentity = identityOf(realRoot);
  const source = entrypointOf(realRoot, entrypoint, runtime);
  return { manifest, program: { name, runtime, root: realRoot, rootIdentity, entrypoint, source, permissions } };
}

/** What cannot be looked at is told of when it is read. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function entrypointOf(root: string, entrypoint: string, runtime: PluginRuntime): Uint8Array {
  try {
    return readContainedFile(root, entrypoint, MAX_ENTRYPOINT_BYTES[runtime]);
  } catch (error) {
    if (!(error instanceof PluginFileError)) throw error;
    throw new PluginFileError(entrypoint, `${error.problem}; it is the entrypoint of the manifest in ${root}`);
  }
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
