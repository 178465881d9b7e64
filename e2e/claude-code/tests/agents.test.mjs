// Subagents: what the program says of them is no part of the answer, and a turn is over when all have reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";

/** What the model says itself, before and after the agents; newer versions may run them in the background, and it speaks in between. */
const ANSWER = /^I will ask two agents\.\n\nThe tool has answered\.(\n\nAn agent has reported\.){0,2}$/;
const REPORTED = /An agent has reported\.$/;

/** The window's title tells that they work; it can be turned off. */
const TITLES = {
  "": {},
  ", without a title": { settings: { env: { CLAUDE_CODE_DISABLE_TERMINAL_TITLE: "1" } } },
};
const WAYS = Object.entries(TITLES).flatMap(([title, options]) =>
  [true, false].map((sideChannel) => ({
    how: `${sideChannel ? "with" : "without"} the side channel${title}`,
    sideChannel,
    ...options,
  })),
);

for (const setup of ONE_OF_EACH)
  for (const { how, ...options } of WAYS)
    test(`${setup.name}, ${how}: subagents`, async (t) => {
      const { ask, is, events, states } = await claude(t, setup, options);
      for (const prompt of ["FAKE:agents", "FAKE:agents(background)"]) {
        const state = await is(await ask(prompt), "completed_turn");
        // Where its beginning has left the screen, and the record is not believed, the rest of it is told as such.
        const { text, whole } = state.metadata.turn;
        const isCut = !whole && !text.startsWith("I will");
        assert.match(isCut ? `I will ask two agents.\n\n${text.trim()}` : text.trim(), ANSWER);
        if (prompt.includes("background")) assert.match(text, REPORTED);
        const told = events.filter(({ kind }) => kind === "text_delta").map(({ text }) => text);
        assert.doesNotMatch(told.join(""), /├|launched|finished/);
      }
      const next = await is(await ask("FAKE:text(after agents)"), "completed_turn");
      assert.equal(next.metadata.turn.text, "You said after agents.");
      assert.deepEqual(
        states.filter((one) => one === "unknown" || one === "plugin_error"),
        [],
      );
    });
