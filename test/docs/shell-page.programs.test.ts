import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { BIN } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { missing } from "../support/tmux.js";
import { tempDir } from "../support/temp-dir.js";
import { ROOT, codeBlocks } from "./markdown.js";

const PATH = [dirname(BIN), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter);
const LIMIT_MS = 60_000;

function ran(server: OwnServer, command: readonly [string, ...string[]], cwd: string): string {
  const [program, ...args] = command;
  const env = { ...process.env, ...server.env, PATH };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env, cwd, timeout: LIMIT_MS });
  assert.equal(status, 0, stderr);
  return stdout;
}

const page = codeBlocks(readFileSync(join(ROOT, "docs", "from-the-shell.md"), "utf8"));

for (const { line, code, prints } of page.filter(({ info }) => info === "sh run"))
  test(`docs/from-the-shell.md:${line} does what it says`, { skip: missing("bash") }, (t) => {
    const output = ran(new OwnServer(t), ["sh", "-e", "-c", code], tempDir(t));
    for (const text of prints) assert.ok(output.includes(text), output);
  });

test("ten lines test a pager, by themselves and as a target of make", { skip: missing("less") }, (t) => {
  const server = new OwnServer(t);
  const script = join(ROOT, "examples", "test-a-pager.sh");
  assert.match(ran(server, ["sh", script], tempDir(t)), /^less found line 250$/m);
  if (missing("make") === false)
    assert.match(ran(server, ["make", "-C", dirname(script), "test"], tempDir(t)), /^less found line 250$/m);
  assert.equal(server.done("ls"), "");
  const shown = page.find(({ code }) => code.includes("new --name pager"))?.code.split("\n") ?? [];
  const lines = readFileSync(script, "utf8").split("\n");
  const steps = shown.filter((step) => step.startsWith("ptywright ") || step.startsWith("test "));
  assert.ok(steps.length >= 7);
  for (const step of steps) assert.ok(lines.includes(step), step);
});
