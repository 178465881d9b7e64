import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Owner } from "./owner.js";

/** A folder of its own for a test, gone after it. A program that is just ending may still leave a file in it. */
export function tempDir(t: Owner): string {
  const path = mkdtempSync(join(tmpdir(), "ptywright-test-"));
  t.after(() => rmSync(path, { recursive: true, force: true, maxRetries: 20 }));
  return path;
}
