import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { hosted } from "../support/command-host.js";
import { BIN } from "../support/command.js";
import { pluginFolder } from "../support/plugin-folder.js";
import { start } from "../support/session.js";

const LUA = `
local M = {}
function M.classify(ctx)
  local model = ctx.screen:match("model: (%S+)")
  if ctx.screen:match("boom") then error("boom") end
  return { state = model and "ready" or "busy", confidence = 0.5, evidence = "looked", metadata = { model = model, more = { 1, 2 } } }
end
return M`;

const EXPECTED = JSON.stringify({ state: "ready", metadata: { model: "large" } });
const FIXTURES = {
  "fixtures/one.txt": "model: large\n",
  "fixtures/one.expected.json": EXPECTED,
  "fixtures/two.txt": "model: small\n",
  "fixtures/two.expected.json": EXPECTED,
};
const SHOWN = `✓ one
✗ two
    metadata.model
    - "large"
    + "small"
    its evidence: "looked"
`;
const SUMMARY =
  "ptywright: 1 of 2 fixtures failed (- expected, + seen); if what was seen is right, --update writes it down\n";

test("a fixture that differs is shown field by field, and the exit code is 1", async (t) => {
  const folder = pluginFolder(t, LUA, FIXTURES);
  for (const path of [folder, join(folder, "manifest.toml")])
    assert.deepEqual(await hosted(["plugin", "test", path]), { status: 1, stdout: SHOWN, stderr: SUMMARY });
});

test("on a terminal, what was expected is red and what was seen is green; not with NO_COLOR", async (t) => {
  const folder = pluginFolder(t, LUA, FIXTURES);
  const colours = async (env: Record<string, string>): Promise<string[]> => {
    const session = await start(t, { program: process.execPath, args: [BIN, "plugin", "test", folder], env });
    await session.waitFor(Matcher.processExited());
    const { cells, plainText } = session.snapshot();
    assert.match(plainText, /\+ "small"/);
    const signs = cells.filter(({ row, col, text }) => row < 6 && col === 4 && (text === "-" || text === "+"));
    return signs.map(({ text, style }) => `${text} ${style.foreground}`);
  };
  const { NO_COLOR } = process.env;
  delete process.env.NO_COLOR;
  t.after(() => NO_COLOR === undefined || (process.env.NO_COLOR = NO_COLOR));
  assert.deepEqual(await colours({}), ["- idx:1", "+ idx:2"]);
  assert.deepEqual(await colours({ NO_COLOR: "1" }), ["- default", "+ default"]);
});

test("a plugin that fails on a screen fails that fixture with file and line, and the others are tested", async (t) => {
  const folder = pluginFolder(t, LUA, {
    ...FIXTURES,
    "fixtures/two.txt": "boom",
    "fixtures/three.txt": "model: large",
    "fixtures/three.expected.json": EXPECTED,
  });
  const { status, stdout } = await hosted(["plugin", "test", folder]);
  assert.equal(status, 1);
  assert.match(stdout, /^✓ one\n✓ three\n✗ two\n {4}plugin "sample": classify failed: main\.lua:5: boom\n$/);
});

test("--update writes what was seen where it differs or nothing was expected, and leaves the rest alone", async (t) => {
  const folder = pluginFolder(t, LUA, { ...FIXTURES, "fixtures/new.txt": "nothing" });
  const read = (name: string): string => readFileSync(join(folder, "fixtures", `${name}.expected.json`), "utf8");
  const { status, stdout } = await hosted(["plugin", "test", folder, "--update"]);
  assert.equal(status, 0);
  assert.equal(stdout, "✓ new (expectation written)\n✓ one\n✓ two (expectation written)\n3 fixtures passed\n");
  assert.equal(read("one"), EXPECTED);
  assert.deepEqual(JSON.parse(read("two")), { state: "ready", metadata: { model: "small" } });
  assert.deepEqual(JSON.parse(read("new")), {
    state: "busy",
    evidence: "looked",
    min_confidence: 0.5,
    metadata: { more: [1, 2] },
  });
  assert.equal((await hosted(["plugin", "test", folder])).status, 0);
});

test("what does not fit together is one line that says what to do", async (t) => {
  const folder = pluginFolder(t, LUA, { "fixtures/one.txt": "x" });
  const fixtures = join(folder, "fixtures");
  const [screen, expected] = [join(fixtures, "one.txt"), join(fixtures, "one.expected.json")];
  const refused = async (reason: string): Promise<void> =>
    assert.deepEqual(await hosted(["plugin", "test", folder]), {
      status: 1,
      stdout: "",
      stderr: `ptywright: ${reason}\n`,
    });
  await refused(`${screen}: nothing says what is expected of it; write ${expected}, or have it written with --update`);
  writeFileSync(expected, '{"state": "x", "confidence": 1}');
  await refused(
    `${expected}: there is no "confidence"; there are state, evidence, min_confidence, metadata, last_intent, stable_ms, signals`,
  );
  writeFileSync(expected, '{"state": "busy"}');
  const orphan = join(fixtures, "other.expected.json");
  writeFileSync(orphan, "{}");
  await refused(`${orphan}: there is no screen to it; write ${join(fixtures, "other.txt")} or delete it`);
  const empty = pluginFolder(t, LUA);
  assert.match(
    (await hosted(["plugin", "test", empty])).stderr,
    /fixtures: cannot be read: no such file or directory\n$/,
  );
  assert.match(
    (await hosted(["plugin", "test", fixtures])).stderr,
    /has no manifest\.toml; give the folder of a plugin\n$/,
  );
});

test("a plugin that does not load is one line, however many fixtures it has", async (t) => {
  const { status, stdout, stderr } = await hosted(["plugin", "test", pluginFolder(t, "return {", FIXTURES)]);
  assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
  assert.match(stderr, /^ptywright: plugin "sample": main\.lua failed: main\.lua:1: [^\n]*\n$/);
});
