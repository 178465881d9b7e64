import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../base/index.js";
import { commandWords } from "./command-words.js";

for (const [line, words] of [
  ["vim", ["vim"]],
  ["  vim  +3\tnotes.txt ", ["vim", "+3", "notes.txt"]],
  [`git commit -m 'it is "done"'`, ["git", "commit", "-m", 'it is "done"']],
  [`printf "%s\\n" "a \\"b\\" c"`, ["printf", "%s\\n", 'a "b" c']],
  [`a\\ b ''`, ["a b", ""]],
  [`x'y'"z"`, ["xyz"]],
  [`echo '$HOME | *'`, ["echo", "$HOME | *"]],
] as const)
  test(`${JSON.stringify(line)} is ${words.length} words`, () => {
    assert.deepEqual(commandWords(line), words);
  });

for (const line of [
  "",
  "  ",
  "a | b",
  "a && b",
  "echo $HOME",
  'echo "$HOME"',
  "ls *.c",
  "cat ~/x",
  "'open",
  'a "b',
  "a\nb",
])
  test(`${JSON.stringify(line)} is refused, with what to do`, () => {
    assert.throws(() => commandWords(line), InvalidArgumentError);
  });
