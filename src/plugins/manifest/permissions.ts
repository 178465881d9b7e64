import type { Action } from "../../core/action/index.js";
import type { PluginPermission } from "../../protocol/index.js";

/** What a plan needs to be granted for each kind of step. The compiler refuses this table if one is missing. */
const NEEDED: Readonly<Record<Action["type"] | "wait" | "expect", PluginPermission>> = {
  text: "input.write",
  stream_text: "input.write",
  key: "input.write",
  paste: "input.write",
  bracketed_paste: "input.write",
  interrupt: "input.write",
  eof: "input.write",
  mouse: "input.write",
  mark_transcript: "input.write",
  signal: "session.kill",
  kill: "session.kill",
  resize: "session.resize",
  wait: "matcher.wait",
  expect: "matcher.wait",
};

export const permissionFor = ({ type }: { readonly type: keyof typeof NEEDED }): PluginPermission => NEEDED[type];
