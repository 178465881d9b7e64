import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { tempDir } from "./temp-dir.js";

/** A named pipe through which a test tells a program to go on. Opened for both directions, so that nobody ever blocks. */
export function fifo(t: TestContext): { readonly path: string; write(text: string): void; close(): void } {
  const path = join(tempDir(t), "fifo");
  execFileSync("mkfifo", [path]);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  t.after(close);
  return { path, write: (text) => void writeSync(descriptor, text), close };
}
