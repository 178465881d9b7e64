import assert from "node:assert/strict";
import { test } from "node:test";
import { NAME, VERSION } from "../support/package-facts.js";
import type { Params } from "ptywright/protocol";
import { RPC_ERROR_CODES } from "ptywright/protocol";
import { methods, notifications } from "#internal/protocol/index.js";
import { connect, provoked, serverState } from "../support/rpc-peer.js";

const SECRET = "sk-q7Rk2Wm9Xc4Vb6Nz1Lp8Td3";

test("the server tells its name, version, framings, and every method and notification it knows", async (t) => {
  const capabilities = await connect(t).request("server.capabilities", {});
  assert.equal(capabilities.name, NAME);
  assert.equal(capabilities.version, VERSION);
  assert.deepEqual(capabilities.framing, ["ndjson", "lsp"]);
  assert.deepEqual(capabilities.methods, Object.keys(methods));
  assert.deepEqual(capabilities.notifications, Object.keys(notifications));
});

test("a snapshot has every cell with its style, unless they are not wanted", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf '\\033[1;31mA\\033[0m\\344\\270\\255\\033]2;my title\\007'; cat");
  await peer.shows(session, "A");
  const snapshot = await peer.request("session.snapshot", { session });
  assert.equal(snapshot.cells.length, 24 * 80);
  const [first, wide, rest] = snapshot.cells;
  assert.equal(first.style.foreground, "idx:1");
  assert.equal(first.style.bold, true);
  assert.deepEqual([wide.wide, rest.wide_continuation, wide.style.foreground], [true, true, "default"]);
  assert.equal(snapshot.title, "my title");
  const bare = await peer.request("session.snapshot", { session, cells: false });
  assert.deepEqual(bare, { ...snapshot, cells: [] });
});

test("a snapshot has what the program tells of itself, by the names of the protocol", async (t) => {
  const peer = connect(t);
  const told =
    "\\033[5 q\\033]1;icon\\007\\033]7;file:///home/me\\007\\033]9;4;1;40\\007\\033]133;D;3\\007\\033]133;A\\007$ \\033]133;B\\007" +
    '\\033[3;1H\\033Pq"1;1;30;40~\\033\\\\\\007end';
  const session = await peer.shell(`printf '${told}'; cat`);
  const { snapshot: seen } = await peer.shows(session, "end");
  const snapshot = await peer.request("session.snapshot", { session });
  for (const { cells, ...facts } of [snapshot, { ...seen, cells: snapshot.cells }]) {
    assert.equal(cells.length, 24 * 80);
    assert.deepEqual([facts.cursor_shape, facts.cursor_blink, facts.bell_count], ["bar", true, 1]);
    assert.deepEqual([facts.icon_title, facts.working_directory, facts.last_exit_code], ["icon", "/home/me", 3]);
    assert.deepEqual(facts.progress, { state: "normal", value: 40 });
    assert.deepEqual(facts.prompt_marks, [
      { row: 0, col: 0, kind: "prompt" },
      { row: 0, col: 2, kind: "command" },
    ]);
    assert.equal(facts.images?.length, 1);
    const { hash, ...image } = facts.images[0];
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(image, { kind: "sixel", row: 2, col: 0, rows: 2, cols: 3, width: 30, height: 40 });
  }
});

test("the caller's own rules cover titles, directories and links, also beside a screen that is searched elsewhere", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", {
    program: "/bin/sh",
    args: [
      "-c",
      "printf '\\033]0;title hush42\\007\\033]7;file:///dir/hush43\\007\\033]8;id=hush44;http://x/hush45\\007link\\033]8;;\\007'; seq 1 14500 | tr '\\n' ' '; printf end; cat",
    ],
    rows: 200,
    cols: 400,
  });
  await peer.shows(session, "end");
  const redaction = { replacement: "#", extra_regexes: ["hush[0-9]+"] };
  const params: Params<"session.snapshot"> = { session, redaction };
  const snapshot = await peer.request("session.snapshot", params);
  const { title, icon_title: icon, working_directory: directory } = snapshot;
  assert.deepEqual([title, icon, directory], ["title #", "title #", "/dir/#"]);
  const { hyperlink, hyperlink_id: id } = snapshot.cells[0].style;
  assert.deepEqual([hyperlink, id], ["http://x/#", "#"]);
});

test("reads are redacted unless they ask not to be, with the caller's own rules on top", async (t) => {
  const peer = connect(t);
  const session = await peer.shell(`printf '%s and plainword and abc-123' ${SECRET}; cat`);
  await peer.shows(session, "abc-123");
  const read = async (more: object): Promise<string[]> => [
    (await peer.request("session.snapshot", { session, cells: false, ...more })).plain_text,
    (await peer.request("session.transcript", { session, ...more })).text,
    (await peer.request("session.wait", { session, matcher: { type: "all", value: [] }, ...more })).transcript_tail,
  ];
  for (const text of await read({})) assert.equal(text, "[REDACTED] and plainword and abc-123");
  for (const text of await read({ redact: false })) assert.equal(text, `${SECRET} and plainword and abc-123`);
  const redaction = {
    enabled: false,
    replacement: "$&",
    extra_literals: ["plainword", ""],
    extra_regexes: ["[a-c]+-\\d+"],
  };
  for (const text of await read({ redaction })) assert.equal(text, "$& and $& and $&");
});

for (const [redaction, message] of [
  [{ extra_regexes: ["("] }, /./],
  [{ extra_regexes: [1] }, /redaction\.extra_regexes\[0\] must be a string/],
  [{ extra_literals: "abc" }, /redaction\.extra_literals must be an array/],
  [{ replacement: "a\u0007" }, /replacement/],
  [{ replacement: "x".repeat(300) }, /replacement/],
  ["all", /redaction must be an object/],
] as const)
  test(`rules such as ${JSON.stringify(redaction).slice(0, 50)} are -32602`, async (t) => {
    const peer = connect(t);
    const session = await peer.shell("cat");
    for (const method of ["session.snapshot", "session.transcript"])
      assert.match((await peer.refusal("invalid_params", method, { session, redaction })).message, message);
  });

test("S9: a server may refuse unredacted reads: -32004 that says why", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const session = await peer.shell("cat");
  for (const [method, more] of [
    ["session.snapshot", {}],
    ["session.transcript", {}],
    ["session.wait", { matcher: { type: "all", value: [] } }],
  ] as const) {
    const { data } = await peer.refusal("permission_denied", method, { session, redact: false, ...more });
    assert.deepEqual(data, { method, reason: "server_did_not_grant_raw_reads" });
    await peer.request(method, { session, ...more });
  }
});

test("a terminal is resized; pixel sizes that are left out stay", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat", { pixel_width: 640, pixel_height: 480 });
  const before = (await peer.request("session.snapshot", { session, cells: false })).sequence;
  assert.deepEqual(await peer.request("session.resize", { session, rows: 1, cols: 1_000 }), { resized: true });
  const { size, sequence } = await peer.request("session.snapshot", { session, cells: false });
  assert.deepEqual(size, { rows: 1, cols: 1_000, pixel_width: 640, pixel_height: 480 });
  assert.ok(sequence > before);
  for (const bad of [
    { rows: 0, cols: 1 },
    { rows: 1, cols: 1_001 },
    { rows: 1 },
    { rows: 1, cols: 1, pixel_width: -1 },
  ])
    await peer.refusal("invalid_params", "session.resize", { session, ...bad });
});

const WRONG_SIDES = [0, -1, 1001, 65_535, 65_536, 1.5, "24", true, null, {}, [24], 1e308];
for (const side of ["rows", "cols"])
  test(`B13: resizing to ${side} outside 1 to 1000 is refused by name, as a request and as an action`, async (t) => {
    const peer = connect(t);
    const session = await peer.shell("cat");
    const { size, sequence } = await peer.request("session.snapshot", { session, cells: false });
    for (const wrong of [...WRONG_SIDES, undefined]) {
      const value = { rows: 5, cols: 5, [side]: wrong };
      const problem = wrong === undefined ? `${side} is missing` : `${side} must be a whole number from 1 to 1000`;
      const asked = await peer.refusal("invalid_params", "session.resize", { session, ...value });
      assert.match(asked.message, new RegExp(problem));
      const acted = await peer.refusal("invalid_params", "session.input", {
        session,
        action: { type: "resize", value },
      });
      assert.match(acted.message, new RegExp(`action\\.value\\.${problem}`));
    }
    const after = await peer.request("session.snapshot", { session, cells: false });
    assert.deepEqual([after.size, after.sequence], [size, sequence]);
  });

test("a killed program keeps its last screen; killing it again changes nothing", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf still-here; cat");
  await peer.shows(session, "still-here");
  for (let time = 0; time < 2; time++) {
    const { killed, still_running: left } = await peer.request("session.kill", { session });
    assert.deepEqual({ killed, left }, { killed: true, left: [] });
    assert.equal((await peer.request("session.snapshot", { session })).plain_text, "still-here");
  }
  assert.deepEqual((await peer.request("session.list", {})).sessions, [session]);
});

for (const method of Object.keys(methods).filter(
  (name) => "session" in methods[name as keyof typeof methods].params.fields,
))
  test(`${method} of a session that does not exist is -32602 that names it`, async (t) => {
    const { example } = methods[method as keyof typeof methods];
    const refusal = await connect(t).refusal("invalid_params", method, { ...example, session: "s99" });
    assert.match(refusal.message, /"s99"/);
    assert.equal(refusal.data?.field, "session");
  });

test("R12: every code of the protocol can be provoked", async (t) => {
  const peer = connect(t);
  const matcher = { type: "contains_text", value: "never" };
  const session = await peer.shell("cat");
  await peer.refusal("method_not_found", "session.fly");
  await peer.refusal("invalid_params", "session.kill");
  await peer.refusal("internal_error", "session.create", { program: "/nonexistent" });
  await peer.refusal("matcher_timeout", "session.wait", { session, matcher, timeout_ms: 0 });
  const waiting = peer.refusal("wait_cancelled", "session.wait", { session, matcher, wait_id: "w" });
  await peer.request("session.cancel_wait", { wait_id: "w" });
  await waiting;
  await peer.request("session.kill", { session });
  await peer.refusal("session_closed", "session.wait", { session, matcher });
  const guarded = connect(t, serverState(t, { allowRawReads: false }));
  await guarded.refusal("permission_denied", "session.snapshot", { session: "s1", redact: false });
  for (const [text, code] of [
    ["{", "parse_error"],
    ["{}", "invalid_request"],
  ] as const) {
    peer.send(text);
    await peer.caughtUp();
    const answers = peer.received.map((json) => JSON.parse(json) as { id: unknown; error?: { code: number } });
    if (answers.some(({ id, error }) => id === null && error?.code === RPC_ERROR_CODES[code])) provoked.add(code);
  }
  assert.deepEqual([...provoked].sort(), Object.keys(RPC_ERROR_CODES).sort());
});

test("a screen as runs is told with its secrets covered, and is a fraction of its cells", async (t) => {
  const peer = connect(t);
  const rows = Array.from(
    { length: 24 },
    (_, row) => `\\033[3${row % 8}mrow ${row}\\033[0m plain words \\033[1mbold\\033[0m`,
  );
  const session = await peer.shell(`printf '${rows.join("\\r\\n")} token=abcdefghijkl'; exec cat`);
  await peer.shows(session, "token=");
  peer.received.length = 0;
  const { runs, cells, lines } = await peer.request("session.snapshot", { session, cells: "runs" });
  assert.deepEqual(cells, []);
  assert.deepEqual(runs[1], [
    ["row 1", { foreground: "idx:1" }],
    [" plain words ", {}],
    ["bold", { bold: true }],
  ]);
  assert.deepEqual(runs[23].at(-1), [" token=[REDACTED]", {}]);
  assert.equal(lines[23], "row 23 plain words bold token=[REDACTED]");
  assert.ok(peer.received[0].length < 12_000, `${peer.received[0].length} bytes`);
  await peer.request("session.snapshot", { session });
  assert.ok(peer.received[1].length > 40 * peer.received[0].length, `${peer.received[1].length} bytes of cells`);
});

test("what changed since an earlier read is a fraction of the screen, with its secrets covered", async (t) => {
  const peer = connect(t);
  const session = await peer.shell(
    `stty -echo; printf 'one\\r\\ntwo'; read line; printf '\\033[1;1Htoken=abcdefghijkl'; exec cat`,
  );
  await peer.shows(session, "two");
  const { sequence } = await peer.request("session.snapshot", { session, cells: false });
  await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
  await peer.shows(session, "token=");
  peer.received.length = 0;
  const changes = await peer.request("session.snapshot", { session, since: sequence });
  assert.deepEqual([changes.changed_rows, changes.all_rows], [[{ row: 0, text: "token=[REDACTED]" }], false]);
  assert.ok(peer.received[0].length < 500, peer.received[0]);
  const runs = await peer.request("session.snapshot", { session, since: sequence, cells: "runs" });
  assert.deepEqual(runs.changed_rows, [{ row: 0, text: "token=[REDACTED]", runs: [["token=[REDACTED]", {}]] }]);
  const failure = await peer.refusal("invalid_params", "session.snapshot", { session, since: 1_000 });
  assert.equal(failure.data?.field, "since");
});

test("what left at the top is told with its secrets covered, and none of them can be looked for", async (t) => {
  const peer = connect(t);
  const secret = "abcdefghijklmnop";
  const session = await peer.shell(`printf 'one\\r\\ntoken=${secret} said\\r\\n'; seq 1 30; printf ready; exec cat`, {
    rows: 4,
    cols: 20,
  });
  await peer.shows(session, "ready");
  const lines = ["one", "token=[REDACTED]", "   said", "1"];
  assert.deepEqual(await peer.request("session.scrollback", { session, to: 3 }), { first: 0, last: 3, lines });
  const raw = await peer.request("session.scrollback", { session, from: 1, to: 2, redact: false });
  assert.deepEqual(raw.lines, ["token=abcdefghijklmn", "op said"]);
  const find = async (text: string, more = {}) => peer.request("session.scrollback", { session, find: text, ...more });
  assert.deepEqual(await find("said"), { first: 0, last: 29, lines: ["   said"], rows: [2] });
  for (const guess of [secret, secret.slice(0, 3), "defgh", "p said"])
    assert.deepEqual((await find(guess)).lines, [], guess);
  assert.deepEqual((await find("defgh", { redact: false })).rows, [1]);
  const redaction = { extra_literals: ["17"] };
  assert.deepEqual((await find("1", { from: 18, to: 20, redaction })).lines, ["16", "18"]);
});

test("S12: a row that was read before its secret was known is told again, covered, to who reads changes", async (t) => {
  const peer = connect(t);
  const value = "q7Z8uVXBm3kPw9TtRr5sYy1cDd4X2";
  const session = await peer.shell(`printf '${value}\\n'; read -r x; printf 'MY_TOKEN=${value}\\n'; exec cat`);
  await peer.shows(session, value);
  const { sequence: since } = await peer.request("session.snapshot", { session, cells: false });
  await peer.request("session.submit", { session, line: "" });
  await peer.shows(session, "MY_TOKEN");
  for (const cells of [false, "runs"] as const) {
    const { changed_rows: rows } = await peer.request("session.snapshot", { session, since, cells });
    assert.deepEqual(
      rows.map(({ row }) => row),
      [0, 2],
    );
    assert.ok(!JSON.stringify(rows).includes(value.slice(0, 12)));
  }
});
