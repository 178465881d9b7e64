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

/** As many marks and images as a screen of 1000 by 1000 can have, and the cursor at its end. */
const ANCHORED =
  Array.from(
    { length: 1000 },
    (_, at) => `\x1b[${at + 1}H${[..."ABC"].map((kind) => `\x1b]133;${kind}\x07`).join("")}`,
  ).join("") + `\x1b[H${"\x1b_Ga=T,c=999,r=999,C=1\x1b\\".repeat(256)}\x1b[1000H`;

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
  ["SU between margins", "\x1b[S", "\x1b[?69h\x1b[2;999s"],
  ["SD between margins", "\x1b[T", "\x1b[?69h\x1b[2;999s\x1b[41m"],
  ["LF between margins", "\n", "\x1b[?69h\x1b[2;999s\x1b[1000;5H"],
  ["ICH between margins", "\x1b[@", "\x1b[?69h\x1b[2;999s\x1b[5;5H"],
  ["DECIC between margins", "\x1b['}", "\x1b[?69h\x1b[2;999s\x1b[5;5H"],
  ["DCH between margins", "\x1b[P", "\x1b[?69h\x1b[2;999s\x1b[5;5H"],
  ["DECDC between margins", "\x1b['~", "\x1b[?69h\x1b[2;999s\x1b[5;5H\x1b[41m"],
  ["IL between margins", "\x1b[L", "\x1b[?69h\x1b[2;999s\x1b[5;5H"],
  ["SL between margins", "\x1b[ @", "\x1b[?69h\x1b[2;999s\x1b[5;5H"],
  ["REP between margins", "x\x1b[99999b", "\x1b[?69h\x1b[1;2s"],
  ["text between margins", "x", "\x1b[?69h\x1b[1;2s\x1b[1000H"],
  ["wide text between margins", "漢", "\x1b[?69h\x1b[1;3s\x1b[1000H"],
  ["DECBI between margins", "\x1b6", "\x1b[?69h\x1b[2;999s\x1b[5;2H"],
  ["DECBI", "\x1b6"],
  ["DECFI", "\x1b9", "\x1b[1000G"],
  ["DECFRA", "\x1b[42$x", "\x1b[41m"],
  ["DECERA", "\x1b[$z"],
  ["DECSERA", "\x1b[${"],
  ["DECCRA", "\x1b[;;;;;2;2$v", "\x1b[41m\x1b[2J\x1b[42$x"],
  ["DECCARA", "\x1b[;;;;1$r"],
  ["DECRARA", "\x1b[;;;;7$t"],
  ["ED 2 of a guarded screen", "\x1b[2J", "\x1bV\x1b[42$x\x1bW"],
  ["DECCARA the wrong way round beside DECFRA", `\x1b[99999;;1;;1$r${"\x1b[88$x".repeat(60)}`, "\x1b[31;42m"],
  ["DECRARA the wrong way round beside DECERA", `\x1b[99999;;1;;7$t${"\x1b[$z".repeat(60)}`, "\x1b[31;42m"],
  ["DECCARA of a rectangle", "\x1b[;;;;1$r", "\x1b[2*x"],
  ["DECFRA the wrong way round", "\x1b[42;99999;;1$x\x1b[42$x", "\x1b[41m"],
  ["DECFRA in origin mode between margins", "\x1b[42$x", "\x1b[?69h\x1b[2;999s\x1b[2;999r\x1b[?6h\x1b[41m"],
  ["DECCRA onto what is not there", "\x1b[;;;;;99999;99999$v\x1b[;;;;;2;2$v", "\x1b[41m\x1b[2J\x1b[42$x"],
  ["DECSERA of a protected screen", "\x1b[${", '\x1b[1"q\x1b[42$x\x1b[0"q'],
  ["reverse wrap", "\x1b[99999D", "\x1b[?1045h"],
  ["reverse wrap between margins", "\x1b[99999D", "\x1b[?1045h\x1b[?69h\x1b[1;2s"],
  ["reverse wrap over soft wraps", "\x1b[99999D\x1b[1000;1000H", "\x1b[?45h"],
  ["OSC 4", `\x1b]4${";1;?".repeat(800)}\x07`],
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
  ["sixels", '\x1bPq"1;1;99999;99999~\x1b\\'],
  ["sixels of a pixel", "\x1bPq@\x1b\\"],
  ["kitty's images", "\x1b_Ga=T,f=24,s=99999,v=99999\x1b\\"],
  ["kitty's images that stay", "\x1b_Ga=T,c=999,r=999,C=1\x1b\\", "\x1b[H"],
  ["iTerm2's images", "\x1b]1337;File=inline=1;width=999;height=999:AAAA\x07"],
  ["prompt marks", "\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C\x07\n"],
  ["LF beside marks and images", "\n", ANCHORED],
  ["RI beside marks and images", "\x1bM", `${ANCHORED}\x1b[H`],
  ["EL beside marks and images", "\x1b[2K", ANCHORED],
  ["ED beside marks and images", "\x1b[J", ANCHORED],
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
    ["sixel", "\x1bPq"],
    ["image of kitty", "\x1b_Ga=T,f=100;"],
    ["image of iTerm2", "\x1b]1337;File=inline=1:"],
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
