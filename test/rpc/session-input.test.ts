import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireAction } from "ptywright/protocol";
import { KEYS } from "ptywright";
import { connect, type RpcPeer } from "../support/rpc-peer.js";

/** A session that shows each byte it gets, and the modes it has asked for. */
const hexSession = async (peer: RpcPeer, modes = ""): Promise<string> => {
  const session = await peer.fixture("prints-input-as-hex.mjs", [JSON.stringify(modes)], { cols: 200 });
  await peer.shows(session, "ready:");
  return session;
};

const hex = (text: string): string => Buffer.from(text).toString("hex");

const TYPED: readonly (readonly [WireAction | readonly WireAction[], string])[] = [
  [{ type: "text", value: "hé€😀" }, "hé€😀"],
  [{ type: "stream_text", value: { text: "paced", chunk_chars: 2, delay_ms: 0 } }, "paced"],
  [{ type: "stream_text", value: { text: "default pace" } }, "default pace"],
  [{ type: "paste", value: "a\nb" }, "a\nb"],
  [{ type: "bracketed_paste", value: "x\x1b[201~y" }, ""],
  [{ type: "interrupt" }, "\x03"],
  [{ type: "eof" }, "\x04"],
  [{ type: "key", value: "ctrl-c" }, "\x03"],
  [{ type: "key", value: "Shift-Up" }, "\x1b[1;2A"],
  [{ type: "key", value: "alt_b" }, "\x1bb"],
  [{ type: "key", value: "^C" }, "\x03"],
  [{ type: "key", value: "Ctrl+Shift+ArrowUp" }, "\x1b[1;6A"],
  [
    [
      { type: "text", value: "a" },
      { type: "key", value: "enter" },
      { type: "text", value: "b" },
    ],
    "a\rb",
  ],
];

for (const [action, bytes] of TYPED)
  test(`the program gets what ${JSON.stringify(action)} stands for`, async (t) => {
    const peer = connect(t);
    const session = await hexSession(peer, "\x1b[?2004h");
    assert.deepEqual(await peer.request("session.input", { session, action }), { sent: true });
    await peer.request("session.input", { session, action: { type: "text", value: "§" } });
    const { snapshot } = await peer.shows(session, hex("§"));
    const got = snapshot.plain_text.slice(snapshot.plain_text.indexOf("ready:") + 6).replaceAll("\n", "");
    // The end marker inside the payload is neutralised; how is the library's business.
    if (bytes === "") assert.match(got, new RegExp(`^${hex("\x1b[200~x")}.*${hex("y\x1b[201~§")}$`));
    else assert.equal(got, hex(bytes + "§"));
  });

test("every key reaches the program, each as other bytes than nothing", async (t) => {
  const peer = connect(t);
  const session = await hexSession(peer);
  for (const key of KEYS) {
    await peer.request("session.input", { session, action: { type: "key", value: key } });
    await peer.request("session.input", { session, action: { type: "text", value: "\u00a7" } });
  }
  const expected = hex("\u00a7");
  const { transcript_tail: tail } = await peer.request("session.wait", {
    session,
    matcher: { type: "transcript_regex", value: `(?:[0-9a-f]+?${expected}\\s*){${KEYS.length}}` },
  });
  const parts = tail
    .slice(tail.indexOf("ready:") + 6)
    .replaceAll(/\s/g, "")
    .split(expected)
    .slice(0, -1);
  assert.equal(parts.length, KEYS.length);
  for (const [index, part] of parts.entries()) assert.notEqual(part, "", KEYS[index]);
});

test("a key that the program cannot be told of is sent without its modifiers, and the answer says so", async (t) => {
  const peer = connect(t);
  const session = await hexSession(peer);
  assert.deepEqual(await peer.request("session.input", { session, action: { type: "key", value: "shift_enter" } }), {
    sent: true,
    notes: ["shift_enter was sent as enter: the program did not ask for modified keys"],
  });
  await peer.refusal("invalid_params", "session.input", { session, action: { type: "key", value: "ctrl_h" } });
});

test("the focus reaches a program that asked for it", async (t) => {
  const peer = connect(t);
  const session = await hexSession(peer, "\x1b[?1004h");
  const action = { type: "focus", value: false } as const;
  assert.deepEqual(await peer.request("session.input", { session, action }), { sent: true });
  await peer.shows(session, hex("\x1b[I\x1b[O"));
});

test("mouse events reach a program that asked for them, and are refused for one that did not", async (t) => {
  const peer = connect(t);
  const action = { type: "mouse", value: { kind: "press", row: 2, col: 4, ctrl: true } } as const;
  const deaf = await hexSession(peer);
  await peer.refusal("invalid_params", "session.input", { session: deaf, action });
  const session = await hexSession(peer, "\x1b[?1000h\x1b[?1006h");
  await peer.request("session.input", { session, action });
  await peer.shows(session, hex("\x1b[<16;5;3M"));
});

test("resize, signal, kill and marking are actions too", async (t) => {
  const peer = connect(t);
  const session = await peer.fixture("names-signals.sh");
  const { snapshot } = await peer.request("session.wait", { session, matcher: { type: "screen_regex", value: "\\S" } });
  assert.ok(snapshot.plain_text.length > 0);
  const input = (action: WireAction): Promise<unknown> => peer.request("session.input", { session, action });
  await input({ type: "resize", value: { rows: 10, cols: 40 } });
  await input({ type: "mark_transcript", value: { label: "here" } });
  await input({ type: "signal", value: "user1" });
  await peer.request("session.wait", { session, matcher: { type: "screen_regex", value: "(?i)usr1" } });
  const { size } = await peer.request("session.snapshot", { session, cells: false });
  assert.deepEqual(size, { rows: 10, cols: 40, pixel_width: 0, pixel_height: 0 });
  await input({ type: "kill" });
  await peer.exits(session);
});

for (const [action, message] of [
  [{ type: "key", value: "warp" }, /unknown key "warp"/],
  [{ type: "key", value: "ctrl_h" }, /unknown key "ctrl_h"/],
  [{ type: "key" }, /action\.value is missing/],
  [{ type: "jump" }, /action\.type must be one of text, stream_text/],
  [{}, /action\.type is missing/],
  ["enter", /action must be an object with a type/],
  [[{ type: "text", value: "a" }, { type: "text" }], /action\[1\]\.value is missing/],
  [{ type: "text", value: 7 }, /action\.value must be a string, got 7/],
  [{ type: "signal", value: "stop" }, /action\.value must be one of term, hup/],
  [{ type: "resize", value: { rows: 0, cols: 80 } }, /action\.value\.rows must be a whole number from 1 to 1000/],
  [{ type: "stream_text", value: { text: "a", chunk_chars: 0 } }, /action\.value\.chunk_chars/],
  [{ type: "stream_text", value: { text: "a", delay_ms: 60_001 } }, /action\.value\.delay_ms/],
  [{ type: "mark_transcript", value: { label: "x".repeat(300) } }, /label must have at most 256/],
  [{ type: "mouse", value: { kind: "press", row: 1_000, col: 0 } }, /action\.value\.row/],
  [Array.from({ length: 257 }, () => ({ type: "eof" })), /at most 256 items/],
] as const)
  test(`the action ${JSON.stringify(action).slice(0, 60)} is -32602, and nothing is typed`, async (t) => {
    const peer = connect(t);
    const session = await hexSession(peer);
    assert.match((await peer.refusal("invalid_params", "session.input", { session, action })).message, message);
    await peer.request("session.input", { session, action: { type: "text", value: "~" } });
    assert.match((await peer.shows(session, hex("~"))).snapshot.plain_text, /ready:7e$/);
  });

test("input to a program that has exited is -32002", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("exit 0");
  await peer.exits(session);
  const refusal = await peer.refusal("session_closed", "session.input", { session, action: { type: "eof" } });
  assert.equal(refusal.data?.code, "session_closed");
});

test("input that a program does not read queues up to a limit; kill and resize pass it, and close ends it", async (t) => {
  const peer = connect(t);
  const session = await peer.fixture("never-reads.sh");
  await peer.shows(session, "ready");
  const type = (length: number): Promise<unknown> =>
    peer.request("session.input", { session, action: { type: "text", value: "x".repeat(length) } });
  const queued = [type(400_000), type(600_000)].map((input) =>
    input.then(
      () => undefined,
      (error: { code: number }) => error.code,
    ),
  );
  const full = await peer.refusal("internal_error", "session.input", {
    session,
    action: { type: "text", value: "x".repeat(100_000) },
  });
  assert.equal(full.data?.code, "input_backlog_full");
  assert.match(full.message, /input backlog full/);
  assert.deepEqual(await peer.request("session.resize", { session, rows: 5, cols: 50 }), { resized: true });
  assert.deepEqual(
    await peer.request("session.input", { session, action: { type: "resize", value: { rows: 6, cols: 60 } } }),
    { sent: true },
  );
  await peer.request("session.close", { session });
  assert.deepEqual(await Promise.all(queued), [-32002, -32002]);
});
