import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireAction, WireMatcher } from "../protocol/index.js";
import { actionFromWire, actionToWire, camelCased, matcherFromWire, matcherToWire, snakeCased } from "./index.js";

const ACTIONS: readonly WireAction[] = [
  { type: "text", value: "a" },
  { type: "stream_text", value: { text: "a", chunk_chars: 3, delay_ms: 4 } },
  { type: "key", value: "ctrl_c" },
  { type: "paste", value: "a" },
  { type: "bracketed_paste", value: "a" },
  { type: "resize", value: { rows: 1, cols: 2, pixel_width: 3, pixel_height: 4 } },
  { type: "interrupt" },
  { type: "eof" },
  { type: "signal", value: "user1" },
  { type: "kill" },
  { type: "mark_transcript", value: { label: "a" } },
  { type: "mouse", value: { kind: "press", button: "right", row: 1, col: 2, shift: true, alt: false, ctrl: true } },
];

for (const action of ACTIONS)
  test(`the action ${action.type} comes back from the library's shape as it was`, () => {
    assert.deepEqual(actionToWire(actionFromWire(action)), action);
  });

test("the library's names of an action's fields are its own", () => {
  assert.deepEqual(actionFromWire(ACTIONS[1]), { type: "stream_text", text: "a", chunkChars: 3, delayMs: 4 });
  assert.deepEqual(actionFromWire(ACTIONS[5]), {
    type: "resize",
    size: { rows: 1, cols: 2, pixelWidth: 3, pixelHeight: 4 },
  });
  assert.deepEqual(actionFromWire({ type: "key", value: "Shift-Up" }), { type: "key", key: "shift_up" });
});

const MATCHERS: readonly WireMatcher[] = [
  { type: "contains_text", value: "a" },
  { type: "transcript_contains", value: "a" },
  { type: "screen_regex", value: "a" },
  { type: "transcript_regex", value: "a" },
  { type: "cursor_at", value: { row: 1, col: 2 } },
  { type: "screen_stable", value: { min_ms: 3 } },
  { type: "process_exited" },
  { type: "any", value: [{ type: "all", value: [{ type: "process_exited" }] }] },
  { type: "all", value: [] },
  { type: "lua", value: { plugin: "p", predicate: "q", params: { some_key: [1, null] } } },
  { type: "lua", value: { plugin: "p", predicate: "q" } },
];

for (const matcher of MATCHERS)
  test(`the matcher ${JSON.stringify(matcher)} comes back from the library's shape as it was`, () => {
    assert.deepEqual(matcherToWire(matcherFromWire(matcher)), matcher);
  });

test("field names are respelt at every depth, and back again", () => {
  const wire = { pixel_width: 1, cells: [{ wide_continuation: true, style: { foreground: "idx:1" } }], title: null };
  const library = { pixelWidth: 1, cells: [{ wideContinuation: true, style: { foreground: "idx:1" } }], title: null };
  assert.deepEqual(camelCased(wire), library);
  assert.deepEqual(snakeCased(library), wire);
});
