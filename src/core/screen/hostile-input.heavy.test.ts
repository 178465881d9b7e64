import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { cpuMs } from "../../base/cpu-time.test.support.js";
import { TerminalDriver, visibleRows } from "./terminal-driver.test.support.js";

/** As much as a session hands over at once. */
const SLICE_BYTES = 8_192;
const FLOOD_BYTES = 65_536;
/** Many times what a call takes, for a machine whose caches are busy otherwise. Work without a bound takes seconds. */
const MAX_CALL_MS = 50;
/** A flood may be long in all; what matters is each call, and some dozen of them show it. */
const ENOUGH_MS = 50;
const ATTEMPTS = 4;

/** The longest that one call to `write` took, by the processor's clock: others may have it in between. */
function worstCall(driver: TerminalDriver, bytes: Uint8Array, enoughMs = Infinity): number {
  let worst = 0;
  let total = 0;
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const end = Math.min(bytes.length, start + SLICE_BYTES);
    for (let at = start; at < end && total < enoughMs;) {
      const took = cpuMs(() => (at = driver.terminal.write(bytes, at, end)));
      worst = Math.max(worst, took);
      total += took;
    }
  }
  return worst;
}

/** A collection of garbage, or a cold cache, may fall into any single attempt; work that is too much is so in all of them. */
function assertBounded(attempt: () => number): number {
  let best = Infinity;
  for (let i = 0; i < ATTEMPTS && best > MAX_CALL_MS / 2; i++) best = Math.min(best, attempt());
  assert.ok(best <= MAX_CALL_MS, `one call took ${best.toFixed(1)} ms in the best of ${ATTEMPTS} attempts`);
  return best;
}

const CHEAP_LOOKING: readonly (readonly [name: string, sequence: string, first?: string])[] = [
  ["SU", "\x1b[S"],
  ["SU of half a screen", "\x1b[500S"],
  ["SD", "\x1b[T"],
  ["LF at the bottom", "\n", "\x1b[1000H"],
  ["RI at the top", "\x1bM"],
  ["IL", "\x1b[L"],
  ["DL", "\x1b[M"],
  ["ICH", "\x1b[@"],
  ["DCH", "\x1b[P"],
  ["DCH on a background", "\x1b[2J\x1b[P", "\x1b[41m"],
  ["insert mode", "x\r", "\x1b[4h"],
  ["ED 0", "\x1b[J"],
  ["ED 1", "\x1b[1J", "\x1b[1000;1000H"],
  ["ED 2", "\x1b[2J"],
  ["EL", "\x1b[2K"],
  ["ECH", "\x1b[999X"],
  ["DECSED", "\x1b[?2J"],
  ["DECSED of a protected screen", "\x1b[?2J", '\x1b[1"qx\x1b[99999bx\x1b[99999bx\x1b[99999b\x1b[0"q\x1b[H'],
  ["DECSEL", "\x1b[?2K"],
  ["SL", "\x1b[ @"],
  ["SR", "\x1b[ A"],
  ["DECIC", "\x1b['}"],
  ["DECDC", "\x1b['~"],
  ["DECALN", "\x1b#8"],
  ["REP of a letter", "x\x1b[99999b"],
  ["REP of a wide character", "漢\x1b[99999b"],
  ["REP of an accented letter", "é\x1b[99999b"],
  ["REP in insert mode", "x\x1b[999b", "\x1b[4h"],
  ["the alternate screen on and off", "\x1b[?1049h\x1b[?1049l"],
  ["the alternate screen many times in one sequence", `\x1b[?${"1049;".repeat(31)}1049h`],
  ["RIS", "\x1bc"],
  ["RIS with both screens in use", "\x1bc", "\x1b[?1049h"],
  ["DECSTR", "\x1b[!p"],
  ["tabs without stops", "\t\r", "\x1b[3g"],
  ["CHT and CBT", "\x1b[99999I\x1b[99999Z"],
  ["emoji that grow at the margin", "\x1b[1000G☎\ufe0f"],
];

describe("T7: each call to write is bounded on a screen of 1000 by 1000", () => {
  for (const [content, fill] of [
    ["letters", "\x1b#8"],
    ["wide characters", `漢${"\x1b[99999b漢".repeat(6)}`],
  ] as const) {
    for (const [name, sequence, first = ""] of CHEAP_LOOKING) {
      test(`${name} on ${content}`, (t) => {
        const bytes = Buffer.from(sequence.repeat(Math.ceil(FLOOD_BYTES / sequence.length)));
        const worst = assertBounded(() =>
          worstCall(new TerminalDriver(1000, 1000).feed(`${fill}\x1b[H${first}`), bytes, ENOUGH_MS),
        );
        t.diagnostic(`worst call ${worst.toFixed(1)} ms`);
      });
    }
  }
});

describe("T7: counts of 2^31-1", () => {
  for (const [rows, cols] of [
    [24, 80],
    [1000, 1000],
  ] as const) {
    test(`are harmless with every final byte at ${rows} by ${cols}`, () => {
      const driver = new TerminalDriver(rows, cols);
      for (const prefix of ["", "?", ">", "=", "<"])
        for (const intermediate of ["", " ", "!", '"', "$", "'", "*"])
          for (let final = 0x40; final < 0x7f; final++) {
            const n = "2147483647";
            const bytes = Buffer.from(`x\x1b[${prefix}${n};${n};${n}${intermediate}${String.fromCharCode(final)}`);
            assertBounded(() => worstCall(driver, bytes));
          }
      driver.feed("\x1bcok");
      assert.deepEqual(visibleRows(driver.snapshot()), ["ok"]);
    });
  }
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Heap in use, in megabytes, without garbage. */
const heapMegabytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
};

describe("T7: memory stays bounded", () => {
  for (const [name, opening] of [
    ["OSC", "\x1b]2;"],
    ["DCS", "\x1bP"],
    ["APC", "\x1b_"],
    ["SOS", "\x1bX"],
    ["CSI", "\x1b["],
  ] as const) {
    test(`over an ${name} of 20 MB`, () => {
      const driver = new TerminalDriver(24, 80).feed(opening);
      const chunk = Buffer.alloc(65_536, "1;");
      collectGarbage();
      const before = process.memoryUsage();
      for (let i = 0; i < 320; i++) driver.feed(chunk);
      collectGarbage();
      const after = process.memoryUsage();
      assert.ok(after.arrayBuffers - before.arrayBuffers < 1e6, "payload is not kept");
      assert.ok(after.heapUsed - before.heapUsed < 20e6, "heap does not grow with the payload");
      driver.feed("\x18\x1b[mok");
      assert.equal(driver.text, "ok");
      assert.equal(driver.snapshot().title, null);
    });
  }

  test("over a million combining marks", () => {
    const driver = new TerminalDriver(24, 80);
    const bytes = Buffer.from(`a${"\u0301".repeat(1_000_000)}b`);
    const before = heapMegabytes();
    assertBounded(() => worstCall(driver, bytes));
    assert.ok(heapMegabytes() - before < 50);
    assert.ok(driver.text.endsWith("b"));
    assert.ok(driver.text.length < 500);
  });

  const floods: readonly (readonly [string, number, (at: number) => string])[] = [
    ["distinct hyperlinks", 100_000, (at) => `\x1b]8;;http://example.org/${at}\x07x`],
    ["distinct titles", 100_000, (at) => `\x1b]2;title ${at}\x07`],
    ["distinct colours", 200_000, (at) => `\x1b[38;2;${at >> 16};${(at >> 8) & 255};${at & 255}mx`],
    [
      "distinct clusters",
      200_000,
      (at) => `a${String.fromCodePoint(0x300 + (at % 64), 0x300 + ((at >> 6) % 64), 0x300 + (at >> 12))}`,
    ],
  ];
  for (const [name, count, make] of floods) {
    for (const [rows, cols, megabytes] of [
      [24, 80, 40],
      [1000, 1000, 250],
    ] as const) {
      test(`over ${count} ${name} at ${rows} by ${cols}, and each call too`, (t) => {
        let text = "";
        for (let at = 0; at < count; at++) text += make(at);
        const bytes = Buffer.from(text);
        const before = heapMegabytes();
        let driver = new TerminalDriver(rows, cols);
        const worst = assertBounded(() => worstCall((driver = new TerminalDriver(rows, cols)), bytes));
        const grown = heapMegabytes() - before;
        assert.ok(grown < megabytes, `heap grew by ${grown.toFixed(0)} MB`);
        driver.feed("\x1bcok");
        assert.equal(driver.text, "ok");
        t.diagnostic(`worst call ${worst.toFixed(1)} ms, heap +${grown.toFixed(0)} MB`);
      });
    }
  }
});
