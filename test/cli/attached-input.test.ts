import assert from "node:assert/strict";
import { test } from "node:test";
import { Action } from "ptywright";
import { AttachedInput } from "#internal/cli/attach/attached-input.js";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";

const DETACH = "\x1c";

/** What becomes of an input that comes in these pieces, with neighbouring keys joined. */
function typed(pieces: readonly string[]): { readonly actions: readonly Action[]; readonly isLeft: boolean } {
  const actions: Action[] = [];
  let isLeft = false;
  const input = new AttachedInput({
    detachKey: DETACH,
    onDetach: () => (isLeft = true),
    paste: (text) => Action.paste(text),
    placeOf: (row, col) => (row < 24 && col < 80 ? { row, col } : undefined),
    onActions: (more) => {
      for (const action of more) {
        const last = actions.at(-1);
        if (action.type === "text" && last?.type === "text")
          actions[actions.length - 1] = Action.text(last.text + action.text);
        else actions.push(action);
      }
    },
  });
  for (const piece of pieces) {
    if (isLeft) break;
    input.feed(piece);
  }
  if (!isLeft) input.release();
  return { actions, isLeft };
}

test("keys are typed as they come, the mouse and pastes as what they mean", () => {
  const { actions, isLeft } = typed([
    "a\x1b[A\x1b[<0;3;2M\x1b[<0;3;2mé\x1b[200~one\r\x1b[A two\x1b[201~z\x1b[<65;80;24M",
  ]);
  assert.equal(isLeft, false);
  assert.deepEqual(actions, [
    Action.text("a\x1b[A"),
    Action.mouse({ kind: "press", button: "left", row: 1, col: 2 }),
    Action.mouse({ kind: "release", button: "left", row: 1, col: 2 }),
    Action.text("é"),
    Action.paste("one\r\x1b[A two"),
    Action.text("z"),
    Action.mouse({ kind: "scroll_down", row: 23, col: 79 }),
  ]);
});

test("the detach key leaves when it is pressed twice, and is a key when it is not", () => {
  assert.deepEqual(typed(["ab", DETACH, DETACH, "c"]), { actions: [Action.text("ab")], isLeft: true });
  assert.deepEqual(typed([`${DETACH}x${DETACH}`]), { actions: [Action.text(`${DETACH}x${DETACH}`)], isLeft: false });
  assert.deepEqual(typed([`\x1b[200~${DETACH}${DETACH}\x1b[201~`]), {
    actions: [Action.paste(DETACH + DETACH)],
    isLeft: false,
  });
});

test("a paste whose end does not come is over after a while, and keys are keys again", () => {
  assert.deepEqual(typed(["\x1b[200~oops"]), { actions: [Action.paste("oops")], isLeft: false });
});

test("what is typed means the same however it is cut", () => {
  const random = SeededRandom.ofRun();
  const parts = [
    "a",
    "漢",
    "\r",
    "\x1b",
    "\x1b[A",
    "\x1bOP",
    "\x1b[<0;1;1M",
    "\x1b[<64;5;5m",
    "\x1b[<9999;1;1M",
    "\x1b[200~",
    "\x1b[201~",
    "\x1b[2",
    "[<",
    DETACH,
  ];
  for (let round = 0; round < 2_000; round++) {
    const whole = Array.from({ length: 12 }, () => random.pick(parts)).join("");
    const pieces: string[] = [];
    for (let at = 0; at < whole.length;) {
      const length = 1 + random.below(4);
      pieces.push(whole.slice(at, at + length));
      at += length;
    }
    assert.deepEqual(typed(pieces), typed([whole]), JSON.stringify(pieces));
  }
});
