import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import { hosted } from "../support/command-host.js";
import { BIN, RunningCommand, ptywright } from "../support/command.js";
import { fixture } from "../support/fixture.js";
import { manifestToml } from "../support/plugin-folder.js";
import { pluginFile } from "../support/plugins.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** What a terminal obeys, or what makes a line read differently from what it says; but for line ends, tabs and NUL. */
const CODES = [
  0x202e,
  range(1, 8),
  range(11, 31),
  range(0x7f, 0x9f),
  0x61c,
  0x200e,
  0x200f,
  range(0x202a, 0x202d),
  range(0x2066, 0x2069),
].flat();
const HOSTILE = String.fromCodePoint(...CODES);
const posix = { skip: process.platform === "win32" ? "such names cannot be made there" : false };

function assertHarmless(output: string, what: string): void {
  for (const code of CODES)
    assert.ok(
      !output.includes(String.fromCodePoint(code)),
      `${what} prints U+${code.toString(16)}: ${JSON.stringify(output)}`,
    );
  assert.match(output, /\\u202e/, `${what} does not spell it out: ${output}`);
}

const LUA = `
local M = {}
function M.classify(ctx) return { state = "x", confidence = 0.5, evidence = ctx.screen, metadata = { model = ctx.screen } } end
function M.describe() return { intents = {}, wait_matchers = {}, states = { "x" } } end
return M`;

function hostilePlugin(t: TestContext): string {
  const folder = join(tempDir(t), `plugin ${HOSTILE}`);
  mkdirSync(join(folder, "fixtures"), { recursive: true });
  writeFileSync(join(folder, "manifest.toml"), manifestToml("sample"));
  writeFileSync(join(folder, "main.lua"), LUA);
  for (const [name, model] of [
    ["good", HOSTILE],
    ["bad", "y"],
  ]) {
    writeFileSync(join(folder, `fixtures/${name}${HOSTILE}.txt`), HOSTILE);
    writeFileSync(
      join(folder, `fixtures/${name}${HOSTILE}.expected.json`),
      JSON.stringify({ state: name === "good" ? "x" : HOSTILE, metadata: { model } }),
    );
  }
  return folder;
}

test("L1: no command prints what a terminal obeys out of names of files", posix, async (t) => {
  const folder = hostilePlugin(t);
  const commands: (readonly string[])[] = [
    ["plugin", "test", folder],
    ["plugin", "test", join(folder, "nowhere")],
    ["plugin", "test", folder, "--update"],
    ["plugin", "check", join(folder, "nowhere.toml")],
    ["plugin", "new", "sample", "--dir", join(folder, "new")],
    ["plugin", "capture", folder, "--name", "kept", "--still", "50"],
    ["plugin", "capture", folder, "--name", HOSTILE],
    ["plugin", HOSTILE],
    ["serve", "--socket", join(folder, "x".repeat(200))],
    ["run", join(folder, "nowhere")],
    ["ask", HOSTILE, "hello"],
  ];
  for (const command of commands) {
    const { stdout, stderr } = await hosted(command);
    assertHarmless(stdout + stderr, command.slice(0, 2).join(" "));
  }
});

test("L1: nor out of the runtime directory's, in words and as JSON", posix, (t) => {
  const env = { PTYWRIGHT_HOME: join(tempDir(t), HOSTILE) };
  assertHarmless(ptywright(["doctor"], env).stdout, "doctor");
  const { stdout } = ptywright(["doctor", "--json"], env);
  assertHarmless(stdout, "doctor --json");
  assert.ok(
    (JSON.parse(stdout) as { checks: { detail: string }[] }).checks.some(({ detail }) => detail.includes(HOSTILE)),
  );
  assertHarmless(ptywright(["logs"], env).stderr, "logs");
});

test("L1: nor what somebody wrote into a log file, be a line ever so long and cut anywhere", posix, async (t) => {
  const home = tempDir(t);
  mkdirSync(join(home, "logs"));
  const file = join(home, "logs/ptywright.2026-03-04.log");
  writeFileSync(file, `${(HOSTILE + "é").repeat(3_000)}\né\ttab\n`);
  const spelt = CODES.map((code) => (code === 13 ? "\\r" : `\\u${code.toString(16).padStart(4, "0")}`)).join("");
  const command = new RunningCommand(t, ["logs"], { PTYWRIGHT_HOME: home }).read();
  await command.printed(`==> tailing ${file} <==\n${(spelt + "é").repeat(3_000)}\né\ttab\n`);
});

function hostileAnswerer(t: TestContext): readonly string[] {
  const lua = readFileSync(
    fileURLToPath(new URL("../../../test/fixtures/plugins/answerer.lua", import.meta.url)),
    "utf8",
  );
  const spelt = CODES.map((code) => `\\u{${code.toString(16)}}`).join("");
  const seen = "local state, detail, body = seen(ctx.screen)";
  assert.ok(lua.includes(seen));
  const { program, args = [] } = fixture("answers-prompts.mjs", join(tempDir(t), "log"));
  const manifest = pluginFile(t, lua.replace(seen, `${seen}\n  if body ~= "" then body = body .. "${spelt}" end`), {
    name: "answerer",
    permissions: PLUGIN_PERMISSIONS,
    default_target: { program, args },
  });
  return ["ask", "answerer", "--plugin", manifest];
}

test("L1: ask --json spells out what a terminal obeys, and says the same", async (t) => {
  const { stdout } = await hosted([...hostileAnswerer(t), "--json", "say hello"]);
  assertHarmless(stdout, "ask --json");
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { text?: string });
  assert.ok(lines.at(-1)?.text?.includes(HOSTILE));
});

test(
  "L1: ask spells out bidirectional controls on a terminal and keeps them in a pipe; others never come through",
  posix,
  async (t) => {
    const command = [...hostileAnswerer(t), "say hello"];
    const { stdout } = await hosted(command);
    assert.deepEqual(
      [...stdout].filter((character) => /[^\P{Cc}\n\t]/u.test(character)),
      [],
    );
    assert.ok(stdout.includes("\u202e"));
    const session = await start(t, { program: process.execPath, args: [BIN, ...command] });
    await session.wait();
    const text = session.transcript();
    assert.match(text, /\\u202e/);
    assert.doesNotMatch(text, /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  },
);
