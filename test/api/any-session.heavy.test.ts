import { testInEachWorld, factsOf, spawnIn, withoutCells } from "../support/worlds.js";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { AnySession, MatchResult, SessionEvent } from "ptywright";
import { Action, InvalidArgumentError, Matcher, type WaitTimeoutError, findText } from "ptywright";
import { shell } from "../support/fixture.js";
import { tempDir } from "../support/temp-dir.js";

const NEVER = Matcher.containsText("never");
const CAT = shell("stty -echo; printf ready; exec cat");
/** Shows every byte it reads, as it is. */
const BYTES = shell("stty raw -echo; printf 'ready '; exec od -An -v -tx1 -w1");

/** A program that was waited for: it has said that it is ready. */
async function ready(
  world: Parameters<typeof spawnIn>[0],
  t: TestContext,
  target = CAT,
  options?: Parameters<typeof spawnIn>[3],
): Promise<AnySession> {
  const session = await spawnIn(world, t, target, options);
  await session.waitFor(Matcher.containsText("ready"));
  return session;
}

/** What a wait tells, but for how long it took. */
function told({ elapsedMs, snapshot, ...rest }: MatchResult): unknown {
  assert.equal(typeof elapsedMs, "number");
  return { ...rest, snapshot: withoutCells(snapshot) };
}

testInEachWorld("every kind of typing arrives as the same bytes", async (world, t) => {
  const session = await ready(world, t, BYTES);
  await session.send(Action.text("é"));
  await session.send([Action.text("a"), Action.key("enter"), Action.streamText("bc", { chunkChars: 1, delayMs: 1 })]);
  await session.send(Action.paste("p\nq"));
  await session.send(Action.bracketedPaste("r"));
  await session.send([Action.interrupt(), Action.eof(), Action.markTranscript("here")]);
  await session.writeText("w\r");
  for (const key of ["enter", "Ctrl+C", "C-c", "ctrl_c", "M-x", "Alt+X", "page_down", "PageUp", "F5", "esc", "Tab"])
    await session.sendKey(key);
  await session.writeText("#");
  await session.waitFor(Matcher.transcriptContains("23"));
  const bytes = (await session.transcript()).match(/\b[0-9a-f]{2}\b/g);
  assert.deepEqual(bytes?.slice(0, 6), ["c3", "a9", "61", "0d", "62", "63"]);
  return bytes;
});

testInEachWorld("every kind of matcher has the same outcome", async (world, t) => {
  const session = await spawnIn(
    world,
    t,
    shell("stty -echo; printf '\\033]0;top\\007\\033[1mready 42\\033[m'; read line; printf '\\a'; read line; exit 3"),
  );
  const seen: unknown[] = [];
  for (const matcher of [
    Matcher.containsText("ready 42"),
    Matcher.screenRegex("ready ([0-9]+)"),
    Matcher.transcriptContains("42"),
    Matcher.transcriptRegex("([a-z]+) 4"),
    Matcher.cursorAt(0, 8),
    Matcher.screenStable(20),
    Matcher.any([NEVER, Matcher.containsText("42")]),
    Matcher.all([Matcher.containsText("ready"), Matcher.cursorAt(0, 8)]),
    Matcher.not(NEVER),
    Matcher.row(0, Matcher.screenRegex("^ready ([0-9]+)$")),
    Matcher.row(-24, Matcher.not(Matcher.containsText("43"))),
    Matcher.region({ row: 0, col: 6, rows: 99, cols: 99 }, Matcher.all([Matcher.containsText("42")])),
    Matcher.style({ bold: true }, { text: "42" }),
    Matcher.style({ bold: true, inverse: false }),
    Matcher.row(0, Matcher.style({}, { regex: "[a-z]+", exact: true })),
    Matcher.title("to"),
    Matcher.titleRegex("^(t).p$"),
  ])
    seen.push(told(await session.waitFor(matcher)));
  const rung = session.waitFor(Matcher.bell());
  await session.writeText("\r");
  seen.push(told(await rung));
  const changed = session.waitFor(Matcher.all([Matcher.changed(), Matcher.exitCode(3)]));
  await session.writeText("x\r");
  await assert.rejects(changed, { code: "session_closed" });
  seen.push(told(await session.waitFor(Matcher.exitCode(3))));
  const ended = await session.waitFor(Matcher.processExited());
  assert.equal(ended.exitCode, 3);
  return [...seen, told(ended)];
});

testInEachWorld("a wait that runs out of time tells the same", async (world, t) => {
  const session = await ready(world, t, shell("stty -echo; printf 'reidy\\r\\nready'; exec sleep 60"));
  await session.writeText("typed");
  const facts = [];
  for (const matcher of [
    Matcher.containsText("reedy"),
    Matcher.screenRegex("x+"),
    Matcher.transcriptContains("x"),
    Matcher.transcriptRegex("x+"),
    Matcher.cursorAt(5, 5),
    Matcher.bell(),
    Matcher.processExited(),
    Matcher.any([]),
    Matcher.all([Matcher.containsText("reidy"), NEVER]),
    Matcher.not(Matcher.containsText("reidy")),
    Matcher.row(1, Matcher.containsText("reidy")),
    Matcher.row(24, NEVER),
    Matcher.region({ row: 0, col: 0, rows: 1, cols: 4 }, Matcher.screenRegex("y$")),
    Matcher.style({ bold: true }, { text: "reidy" }),
    Matcher.style({ bold: true }),
    Matcher.title("x"),
    Matcher.titleRegex("x"),
    Matcher.exitCode(0),
    Matcher.changed(),
    Matcher.changed({ row: -1 }),
  ])
    facts.push(await factsOf(() => session.waitFor(matcher, { timeoutMs: 0 })));
  const [first] = facts;
  assert.equal(first["name"], "WaitTimeoutError");
  assert.match(String(first["transcriptTail"]), /reidy/);
  await factsOf(() => session.waitFor(NEVER, { timeoutMs: 0.5 }));
  const hanging = await factsOf(() => session.waitFor(Matcher.screenStable(60_000), { timeoutMs: 20 }));
  assert.match(String(hanging["awaited"]), /60000/);
  return [...facts, hanging["name"], hanging["awaited"], hanging["matcher"]];
});

testInEachWorld("a program that ends while something is awaited tells how it ended", async (world, t) => {
  const exited = await spawnIn(world, t, shell("printf bye; exit 7"));
  const facts = await factsOf(() => exited.waitFor(NEVER));
  assert.deepEqual([facts["name"], facts["exitStatus"]], ["ProgramEndedError", { exitCode: 7, signal: null }]);
  const killed = await spawnIn(world, t, shell("kill -9 $$"));
  const signalled = await factsOf(() => killed.waitFor(NEVER));
  assert.deepEqual(signalled["exitStatus"], { exitCode: null, signal: "SIGKILL" });
  return [
    { ...facts, snapshot: undefined },
    { ...signalled, snapshot: undefined },
    await factsOf(() => exited.writeText("x")),
    await factsOf(() => exited.send([Action.text("x")])),
    await factsOf(() => exited.signal("term")),
  ];
});

testInEachWorld("a signal ends a wait and a send, before they begin and while they last", async (world, t) => {
  const session = await ready(world, t);
  const during = async (begin: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> => {
    const controller = new AbortController();
    const facts = factsOf(() => begin(controller.signal));
    // Answered after the other was begun.
    await session.snapshot();
    controller.abort();
    return (await facts)["name"];
  };
  const names = [
    (await factsOf(() => session.waitFor(NEVER, { signal: AbortSignal.abort() })))["name"],
    (await factsOf(() => session.send(Action.text("lost"), { signal: AbortSignal.abort() })))["name"],
    await during((signal) => session.waitFor(NEVER, { signal })),
    await during((signal) => session.send(Action.streamText("abc", { chunkChars: 1, delayMs: 60_000 }), { signal })),
  ];
  assert.deepEqual(names, Array<string>(4).fill("WaitCancelledError"));
  // The typing is free again, and nothing of what was cancelled comes later.
  await session.writeText("free\r");
  await session.waitFor(Matcher.containsText("free"));
  return (await session.snapshot()).plainText;
});

testInEachWorld(
  "after it is closed, a session refuses in the same words, and closing it again is fine",
  async (world, t) => {
    const session = await ready(world, t);
    const waiting = factsOf(() => session.waitFor(NEVER));
    await session.snapshot();
    await session.close();
    await session.close();
    return [
      await waiting,
      await factsOf(() => session.writeText("x")),
      await factsOf(() => session.sendKey("enter")),
      await factsOf(() => session.send([])),
      await factsOf(() => session.waitFor(NEVER)),
      await factsOf(() => session.signal("term")),
    ];
  },
);

const ILL_FORMED: readonly (readonly [what: string, ask: (session: AnySession) => unknown])[] = [
  ["no action", (session) => session.send("ls" as never)],
  ["an action of no type", (session) => session.send({ text: "x" } as never)],
  ["an action of another type", (session) => session.send({ type: "shout" } as never)],
  ["a text that is none", (session) => session.writeText(5 as never)],
  ["an action in a list", (session) => session.send([Action.text("a"), { type: "text" } as never])],
  ["a pace", (session) => session.send(Action.streamText("a", { chunkChars: 0 }))],
  ["a delay", (session) => session.send([Action.streamText("a", { delayMs: -1 })])],
  ["a label", (session) => session.send(Action.markTranscript("x".repeat(10_000)))],
  ["a size in an action", (session) => session.send(Action.resize({ rows: 0, cols: 80 }))],
  ["a mouse in no terminal", (session) => session.send(Action.mouse({ kind: "click", row: -1, col: 0 }))],
  ["a mouse that nobody asked for", (session) => session.send(Action.mouse({ kind: "click", row: 1, col: 1 }))],
  ["a key", (session) => session.sendKey("entr")],
  ["a key that is none", (session) => session.sendKey(5 as never)],
  ["a key in an action", (session) => session.send({ type: "key", key: "nonsense" } as never)],
  ["a key in a list", (session) => session.send([{ type: "key", key: "nonsense" } as never])],
  ["options of a send", (session) => session.send(Action.text("x"), { signals: 1 } as never)],
  ["a signal of a send", (session) => session.send(Action.text("x"), { signal: {} } as never)],
  ["a signal for the program", (session) => session.signal("sigfoo" as never)],
  ["a signal in an action", (session) => session.send({ type: "signal", signal: "sigfoo" } as never)],
  ["no matcher", (session) => session.waitFor(5 as never)],
  ["a matcher of another type", (session) => session.waitFor({ type: "sees" } as never)],
  ["a text to wait for", (session) => session.waitFor(Matcher.containsText(5 as never))],
  ["a regex", (session) => session.waitFor(Matcher.screenRegex("(unclosed"))],
  ["a regex with a look-ahead", (session) => session.waitFor(Matcher.transcriptRegex("(?=a)"))],
  ["a regex in a branch", (session) => session.waitFor(Matcher.any([NEVER, Matcher.screenRegex("[")]))],
  ["a place", (session) => session.waitFor(Matcher.cursorAt(-1, 0))],
  ["a time to be still", (session) => session.waitFor(Matcher.all([Matcher.screenStable(-1)]))],
  ["what must not be", (session) => session.waitFor(Matcher.not({ type: "contains_text" } as never))],
  ["a row", (session) => session.waitFor(Matcher.row(1_000, NEVER))],
  ["what a row cannot hold", (session) => session.waitFor(Matcher.row(0, Matcher.bell()))],
  ["a regex in a row", (session) => session.waitFor(Matcher.row(0, Matcher.screenRegex("(")))],
  ["a region", (session) => session.waitFor(Matcher.region({ row: 0, col: 0, rows: 0, cols: 1 }, NEVER))],
  ["a colour", (session) => session.waitFor(Matcher.style({ foreground: "red" as never }))],
  ["a style of two things", (session) => session.waitFor(Matcher.style({}, { text: "a", regex: "a" }))],
  ["an exit code", (session) => session.waitFor(Matcher.exitCode(-1))],
  ["a row that changes", (session) => session.waitFor(Matcher.changed({ row: 0.5 }))],
  ["branches", (session) => session.waitFor({ type: "any", matchers: NEVER } as never)],
  ["options of a wait", (session) => session.waitFor(NEVER, { timeout_ms: 1 } as never)],
  ["what are no options", (session) => session.waitFor(NEVER, 5 as never)],
  ["a signal of a wait", (session) => session.waitFor(NEVER, { signal: 5 as never })],
  ["a time", (session) => session.waitFor(NEVER, { timeoutMs: -1 })],
  ["a time that is none", (session) => session.waitFor(NEVER, { timeoutMs: "1" as never })],
  ["a size", (session) => session.resize({ rows: 0, cols: 80 })],
  ["a size that is none", (session) => session.resize(10 as never)],
  ["a size with another name", (session) => session.resize({ rows: 10, cols: 10, colums: 3 } as never)],
];
for (const [what, ask] of ILL_FORMED)
  testInEachWorld(`what is ill-formed is refused with the same field and code: ${what}`, async (world, t) => {
    const session = await ready(world, t);
    const { name, code, field } = await factsOf(() => ask(session));
    assert.equal(name, "InvalidArgumentError");
    return { code, field };
  });

const ILL_SPAWNED: readonly (readonly [what: string, target: unknown, options?: unknown])[] = [
  ["no target", "cat"],
  ["no program", {}],
  ["an empty program", { program: "" }],
  ["arguments", { program: "cat", args: "-c" }],
  ["an argument", { program: "cat", args: ["a", 5] }],
  ["an environment", { program: "cat", env: { A: 5 } }],
  ["a name of a variable", { program: "cat", env: { "A=B": "x" } }],
  ["a size", { program: "cat", size: { rows: 0 } }],
  ["a target's option", { program: "cat", rowz: 3 }],
  ["a session's option", { program: "cat" }, { transcript: 3 }],
  ["what are no options", { program: "cat" }, 3],
  ["characters to keep", { program: "cat" }, { transcriptMaxChars: -1 }],
  ["a raw file's option", { program: "cat" }, { rawTranscript: { path: "/tmp/x", apend: true } }],
  ["a raw file without a path", { program: "cat" }, { rawTranscript: { append: true } }],
  ["whether to append", { program: "cat" }, { rawTranscript: { path: "/tmp/x", append: 1 } }],
  ["a raw file's path", { program: "cat" }, { rawTranscript: { path: "" } }],
];
for (const [what, target, options] of ILL_SPAWNED)
  testInEachWorld(`what is ill-formed is refused before anything is started: ${what}`, async (world) => {
    const { name, code, field } = await factsOf(() => world.spawn(target as never, options as never));
    assert.equal(name, "InvalidArgumentError");
    return { code, field };
  });

testInEachWorld("what cannot be started is told by the same codes and words", async (world) => {
  const here = import.meta.dirname;
  const all = [
    await factsOf(() => world.spawn({ program: "no-such-program" })),
    await factsOf(() => world.spawn({ program: here })),
    await factsOf(() => world.spawn({ program: import.meta.filename })),
    await factsOf(() => world.spawn({ ...CAT, cwd: join(here, "no-such-directory") })),
    await factsOf(() => world.spawn({ ...CAT, cwd: import.meta.filename })),
  ];
  assert.deepEqual(
    all.map(({ code }) => code),
    ["program_not_found", "program_is_directory", "program_not_executable", "cwd_not_found", "cwd_not_directory"],
  );
  return all;
});

testInEachWorld("a raw file is written, appended to, and never written over", async (world, t) => {
  const folder = tempDir(t);
  const path = join(folder, "raw");
  for (const append of [false, true]) {
    const session = await ready(world, t, CAT, { rawTranscript: { path, append } });
    await session.close();
  }
  assert.equal(readFileSync(path, "utf8"), "readyready");
  const facts = await factsOf(() => world.spawn(CAT, { rawTranscript: { path } }));
  assert.equal(facts["code"], "raw_transcript_exists");
  mkdirSync(join(folder, "sub"));
  const folderFacts = await factsOf(() =>
    world.spawn(CAT, { rawTranscript: { path: join(folder, "sub"), append: true } }),
  );
  const strip = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(folder, "FOLDER"));
  return [strip(facts), strip(folderFacts)];
});

testInEachWorld("input that nobody reads is refused with how much of it waits", async (world, t) => {
  const session = await ready(world, t, shell("stty raw -echo; printf ready; exec sleep 60"));
  const first = factsOf(() => session.writeText("x".repeat(8_000_000)));
  const { pendingBytes, message, ...rest } = await factsOf(() => session.writeText("y".repeat(12_000_000)));
  assert.deepEqual([rest["name"], typeof pendingBytes], ["InputBacklogError", "number"]);
  await session.close();
  return [rest, String(message).replace(/\d+/g, "N"), (await first)["name"]];
});

testInEachWorld("a terminal is resized by a call and by an action", async (world, t) => {
  const script = "trap 'stty size' WINCH; printf ready; while :; do sleep 0.01; done";
  const session = await ready(world, t, { ...shell(script), size: { rows: 5, cols: 20 } });
  const sizes = [(await session.snapshot()).size];
  await session.resize({ rows: 6, cols: 30 });
  await session.waitFor(Matcher.containsText("6 30"));
  sizes.push((await session.snapshot()).size);
  await session.send(Action.resize({ rows: 7, cols: 31, pixelWidth: 310, pixelHeight: 140 }));
  await session.waitFor(Matcher.containsText("7 31"));
  return [...sizes, (await session.snapshot()).size];
});

testInEachWorld("signals, kills and exits are told by their codes and names", async (world, t) => {
  const trapped = await ready(
    world,
    t,
    shell("trap 'echo got it; exit 4' TERM; printf ready; while :; do sleep 0.01; done"),
  );
  await trapped.signal("term");
  const statuses = [await trapped.wait(), await trapped.wait()];
  const plain = await ready(world, t);
  await plain.send(Action.signal("kill"));
  statuses.push(await plain.wait());
  const killed = await ready(world, t);
  await killed.kill();
  statuses.push(await killed.wait());
  assert.deepEqual(statuses.slice(1, 3), [
    { exitCode: 4, signal: null },
    { exitCode: null, signal: "SIGKILL" },
  ]);
  const byAction = await ready(world, t);
  await byAction.send(Action.kill());
  statuses.push(await byAction.wait());
  // What it has shown stays readable.
  return [statuses, (await killed.snapshot()).plainText, await killed.transcript()];
});

testInEachWorld("closing a session ends who waits for its program", async (world, t) => {
  const session = await ready(world, t);
  const ended = session.wait();
  await session.snapshot();
  await session.close();
  return [await ended, await session.wait()];
});

testInEachWorld("events tell of changes, then of the end, also to who comes late", async (world, t) => {
  const session = await ready(world, t);
  const iterator = session.events();
  const read = async (events: AsyncIterable<SessionEvent>): Promise<SessionEvent[]> => {
    const all: SessionEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };
  const reading = read(iterator);
  await session.writeText("news\r");
  await session.waitFor(Matcher.containsText("news"));
  await session.send(Action.eof());
  const all = await reading;
  assert.deepEqual(all.at(-1), { type: "exited", status: { exitCode: 0, signal: null } });
  const changes = all.slice(0, -1);
  assert.ok(changes.length > 0 && changes.every(({ type }) => type === "changed"));
  assert.deepEqual(await iterator.next(), { value: undefined, done: true });
  const left = session.events();
  await left.return?.();
  return [await read(session.events()), await left.next()];
});

testInEachWorld("a screen has the same text, cells, cursor and modes", async (world, t) => {
  const lines = [
    "\\033[1;31mred\\033[0m 漢字 e\\314\\201",
    "\\033]0;a title\\007",
    "\\033[?2004h\\033[?1h\\033[?25l",
    "ready",
  ];
  const session = await ready(world, t, {
    ...shell(`printf '${lines.join("\\r\\n")}'; exec sleep 60`),
    size: { rows: 5, cols: 20 },
  });
  const snapshot = await session.snapshot();
  const found = findText(snapshot, "漢字");
  assert.deepEqual(
    found.map(({ col, text }) => [col, text]),
    [
      [4, "漢"],
      [5, ""],
      [6, "字"],
      [7, ""],
    ],
  );
  // A snapshot of this process makes its cells when they are asked for.
  return [{ ...snapshot, cells: snapshot.cells, runs: [] }, findText(snapshot, "red"), await session.transcript()];
});

testInEachWorld("what left at the top is read and found the same", async (world, t) => {
  const target = { ...shell("stty -echo; seq 1 3000; printf ready; exec cat"), size: { rows: 5, cols: 20 } };
  const session = await ready(world, t, target, { scrollback: 2_000 });
  const { scrollback } = await session.snapshot();
  const page = await session.scrollback();
  const end = await session.scrollback({ from: -2 });
  const found = await session.scrollback({ find: "299", from: -500 });
  await session.resize({ rows: 5, cols: 3 });
  const narrow = await session.scrollback({ from: -2 });
  const none = await ready(world, t, target, { scrollback: 0 });
  assert.equal(scrollback, 2_000);
  assert.deepEqual([page.first, page.last, page.lines[0], page.lines.length], [996, 2_995, "997", 2_000]);
  assert.deepEqual(end, { first: 2_994, last: 2_995, lines: ["2995", "2996"] });
  assert.deepEqual(found.lines, ["2990", "2991", "2992", "2993", "2994", "2995", "2996"]);
  assert.deepEqual(found.rows, [2_989, 2_990, 2_991, 2_992, 2_993, 2_994, 2_995]);
  assert.deepEqual(narrow.lines.length, 2);
  return [page, end, found, narrow.lines, await none.scrollback()];
});

testInEachWorld("a frame that is being drawn is not seen, unless that is asked for", async (world, t) => {
  const script = `printf 'before\\033[?2026h\\rhalf!!'; read go; printf 'way\\033[?2026l'; exec sleep 60`;
  const session = await spawnIn(world, t, { ...shell(`stty -echo; ${script}`), size: { rows: 5, cols: 20 } });
  const { snapshot: seen } = await session.waitFor(Matcher.transcriptContains("half"));
  const { snapshot: inside } = await session.waitFor(Matcher.containsText("half"), { frame: "any" });
  await session.writeText("\r");
  const { snapshot: done } = await session.waitFor(Matcher.containsText("way"));
  assert.deepEqual([seen.plainText, seen.frame], ["before", { complete: true, id: 0 }]);
  assert.deepEqual([inside.plainText, inside.frame], ["half!!", { complete: false, id: 0 }]);
  assert.deepEqual([done.plainText, done.frame], ["half!!way", { complete: true, id: 1 }]);
  return [seen.cursor, inside.cursor, done.cursor];
});

testInEachWorld("what changed since an earlier look is the same", async (world, t) => {
  const script = `printf 'one\\r\\n\\033[1mtwo\\033[0m  '; read go; printf '\\033[1;1HONE\\033[4;1Hready'; exec sleep 60`;
  const session = await spawnIn(world, t, { ...shell(`stty -echo; ${script}`), size: { rows: 5, cols: 20 } });
  const { snapshot } = await session.waitFor(Matcher.containsText("two"));
  const nothing = await session.snapshot({ since: snapshot.sequence });
  await session.writeText("\r");
  await session.waitFor(Matcher.containsText("ready"));
  const some = await session.snapshot({ since: snapshot.sequence });
  await session.resize({ rows: 6, cols: 20 });
  const all = await session.snapshot({ since: snapshot.sequence });
  const future = await Promise.resolve()
    .then(() => session.snapshot({ since: 1_000 }))
    .catch((error: unknown) => error);
  assert.deepEqual(snapshot.lines, ["one", "two", "", "", ""]);
  assert.deepEqual([nothing.changedRows, nothing.allRows], [[], false]);
  assert.deepEqual(
    some.changedRows.map(({ row, text }) => [row, text]),
    [
      [0, "ONE"],
      [3, "ready"],
    ],
  );
  assert.deepEqual([all.changedRows.length, all.allRows], [6, true]);
  assert.ok(future instanceof InvalidArgumentError, String(future));
  return [snapshot.lines, some.cursor, some.frame, future.field];
});

testInEachWorld("of a long output the end is kept", async (world, t) => {
  const session = await spawnIn(world, t, shell("seq 1 2000; printf ready"), { transcriptMaxChars: 100 });
  await session.wait();
  const transcript = await session.transcript();
  assert.match(transcript, /2000\r\nready$/);
  return transcript;
});

testInEachWorld("kill and close report how it ended and what became of those it started", async (world, t) => {
  const stubborn = await ready(world, t, shell("trap '' HUP; sleep 600 & printf ready; exec cat"));
  const quick = await spawnIn(world, t, shell("exit 3"));
  await quick.wait();
  const reports = [await stubborn.kill(), await stubborn.close(), await quick.close()];
  assert.deepEqual(
    reports.map(({ exitCode, signal, descendantsReaped, forced, stillRunning }) => ({
      ...{ exitCode, signal, descendantsReaped, forced, stillRunning },
    })),
    [
      { exitCode: undefined, signal: "SIGKILL", descendantsReaped: 1, forced: true, stillRunning: [] },
      { exitCode: undefined, signal: "SIGKILL", descendantsReaped: 0, forced: false, stillRunning: [] },
      { exitCode: 3, signal: undefined, descendantsReaped: 0, forced: false, stillRunning: [] },
    ],
  );
  return reports.map(({ descendantsReaped }) => descendantsReaped);
});

testInEachWorld("a wait that is told nothing takes as long as its session was told", async (world, t) => {
  const session = await spawnIn(world, t, CAT, { timeoutMs: 40 });
  await session.waitFor(Matcher.containsText("ready"), { timeoutMs: 20_000 });
  const { elapsedMs } = await session.waitFor(NEVER).catch((error: unknown) => error as WaitTimeoutError);
  assert.ok(elapsedMs >= 39 && elapsedMs < 20_000, `took ${elapsedMs} ms`);
  return factsOf(() => spawnIn(world, t, CAT, { timeoutMs: -1 }));
});

testInEachWorld("a session that is disposed of is closed", async (world) => {
  let kept: AnySession;
  {
    await using session = await world.spawn(CAT);
    kept = session;
  }
  return factsOf(() => kept.writeText("x"));
});
