import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeKey, KEYS, parseKey } from "./index.js";

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
];

for (const [name, sent] of disambiguated)
  test(`sends ${name} as the kitty protocol's first level has it once a program asked for that`, () => {
    assert.equal(encodeKey(parseKey(name), { ...normal, keyboardFlags: 1 }), sent);
  });
