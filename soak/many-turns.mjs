// Fifty turns in a row with the real Claude Code in the homes that hide most, both versions, with and without the side channel.
import { claude } from "../e2e/claude-code/drive.mjs";
import { HOMES, WORST } from "../e2e/claude-code/homes.mjs";
import { manyTurns } from "../e2e/claude-code/many-turns.mjs";
import { whyNothing } from "../e2e/claude-code/installed.mjs";
import { VERSIONS } from "../e2e/claude-code/versions.mjs";

const SIZE = { rows: 40, cols: 120 };

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "50 turns in a row of the real Claude Code go by without one wrong state in the homes that hide most",
  seconds: 700,
  isPatient: true,
  async run({ count, progress, broke }) {
    const reason = whyNothing(broke);
    if (reason !== undefined) return reason;
    const cases = VERSIONS.flatMap((version) =>
      WORST.flatMap((name) => [true, false].map((sideChannel) => ({ version, name, sideChannel }))),
    );
    const turns = count(50);
    for (const [done, { version, name, sideChannel }] of cases.entries()) {
      const where = `${version}, ${name}, ${sideChannel ? "with" : "without"} the side channel`;
      /** @type {(() => unknown)[]} */
      const last = [];
      // What a test would do for it when it is over.
      const context = /** @type {any} */ ({ after: (/** @type {() => unknown} */ call) => last.push(call) });
      try {
        const driven = await claude(context, { version, ...SIZE, name: where }, { ...HOMES[name], sideChannel });
        await manyTurns(driven, turns);
      } catch (error) {
        broke(`${where}: ${error instanceof Error ? error.message : error}`);
      } finally {
        for (const call of last.reverse()) await call();
      }
      await progress(done + 1, cases.length);
    }
    return `${cases.length} times ${turns} turns`;
  },
};
