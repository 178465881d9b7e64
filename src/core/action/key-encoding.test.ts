import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { encodeKey, keyNote, KEYS, parseKey } from "./index.js";

const normal = { applicationCursor: false, applicationKeypad: false };
const application = { applicationCursor: true, applicationKeypad: true };

// Normal mode, then application mode where it differs.
const table: [name: string, sent: string, inApplicationMode?: string][] = [
  ["enter", "\r"],
  ["escape", "\x1b"],
  ["tab", "\t"],
  ["shift_tab", "\x1b[Z"],
  ["backspace", "\x7f"],
  ["space", " "],
  ["up", "\x1b[A", "\x1bOA"],
  ["down", "\x1b[B", "\x1bOB"],
  ["right", "\x1b[C", "\x1bOC"],
  ["left", "\x1b[D", "\x1bOD"],
  ["home", "\x1b[H", "\x1bOH"],
  ["end", "\x1b[F", "\x1bOF"],
  ["insert", "\x1b[2~"],
  ["delete", "\x1b[3~"],
  ["page_up", "\x1b[5~"],
  ["page_down", "\x1b[6~"],
  ["f1", "\x1bOP"],
  ["f2", "\x1bOQ"],
  ["f3", "\x1bOR"],
  ["f4", "\x1bOS"],
  ["f5", "\x1b[15~"],
  ["f6", "\x1b[17~"],
  ["f7", "\x1b[18~"],
  ["f8", "\x1b[19~"],
  ["f9", "\x1b[20~"],
  ["f10", "\x1b[21~"],
  ["f11", "\x1b[23~"],
  ["f12", "\x1b[24~"],
  ["ctrl_a", "\x01"],
  ["ctrl_c", "\x03"],
  ["ctrl_d", "\x04"],
  ["ctrl_z", "\x1a"],
  ["ctrl_space", "\0"],
  ["ctrl_backslash", "\x1c"],
  ["ctrl_right_bracket", "\x1d"],
  ["ctrl_caret", "\x1e"],
  ["ctrl_underscore", "\x1f"],
  ["alt_a", "\x1ba"],
  ["alt_z", "\x1bz"],
  ["alt_0", "\x1b0"],
  ["alt_enter", "\x1b\r"],
  ["alt_backspace", "\x1b\x7f"],
  ["alt_escape", "\x1b\x1b"],
  ["alt_space", "\x1b "],
  ["alt_shift_tab", "\x1b\x1b[Z"],
  ["ctrl_alt_e", "\x1b\x05"],
  ["shift_up", "\x1b[1;2A"],
  ["alt_up", "\x1b[1;3A"],
  ["alt_shift_left", "\x1b[1;4D"],
  ["ctrl_right", "\x1b[1;5C"],
  ["ctrl_shift_up", "\x1b[1;6A"],
  ["ctrl_alt_home", "\x1b[1;7H"],
  ["ctrl_alt_shift_end", "\x1b[1;8F"],
  ["shift_f1", "\x1b[1;2P"],
  ["ctrl_f5", "\x1b[15;5~"],
  ["shift_delete", "\x1b[3;2~"],
  ["ctrl_page_up", "\x1b[5;5~"],
  ["a", "a"],
  ["shift_a", "A"],
  ["alt_shift_a", "\x1bA"],
  ["Ctrl+/", "\x1f"],
  ["ctrl_shift_6", "\x1e"],
  ["ctrl_backspace", "\b"],
  ["alt_comma", "\x1b,"],
  ["alt_kp_1", "\x1b1", "\x1b\x1bOq"],
  ["kp_0", "0", "\x1bOp"],
  ["kp_9", "9", "\x1bOy"],
  ["kp_minus", "-", "\x1bOm"],
  ["kp_enter", "\r", "\x1bOM"],
];
for (const [name, sent, inApplicationMode = sent] of table)
  test(`${name} sends what xterm sends`, () => {
    assert.equal(encodeKey(parseKey(name), normal), sent);
    assert.equal(encodeKey(parseKey(name), application), inApplicationMode);
  });

test("every plain key of the contract is there, and each sends something of its own", () => {
  const letters = "abcdefgklnopqrstuvwxyz".split("").map((letter) => `ctrl_${letter}`);
  const named =
    "enter escape tab shift_tab backspace delete space up down left right home end page_up page_down insert".split(" ");
  const functions = Array.from({ length: 12 }, (_, index) => `f${index + 1}`);
  for (const name of [...letters, ...named, ...functions]) assert.ok((KEYS as readonly string[]).includes(name), name);
  const sent = KEYS.map((key) => encodeKey(key, application));
  assert.equal(new Set(sent).size, KEYS.length);
  assert.ok(sent.every((bytes) => bytes.length > 0));
});

/** What a key comes down to where the program cannot be told. */
const unasked: [name: string, sent: string, as: string][] = [
  ["shift_enter", "\r", "enter"],
  ["ctrl_enter", "\r", "enter"],
  ["ctrl_alt_enter", "\x1b\r", "alt_enter"],
  ["ctrl_tab", "\t", "tab"],
  ["ctrl_shift_tab", "\x1b[Z", "shift_tab"],
  ["shift_escape", "\x1b", "escape"],
  ["shift_backspace", "\x7f", "backspace"],
  ["shift_space", " ", "space"],
  ["ctrl_shift_c", "\x03", "ctrl_c"],
  ["ctrl_alt_i", "\x1b\t", "alt_tab"],
  ["ctrl_1", "1", "1"],
  ["ctrl_2", "\0", "ctrl_space"],
  ["ctrl_comma", ",", "comma"],
  ["ctrl_shift_1", "!", "exclamation"],
  ["super_c", "c", "c"],
  ["super_up", "\x1b[A", "up"],
  ["ctrl_super_up", "\x1b[1;5A", "ctrl_up"],
  ["ctrl_kp_1", "1", "kp_1"],
];

for (const [name, sent, as] of unasked)
  test(`${name} is sent as ${as} to a program that did not ask for modified keys, and the note says so`, () => {
    const key = parseKey(name);
    assert.equal(encodeKey(key, normal), sent);
    assert.equal(encodeKey(parseKey(as), normal), sent);
    assert.equal(keyNote(key, normal), `${key} was sent as ${as}: the program did not ask for modified keys`);
    assert.equal(keyNote(parseKey(as), normal), undefined);
    assert.equal(keyNote(key, { ...normal, keyboardFlags: 9 }), undefined);
  });

for (const [name, other] of [
  ["ctrl_h", "backspace"],
  ["^I", "tab"],
  ["Ctrl+J", "enter"],
  ["C-m", "enter"],
])
  test(`${name} is refused unless the program asked for modified keys`, () => {
    assert.throws(
      () => encodeKey(parseKey(name), normal),
      (error: unknown) =>
        error instanceof InvalidArgumentError &&
        error.code === "invalid_key" &&
        error.message.endsWith(`did you mean ${other}?`),
    );
    assert.match(encodeKey(parseKey(name), { ...normal, keyboardFlags: 1 }), /^\x1b\[\d+;5u$/);
    assert.match(encodeKey(parseKey(name), { ...normal, modifyOtherKeys: 2 }), /^\x1b\[27;5;\d+~$/);
  });

/** Level 1, then level 2. */
const otherKeys: [name: string, first: string, second: string][] = [
  ["enter", "\r", "\r"],
  ["shift_enter", "\x1b[27;2;13~", "\x1b[27;2;13~"],
  ["ctrl_enter", "\x1b[27;5;13~", "\x1b[27;5;13~"],
  ["alt_enter", "\x1b\r", "\x1b[27;3;13~"],
  ["ctrl_tab", "\x1b[27;5;9~", "\x1b[27;5;9~"],
  ["shift_tab", "\x1b[Z", "\x1b[Z"],
  ["ctrl_shift_tab", "\x1b[27;6;9~", "\x1b[27;6;9~"],
  ["shift_escape", "\x1b", "\x1b[27;2;27~"],
  ["backspace", "\x7f", "\x7f"],
  ["ctrl_backspace", "\b", "\b"],
  ["alt_backspace", "\x1b\x7f", "\x1b[27;3;127~"],
  ["shift_space", " ", "\x1b[27;2;32~"],
  ["ctrl_space", "\0", "\x1b[27;5;32~"],
  ["ctrl_a", "\x01", "\x1b[27;5;97~"],
  ["ctrl_shift_a", "\x01", "\x1b[27;6;65~"],
  ["alt_a", "\x1ba", "\x1b[27;3;97~"],
  ["shift_a", "A", "A"],
  ["ctrl_1", "\x1b[27;5;49~", "\x1b[27;5;49~"],
  ["ctrl_2", "\0", "\x1b[27;5;50~"],
  ["ctrl_comma", "\x1b[27;5;44~", "\x1b[27;5;44~"],
  ["ctrl_caret", "\x1e", "\x1b[27;6;94~"],
  ["ctrl_up", "\x1b[1;5A", "\x1b[1;5A"],
  ["f5", "\x1b[15~", "\x1b[15~"],
];

for (const [name, first, second] of otherKeys)
  test(`${name} follows modifyOtherKeys`, () => {
    const sent = (modes: object): string => encodeKey(parseKey(name), { ...normal, ...modes });
    assert.equal(sent({ modifyOtherKeys: 1 }), first);
    assert.equal(sent({ modifyOtherKeys: 2 }), second);
    const inOtherFormat = second.replace(/^\x1b\[27;(\d+);(\d+)~$/, "\x1b[$2;$1u");
    assert.equal(sent({ modifyOtherKeys: 2, formatOtherKeys: 1 }), inOtherFormat);
    assert.equal(sent({ modifyOtherKeys: 0, formatOtherKeys: 1 }), encodeKey(parseKey(name), normal));
  });

test("what modifyOtherKeys has no way to say is in the note", () => {
  const modes = { ...normal, modifyOtherKeys: 2 };
  assert.equal(keyNote("ctrl_enter", modes), undefined);
  const why = "what the program asked for does not tell them apart";
  assert.equal(keyNote("ctrl_super_a", modes), `ctrl_super_a was sent as ctrl_a: ${why}`);
  assert.equal(keyNote("ctrl_shift_c", { ...normal, modifyOtherKeys: 1 }), `ctrl_shift_c was sent as ctrl_c: ${why}`);
});

test("the kitty protocol goes before modifyOtherKeys", () => {
  assert.equal(encodeKey("ctrl_a", { ...normal, keyboardFlags: 1, modifyOtherKeys: 2 }), "\x1b[97;5u");
});

const disambiguated: [name: string, sent: string][] = [
  ["escape", "\x1b[27u"],
  ["ctrl_c", "\x1b[99;5u"],
  ["alt_b", "\x1b[98;3u"],
  ["shift_tab", "\x1b[9;2u"],
  ["alt_enter", "\x1b[13;3u"],
  ["ctrl_space", "\x1b[32;5u"],
  ["enter", "\r"],
  ["tab", "\t"],
  ["backspace", "\x7f"],
  ["space", " "],
  ["up", "\x1b[A"],
  ["ctrl_up", "\x1b[1;5A"],
  ["f5", "\x1b[15~"],
  ["f1", "\x1b[P"],
  ["f3", "\x1b[13~"],
  ["ctrl_f3", "\x1b[13;5~"],
  ["shift_a", "A"],
  ["shift_space", " "],
  ["ctrl_caret", "\x1b[54;6u"],
  ["super_c", "\x1b[99;9u"],
  ["super_up", "\x1b[1;9A"],
  ["kp_1", "1"],
  ["kp_enter", "\x1b[57414u"],
  ["ctrl_kp_1", "\x1b[57400;5u"],
  ["ctrl_i", "\x1b[105;5u"],
];

for (const [name, sent] of disambiguated)
  test(`sends ${name} as the kitty protocol's first level has it once a program asked for that`, () => {
    assert.equal(encodeKey(parseKey(name), { ...normal, keyboardFlags: 1 }), sent);
  });

const enhanced: [flags: number, name: string, sent: string][] = [
  [2, "a", "a"],
  [2, "ctrl_a", "\x01\x1b[97;5:3u"],
  [2, "escape", "\x1b\x1b[27;1:3u"],
  [2, "up", "\x1b[A\x1b[1;1:3A"],
  [3, "enter", "\r"],
  [3, "ctrl_enter", "\x1b[13;5u\x1b[13;5:3u"],
  [3, "f5", "\x1b[15~\x1b[15;1:3~"],
  [4, "ctrl_shift_a", "\x01"],
  [5, "ctrl_shift_a", "\x1b[97:65;6u"],
  [5, "ctrl_a", "\x1b[97;5u"],
  [5, "alt_caret", "\x1b[54:94;4u"],
  [8, "a", "\x1b[97u"],
  [8, "enter", "\x1b[13u"],
  [8, "tab", "\x1b[9u"],
  [8, "shift_a", "\x1b[97;2u"],
  [8, "up", "\x1b[A"],
  [8, "kp_1", "\x1b[57400u"],
  [10, "a", "\x1b[97u\x1b[97;1:3u"],
  [10, "backspace", "\x1b[127u\x1b[127;1:3u"],
  [24, "a", "\x1b[97;;97u"],
  [24, "space", "\x1b[32;;32u"],
  [24, "ctrl_a", "\x1b[97;5u"],
  [24, "enter", "\x1b[13u"],
  [24, "kp_1", "\x1b[57400;;49u"],
  [31, "shift_a", "\x1b[97:65;2;65u\x1b[97:65;2:3u"],
  [16, "a", "a"],
];

for (const [flags, name, sent] of enhanced)
  test(`${name} is sent as the kitty protocol has it with the flags ${flags}`, () => {
    assert.equal(encodeKey(parseKey(name), { ...application, keyboardFlags: flags }), sent);
  });
