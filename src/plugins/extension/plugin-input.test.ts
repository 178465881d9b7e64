import assert from "node:assert/strict";
import { test } from "node:test";
import { PluginManifest } from "../manifest/index.js";
import type { ClassifyContext } from "./classify-context.js";
import { contextFor } from "./plugin-input.js";

const TERMINAL = {
  size: { rows: 1, cols: 2 },
  cursor: { row: 0, col: 0, visible: true },
  alternateScreen: false,
  wraps: [],
  full: [0],
  runs: "0 2 1",
  styles: [{ bold: true }],
};
let looks = 0;
const context: ClassifyContext = {
  screen: "ab",
  bodyText: "ab",
  statusText: "",
  transcript: "ab",
  sequence: 1,
  markers: {},
  cursor: 2,
  completedTurnStableMs: 300,
  stableMs: 0,
  terminal: () => {
    looks++;
    return TERMINAL;
  },
};
const handed = (options: object): unknown => {
  const manifest = PluginManifest.from({ name: "p", kind: "adapter", version: "1", permissions: [], ...options });
  return (contextFor(manifest, context) as { readonly terminal?: unknown }).terminal;
};

test("the terminal is handed to a plugin that reads it and may read the screen; for others it is not even made", () => {
  assert.equal(handed({ permissions: ["screen.read"] }), undefined);
  assert.equal(handed({ reads_terminal: true }), undefined);
  assert.equal(looks, 0);
  const { alternateScreen: alternate_screen, ...same } = TERMINAL;
  assert.deepEqual(handed({ permissions: ["screen.read"], reads_terminal: true }), { ...same, alternate_screen });
  assert.equal(looks, 1);
});

test("a manifest that wants the terminal and may not read the screen is refused", () => {
  const manifest = PluginManifest.from({ name: "p", kind: "adapter", version: "1", reads_terminal: true });
  assert.throws(() => manifest.validate(), /readsTerminal needs the permission "screen.read"/);
});
