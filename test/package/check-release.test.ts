import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-release.mjs", import.meta.url));
const READY = { version: "1.2.3", locked: "1.2.3", changelog: "# Changelog\n\n## 1.2.3 (2030-01-02)\n\n- New.\n" };

/** The script as it is called in a tree of this version. */
function check(t: TestContext, tag: string, tree: Partial<typeof READY> = {}): string {
  const { version, locked, changelog } = { ...READY, ...tree };
  const root = tempDir(t);
  writeFileSync(join(root, "package.json"), JSON.stringify({ version }));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ version: locked }));
  writeFileSync(join(root, "CHANGELOG.md"), changelog);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, tag, root], { encoding: "utf8" });
  return `${status}: ${stdout}${stderr}`;
}

test("a version that is in the package, its lock file and the changelog is ready", (t) => {
  assert.equal(check(t, "v1.2.3"), "0: release: 1.2.3 is ready\n");
});

for (const [what, tag, tree, complaint] of [
  ["a tag that is no version", "next", {}, /^1: "next" is no tag of a version/],
  ["a tag of another version", "v1.2.4", {}, /package\.json has version 1\.2\.3, the tag says 1\.2\.4/],
  ["a lock file that was forgotten", "v1.2.3", { locked: "1.2.2" }, /^1: package-lock\.json has version 1\.2\.2/],
  [
    "a changelog that does not tell of it",
    "v1.2.3",
    { changelog: "## 1.2.30 (2030-01-02)\n" },
    /no section "## 1\.2\.3/,
  ],
  ["a section without a date", "v1.2.3", { changelog: "## 1.2.3 (unreleased)\n" }, /has no date/],
] as const)
  test(`${what} is refused`, (t) => {
    assert.match(check(t, tag, tree), complaint);
  });
