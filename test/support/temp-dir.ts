import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A folder of its own for a test, gone after it. */
export function tempDir(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "ptywright-test-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
