// The same five things in every home: a turn, a permission, a cancelled turn, an error, and the next turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "../../../dist/index.js";
import { Adapter, PluginCatalog } from "../../../dist/plugins/index.js";
import { IS_ASKED_FOR, ONE_OF_EACH, SETUPS, claude, homeFor } from "../drive.mjs";
import { HOMES, NAMELESS } from "../homes.mjs";
import { HUGE } from "../scenarios.mjs";
import { programOf } from "../versions.mjs";

/** The homes in which the screen says least are driven without the program's own word too. */
const SILENT = ["status line", "vim keys"];
/** Those that change least are driven where a set-up, or a version, was asked for; of the older version, which is drawn more simply, most. */
const RARE = ["light colours", "colours for the colour-blind", "an output style"];
const ON_OLDER = ["status line", "vim keys", "60 columns and 20 rows"];

const RUNS = ONE_OF_EACH.flatMap((setup) =>
  Object.entries(HOMES)
    .filter(([name]) => IS_ASKED_FOR || (setup.version === "2.1.143" ? ON_OLDER.includes(name) : !RARE.includes(name)))
    .flatMap(([name, options]) =>
      [true, ...(SILENT.includes(name) ? [false] : [])].map((sideChannel) => ({ setup, name, options, sideChannel })),
    ),
);

for (const { setup, name, options, sideChannel } of RUNS)
  test(`${setup.name}, ${name}${sideChannel ? "" : ", without the side channel"}`, async (t) => {
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
      const state = await is(await ask("FAKE:pauses"), "completed_turn");
      assert.equal(state.metadata.turn.text.replaceAll(/\s+/g, " "), "The first half. Here it rests, and goes on.");
      assert.equal(state.metadata.turn.whole, true);
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
    });
    assert.deepEqual(
      states.filter((state) => state === "unknown" || state === "plugin_error"),
      [],
    );
  });

for (const setup of SETUPS.filter(({ cols }) => cols === 120)) {
  test(`${setup.name}: a resize in the middle of a turn changes nothing about it`, async (t) => {
    /** @type {Adapter | undefined} */
    let adapter;
    const { home } = await homeFor(t, {}, async () => adapter?.close());
    const plugins = new PluginCatalog();
    adapter = await Adapter.start(plugins.get("claude-code"), {
      program: programOf(setup.version),
      args: ["--permission-mode", "default"],
      cwd: home.cwd,
      env: home.env,
      clearEnv: true,
      size: { rows: setup.rows, cols: setup.cols },
      registry: plugins.predicates,
    });
    await adapter.wait("ready_matcher", {}, { timeoutMs: 30_000 });
    const { session } = adapter;
    const answered = adapter.turn("send_prompt", { prompt: "FAKE:pauses" }, { timeoutMs: 30_000 });
    await session.waitFor("The first half.", { timeoutMs: 30_000 });
    session.resize({ rows: 24, cols: 80 });
    await session.waitFor(Matcher.changed(), { timeoutMs: 10_000 });
    session.resize({ rows: setup.rows, cols: setup.cols });
    const { state } = await answered;
    const { text } = /** @type {any} */ (state.metadata.turn);
    assert.deepEqual(
      [state.state, text.replaceAll(/\s+/g, " ")],
      ["completed_turn", "The first half. Here it rests, and goes on."],
    );
  });

  test(`${setup.name}: two in one folder are told apart`, async (t) => {
    const { ask, is, another } = await claude(t, setup);
    const second = await another();
    await second.wait("ready_matcher", {}, { timeoutMs: 30_000 });
    for (const word of ["one", "two", "three"]) {
      const [first, other] = await Promise.all([
        ask(`FAKE:text(${word})`),
        second.turn("send_prompt", { prompt: `FAKE:text(other ${word})` }, { timeoutMs: 30_000 }),
      ]);
      await is(first, "completed_turn");
      assert.deepEqual(
        [first.metadata.turn.text, other.state.state, other.state.metadata.turn.text],
        [`You said ${word}.`, "completed_turn", `You said other ${word}.`],
      );
    }
  });

  test(`${setup.name}: an answer of 3,000 lines comes back whole, or is called cut`, async (t) => {
    const { ask, is } = await claude(t, setup);
    const { turn } = (await is(await ask("FAKE:huge"), "completed_turn")).metadata;
    assert.deepEqual([turn.source, turn.whole, turn.text === HUGE], ["record", true, true]);
  });

  test(`${setup.name}: without the side channel an answer of 3,000 lines is called cut`, async (t) => {
    const { ask, is } = await claude(t, setup, { sideChannel: false });
    const { turn } = (await is(await ask("FAKE:huge"), "completed_turn")).metadata;
    assert.deepEqual([turn.source, turn.whole], ["screen", false]);
    assert.match(turn.text, /Row 3000 of a very long answer\.$/);
  });
}
