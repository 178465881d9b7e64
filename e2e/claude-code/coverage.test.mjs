// Whether a whole run has reached every state and used every intent that the plugin names, in each setup.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LuaExtension } from "../../dist/plugins/index.js";
import { SETUPS } from "./drive.mjs";

/** What cannot be reached here, and why. Each has a fixture instead. */
const NOT_HERE = [
  { state: "unknown", why: "nothing that the program shows here is unknown" },
  { state: "waiting_for_enter_plan_mode", why: "both versions enter plan mode without asking" },
  { state: "waiting_for_mode_offer", version: "2.1.143", why: "this version makes no such offer" },
];

/** What lasts only until the program has heeded a key: a few milliseconds, so that a look may come too late. Each has fixtures too. */
const MAY_BE_OVER = ["cancelling"];

const seen = new Set(readFileSync(process.env.PTYWRIGHT_CLAUDE_SEEN ?? "", "utf8").split("\n"));

for (const { name, version } of SETUPS)
  test(`${name}: every state and every intent of the plugin was met`, async (t) => {
    const extension = await LuaExtension.builtIn("claude-code");
    t.after(() => extension.close());
    const { states, intents } = await extension.describe();
    const missing = NOT_HERE.filter((entry) => (entry.version ?? version) === version).map(({ state }) => state);
    const wanted = states
      .filter((state) => ![...missing, ...MAY_BE_OVER].includes(state))
      .map((state) => `state ${state}`);
    wanted.push(...intents.map((intent) => `intent ${intent}`));
    assert.deepEqual(
      wanted.filter((what) => !seen.has(`${name} ${what}`)),
      [],
    );
    assert.deepEqual(
      missing.filter((state) => seen.has(`${name} state ${state}`)),
      [],
      "it can be reached after all",
    );
  });
