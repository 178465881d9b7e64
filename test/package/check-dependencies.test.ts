import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-dependencies.mjs", import.meta.url));
const NAME = "@a/part";
const LOCKED = { version: "1.2.3", license: "MIT", integrity: "sha512-x" };

/** What the checker says of a tree with one dependency. */
function checked(t: TestContext, locked: object, range = "1.2.3", kind = "dependencies"): string {
  const root = tempDir(t);
  const lock = { packages: { "": {}, [`node_modules/${NAME}`]: { ...LOCKED, ...locked } } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(root, "package.json"), JSON.stringify({ [kind]: { [NAME]: range } }));
  writeFileSync(join(root, "SECURITY.md"), `| \`${NAME}\` | MIT | what for |\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: "utf8" });
  return `${status}: ${stdout}${stderr}`;
}

test("a package from a registry, or whose address is not locked, is accepted in one version", (t) => {
  const fine = /^0: dependencies: 1 direct, 1 in all/;
  assert.match(checked(t, {}), fine);
  assert.match(checked(t, { resolved: "https://registry.example/@a/part/-/part-1.2.3.tgz" }), fine);
  assert.match(checked(t, { version: "1.2.3-beta.4" }, "1.2.3-beta.4"), fine);
});

test("a package that may be missing is explained and pinned as any other", (t) => {
  const locked = { devOptional: true, license: "GPL-3.0" };
  assert.match(checked(t, locked, "1.2.3", "optionalDependencies"), /^1: .*has licence GPL-3\.0/);
  assert.match(checked(t, { optional: true }, "^1.2.3", "optionalDependencies"), /^1: .*name one version\.\n$/);
});

for (const resolved of [
  "git+ssh://git@host.example/a/part.git#0123456",
  "http://registry.example/@a/part/-/part-1.2.3.tgz",
  "https://host.example/a/part/archive/part-1.2.3.tgz",
  "https://registry.example/@a/part/-/part-1.2.4.tgz",
  "https://registry.example/@b/part/-/part-1.2.3.tgz",
  "https://registry.example/@a/part/-/part-1.2.3.tgz?other",
  "https://user@registry.example/@a/part/-/part-1.2.3.tgz",
])
  test(`a package from ${resolved} is refused`, (t) => {
    assert.match(checked(t, { resolved }), /^1: @a\/part comes from .*, no registry\.\n$/);
  });

for (const range of ["^1.2.3", "1.2", "1.2.3 || 2", "1.2.3 - 2.0.0", "1.2.3.x"])
  test(`a dependency asked for as ${range} is refused`, (t) => {
    assert.match(checked(t, {}, range), /^1: @a\/part is asked for as .*; name one version\.\n$/);
  });

test("a package without a checksum, with a script or with another licence is refused", (t) => {
  assert.match(checked(t, { integrity: undefined }), /^1: .*has no checksum/);
  assert.match(checked(t, { hasInstallScript: true }), /^1: .*runs a script/);
  assert.match(checked(t, { license: "GPL-3.0" }), /^1: .*has licence GPL-3\.0/);
});
