import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { InputFilter } from "./input-filter.js";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
const utf8 = (text: string): string => Buffer.from(text).toString("latin1");

/** What passes of these pieces, and what is still held. */
function filtered(...pieces: readonly string[]): { passed: string; held: string } {
  const filter = new InputFilter();
  const passed = pieces.map((piece) => Buffer.from(filter.feed(bytes(piece))).toString("latin1")).join("");
  return { passed, held: Buffer.from(filter.release()).toString("latin1") };
}

/** The same in one piece, byte by byte, and cut in two at every place. */
function passesAs(input: string, expected: string): void {
  const wanted = { passed: expected, held: "" };
  assert.deepEqual(filtered(input), wanted, JSON.stringify(input));
  assert.deepEqual(filtered(...input), wanted, `byte by byte: ${JSON.stringify(input)}`);
  for (let cut = 1; cut < input.length; cut++)
    assert.deepEqual(
      filtered(input.slice(0, cut), input.slice(cut)),
      wanted,
      `cut at ${cut}: ${JSON.stringify(input)}`,
    );
}

const REPLIES = [
  "\x1b[I",
  "\x1b[O",
  "\x1b[?62;22c",
  "\x1b[?1;2c",
  "\x1b[?c",
  "\x1b[>0;276;0c",
  "\x1b[=0c",
  "\x1bP>|XTerm(370)\x1b\\",
  "\x1bP1$r0m\x1b\\",
  "\x1bP!|00000000\x1b\\",
  "\x1bP\x1b\\",
  `\x1bP>|${utf8("кит 猫 М")}\x1b\\`,
  "\x9bI",
  "\x9bO",
  "\x9b?62c",
  "\x9b>1c",
  "\x90>|kitty\x9c",
  "\x90>|kitty\x1b\\",
  "\x1bP1+r544e\x9c",
];

const KEYS = [
  "plain text\r\t\x7f\x03\x1a",
  "\x1b[A\x1b[B\x1bOC\x1bOD",
  "\x1bOP\x1bOI\x1bOO",
  "\x1b[15~\x1b[1;5C\x1b[Z\x1b[[A",
  "\x1b[97;5u\x1b[97:65;2:1;97u\x1b[27;5;9~\x1b[?1u",
  "\x1b[12;40R\x1b[?12;40R",
  "\x1b[<0;10;20M\x1b[<0;10;20m\x1b[32;10;20M",
  "\x1b[?2026;1$y\x1b[4;600;800t\x1b[c\x1b[0c\x1b[1I\x1b[?1O\x1b[?62$c",
  "\x1b]11;rgb:0000/0000/0000\x1b\\",
  "\x1ba\x1bx\x1b\r\x1b\x7f",
  utf8("é ß М Л 猫 💛 \u{1f9d0} \u00db \u009b"),
  utf8("\x1bé\x1b猫"),
  "\x9c",
  "\x9bA\x9b1;5C",
  "\x1b\x1b[A",
  "\xff\xfe\xc0",
];

test("takes out what the terminal says by itself, wherever it is cut", () => {
  for (const reply of REPLIES) {
    passesAs(reply, "");
    passesAs(`a${reply}b${reply}${reply}c`, "abc");
    passesAs(`${utf8("猫")}${reply}${utf8("é")}`, utf8("猫é"));
  }
});

test("lets every key, position, mouse report and character pass, wherever it is cut", () => {
  for (const key of KEYS) passesAs(key, key);
  passesAs(KEYS.join(REPLIES[0]), KEYS.join(""));
});

test("takes 0x90, 0x9b and 0x9c inside a character for a part of it", () => {
  for (const char of ["А\u0410", "Л", "ț", "ꓛ", "\u{1f41b}", "\u{10fb50}", "\u0690", "\u069b", "\u069c"])
    passesAs(utf8(`${char}I`), utf8(`${char}I`));
});

test("takes them for controls after a character that was broken off", () => {
  passesAs("\xe7\x8cx\x9bI", "\xe7\x8cx");
  passesAs("\xe7\x1b[I\x9bI", "\xe7");
});

test("lets a paste pass untouched, whatever is in it", () => {
  for (const reply of REPLIES) {
    const paste = `\x1b[200~x${reply}\x1b\x1bP\x1b[201\x1b[20\x1b[201~`;
    passesAs(`${reply}${paste}${reply}y`, `${paste}y`);
  }
  passesAs("\x9b200~\x1b[I\x9b201~\x9bI", "\x9b200~\x1b[I\x9b201~");
  passesAs(`\x1b[200~${utf8("Л")}201~\x1b[I\x1b[201~\x1b[I`, `\x1b[200~${utf8("Л")}201~\x1b[I\x1b[201~`);
});

test("never holds back a paste", () => {
  assert.deepEqual(filtered("\x1b[200~text\x1b[20"), { passed: "\x1b[200~text\x1b[20", held: "" });
});

test("takes the three bytes of an old mouse report for what they are", () => {
  passesAs("\x1b[M \x9bI\x1b[I", "\x1b[M \x9bI");
  passesAs("\x1b[M#\x90\x90a\x1b[O", "\x1b[M#\x90\x90a");
  // With coordinates in UTF-8 there are more than three.
  passesAs("\x1b[M!\xc3\x90\xc3\x9bz\x1b[I", "\x1b[M!\xc3\x90\xc3\x9bz");
  passesAs("\x1b[M!!\xc3\x9bz\x1b[I", "\x1b[M!!\xc3\x9bz");
});

test("holds what may be a key or the beginning of a reply, for a short time only", () => {
  for (const start of ["\x1b", "\x1b[", "\x1bP", "\x9b", "\x90"]) {
    const filter = new InputFilter();
    assert.equal(filter.feed(bytes(`a${start}`)).length, 1);
    assert.equal(filter.hold?.limitMs, 25);
    assert.deepEqual(Buffer.from(filter.release()), bytes(start));
    assert.equal(filter.hold, undefined);
    // What comes now is no continuation any more.
    assert.deepEqual(Buffer.from(filter.feed(bytes("I"))), bytes("I"));
  }
});

test("holds an unfinished reply longer, and counts from its beginning", () => {
  const filter = new InputFilter();
  filter.feed(bytes("\x1b[I\x1b"));
  const { serial } = filter.hold ?? {};
  filter.feed(bytes("P>|XT"));
  assert.deepEqual(filter.hold, { limitMs: 250, serial });
  filter.feed(bytes("erm"));
  assert.deepEqual(filter.hold, { limitMs: 250, serial });
  filter.feed(bytes("\x1b\\\x1b"));
  assert.notEqual(filter.hold?.serial, serial);
});

test("a string that is broken off passes, with what broke it off", () => {
  passesAs("\x1bPabc\x18d", "\x1bPabc\x18d");
  passesAs("\x1bPabc\x1b[A", "\x1bPabc\x1b[A");
  passesAs("\x1bPabc\x1b[Ix", "\x1bPabcx");
  passesAs("\x1bPabc\x1b\x1b[Ix", "\x1bPabc\x1bx");
});

test("a sequence that is broken off passes, with what broke it off", () => {
  passesAs("\x1b[12\rx", "\x1b[12\rx");
  passesAs("\x1b[12\x1b[Ix", "\x1b[12x");
  passesAs(`\x1b[1${utf8("Л")}I`, `\x1b[1${utf8("Л")}I`);
  passesAs("\x1b[?1\x9bIx", "\x1b[?1x");
});

test("a string without an end passes once it is too long, and so does all that follows", () => {
  const typed = `\x1bP${"x".repeat(9_000)}`;
  assert.deepEqual(filtered(typed), { passed: typed, held: "" });
  assert.deepEqual(filtered(...typed), { passed: typed, held: "" });
  assert.deepEqual(filtered(`${typed}\x1b[Iy`), { passed: `${typed}y`, held: "" });
  const longest = `\x1b[${"1;".repeat(500)}c`;
  passesAs(longest, longest);
});

test("gives the same for random input however it is cut, and invents nothing", () => {
  const random = SeededRandom.ofRun();
  const alphabet = [..."\x1b\x1b\x1b[[PIOcM~?>;0129\\a\r\x18\x90\x9b\x9c", "\xd0", "\xe2", "\x1b[200~", "\x1b[201~"];
  for (let round = 0; round < 3_000; round++) {
    const input = random.text(alphabet, 24);
    const whole = filtered(input);
    const cuts = [0, random.below(input.length + 1), random.below(input.length + 1), input.length].sort(
      (a, b) => a - b,
    );
    const pieces = cuts.slice(1).map((end, i) => input.slice(cuts[i], end));
    assert.deepEqual(filtered(...pieces), whole, JSON.stringify({ input, pieces, seed: random.seed }));
    // What passes is the input with some parts taken out.
    let at = 0;
    for (const char of whole.passed + whole.held) {
      at = input.indexOf(char, at) + 1;
      assert.notEqual(at, 0, JSON.stringify({ input, whole, seed: random.seed }));
    }
  }
});
