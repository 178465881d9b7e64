import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const FLOODS = Number(process.env.PTYWRIGHT_ROUNDS ?? 2_000);
const MAX_FILLER = 80_000;
const KEPT = 32_768;
const FILLER = `${"-".repeat(60)}\n`.repeat(4_000);

test("of floods with a mark at a random place, expect misses none and loses no character", async (t) => {
  const { seed } = SeededRandom.ofRun();
  const random = new SeededRandom(seed);
  const session = await start(t, fixture("buries-marks.mjs"));
  await session.expect("ready\r\n");
  let rest = "";
  for (let number = 1; number <= FLOODS; number++) {
    const before = random.below(random.below(3) === 0 ? MAX_FILLER : 200);
    const after = random.below(random.below(3) === 0 ? 200 : MAX_FILLER);
    const mark = `<${"=".repeat(number % 5_000)}${number}>`;
    const source = `<=*(${number})>`;
    const pattern = random.pick([mark, { regex: source }, new RegExp(source)]);
    const told = `seed ${seed}, ${number} ${before} ${after}`;
    const expecting = session.expect(pattern, { timeoutMs: 20_000 });
    await session.writeText(`${number} ${before} ${after}\r`);
    const found = await expecting.catch((error: unknown) => assert.fail(`${told}: ${String(error)}`));
    assert.equal(found.match, mark, told);
    const said = `${rest}${FILLER.slice(0, before)}`.replaceAll("\n", "\r\n");
    if (said.length <= KEPT) assert.ok(found.before === said && found.dropped === undefined, told);
    else assert.ok(found.dropped && said.endsWith(found.before), told);
    rest = FILLER.slice(0, after);
  }
});

test("R13: of a long transcript that none has read, an expect looks at the end, and says so", async (t) => {
  const flood = `printf first; head -c 3000000 /dev/zero | tr '\\0' x; printf 'last\\n'; exec sleep 60`;
  const session = await start(t, shell(flood), { transcriptMaxChars: 4_194_304 });
  await session.waitFor("last");
  const { before, dropped } = await session.expect("last", { timeoutMs: 0 });
  assert.deepEqual([before.length, dropped], [KEPT, true]);
  assert.equal((await session.expect("\n")).before, "\r");
});
