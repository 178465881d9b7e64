import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { InvalidArgumentError, PtywrightError } from "../base/index.js";
import { StartLimits } from "./start-limits.js";

function folder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "ptywright-test-")));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

const refused = (work: () => unknown): void =>
  assert.throws(work, (error) => error instanceof PtywrightError && error.code === "permission_denied");

test("without limits anything may be started anywhere", (t) => {
  const limits = new StartLimits([], undefined);
  assert.equal(limits.program("whatever"), "whatever");
  assert.deepEqual(limits.env({ A: "1" }), { A: "1" });
  assert.equal(limits.cwd(folder(t)).length > 0, true);
});

test("only what was named may be started, by its name or its path, and with no other environment", (t) => {
  const limits = new StartLimits(["sh"], undefined);
  const sh = limits.program("sh");
  assert.match(sh, /^\/.*sh$/);
  assert.equal(limits.program(sh), sh);
  for (const name of ["bash", "/bin/cat", "./sh", "", "sh -c", "../sh"]) refused(() => limits.program(name));
  refused(() => limits.env({ PATH: "/tmp" }));
  assert.deepEqual(limits.env({}), {});
  const other = join(folder(t), "sh");
  writeFileSync(other, "#!/bin/cat\n");
  chmodSync(other, 0o755);
  refused(() => limits.program(other));
});

test("a name that is a link is started by that name, and no link elsewhere counts", (t) => {
  const here = folder(t);
  const real = join(here, "real-tool");
  writeFileSync(real, "#!/bin/sh\n");
  chmodSync(real, 0o755);
  const link = join(here, "tool");
  symlinkSync(real, link);
  const limits = new StartLimits([link], undefined);
  assert.equal(limits.program(link), link);
  const elsewhere = join(folder(t), "tool");
  symlinkSync(real, elsewhere);
  refused(() => limits.program(elsewhere));
});

test("programs start below the root only, wherever links lead", (t) => {
  const root = folder(t);
  const outside = folder(t);
  mkdirSync(join(root, "in"));
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(root, "in"), join(outside, "back"));
  const limits = new StartLimits([], root);
  assert.equal(limits.cwd("in"), join(root, "in"));
  assert.equal(limits.cwd(undefined), root);
  assert.equal(limits.cwd(join(outside, "back")), join(root, "in"));
  for (const path of ["out", "..", outside, "/", `${root}-other/..`, "in/../.."])
    assert.throws(() => limits.cwd(path), PtywrightError, path);
  assert.throws(() => limits.cwd("nowhere"), InvalidArgumentError);
});

test("a limit that cannot be meant is refused at once", (t) => {
  assert.throws(() => new StartLimits(["no-such-program-anywhere"], undefined), InvalidArgumentError);
  assert.throws(() => new StartLimits([], join(folder(t), "nowhere")), InvalidArgumentError);
});
