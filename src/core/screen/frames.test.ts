import assert from "node:assert/strict";
import { test } from "node:test";
import { Terminal } from "./terminal.js";

const SIZE = { rows: 4, cols: 20, pixelWidth: 0, pixelHeight: 0 };
const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";

function terminalWith(text: string): { terminal: Terminal; write: (text: string) => void } {
  const terminal = new Terminal(SIZE, () => undefined);
  const write = (more: string): void => {
    const bytes = Buffer.from(more);
    for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
  };
  write(text);
  return { terminal, write };
}

test("W9: while a frame is drawn, text, cursor, title and cells are those before it", () => {
  const { terminal, write } = terminalWith("before\x1b]2;old\x07");
  write(`${BEGIN}\x1b[2J\x1b[3;3Hhalf\x1b]2;new\x07\x07`);
  const { plainText, cursor, title, lines, cells, frame, bellCount } = terminal.snapshot(1);
  assert.deepEqual(
    { plainText, cursor, title, line: lines[0], cell: cells[0].text, frame, bellCount },
    {
      plainText: "before",
      cursor: { row: 0, col: 6, visible: true },
      title: "old",
      line: "before",
      cell: "b",
      frame: { complete: true, id: 0 },
      bellCount: 0,
    },
  );
  assert.deepEqual([terminal.plainText, terminal.cursor, terminal.bellCount], ["before", cursor, 0]);
  const running = terminal.snapshot(1, "any");
  assert.deepEqual(
    [running.plainText, running.title, running.frame],
    ["\n\n  half", "new", { complete: false, id: 0 }],
  );
  write(`way${END}`);
  const done = terminal.snapshot(2);
  assert.deepEqual([done.plainText, done.title, done.frame], ["\n\n  halfway", "new", { complete: true, id: 1 }]);
});

test("a frame that is held is one screen at each sequence number", () => {
  const { terminal, write } = terminalWith("before");
  write(`${BEGIN}x`);
  const [first, second] = [terminal.snapshot(1), terminal.snapshot(2)];
  assert.deepEqual([first.sequence, second.sequence, first.plainText, second.plainText], [1, 2, "before", "before"]);
  assert.equal(terminal.snapshot(2), second);
});

for (const [what, end] of [
  ["a resize", (terminal: Terminal) => terminal.resize({ ...SIZE, rows: 5 })],
  ["a release", (terminal: Terminal) => terminal.releaseFrame()],
] as const)
  test(`${what} in the middle of a frame shows what is drawn so far, and the next frame is whole again`, () => {
    const { terminal, write } = terminalWith("before");
    write(`${BEGIN}\x1b[2J\x1b[Hhalf`);
    assert.equal(terminal.plainText, "before");
    end(terminal);
    assert.deepEqual([terminal.plainText, terminal.snapshot(2).frame.complete], ["half", false]);
    write(`way${END}${BEGIN}\x1b[Hother`);
    assert.deepEqual([terminal.plainText, terminal.snapshot(3).frame], ["halfway", { complete: true, id: 1 }]);
  });

test("a program that goes to the alternate screen and back within frames is seen whole", () => {
  const { terminal, write } = terminalWith("before");
  write(`${BEGIN}\x1b[?1049h\x1b[Hhalf`);
  const held = terminal.snapshot(1);
  assert.deepEqual([held.plainText, held.alternateScreen, terminal.cursor.row], ["before", false, held.cursor.row]);
  write(`way${END}`);
  assert.deepEqual([terminal.plainText, terminal.snapshot(2).alternateScreen], ["halfway", true]);
  write(`${BEGIN}\x1b[?1049lgone`);
  assert.deepEqual([terminal.plainText, terminal.snapshot(3).alternateScreen], ["halfway", true]);
  write(END);
  assert.deepEqual([terminal.plainText, terminal.snapshot(4).alternateScreen], ["beforegone", false]);
});

test("a full reset ends the frame", () => {
  const { terminal, write } = terminalWith("before");
  write(`${BEGIN}half\x1bc`);
  assert.deepEqual([terminal.plainText, terminal.isFrameHeld, terminal.frameCount], ["", false, 1]);
});

test("a frame that begins twice is one frame", () => {
  const { terminal, write } = terminalWith("before");
  write(`${BEGIN}\rhalf${BEGIN}`);
  assert.equal(terminal.plainText, "before");
  write(END);
  assert.deepEqual([terminal.plainText, terminal.frameCount], ["halfre", 1]);
});

test("what was written when is told of the screen that is seen, and of the new one once it is complete", () => {
  const { terminal, write } = terminalWith("one\r\n");
  const textOf = (after: number): string[] =>
    terminal.written(after, Infinity).map(({ start, end }) => terminal.plainText.slice(start, end));
  terminal.stamp(1);
  write(`two${BEGIN}\x1b[H\x1b[2Jfirst\r\nsecond\r\nthird`);
  terminal.stamp(2);
  assert.equal(terminal.snapshot(2, "any").plainText, "first\nsecond\nthird");
  assert.deepEqual(
    terminal.insideFrame(() => textOf(2)),
    ["first\nsecond\nthird"],
  );
  assert.deepEqual([terminal.plainText, textOf(0), textOf(1), textOf(2)], ["one\ntwo", ["one\ntwo"], ["two"], []]);
  write(END);
  terminal.stamp(3);
  assert.equal(terminal.plainText, "first\nsecond\nthird");
  assert.deepEqual([textOf(2), textOf(3)], [["first\nsecond\nthird"], []]);
});
