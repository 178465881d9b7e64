import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESCRIPTION, NAME, VERSION } from "#internal/base/index.js";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as Record<
  string,
  string
>;

const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(BIN, args, { encoding: "utf8" });

test("NAME, VERSION and DESCRIPTION are the package's own", () => {
  assert.deepEqual([NAME, VERSION, DESCRIPTION], [manifest.name, manifest.version, manifest.description]);
});

test("the command is executable as it is in the repository and tells its version", () => {
  for (const flag of ["--version", "-V"]) {
    const { status, stdout, stderr } = run(flag);
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: `ptywright ${VERSION}\n`, stderr: "" });
  }
});

test("help goes to stdout and succeeds", () => {
  for (const args of [[], ["--help"], ["-h"]]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 0);
    assert.match(stdout, /Usage:/);
    assert.equal(stderr, "");
  }
});

test("an unknown flag or command is one line on stderr and exit 2", () => {
  for (const word of ["--nope", "nope", "\x1b[31m"]) {
    const { status, stdout, stderr } = run(word);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /^ptywright: unknown (option|command) "[^\n]*"; see ptywright --help\n$/);
    assert.ok(!stderr.includes("\x1b"));
  }
});
