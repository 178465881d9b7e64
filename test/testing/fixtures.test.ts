import assert, { AssertionError } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import {
  FixtureError,
  assertFixtures,
  checkFixtures,
  checkPlugin,
  loadFixtures,
  updateFixtures,
} from "ptywright/testing";
import { failure } from "../support/failure.js";
import { folderWith, manifestToml, pluginFolder } from "../support/plugin-folder.js";

/** A plugin that tells all that it was shown. */
const MIRROR = `
local M = {}
local looks = 0
function M.classify(ctx)
  looks = looks + 1
  return { state = "seen", metadata = { ctx = ctx, looks = looks } }
end
return M`;

interface Shown {
  readonly looks: number;
  readonly ctx: Readonly<Record<string, unknown>>;
}

async function shown(t: TestContext, text: string, expected: object = {}): Promise<Shown> {
  const dir = pluginFolder(t, MIRROR, {
    "fixtures/a.txt": text,
    "fixtures/a.expected.json": JSON.stringify({ state: "seen", ...expected }),
  });
  const [result] = await checkFixtures(join(dir, "manifest.toml"), join(dir, "fixtures"));
  assert.equal(result.passed, true);
  return result.seen?.metadata as Shown;
}

test("a screen of up to six lines is all body, as a session would have it", async (t) => {
  const { ctx } = await shown(t, "one\r\ntwo  \n\n\n");
  assert.deepEqual(ctx, {
    screen: "one\ntwo  ",
    body_text: "one\ntwo  ",
    status_text: "",
    transcript: "one\r\ntwo  ",
    sequence: 1,
    markers: {},
    cursor: 10,
    completed_turn_stable_ms: 300,
    stable_ms: 60_000,
  });
});

test("of a longer one the last three lines are status, and the expectation says what else is known", async (t) => {
  const { ctx } = await shown(t, "1\n2\n3\n4\n5\n6\n7\n", { last_intent: "sent", stable_ms: 20 });
  assert.deepEqual(
    [ctx["body_text"], ctx["status_text"], ctx["last_intent"], ctx["stable_ms"]],
    ["1\n2\n3\n4", "5\n6\n7", "sent", 20],
  );
});

test("every fixture is shown to a plugin that has seen nothing before", async (t) => {
  const expected = JSON.stringify({ state: "seen", metadata: { looks: 1 } });
  const dir = pluginFolder(t, MIRROR, {
    "fixtures/a.txt": "a",
    "fixtures/a.expected.json": expected,
    "fixtures/b.txt": "b",
    "fixtures/b.expected.json": expected,
  });
  await assertFixtures(join(dir, "manifest.toml"), join(dir, "fixtures"));
});

test("a plugin without screen.read sees no screen here either", async (t) => {
  const dir = folderWith(t, {
    "manifest.toml": manifestToml("sample").replace('"screen.read", ', ""),
    "main.lua": MIRROR,
    "fixtures/a.txt": "secret",
    "fixtures/a.expected.json": '{"state": "seen", "metadata": {"ctx": {"screen": "", "transcript": "secret"}}}',
  });
  await assertFixtures(join(dir, "manifest.toml"), join(dir, "fixtures"));
});

test("assertFixtures rejects with an AssertionError that shows what differs", async (t) => {
  const dir = pluginFolder(t, MIRROR, {
    "fixtures/a.txt": "a",
    "fixtures/a.expected.json": '{"state": "seen"}',
    "fixtures/b.txt": "b",
    "fixtures/b.expected.json": '{"state": "unseen"}',
  });
  const promise = assertFixtures(join(dir, "manifest.toml"), join(dir, "fixtures"));
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof AssertionError);
    assert.equal(
      error.message,
      '1 of 2 fixtures failed (- expected, + seen)\n✗ b\n    state\n    - "unseen"\n    + "seen"\n    its evidence: ""',
    );
    return true;
  });
});

test("fixtures are loaded by name, and updated where they differ", async (t) => {
  const dir = pluginFolder(t, MIRROR, {
    "fixtures/b.txt": "screen b\n",
    "fixtures/b.expected.json": '{"state": "unseen"}',
    "fixtures/a.txt": "",
    "fixtures/a.expected.json": '{"state": "seen"}',
    "fixtures/notes.md": "of no interest",
  });
  const fixtures = join(dir, "fixtures");
  assert.deepEqual(loadFixtures(fixtures), [
    { name: "a", screen: "", expected: { state: "seen" } },
    { name: "b", screen: "screen b", expected: { state: "unseen" } },
  ]);
  assert.deepEqual(await updateFixtures(join(dir, "manifest.toml"), fixtures), ["b"]);
  assert.deepEqual(loadFixtures(fixtures)[1].expected, { state: "seen" });
  assert.deepEqual(await updateFixtures(join(dir, "manifest.toml"), fixtures), []);
  writeFileSync(join(fixtures, "c.txt"), "");
  const error = await failure(checkFixtures(join(dir, "manifest.toml"), fixtures), FixtureError);
  assert.deepEqual([error.code, error.path], ["fixture_invalid", join(fixtures, "c.txt")]);
});

test("a folder without fixtures tests nothing, and says so", async (t) => {
  const dir = pluginFolder(t, MIRROR, { "fixtures/notes.md": "" });
  await assert.rejects(assertFixtures(join(dir, "manifest.toml"), join(dir, "fixtures")), /has no fixtures/);
});

test("checkPlugin answers with what a plugin in order says of itself", async (t) => {
  const { manifest, intents, waitMatchers, states } = await checkPlugin(join(pluginFolder(t, MIRROR), "manifest.toml"));
  assert.deepEqual([manifest.name, intents, waitMatchers, states], ["sample", [], [], []]);
});
