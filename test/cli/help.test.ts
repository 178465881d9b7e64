import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { hosted } from "../support/command-host.js";
import { BIN, ptywright } from "../support/command.js";
import { start } from "../support/session.js";

const OPTIONS: Record<string, readonly string[]> = {
  run: ["--rows N", "--cols N"],
  serve: [
    "--stdio",
    "--socket PATH",
    "--framing KIND",
    "--in-order",
    "--always-redact",
    "--plugin MANIFEST",
    "--allow-plugin-load",
  ],
  "plugin check": [],
  "plugin new": ["--dir DIR"],
  "plugin test": ["--update"],
  "plugin list": [],
  logs: ["--lines N", "--filter TEXT"],
  completions: [],
  help: [],
};

async function helpOf(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await hosted(args);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  return stdout;
}

test("the overview names every command, and nothing that is internal", async () => {
  const overview = await helpOf();
  // As a process of its own too.
  assert.deepEqual(ptywright([]), { status: 0, stdout: overview, stderr: "" });
  for (const args of [["--help"], ["-h"], ["help"]]) assert.equal(await helpOf(...args), overview);
  for (const name of Object.keys(OPTIONS)) assert.match(overview, new RegExp(`^  ${name.split(" ")[0]} +\\S`, "m"));
  assert.match(overview, /Examples:\n {2}ptywright /);
  assert.doesNotMatch(overview, /__/);
});

for (const [name, options] of Object.entries(OPTIONS))
  test(`the help of ${name} has its usage, every option and an example`, async () => {
    const words = name.split(" ");
    const help = await helpOf(...words, "--help");
    assert.equal(await helpOf("help", ...words), help);
    assert.equal(await helpOf(...words, "-h"), help);
    assert.match(help, new RegExp(`^Usage:\n  ptywright ${name}\\b`, "m"));
    assert.match(help, new RegExp(`Examples?:\n(.*\n)*.*ptywright ${name}\\b`));
    for (const option of [...options, "-h, --help"]) assert.match(help, new RegExp(`^  ${option}  +\\S`, "m"));
  });

test("commands that belong together have a help of their own", async () => {
  const help = await helpOf("plugin", "--help");
  assert.equal(await helpOf("help", "plugin"), help);
  for (const name of Object.keys(OPTIONS).filter((one) => one.startsWith("plugin ")))
    assert.match(help, new RegExp(`^  ${name} +\\S`, "m"));
  assert.doesNotMatch(help, /serve/);
});

test("no line of any help is wider than 80 columns, and no text has colours in a pipe", async () => {
  for (const args of [[], ["help", "plugin"], ...Object.keys(OPTIONS).map((name) => ["help", ...name.split(" ")])])
    for (const line of (await helpOf(...args)).split("\n")) assert.match(line, /^[\x20-\x7e]{0,80}$/);
});

test("headings are bold on a terminal, unless NO_COLOR is set or the terminal is dumb", async (t) => {
  const isBold = async (env: Record<string, string>): Promise<boolean> => {
    const session = await start(t, { program: process.execPath, args: [BIN, "--help"], env, size: { rows: 60 } });
    await session.waitFor(Matcher.processExited());
    const snapshot = session.snapshot();
    assert.match(snapshot.plainText, /^Usage:$/m);
    return snapshot.cells.some(({ style }) => style.bold);
  };
  const { NO_COLOR } = process.env;
  delete process.env.NO_COLOR;
  t.after(() => NO_COLOR === undefined || (process.env.NO_COLOR = NO_COLOR));
  assert.equal(await isBold({}), true);
  assert.equal(await isBold({ NO_COLOR: "1" }), false);
  assert.equal(await isBold({ TERM: "dumb" }), false);
});
