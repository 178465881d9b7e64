// The same five things in every home: a turn, a permission, a cancelled turn, an error, and the next turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_ASKED_FOR, ONE_OF_EACH, claude } from "./drive.mjs";
import { HOMES, NAMELESS, REPEATED } from "./homes.mjs";

/** The homes in which the screen says least are driven both with and without the program's own word by every version. */
const BOTH = ["status line", "vim keys"];

/** A test for each home; of the others one version has it with, the next without the side channel, unless it was asked for. @param {boolean} sideChannel */
export function testHomes(sideChannel) {
  for (const [at, setup] of ONE_OF_EACH.entries())
    for (const [index, name] of Object.keys(HOMES).entries())
      if (IS_ASKED_FOR || BOTH.includes(name) || ((at + index) % 2 === 0) === sideChannel)
        test(`${setup.name}, ${name}, ${sideChannel ? "with" : "without"} the side channel`, (t) =>
          fiveThings(t, setup, name, sideChannel));
}

/** @param {import("node:test").TestContext} t @param {import("./drive.mjs").Setup} setup @param {string} name @param {boolean} sideChannel */
async function fiveThings(t, setup, name, sideChannel) {
  const options = HOMES[name];
  const { adapter, ask, is, until, made, paints, prompts, hasTold, states } = await claude(t, setup, {
    ...options,
    sideChannel,
  });
  const changes = { skip: options?.hasGit ? false : "there is no repository" };
  await t.test("what was changed is shown beside the conversation", changes, async () => {
    await is(await ask("FAKE:edit"), "waiting_for_permission");
    await adapter.send("approve");
    const state = await until("completed_turn");
    assert.equal(state.metadata.turn.text, "The file is edited.");
    // The older version has no panel for it.
    if (setup.version !== "2.1.143") await paints(/source: Current/);
  });
  await t.test("a turn that rests in the middle is over when its answer is whole", async () => {
    const from = states.length;
    const state = await is(await ask("FAKE:pauses"), "completed_turn");
    const seen = states.slice(states.indexOf("thinking", from));
    assert.deepEqual([...new Set(seen)], ["thinking", "completed_turn"]);
    const said = "The first half. Here it rests, and goes on.";
    // Kept from stopping it gives the same answer again.
    assert.equal(state.metadata.turn.text.replaceAll(/\s+/g, " "), REPEATED.has(name) ? `${said} ${said}` : said);
    assert.equal(state.metadata.turn.whole, true);
    assert.equal(state.disagreement, undefined);
  });
  await t.test("a tool runs once it is approved, and not when it is denied", async () => {
    const asked = await is(await ask("FAKE:bash"), "waiting_for_permission");
    assert.equal(asked.metadata.permission.tool, NAMELESS.has(name) ? undefined : "Bash");
    await adapter.send("approve");
    await until("completed_turn");
    assert.equal(made("made-by-bash"), true);
    await is(await ask("FAKE:bash(touch never-made)"), "waiting_for_permission");
    await adapter.send("deny");
    await until("waiting_for_user_input");
    assert.equal(made("never-made"), false);
  });
  await t.test("a turn is cancelled, and the next one works", async () => {
    const begun = hasTold("only the beginning");
    await adapter.send("send_prompt", { prompt: "FAKE:hang" });
    await begun;
    await adapter.send("cancel");
    const stopped = await until("waiting_for_user_input");
    assert.equal(stopped.metadata.turn.interrupted, true);
    await is(await ask("FAKE:text(after cancel)"), "completed_turn");
    assert.deepEqual(prompts("FAKE:text(after cancel)"), ["FAKE:text(after cancel)"]);
  });
  await t.test("an error is told, and the next turn works", async () => {
    const { metadata } = await is(await ask("FAKE:500"), "error");
    assert.equal(metadata.error.kind, "api");
    const state = await is(await ask("FAKE:text(after error)"), "completed_turn");
    assert.equal(state.metadata.turn.text, "You said after error.");
    assert.equal(state.disagreement, undefined);
  });
  assert.deepEqual(
    states.filter((state) => state === "unknown" || state === "plugin_error"),
    [],
  );
}
