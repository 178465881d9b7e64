import assert from "node:assert/strict";
import { test } from "node:test";
import type { MouseEncoding, MouseTracking } from "../../protocol/index.js";
import { Action, encodeMouse } from "./index.js";

type Mouse = Parameters<typeof Action.mouse>[0];
const send = (mouse: Mouse, mouseTracking: MouseTracking, mouseEncoding: MouseEncoding = "sgr"): string | undefined => {
  const bytes = encodeMouse(Action.mouse(mouse), { mouseTracking, mouseEncoding });
  return bytes && Buffer.from(bytes).toString("latin1");
};
const at = { row: 4, col: 9 };

test("SGR reports count from one and carry button and modifiers", () => {
  assert.equal(send({ kind: "press", ...at }, "normal"), "\x1b[<0;10;5M");
  assert.equal(send({ kind: "release", button: "right", ...at }, "normal"), "\x1b[<2;10;5m");
  assert.equal(send({ kind: "click", button: "middle", ...at }, "normal"), "\x1b[<1;10;5M\x1b[<1;10;5m");
  assert.equal(send({ kind: "scroll_up", ...at }, "normal"), "\x1b[<64;10;5M");
  assert.equal(send({ kind: "scroll_down", ctrl: true, ...at }, "any"), "\x1b[<81;10;5M");
  assert.equal(send({ kind: "press", shift: true, alt: true, ...at }, "button"), "\x1b[<12;10;5M");
});

test("moves are reported as the tracking mode asks", () => {
  const move: Mouse = { kind: "move", ...at };
  const drag: Mouse = { kind: "move", button: "left", ...at };
  assert.deepEqual(
    [send(move, "normal"), send(move, "button"), send(move, "any")],
    [undefined, undefined, "\x1b[<35;10;5M"],
  );
  assert.deepEqual([send(drag, "normal"), send(drag, "button")], [undefined, "\x1b[<32;10;5M"]);
});

test("nothing is sent while tracking is off", () => {
  for (const kind of ["press", "release", "move", "click", "scroll_up", "scroll_down"] as const)
    assert.equal(send({ kind, ...at }, "none"), undefined);
});

test("X10 tracking knows presses only, without modifiers", () => {
  assert.equal(send({ kind: "click", ctrl: true, ...at }, "x10", "default"), "\x1b[M \x2a\x25");
  assert.equal(send({ kind: "release", ...at }, "x10"), undefined);
  assert.equal(send({ kind: "scroll_up", ...at }, "x10"), undefined);
});

test("the default encoding is single bytes, and refuses what they cannot hold", () => {
  assert.equal(
    send({ kind: "click", button: "right", row: 0, col: 222 }, "normal", "default"),
    "\x1b[M\x22\xff!\x1b[M\x23\xff!",
  );
  assert.equal(send({ kind: "press", row: 0, col: 223 }, "normal", "default"), undefined);
});

test("the other encodings", () => {
  assert.equal(send({ kind: "release", ...at }, "normal", "urxvt"), "\x1b[35;10;5M");
  assert.equal(send({ kind: "press", row: 0, col: 223 }, "normal", "utf8"), "\x1b[M \xc4\x80!");
  assert.equal(send({ kind: "press", ...at }, "normal", "sgr_pixels"), undefined);
});
