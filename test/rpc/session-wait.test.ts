import assert from "node:assert/strict";
import { test } from "node:test";
import type { Params, WireMatcher } from "ptywright/protocol";
import { withPlugin } from "../support/plugins.js";
import { connect, serverState } from "../support/rpc-peer.js";

const OUTPUT = "one two\\nthree";

const HOLDS: readonly (readonly [WireMatcher, unknown])[] = [
  [
    { type: "contains_text", value: "two\nthree" },
    { kind: "contains_text", text: "two\nthree" },
  ],
  [
    { type: "transcript_contains", value: "two\r\nthree" },
    { kind: "transcript_contains", text: "two\r\nthree" },
  ],
  [
    { type: "screen_regex", value: "t(w)o" },
    { kind: "screen_regex", pattern: "t(w)o", capture: "w" },
  ],
  [
    { type: "screen_regex", value: "(?i)TWO|(x)" },
    { kind: "screen_regex", pattern: "(?i)TWO|(x)", capture: "two" },
  ],
  [
    { type: "transcript_regex", value: "(?m)^three$" },
    { kind: "transcript_regex", pattern: "(?m)^three$", capture: "three" },
  ],
  [
    { type: "cursor_at", value: { row: 1, col: 5 } },
    { kind: "cursor_at", row: 1, col: 5 },
  ],
  [
    { type: "screen_stable", value: { min_ms: 20 } },
    { kind: "screen_stable", min_ms: 20 },
  ],
  [
    { type: "all", value: [] },
    { kind: "all", matched: [] },
  ],
  [
    {
      type: "any",
      value: [
        { type: "contains_text", value: "four" },
        { type: "contains_text", value: "three" },
      ],
    },
    { kind: "any", matched: { kind: "contains_text", text: "three" } },
  ],
  [
    {
      type: "all",
      value: [
        { type: "contains_text", value: "one" },
        { type: "cursor_at", value: { row: 1, col: 5 } },
      ],
    },
    {
      kind: "all",
      matched: [
        { kind: "contains_text", text: "one" },
        { kind: "cursor_at", row: 1, col: 5 },
      ],
    },
  ],
];

for (const [matcher, outcome] of HOLDS)
  test(`a wait for ${JSON.stringify(matcher)} tells which part held`, async (t) => {
    const peer = connect(t);
    const session = await peer.fixture("prints-and-waits.sh", [OUTPUT]);
    await peer.shows(session, "three");
    const result = await peer.request("session.wait", { session, matcher });
    assert.deepEqual(result.outcome, outcome);
    assert.equal(result.transcript_tail, "one two\r\nthree");
    assert.equal(result.snapshot.plain_text, "one two\nthree");
    assert.deepEqual(result.snapshot.cells, []);
    assert.equal(result.snapshot.sequence, result.sequence);
  });

test("a wait for the bell is answered when it rings, and a miss is told beside a secret", async (t) => {
  const peer = connect(t);
  const secret = "token=hunter2hunter2";
  const session = await peer.shell(`printf '${secret}\\a ready'; read line; printf '\\a'; read line`);
  await peer.shows(session, "ready");
  const matcher = { type: "bell" } as const;
  const missed = await peer.refusal("matcher_timeout", "session.wait", { session, matcher, timeout_ms: 0 });
  assert.match(missed.message, /the bell has not rung since the wait began; it rang once before/);
  assert.ok(!JSON.stringify(missed).includes("hunter2"));
  const both: WireMatcher = { type: "all", value: [matcher, { type: "contains_text", value: "never" }] };
  const [rung, ended] = [
    peer.request("session.wait", { session, matcher }),
    peer.refusal("session_closed", "session.wait", { session, matcher: both }),
  ];
  await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
  const { outcome, snapshot } = await rung;
  assert.deepEqual([outcome, snapshot.bell_count], [{ kind: "bell" }, 2]);
  await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
  assert.doesNotMatch((await ended).message, /bell has/);
});

test("a wait for the exit is answered once all output is there", async (t) => {
  const peer = connect(t);
  const session = await peer.fixture("prints-then-exits.sh");
  const { outcome, transcript_tail: tail, exit_code: code } = await peer.exits(session);
  assert.deepEqual([outcome, code], [{ kind: "process_exited" }, 3]);
  assert.ok(tail.endsWith("the-very-last-line"));
  assert.ok([...tail].length <= 16_384);
});

test("a lua matcher that nobody answers is refused at once", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat");
  const lua = { type: "lua", value: { plugin: "p", predicate: "x" } } as const;
  for (const matcher of [lua, { type: "any", value: [{ type: "all", value: [lua] }] }] as const)
    await peer.refusal("invalid_params", "session.wait", { session, matcher });
});

test("a lua matcher asks the predicate it names", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  const session = await peer.shell("printf hello; cat");
  const asked: unknown[] = [];
  state.sessions.get(session).setPluginRegistry({
    has: () => true,
    evaluate: async (...args) => {
      asked.push(args.slice(0, 3));
      return { matched: true, evidence: "seen", capture: "it" };
    },
  });
  const matcher = { type: "lua", value: { plugin: "p", predicate: "is_it", params: { a_b: [1, null] } } } as const;
  const { outcome } = await peer.request("session.wait", { session, matcher });
  assert.deepEqual(outcome, { kind: "lua", plugin: "p", predicate: "is_it", evidence: "seen", capture: "it" });
  assert.deepEqual(asked[0], ["p", "is_it", { a_b: [1, null] }]);
});

test("cells come with a wait when asked for", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf hi; cat");
  const { snapshot } = await peer.request("session.wait", {
    session,
    matcher: { type: "contains_text", value: "hi" },
    cells: true,
  });
  assert.equal(snapshot.cells.length, 24 * 80);
  assert.equal(snapshot.cells[1].text, "i");
});

test("a wait that runs out of time is -32001 with what was seen instead", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf 'almost raedy'; cat");
  await peer.shows(session, "raedy");
  for (const timeout of [0, 30]) {
    const { message, data } = await peer.refusal("matcher_timeout", "session.wait", {
      session,
      matcher: { type: "contains_text", value: "almost ready" },
      timeout_ms: timeout,
    });
    assert.match(message, /timed out/);
    assert.equal(data?.code, "wait_timeout");
    assert.match(data.evidence?.awaited ?? "", /almost ready/);
    assert.equal(data.evidence?.snapshot.plain_text, "almost raedy");
    assert.equal(data.evidence.transcript_tail, "almost raedy");
    assert.ok(data.evidence.hints.length > 0);
    assert.equal(data.evidence.exit_code, undefined);
  }
  const never = await peer.refusal("matcher_timeout", "session.wait", {
    session,
    matcher: { type: "any", value: [] },
    timeout_ms: 0,
  });
  assert.match(never.message, /empty any/);
});

test("a wait that can no longer come true is -32002, with how the program ended", async (t) => {
  const peer = connect(t);
  const matcher = { type: "contains_text", value: "never" };
  const session = await peer.shell("read line; exit 4");
  const waiting = peer.refusal("session_closed", "session.wait", { session, matcher });
  await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
  assert.equal((await waiting).data?.evidence?.exit_code, 4);
  const late = await peer.refusal("session_closed", "session.wait", { session, matcher });
  assert.equal(late.data?.evidence?.exit_code, 4);
  const killed = await peer.shell("cat");
  const dying = peer.refusal("session_closed", "session.wait", { session: killed, matcher });
  await peer.request("session.kill", { session: killed });
  assert.equal((await dying).data?.evidence?.signal, "SIGHUP");
  const closed = await peer.shell("cat");
  const closing = peer.refusal("session_closed", "session.wait", { session: closed, matcher });
  await peer.request("session.close", { session: closed });
  await closing;
});

for (const [params, message] of [
  [{ matcher: { type: "screen_regex", value: "(" } }, /./],
  [{ matcher: { type: "transcript_regex", value: "(?=a)" } }, /look/],
  [{ matcher: { type: "screen_regex", value: "a".repeat(5_000) } }, /4,?096/],
  [{ matcher: { type: "any", value: [{ type: "all", value: [{ type: "screen_regex", value: "[" }] }] } }, /./],
  [{ matcher: { type: "soon" } }, /matcher\.type must be one of contains_text/],
  [{ matcher: { type: "contains_text" } }, /matcher\.value is missing/],
  [{ matcher: { type: "any", value: [{ type: "contains_text", value: 1 }] } }, /matcher\.value\[0\]\.value/],
  [{ matcher: { type: "cursor_at", value: { row: -1, col: 0 } } }, /matcher\.value\.row/],
  [{ matcher: { type: "screen_stable", value: { min_ms: 0.5 } } }, /matcher\.value\.min_ms/],
  [{}, /matcher is missing/],
  [{ matcher: { type: "process_exited" }, timeout_ms: -1 }, /timeout_ms/],
  [{ matcher: { type: "process_exited" }, timeout_ms: 86_400_001 }, /timeout_ms/],
  [{ matcher: { type: "process_exited" }, wait_id: "" }, /wait_id/],
  [{ matcher: { type: "process_exited" }, redaction: { extra_regexes: ["("] } }, /./],
  [{ matcher: { type: "process_exited" }, redaction: { replacement: "\n" } }, /replacement/],
] as const)
  test(`a wait with ${JSON.stringify(params).slice(0, 70)} is -32602 at once`, async (t) => {
    const peer = connect(t);
    const session = await peer.shell("cat");
    const refusal = await peer.refusal("invalid_params", "session.wait", { session, ...params });
    assert.match(refusal.message, message);
    assert.equal(refusal.data?.evidence, undefined);
  });

test("what only the library can refuse is named as the caller wrote it", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat");
  const inList = [
    { type: "text", value: "a" },
    { type: "key", value: "warp" },
  ];
  const bad = { type: "screen_regex", value: "(" };
  for (const [method, params, field] of [
    ["session.wait", { matcher: bad }, "matcher.value"],
    [
      "session.wait",
      { matcher: { type: "any", value: [{ type: "all", value: [bad] }] } },
      "matcher.value[0].value[0].value",
    ],
    ["session.transcript", { redaction: { extra_regexes: ["a", "("] } }, "redaction.extra_regexes[1]"],
    ["session.snapshot", { redaction: { replacement: "\n" } }, "redaction.replacement"],
    ["session.input", { action: { type: "key", value: "warp" } }, "action.value"],
    ["session.input", { action: inList }, "action[1].value"],
  ] as const) {
    const { data, message } = await peer.refusal("invalid_params", method, { session, ...params });
    assert.equal(data?.field, field);
    assert.doesNotMatch(message, /extraRegexes|pattern:/);
  }
});

test("a wait is cancelled by name, from any connection, with -32005", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  const other = connect(t, state);
  const session = await peer.shell("cat");
  const params = { session, matcher: { type: "contains_text", value: "never" }, wait_id: "w" } as const;
  const waiting = peer.refusal("wait_cancelled", "session.wait", params);
  await peer.caughtUp();
  const duplicate = await other.refusal("invalid_params", "session.wait", params);
  assert.equal(duplicate.data?.field, "wait_id");
  assert.deepEqual(await other.request("session.cancel_wait", { wait_id: "v" }), { cancelled: false });
  assert.deepEqual(await other.request("session.cancel_wait", { wait_id: "w" }), { cancelled: true, wait_id: "w" });
  assert.equal((await waiting).data?.code, "wait_cancelled");
  assert.deepEqual(await other.request("session.cancel_wait", { wait_id: "w" }), { cancelled: false });
});

test("a cancelled wait's name is free for the request on the next line", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat");
  const params = { session, matcher: { type: "contains_text", value: "never" }, wait_id: "w" } as const;
  const first = peer.refusal("wait_cancelled", "session.wait", params);
  const cancelled = peer.request("session.cancel_wait", { wait_id: "w" });
  const second = peer.refusal("wait_cancelled", "session.wait", params);
  assert.equal((await cancelled).cancelled, true);
  await first;
  assert.equal((await peer.request("session.cancel_wait", { wait_id: "w" })).cancelled, true);
  await second;
});

test("a wait that asks a plugin has its name from its arrival on", async (t) => {
  const { peer } = await withPlugin(t, `return { classify = function() return {} end, no = function() end }`);
  const session = await peer.shell("cat");
  const params = { session, matcher: { type: "lua", value: { plugin: "demo", predicate: "no" } }, wait_id: "w" };
  const waiting = peer.refusal("wait_cancelled", "session.wait", params);
  const duplicate = peer.refusal("invalid_params", "session.wait", params);
  const cancelled = peer.request("session.cancel_wait", { wait_id: "w" });
  assert.equal((await duplicate).data?.field, "wait_id");
  assert.equal((await cancelled).cancelled, true);
  await waiting;
});

test("R6: a client that goes away takes its waits with it, and their names; the session stays", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  const other = connect(t, state);
  const session = await peer.shell("cat");
  const params = {
    session,
    matcher: { type: "contains_text", value: "hello" },
    wait_id: "w",
  } as Params<"session.wait">;
  void peer.request("session.wait", params).catch(() => undefined);
  await peer.caughtUp();
  peer.close();
  const again = other.request("session.wait", { ...params });
  await other.request("session.input", { session, action: { type: "text", value: "hello" } });
  assert.deepEqual((await again).outcome, { kind: "contains_text", text: "hello" });
  assert.equal(peer.unanswered, 1);
});

test("a wait tells as much as is asked for, and a bare one less than 300 bytes", async (t) => {
  const peer = connect(t);
  const session = await peer.shell(`printf 'token=abcdefghijkl ready'; exec cat`);
  const wait = { session, matcher: { type: "contains_text", value: "ready" } } as const;
  await peer.request("session.wait", wait);
  peer.received.length = 0;
  const bare = await peer.request("session.wait", { ...wait, result: "none" });
  assert.deepEqual(Object.keys(bare).sort(), ["elapsed_ms", "matched", "outcome", "sequence"]);
  assert.deepEqual(bare.outcome, { kind: "contains_text", text: "ready" });
  assert.ok(peer.received[0].length < 300, peer.received[0]);
  const text = await peer.request("session.wait", { ...wait, result: "text", cells: true });
  assert.deepEqual([text.transcript_tail, text.snapshot?.cells, text.snapshot?.runs], [undefined, [], []]);
  assert.equal(text.snapshot?.lines[0], "token=[REDACTED]   ready");
  const runs = await peer.request("session.wait", { ...wait, cells: "runs", tail_chars: 7 });
  assert.deepEqual(runs.snapshot.runs[0], [["token=[REDACTED]   ready", {}]]);
  assert.equal(runs.transcript_tail, "] ready");
  assert.equal((await peer.request("session.wait", { ...wait, tail_chars: 0 })).transcript_tail, "");
});

test("a bare wait covers what it quotes of the program as any other", async (t) => {
  const peer = connect(t);
  const session = await peer.shell(`printf 'token=abcdefghijkl ready'; exec cat`);
  await peer.shows(session, "ready");
  for (const type of ["screen_regex", "transcript_regex"] as const) {
    const matcher = { type, value: "token=(\\w+)" };
    const { outcome } = await peer.request("session.wait", { session, matcher, result: "none" });
    assert.deepEqual(outcome, { kind: type, pattern: matcher.value, capture: "[REDACTED]" });
  }
});
