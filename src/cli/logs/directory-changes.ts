import { watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";

/** Tells that something in a directory changed since it was last asked, or that the directory itself went. */
export class DirectoryChanges {
  readonly #watchers: readonly FSWatcher[];
  #hasChanged = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(directory: string) {
    // Linux does not report that a watched directory is removed while a file of it, even a deleted one, is open; the
    // directory above it does.
    this.#watchers = [directory, dirname(directory)].map((path) =>
      watch(path, () => this.#changed()).on("error", (error) => {
        this.#failure = error;
        this.#changed();
      }),
    );
  }

  /** Resolves at once if there was a change since the last time, else with the next one. */
  async next(): Promise<void> {
    if (!this.#hasChanged) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
    if (this.#failure !== undefined) throw this.#failure;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#wake?.();
    this.#wake = undefined;
  }
}
