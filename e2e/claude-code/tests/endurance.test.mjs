// Many turns in a row without one wrong state, and how soon the end of each is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Adapter, PluginCatalog } from "../../../dist/index.js";
import { SETUPS, claude, assertState, homeFor, programOf } from "../drive.mjs";

const TURNS = 50;
/** Each version at one size: the other tests have all of them. */
const ENOUGH = ["2.1.325-120x40", "2.1.143-80x24"];
/** While a prompt is typed the box holds it; between a tool and its answer there is a question. */
const RIGHT = ["ready", "waiting_for_user_input", "thinking", "completed_turn", "waiting_for_permission"];
const STABLE_MS = 300;
const MAX_MORE_MS = 50;

for (const setup of SETUPS.filter(({ name }) => ENOUGH.includes(name))) {
  test(`${setup.name}: ${TURNS} turns in a row`, async (t) => {
    const { adapter, ask, until, screen, prompts } = await claude(t, setup);
    /** @type {string[]} */
    const states = [];
    const listening = new AbortController();
    const told = (async () => {
      for await (const event of adapter.events({ signal: listening.signal }))
        if (event.type === "state_changed") states.push(event.state.state);
    })();
    for (let turn = 1; turn <= TURNS; turn++) {
      const usesTool = turn % 10 === 0;
      let { state } = await ask(usesTool ? `FAKE:bash(touch made-${turn})` : `FAKE:text(number ${turn})`);
      if (usesTool) {
        assertState(state, "waiting_for_permission", await screen());
        await adapter.send("approve", { dialog_id: state.metadata.dialog_id });
        state = await until("completed_turn");
      }
      assertState(state, "completed_turn", await screen());
      assert.equal(state.metadata.turn.text, usesTool ? "The tool has answered." : `You said number ${turn}.`);
    }
    listening.abort();
    await told.catch(() => undefined);
    assert.deepEqual(
      [...new Set(states)].filter((state) => !RIGHT.includes(state)),
      [],
    );
    assert.equal(prompts("FAKE:").length, TURNS);
  });

  test(`${setup.name}: the end of a turn is told when the screen has been still for long enough`, async (t) => {
    const plugins = new PluginCatalog();
    /** @type {Adapter | undefined} */
    let adapter;
    const { home, api } = await homeFor(t, {}, async () => {
      await adapter?.close();
      await plugins.close();
    });
    const { rows, cols } = setup;
    const target = { program: programOf(setup.version), args: ["--permission-mode", "default"], cwd: home.cwd };
    adapter = await Adapter.start(plugins.get("claude-code"), {
      ...target,
      env: home.env,
      clearEnv: true,
      rows,
      cols,
      registry: plugins.predicates,
    });
    const { handle } = adapter;
    let lastChange = 0;
    handle.session.on("changed", () => (lastChange = performance.now()));
    await handle.wait("ready_matcher");
    const times = [];
    for (let turn = 1; turn <= 8; turn++) {
      const { state } = await handle.turn("send_prompt", { prompt: `FAKE:text(number ${turn})` });
      times.push(performance.now() - lastChange);
      assert.equal(state.state, "completed_turn");
    }
    times.sort((a, b) => a - b);
    t.diagnostic(`from the last change to completed_turn: ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
    assert.ok(times[0] >= STABLE_MS - 2, `${times[0]}`);
    // The quickest: others may have waited for a processor.
    assert.ok(times[0] <= STABLE_MS + MAX_MORE_MS, `${times[0]}`);
    assert.ok(api.requests.length >= 8);
  });
}
