import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { ModeTracker } from "./mode-tracker.js";

const ROWS = 24;

function leftBy(...pieces: readonly string[]): string {
  const tracker = new ModeTracker(ROWS);
  for (const piece of pieces) tracker.track(Buffer.from(piece, "latin1"));
  return tracker.restoring();
}

/** The same in one piece, byte by byte, and cut in two at every place. */
function leaves(output: string, expected: string): void {
  assert.equal(leftBy(output), expected, JSON.stringify(output));
  assert.equal(leftBy(...output), expected, `byte by byte: ${JSON.stringify(output)}`);
  for (let cut = 1; cut < output.length; cut++)
    assert.equal(leftBy(output.slice(0, cut), output.slice(cut)), expected, `cut at ${cut}: ${JSON.stringify(output)}`);
}

/** What switches it on, what the program switches it off with, what we switch it off with. */
const MODES: readonly (readonly [on: string, off: string, ours?: string])[] = [
  ...[1, 5, 6, 9, 66, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2031, 2048, 47, 1047, 1049].map(
    (mode) => [`\x1b[?${mode}h`, `\x1b[?${mode}l`] as const,
  ),
  ["\x1b[?25l", "\x1b[?25h"],
  ["\x1b[?7l", "\x1b[?7h"],
  ["\x1b=", "\x1b>"],
  ["\x1b[4h", "\x1b[4l"],
  ["\x1b(0", "\x1b(B"],
  ["\x1b[>1u", "\x1b[<u", "\x1b[<1u"],
  ["\x1b[>1u\x1b[>5u", "\x1b[<2u"],
  ["\x1b[=5u", "\x1b[=0u"],
  ["\x1b[=1;2u", "\x1b[=1;3u", "\x1b[=0u"],
  ["\x1b[>4;2m", "\x1b[>4;0m", "\x1b[>4m"],
  ["\x1b[>4;1m", "\x1b[>4m"],
  ["\x1b[>4;1m", "\x1b[>4n", "\x1b[>4m"],
  ["\x1b[5 q", "\x1b[0 q"],
  ["\x1b[2 q", "\x1b[ q", "\x1b[0 q"],
  ["\x1b[2;20r", "\x1b[r", "\x1b7\x1b[r\x1b8"],
  ["\x1b[;10r", "\x1b[1;24r", "\x1b7\x1b[r\x1b8"],
  ["\x1b[31m", "\x1b[39m", "\x1b[0m"],
  ["\x1b[1;31;44m", "\x1b[m", "\x1b[0m"],
  ["\x1b[1;2m", "\x1b[22m", "\x1b[0m"],
  ["\x1b[38;5;0m", "\x1b[39m", "\x1b[0m"],
  ["\x1b[38;2;0;0;0;1m", "\x1b[22;39m", "\x1b[0m"],
  ["\x1b[48:2::0:0:0m", "\x1b[49m", "\x1b[0m"],
  ["\x1b[4:3;58;5;1m", "\x1b[4:0;59m", "\x1b[0m"],
  ["\x1b[0;7m", "\x1b[1;0m", "\x1b[0m"],
];

test("switches off what was left on, and nothing when it was switched off", () => {
  for (const [on, off, ours = off] of MODES) {
    leaves(`text${on}text`, ours);
    leaves(`text${on}text${off}text`, "");
    leaves(`${off}${on}${off}${on}`, ours);
    leaves(`${on}\x1bc`, "");
  }
});

test("takes several modes of one sequence apart", () => {
  leaves("\x1b[?1000;1006;2004h\x1b[?1006l", "\x1b[?1000l\x1b[?2004l");
});

test("shows a held frame first, leaves the alternate screen before colours, and shows the cursor last", () => {
  leaves(
    "\x1b[31m\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?2026h\x1b[3;4r",
    "\x1b[?2026l\x1b[?1000l\x1b[?1049l\x1b7\x1b[r\x1b8\x1b[0m\x1b[?25h",
  );
});

test("knows that leaving the alternate screen brings the attributes back that it began with", () => {
  leaves("\x1b[31m\x1b[?1049h\x1b[m", "\x1b[?1049l\x1b[0m");
  leaves("\x1b[31m\x1b[?1049h\x1b[m\x1b[?1049l", "\x1b[0m");
  leaves("\x1b[?1049h\x1b[31m\x1b[?1049l", "");
  leaves("\x1b[31m\x1b7\x1b[m\x1b8", "\x1b[0m");
});

test("pops the keyboard modes of each screen while it is shown", () => {
  leaves("\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>5u", "\x1b[<2u\x1b[?1049l\x1b[<1u");
});

test("a soft reset clears what it clears in a terminal", () => {
  leaves("\x1b[?1h\x1b[?25l\x1b=\x1b[4h\x1b[31m\x1b[2;3r\x1b[?1000h\x1b[!p", "\x1b[?1000l");
});

test("is not taken in by what only looks like a mode", () => {
  for (const text of [
    "[?1049h",
    "\x1b]0;[?1049h\x07",
    "\x1bPq[?25l\x1b\\",
    "\x1b[?1000$p",
    "\x1b[?1000r",
    "\x1b[?1000s",
    "\x1b[?4m",
    "\x1b[6n\x1b[>c\x1b[>q\x1b[?u",
    "\x1b[1;24r\x1b[0;0r",
    "\x1b#8\x1b)0\x1b%G",
    "\x1b[?12h\x1b[?1048h\x1b[?9999h",
  ])
    leaves(text, "");
});

test("follows a terminal in what it does with control characters inside of a sequence", () => {
  leaves("\x1b[?10\r49h", "\x1b[?1049l");
  leaves("\x1b[?1049\x18h", "");
  leaves("\x1b[?1049\x1b[31m", "\x1b[0m");
  leaves("\x1b\x1b[?1h", "\x1b[?1l");
  leaves("\x1b(\x1b[?1h", "\x1b[?1l");
});

test("ends a sequence or a string that was broken off, or it would swallow the next prompt", () => {
  for (const text of ["\x1b", "\x1b[", "\x1b[38;5", "\x1b]0;title", "\x1bPq#0", "\x1b_G", "\x1b("])
    leaves(text, "\x1b\\");
  leaves("\x1b]0;title\x07", "");
  leaves("\x1b]0;title\x1b\\", "");
});

test("takes the size of the terminal for the size of a full scroll region", () => {
  const tracker = new ModeTracker(ROWS);
  tracker.track(Buffer.from("\x1b[1;10r"));
  tracker.resize(10);
  assert.equal(tracker.restoring(), "");
  tracker.track(Buffer.from("\x1b[1;10r"));
  assert.equal(tracker.restoring(), "");
  tracker.track(Buffer.from("\x1b[1;9r"));
  assert.notEqual(tracker.restoring(), "");
});

test("does not gather what has no end", () => {
  assert.equal(leftBy(`\x1b[${"1;".repeat(10_000)}`), "");
  assert.equal(leftBy(...Array.from({ length: 100 }, () => "\x1b["), "A"), "");
});

test("gives the same for random output however it is cut", () => {
  const random = SeededRandom.ofRun();
  const alphabet = [..."\x1b\x1b[?;>hlmcr 147\x07]P\\x\r\x18", ...MODES.flatMap(([on, off]) => [on, off])];
  for (let round = 0; round < 3_000; round++) {
    const output = random.text(alphabet, 16);
    const cut = random.below(output.length + 1);
    const pieces = [output.slice(0, cut), output.slice(cut)];
    assert.equal(leftBy(...pieces), leftBy(output), JSON.stringify({ output, cut, seed: random.seed }));
    assert.equal(leftBy(...output), leftBy(output), JSON.stringify({ output, seed: random.seed }));
  }
});
