import { MAX_PLUGIN_FILES } from "../../../base/index.js";
import type { PluginProgram } from "../plugin-program.js";
import { PluginFileError, readContainedFile } from "../contained-file.js";

/** The plugin's files as they were when first read: an instance that is made again runs the same code. */
export class FileCache {
  readonly #program: Pick<PluginProgram, "root" | "rootIdentity">;
  readonly #files: Map<string, Uint8Array>;
  readonly #onRead: (file: string, content: Uint8Array) => void;

  constructor(
    program: Pick<PluginProgram, "root" | "rootIdentity">,
    files: ReadonlyMap<string, Uint8Array>,
    onRead: (file: string, content: Uint8Array) => void,
  ) {
    this.#program = program;
    this.#files = new Map(files);
    this.#onRead = onRead;
  }

  read(file: string): Uint8Array {
    const kept = this.#files.get(file);
    if (kept !== undefined) return kept;
    if (this.#files.size >= MAX_PLUGIN_FILES)
      throw new PluginFileError(file, `would be one file more than the ${MAX_PLUGIN_FILES} that a plugin may have`);
    const { root, rootIdentity } = this.#program;
    if (root === undefined)
      throw new PluginFileError(file, "cannot be required: this plugin was given as a text and has no directory");
    const content = readContainedFile(root, file, undefined, rootIdentity);
    this.#files.set(file, content);
    this.#onRead(file, content);
    return content;
  }
}
