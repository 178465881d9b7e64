// Homes as people have them, each with the five things that happen everywhere; and what else a home can do to a turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "../../../dist/index.js";
import { Adapter, PluginCatalog } from "../../../dist/plugins/index.js";
import { SETUPS, claude, homeFor } from "../drive.mjs";
import { testHomes } from "../five-things.mjs";
import { HUGE } from "../scenarios.mjs";
import { programOf } from "../versions.mjs";

testHomes(true);

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
