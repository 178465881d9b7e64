import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import { Matcher } from "ptywright";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

const FLOODS = 10_000;
/** Between two of them the program is asked for the next. */
const MAX_FILLER = 80_000;

test("B18: of 10,000 floods with a mark at a random place, waits for the output miss none", async (t) => {
  const { seed } = SeededRandom.ofRun();
  const random = new SeededRandom(seed);
  const session = await start(t, fixture("buries-marks.mjs"));
  await session.waitFor(Matcher.transcriptContains("ready"));
  for (let number = 1; number <= FLOODS; number++) {
    // Most are large enough to be read in several pieces, and many end in the same one as their mark.
    const before = random.below(random.below(3) === 0 ? MAX_FILLER : 200);
    const after = random.below(random.below(3) === 0 ? 200 : MAX_FILLER);
    const options = { timeoutMs: 20_000 };
    const waits = [
      session.waitFor(Matcher.transcriptContains(`${number}>`), options),
      // As long as two reads and more: it straddles them.
      session.waitFor(Matcher.transcriptRegex(`<=*(${number})>`), options),
    ];
    await session.writeText(`${number} ${before} ${after}\r`);
    const [, { outcome }] = await Promise.all(waits).catch((error: unknown) =>
      assert.fail(`seed ${seed}, ${number} ${before} ${after}: ${String(error)}`),
    );
    assert.equal("capture" in outcome ? outcome.capture : undefined, String(number));
  }
});
