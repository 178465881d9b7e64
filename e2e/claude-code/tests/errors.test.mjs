// Errors of the API: each is told with its kind, after the tries that the program makes by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude } from "../drive.mjs";

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
  torn: "connection",
};

for (const setup of SETUPS) {
  test(`${setup.name}: errors are told with their kind, and the next turn works`, async (t) => {
    const { ask, is, states, events, event } = await claude(t, setup);
    for (const [name, kind] of Object.entries(KINDS)) {
      const from = events.length;
      const { metadata } = await is(await ask(`FAKE:${name}`), "error");
      assert.equal(metadata.error.kind, kind, JSON.stringify(metadata.error));
      const told = await event((one) => one.kind === "error", from);
      assert.equal(told.category, kind);
    }
    assert.ok(states.includes("retrying"), states.join());
    // A stream that breaks off is no error where the program gets the answer in another way.
    const cut = await is(await ask("FAKE:cut"), "completed_turn");
    assert.match(cut.metadata.turn.text.replaceAll(/\s+/g, " "), /^one two .* sixteen$/);
    await is(await ask("FAKE:text(after errors)"), "completed_turn");
    assert.deepEqual(
      states.filter((state) => state === "unknown" || state === "plugin_error"),
      [],
    );
  });
}
