import assert from "node:assert/strict";
import type { RpcPeer } from "./rpc-peer.js";
import { RpcFailure } from "./rpc-peer.js";
import { missing } from "./tmux.js";

const refusedOrNot = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => assert.ok(error instanceof RpcFailure, String(error)));

/** Has programs say a text, and expects it in every way: before, in and behind a match, in its groups, in vain, and as a command's output. */
export async function saysAndRuns(peer: RpcPeer, text: string): Promise<void> {
  const expecting = async (...patterns: readonly object[]): Promise<void> => {
    const script = "stty -echo; printf 'start %s end ' \"$0\"; cat";
    const target = { program: "/bin/sh", args: ["-c", script, text], cols: 200 };
    const { session } = await peer.request("session.create", target);
    await peer.shows(session, "end");
    for (const pattern of patterns)
      await refusedOrNot(peer.request("session.expect", { session, patterns: pattern, timeout_ms: 0 }));
    await peer.request("session.close", { session });
  };
  await expecting({ type: "text", value: "start" }, { type: "text", value: "end" });
  await expecting({ type: "regex", value: "(?s)start (.+) end" });
  await expecting({ type: "regex", value: "(?s)start (.+)(.{4}) end" }, { type: "text", value: "never" });
  await expecting({ type: "text", value: "never" });
  if (missing("bash") !== false) return;
  const env = { WORDS: text, PS1: "$ " };
  const name = /^[A-Za-z][\w.-]{2,63}$/.test(text) ? { name: text } : {};
  const target = { program: "bash", args: ["--norc", "-i"], env, shell_integration: true, ...name };
  const { session } = await peer.request("session.create", target);
  const command = 'printf "%s" "$WORDS"';
  await peer.request("session.run", { session, command });
  await peer.request("session.run", { session, command, stream: true, wait_id: text });
  await refusedOrNot(peer.request("session.run", { session, command: `${command}; sleep 9`, timeout_ms: 200 }));
  await peer.request("session.close", { session });
}
