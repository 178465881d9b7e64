import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { CONSOLE_COMMANDS } from "#internal/repl/command-table.js";
import { BIN } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { tempDir } from "../support/temp-dir.js";
import { ROOT, codeBlocks } from "./markdown.js";

const PATH = [dirname(BIN), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter);
const LIMIT_MS = 60_000;
const PAGE = readFileSync(join(ROOT, "docs", "console.md"), "utf8");

/** What is entered at a console, or in a shell. */
const RUN: Readonly<Record<string, (code: string) => readonly [command: readonly string[], input: string]>> = {
  "lua run": (code) => [[process.execPath, BIN, "repl"], code],
  "sh run": (code) => [["sh", "-e", "-c", code], ""],
};

for (const { line, code, info, prints } of codeBlocks(PAGE).filter((block) => Object.hasOwn(RUN, block.info)))
  test(`docs/console.md:${line} does what it says`, (t) => {
    const [[program, ...args], input] = RUN[info](code);
    const env = { ...process.env, ...new OwnServer(t).env, PATH };
    const options = { encoding: "utf8", env, cwd: tempDir(t), input, timeout: LIMIT_MS } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    assert.equal(status, 0, stderr);
    assert.ok(prints.length > 0);
    for (const text of prints)
      assert.ok(
        stdout.split("\n").some((row) => row.includes(text)),
        stdout,
      );
  });

test("docs/console.md names every command of the console", () => {
  for (const name of Object.keys(CONSOLE_COMMANDS)) assert.ok(PAGE.includes(`| \`${name}`), name);
});
