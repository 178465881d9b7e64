import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError, UnsupportedOnPlatformError } from "../../base/index.js";
import {
  Action,
  inputBytes,
  inputNote,
  nodeSignal,
  SIGNALS,
  streamChunks,
  validateAction,
  type InputModes,
} from "./index.js";

const modes: InputModes = {
  applicationCursor: true,
  applicationKeypad: false,
  mouseTracking: "none",
  mouseEncoding: "sgr",
};
const bytes = (action: Action): string | undefined => {
  const result = inputBytes(action, modes);
  return result && Buffer.from(result).toString();
};

test("actions that are input come down to bytes", () => {
  assert.equal(bytes(Action.text("é\n")), "é\n");
  assert.equal(bytes(Action.paste("a\nb")), "a\nb");
  assert.equal(bytes(Action.bracketedPaste("a")), "\x1b[200~a\x1b[201~");
  assert.equal(bytes(Action.key("Up")), "\x1bOA");
  assert.equal(bytes(Action.interrupt()), "\x03");
  assert.equal(bytes(Action.eof()), "\x04");
});

test("the focus is told to a program that asked for it, and a note says so if it did not", () => {
  const asked = { ...modes, focusEvents: true };
  for (const [action, sent] of [
    [Action.focus(true), "\x1b[I"],
    [Action.focus(false), "\x1b[O"],
  ] as const) {
    assert.equal(Buffer.from(inputBytes(action, asked) ?? "").toString(), sent);
    assert.equal(inputNote(action, asked), undefined);
    assert.equal(bytes(action), "");
    assert.match(inputNote(action, modes) ?? "", /did not ask for focus events/);
  }
});

test("actions that are more than bytes are left to the caller", () => {
  const others = [
    Action.streamText("x"),
    Action.resize({ rows: 1, cols: 1 }),
    Action.signal("term"),
    Action.kill(),
    Action.markTranscript("a"),
  ];
  for (const action of others) assert.equal(bytes(action), undefined, action.type);
});

test("a mouse action is refused unless the program asked for it", () => {
  const press = Action.mouse({ kind: "press", row: 0, col: 0 });
  assert.throws(() => inputBytes(press, modes), /not turned mouse reports on/);
  const move = Action.mouse({ kind: "move", row: 0, col: 0 });
  assert.throws(() => inputBytes(move, { ...modes, mouseTracking: "normal" }), InvalidArgumentError);
  assert.ok(inputBytes(press, { ...modes, mouseTracking: "normal" }));
});

test("every signal has a Node name, and Windows refuses those it lacks", () => {
  const names = SIGNALS.map((signal) => nodeSignal(signal, "linux"));
  assert.deepEqual(names, ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT", "SIGKILL", "SIGUSR1", "SIGUSR2"]);
  for (const signal of ["term", "int", "kill"] as const) assert.ok(nodeSignal(signal, "win32"));
  for (const signal of ["hup", "quit", "user1", "user2"] as const)
    assert.throws(() => nodeSignal(signal, "win32"), UnsupportedOnPlatformError);
  assert.throws(() => nodeSignal("toString" as never), InvalidArgumentError);
});

test("streamed text is cut between code points and joins to the whole", () => {
  const text = "a😀b😀😀c";
  assert.deepEqual([...streamChunks(text, 2)], ["a😀", "b😀", "😀c"]);
  assert.deepEqual([...streamChunks(text, 1)].join("|"), "a|😀|b|😀|😀|c");
  assert.deepEqual([...streamChunks("")], []);
  assert.deepEqual(
    [...streamChunks("x".repeat(130))].map((chunk) => chunk.length),
    [64, 64, 2],
  );
});

test("what the constructors make is valid", () => {
  const actions = [
    Action.text(""),
    Action.streamText("a", { chunkChars: 1, delayMs: 0 }),
    Action.key("ctrl-c"),
    Action.paste("a"),
    Action.bracketedPaste("a"),
    Action.resize({ rows: 40, cols: 120, pixelWidth: 1, pixelHeight: 65_535 }),
    Action.interrupt(),
    Action.eof(),
    Action.signal("user2"),
    Action.kill(),
    Action.markTranscript("turn_start"),
    Action.focus(false),
    Action.mouse({ kind: "click", button: "left", row: 0, col: 999, alt: true }),
  ];
  for (const action of actions) assert.doesNotThrow(() => validateAction(action), action.type);
});

const mouse = { type: "mouse", kind: "press", row: 0, col: 0 };
for (const [field, action] of [
  ["action", null],
  ["action", "text"],
  ["action", []],
  ["action.type", {}],
  ["action.type", { type: "toString" }],
  ["action.type", { type: "streamText" }],
  ["action.text", { type: "text" }],
  ["action.text", { type: "paste", text: 7 }],
  ["action.text", { type: "bracketed_paste", text: null }],
  ["action.chunkChars", { type: "stream_text", text: "", chunkChars: 0 }],
  ["action.chunkChars", { type: "stream_text", text: "", chunkChars: 1.5 }],
  ["action.delayMs", { type: "stream_text", text: "", delayMs: -1 }],
  ["action.delayMs", { type: "stream_text", text: "", delayMs: Infinity }],
  ["action.key", { type: "key" }],
  ["action.key", { type: "key", key: "ctrl_nothing" }],
  ["action.size", { type: "resize" }],
  ["action.size.rows", { type: "resize", size: { cols: 1 } }],
  ["action.size.cols", { type: "resize", size: { rows: 1, cols: 1001 } }],
  ["action.size.pixelWidth", { type: "resize", size: { rows: 1, cols: 1, pixelWidth: 65_536 } }],
  ["action.signal", { type: "signal", signal: "SIGTERM" }],
  ["action.signal", { type: "signal", signal: "toString" }],
  ["action.label", { type: "mark_transcript" }],
  ["action.label", { type: "mark_transcript", label: "x".repeat(257) }],
  ["action.focused", { type: "focus" }],
  ["action.focused", { type: "focus", focused: "yes" }],
  ["action.kind", { ...mouse, kind: "drag" }],
  ["action.button", { ...mouse, button: "fourth" }],
  ["action.row", { ...mouse, row: -1 }],
  ["action.col", { ...mouse, col: 1000 }],
  ["action.shift", { ...mouse, shift: 1 }],
] as const)
  test(`an ill-formed action is refused with the field's name, ${field}: ${JSON.stringify(action).slice(0, 70)}`, () => {
    assert.throws(
      () => validateAction(action),
      (error: unknown) =>
        error instanceof InvalidArgumentError &&
        error.field === field &&
        error.message.includes(field.split(".").at(-1) as string),
    );
  });
