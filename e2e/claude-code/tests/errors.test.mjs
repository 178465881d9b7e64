// Errors of the API: each is told with its kind, after the tries that the program makes by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, assertState } from "../drive.mjs";

const KINDS = {
  400: "api",
  401: "auth",
  403: "auth",
  404: "api",
  413: "api",
  429: "rate_limit",
  500: "api",
  529: "api",
  credit: "quota",
  drop: "connection",
};

/** All of them where there is room; some where messages are wrapped, for the time that the tries take. */
const kindsFor = (/** @type {number} */ cols) =>
  Object.entries(KINDS).filter(([name]) => cols > 80 || ["401", "500", "credit"].includes(name));

for (const setup of SETUPS) {
  test(`${setup.name}: errors are told with their kind, and the next turn works`, async (t) => {
    const { adapter, ask, screen } = await claude(t, setup);
    const seen = new Set();
    const listening = new AbortController();
    const told = (async () => {
      for await (const event of adapter.events({ signal: listening.signal }))
        if (event.type === "state_changed") seen.add(event.state.state);
    })();
    for (const [name, kind] of kindsFor(setup.cols)) {
      const { state } = await ask(`FAKE:${name}`);
      assertState(state, "error", await screen());
      assert.equal(state.metadata.error.kind, kind, JSON.stringify(state.metadata.error));
    }
    assertState((await ask("FAKE:text(after errors)")).state, "completed_turn", await screen());
    listening.abort();
    await told.catch(() => undefined);
    assert.ok(seen.has("retrying"), [...seen].join());
    assert.ok(!seen.has("unknown") && !seen.has("plugin_error"), [...seen].join());
  });
}
