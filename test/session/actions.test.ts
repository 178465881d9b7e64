import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { inspect } from "node:util";
import type { Signal, Session } from "ptywright";
import {
  Action,
  InputBacklogError,
  InvalidArgumentError,
  Matcher,
  SIGNALS,
  SessionClosedError,
  WaitTimeoutError,
} from "ptywright";
import { failure } from "../support/failure.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const hex = (text: string): string => Buffer.from(text).toString("hex");

/** A program in raw mode that has set these modes and shows all it receives. */
async function rawProgram(t: TestContext, modes = ""): Promise<Session> {
  const session = await start(t, fixture("prints-input-as-hex.mjs", JSON.stringify(modes)));
  await session.waitFor(Matcher.transcriptContains("ready:"));
  return session;
}

let ends = 0;

/** What the program received for these actions, up to an end mark that is typed behind them. */
async function received(session: Session, ...actions: Action[]): Promise<string> {
  const end = `-end-${++ends}-`;
  for (const action of actions) await session.send(action);
  await session.writeText(end);
  await session.waitFor(Matcher.transcriptContains(hex(end)));
  const shown = Buffer.from(session.transcript().split("ready:")[1], "hex").toString();
  const [before] = shown.split(end);
  return before.split(/-end-\d+-/).at(-1) as string;
}

const typed: [title: string, action: Action, bytes: string][] = [
  ["text is typed as it is", Action.text("hé😀\n"), "hé😀\n"],
  ["an empty text types nothing", Action.text(""), ""],
  ["a paste is typed as it is", Action.paste("a\nb"), "a\nb"],
  [
    "a bracketed paste cannot be ended from within",
    Action.bracketedPaste("a\x1b[201~rm -rf"),
    "\x1b[200~a\u241b[201~rm -rf\x1b[201~",
  ],
  ["interrupt is Ctrl-C", Action.interrupt(), "\x03"],
  ["eof is Ctrl-D", Action.eof(), "\x04"],
  ["streamed text arrives whole", Action.streamText("äöü😀".repeat(50), { chunkChars: 3 }), "äöü😀".repeat(50)],
];
for (const [title, action, bytes] of typed)
  test(title, async (t) => assert.equal(await received(await rawProgram(t), action), bytes));

const keys: [key: string, normal: string, application?: string][] = [
  ["up", "\x1b[A", "\x1bOA"],
  ["Left", "\x1b[D", "\x1bOD"],
  ["home", "\x1b[H", "\x1bOH"],
  ["ctrl-shift-right", "\x1b[1;6C"],
  ["page_down", "\x1b[6~"],
  ["f1", "\x1bOP"],
  ["shift_tab", "\x1b[Z"],
  ["alt_b", "\x1bb"],
  ["kp_5", "5", "\x1bOu"],
  ["kp_enter", "\r", "\x1bOM"],
  ["backspace", "\x7f"],
];
const modified: [modes: string, key: string, bytes: string][] = [
  ["", "ctrl_enter", "\r"],
  ["\x1b[>4;1m", "ctrl_enter", "\x1b[27;5;13~"],
  ["\x1b[>4;2m\x1b[>4;1f", "ctrl_i", "\x1b[105;5u"],
  ["\x1b[>1u", "shift_enter", "\x1b[13;2u"],
  ["\x1b[>3u", "ctrl_tab", "\x1b[9;5u\x1b[9;5:3u"],
  ["\x1b[>31u", "A", "\x1b[97:65;2;65u\x1b[97:65;2:3u"],
];
for (const [modes, key, bytes] of modified)
  test(`a program that wrote ${JSON.stringify(modes)} gets ${key} as ${JSON.stringify(bytes)}`, async (t) => {
    assert.equal(await received(await rawProgram(t, modes), Action.key(key)), bytes);
  });

test("a key that the program cannot be told of is sent without its modifiers, and the result says so", async (t) => {
  const session = await rawProgram(t);
  const note = "ctrl_enter was sent as enter: the program did not ask for modified keys";
  assert.deepEqual(await session.sendKey("Ctrl+Enter"), { sent: true, notes: [note] });
  assert.deepEqual(await session.send([Action.key("ctrl_enter"), Action.key("ctrl_enter"), Action.text("x")]), {
    sent: true,
    notes: [note],
  });
  assert.deepEqual(await session.sendKey("ctrl_c"), { sent: true });
  await assert.rejects(session.sendKey("ctrl_i"), /did you mean tab\?/);
});

test("a program that asks for focus events is told that it has the focus, and of each change", async (t) => {
  const session = await rawProgram(t, "\x1b[?1004h");
  await session.waitFor(Matcher.transcriptContains(hex("\x1b[I")));
  assert.equal(await received(session, Action.focus(false), Action.focus(true)), "\x1b[I\x1b[O\x1b[I");
});

test("a program that asks for focus events after the focus was lost is told so", async (t) => {
  const session = await start(t, fixture("prints-input-as-hex.mjs", JSON.stringify(""), JSON.stringify("\x1b[?1004h")));
  await session.waitFor(Matcher.transcriptContains("ready:"));
  assert.deepEqual(await session.send(Action.focus(false)), {
    sent: true,
    notes: ["the program was not told of the focus: it did not ask for focus events"],
  });
  await session.writeText("!");
  await session.waitFor(Matcher.transcriptContains(hex("\x1b[O")));
});

test("keys are written as the program's modes ask for", async (t) => {
  const normal = await rawProgram(t);
  const application = await rawProgram(t, "\x1b[?1h\x1b=");
  for (const [key, inNormal, inApplication = inNormal] of keys) {
    await normal.sendKey(key);
    await application.sendKey(key);
    await normal.waitFor(Matcher.transcriptContains(hex(inNormal)));
    await application.waitFor(Matcher.transcriptContains(hex(inApplication)));
  }
  const all = (column: 1 | 2): string => hex(keys.map((row) => row[column] ?? row[1]).join(""));
  assert.equal(normal.transcript(), `ready:${all(1)}`);
  assert.ok(application.transcript().endsWith(`ready:${all(2)}`));
});

test("a program that speaks kitty's keyboard protocol gets unambiguous keys, until it stops", async (t) => {
  const session = await rawProgram(t, "\x1b[>1u");
  assert.equal(
    await received(session, Action.key("escape"), Action.key("ctrl_c"), Action.key("enter")),
    "\x1b[27u\x1b[99;5u\r",
  );
  const other = await rawProgram(t, "\x1b[>1u\x1b[<u");
  assert.equal(await received(other, Action.key("escape")), "\x1b");
});

test("streamed text is cut between characters, and paced", async (t) => {
  const session = await rawProgram(t);
  const before = performance.now();
  const sent = session.send(Action.streamText("a😀b😀", { chunkChars: 1, delayMs: 40 }));
  // Each piece is seen before the next one is typed, so no piece is half a character.
  const seen: string[] = [];
  const stop = session.on("changed", () => seen.push(session.transcript().slice("ready:".length)));
  await session.waitFor(Matcher.transcriptContains(hex("a😀b😀")));
  stop();
  await sent;
  assert.ok(performance.now() - before >= 3 * 39);
  const prefixes = ["", "a", "a😀", "a😀b", "a😀b😀"].map(hex);
  for (const text of seen) assert.ok(prefixes.includes(text), text);
  assert.ok(new Set(seen).size >= 3);
});

test("interrupt and eof do in cooked mode what Ctrl-C and Ctrl-D do", async (t) => {
  const onInterrupt = "printf interrupted.; cat; printf at-end; exit 4";
  const session = await start(t, shell(`trap '${onInterrupt}' INT; printf ready; sleep 600 & wait`));
  await session.waitFor(Matcher.containsText("ready"));
  await session.send(Action.interrupt());
  await session.waitFor(Matcher.containsText("interrupted."));
  await session.send(Action.eof());
  assert.deepEqual(await session.wait(), { exitCode: 4, signal: null });
  assert.match(session.transcript(), /at-end$/);
});

test("a key that has no bytes for the program is refused before the rest of its list is typed", async (t) => {
  const session = await start(t, fixture("prints-input-as-hex.mjs"));
  await session.waitFor(Matcher.containsText("ready"));
  await assert.rejects(session.send([Action.text("abc"), Action.key("ctrl_j")]), /did you mean enter/);
  await session.send(Action.text("d"));
  const { snapshot } = await session.waitFor(Matcher.containsText("64"));
  assert.doesNotMatch(snapshot.plainText, /61/);
});

test("a mouse action is refused unless the program asked for it, and nothing is typed", async (t) => {
  const session = await rawProgram(t);
  const click = Action.mouse({ kind: "click", row: 4, col: 9 });
  const error = await failure(session.send(click), InvalidArgumentError);
  assert.equal(error.field, "mouse");
  assert.match(error.message, /has not turned mouse reports on/);
  assert.equal(await received(session), "");
});

test("a mouse action is written in the encoding the program asked for", async (t) => {
  const click = Action.mouse({ kind: "click", row: 4, col: 9, ctrl: true });
  const sgr = await rawProgram(t, "\x1b[?1000h\x1b[?1006h");
  assert.equal(await received(sgr, click), "\x1b[<16;10;5M\x1b[<16;10;5m");
  const plain = await rawProgram(t, "\x1b[?1000h");
  assert.equal(await received(plain, Action.mouse({ kind: "scroll_up", row: 0, col: 0 })), "\x1b[M`!!");
  const move = Action.mouse({ kind: "move", row: 0, col: 0 });
  await failure(plain.send(move), InvalidArgumentError);
});

test("a resize reaches the program as SIGWINCH and the new size", async (t) => {
  const session = await start(t, { ...fixture("shows-size.mjs"), size: { rows: 20, cols: 60 } });
  await session.waitFor(Matcher.transcriptContains("20x60;"));
  const before = session.sequence;
  await session.send(Action.resize({ rows: 31, cols: 101 }));
  assert.ok(session.sequence > before);
  await session.waitFor(Matcher.transcriptContains("31x101;"));
  session.resize({ cols: 1000 });
  await session.waitFor(Matcher.transcriptContains("31x1000;"));
  assert.deepEqual(session.snapshot().size, { rows: 31, cols: 1000, pixelWidth: 0, pixelHeight: 0 });
});

const perl = spawnSync("perl", ["-e", "1"]).status === 0;
test(
  "pixel sizes reach the kernel, and stay when a resize does not name them",
  { skip: process.platform === "linux" && perl ? false : "asks the kernel with Linux' ioctl number, from perl" },
  async (t) => {
    const script = fixture("shows-pixels.pl");
    const size = { rows: 20, cols: 60, pixelWidth: 600, pixelHeight: 400 };
    const session = await start(t, { ...script, program: "perl", size });
    // forkpty takes no pixel sizes; they follow at once, but the program may have looked before. Typed lines come after them.
    await session.writeText("\n");
    await session.waitFor(Matcher.containsText("20,60,600,400;"));
    await session.send([Action.resize({ rows: 21, cols: 61, pixelWidth: undefined }), Action.text("\n")]);
    await session.waitFor(Matcher.containsText("21,61,600,400;"));
    await session.send([Action.resize({ rows: 21, cols: 61, pixelWidth: 0, pixelHeight: 65_535 }), Action.text("\n")]);
    await session.waitFor(Matcher.containsText("21,61,0,65535;"));
  },
);

test("B13: a storm of resizes during output does no harm", async (t) => {
  const session = await start(t, shell("exec yes 'some text to wrap'"));
  await session.waitFor(Matcher.containsText("some text to wrap"));
  for (let round = 0; round < 1_000; round++) {
    session.resize({ rows: 1 + ((round * 7) % 90), cols: 1 + ((round * 13) % 200) });
    if (round % 50 === 0) await session.waitFor(Matcher.all([]));
  }
  session.resize({ rows: 10, cols: 40 });
  const { snapshot } = await session.waitFor(Matcher.containsText("some text to wrap"));
  assert.equal(snapshot.cells.length, 400);
});

const delivered: Partial<Record<Signal, string>> = {
  term: "TERM",
  hup: "HUP",
  quit: "QUIT",
  int: "INT",
  user1: "USR1",
  user2: "USR2",
};
test("each signal is delivered by its name", async (t) => {
  const session = await start(t, fixture("names-signals.sh"));
  await session.waitFor(Matcher.containsText("ready"));
  for (const signal of SIGNALS.filter((name) => name !== "kill")) {
    await session.send(Action.signal(signal));
    await session.waitFor(Matcher.containsText(`got-${delivered[signal]}.`));
  }
  session.signal("kill");
  assert.deepEqual(await session.wait(), { exitCode: null, signal: "SIGKILL" });
  assert.throws(() => session.signal("term"), SessionClosedError);
});

test("an array is carried out in order, with nothing of another send in between", async (t) => {
  const session = await rawProgram(t);
  const first = [Action.text("a1"), Action.streamText("a2a3a4", { chunkChars: 2, delayMs: 3 }), Action.key("tab")];
  const second = [Action.text("b1"), Action.streamText("b2b3b4", { chunkChars: 2, delayMs: 1 }), Action.key("escape")];
  await Promise.all([session.send(first), session.send(second), session.writeText("c")]);
  assert.equal(await received(session), "a1a2a3a4\tb1b2b3b4\x1bc");
});

test("what the caller does to an array after sending it changes nothing", async (t) => {
  const session = await rawProgram(t);
  const actions = [Action.streamText("xy", { chunkChars: 1 }), Action.text("z")];
  const sent = session.send(actions);
  actions.length = 1;
  actions.push(null as unknown as Action);
  await sent;
  await session.waitFor(Matcher.transcriptContains(hex("xyz")));
});

test("mark_transcript stamps the place it has in an array", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "12345"));
  await session.waitFor(Matcher.containsText("12345"));
  await session.send([Action.markTranscript("here"), Action.markTranscript("again")]);
  assert.equal(session.transcriptMarker("here"), 5);
  assert.deepEqual([...session.transcriptMarkers().keys()], ["here", "again"]);
});

const faults: [field: string, code: string, action: unknown][] = [
  ["action", "invalid_argument", undefined],
  ["action.type", "invalid_argument", { type: "type" }],
  ["action.text", "invalid_argument", { type: "text", text: 1 }],
  ["action.key", "invalid_key", { type: "key", key: "hyper_x" }],
  ["action.size.rows", "invalid_argument", { type: "resize", size: { rows: 0, cols: 80 } }],
  ["action.size.cols", "invalid_argument", { type: "resize", size: { rows: 1, cols: Number.NaN } }],
  ["action.signal", "invalid_argument", { type: "signal", signal: "SIGTERM" }],
  ["action.delayMs", "invalid_argument", { type: "stream_text", text: "", delayMs: -1 }],
  ["action.label", "invalid_argument", { type: "mark_transcript", label: "x".repeat(257) }],
  ["action[1].text", "invalid_argument", [Action.text("never typed"), { type: "paste" }]],
  ["action[1]", "invalid_argument", [Action.text("never typed"), , Action.text("x")]],
];
for (const [field, code, action] of faults)
  test(`an ill-formed action is refused by its field, and nothing is typed: ${field} of ${inspect(action, { breakLength: Infinity, compact: true }).slice(0, 60)}`, async (t) => {
    const session = await rawProgram(t);
    const error = await failure(session.send(action as Action), InvalidArgumentError);
    assert.deepEqual([error.field, error.code], [field, code]);
    assert.equal(await received(session), "");
  });

test("the session's own calls name their fields too", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "ready"));
  const fieldOf = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      assert.ok(error instanceof InvalidArgumentError);
      return error.field;
    }
    return "(none)";
  };
  assert.equal(
    fieldOf(() => session.resize({ rows: 1.5 })),
    "rows",
  );
  assert.equal(
    fieldOf(() => session.resize(null as never)),
    "size",
  );
  assert.equal(
    fieldOf(() => session.signal("SIGTERM" as Signal)),
    "signal",
  );
  assert.equal(
    fieldOf(() => session.markTranscript(1 as never)),
    "label",
  );
  for (const graceMs of [-1, Number.NaN, Infinity])
    assert.equal((await failure(session.terminate(graceMs), InvalidArgumentError)).field, "graceMs");
  assert.equal((await failure(session.sendKey("ctrl_h"), InvalidArgumentError)).code, "invalid_key");
  assert.equal(session.isFinished, false);
});

test("B15: nothing can be sent after the exit", async (t) => {
  const session = await start(t, shell("exit 0"));
  await session.wait();
  for (const action of [Action.text("x"), Action.resize({ rows: 2, cols: 2 }), Action.kill(), [Action.eof()]])
    assert.equal((await failure(session.send(action), SessionClosedError)).code, "session_closed");
});

// What a terminal answers is a way into a program's input; the list is meant to stay short.
const questions: [question: string, asked: string, answer: RegExp][] = [
  ["primary device attributes", "\x1b[c", /^\x1b\[\?[\d;]+c$/],
  ["status", "\x1b[5n", /^\x1b\[0n$/],
  ["cursor position", "\x1b[3;4H\x1b[6n", /^\x1b\[3;4R$/],
  ["title", "\x1b]2;evil\x07\x1b[21t", /^$/],
  ["clipboard", "\x1b]52;c;?\x07", /^$/],
  ["answerback", "\x05", /^$/],
];
for (const [question, asked, answer] of questions)
  test(`a program that asks for ${question} gets ${answer.source === "^$" ? "no answer" : "one"}`, async (t) => {
    const session = await rawProgram(t, asked);
    assert.match(await received(session), answer);
  });

test("B7: of a program that asks and never reads no more than the limit is kept", async (t) => {
  const session = await start(
    t,
    shell("stty raw -echo; yes \"$(printf '\\033[5n')\" | head -c 2000000; printf asked; sleep 600"),
  );
  await session.waitFor(Matcher.transcriptContains("asked"));
  const error = await failure(session.waitFor(Matcher.any([]), { timeoutMs: 0 }), WaitTimeoutError);
  assert.ok(error.unreadInputBytes > 1_000_000 && error.unreadInputBytes < 1_100_000, `${error.unreadInputBytes}`);
});

const MEBIBYTE = 1_048_576;

/** A program that does not read, and as much input waiting for it as may wait. */
async function stuckProgram(t: TestContext, program = fixture("never-reads.sh")) {
  const session = await start(t, program);
  await session.waitFor(Matcher.containsText("ready"));
  return { session, blocked: [session.writeText("x".repeat(MEBIBYTE - 1)), session.writeText("y")] };
}

test("B7: input for a program that does not read is bounded, and what must work past it does", async (t) => {
  const { session, blocked } = await stuckProgram(t, fixture("reads-when-told.sh", String(MEBIBYTE + 1)));
  const error = await failure(session.writeText("z"), InputBacklogError);
  assert.deepEqual([error.code, error.pendingBytes], ["input_backlog_full", MEBIBYTE]);
  assert.match(error.message, /input backlog full/);
  await failure(session.send([Action.key("enter")]), InputBacklogError);
  await session.send(Action.resize({ rows: 30, cols: 90 }));
  await session.send(Action.markTranscript("stuck"));
  const timeout = await failure(session.waitFor(Matcher.any([]), { timeoutMs: 1 }), WaitTimeoutError);
  assert.ok(timeout.unreadInputBytes > 0);
  assert.match(timeout.message, /\d+ bytes of input wait for it to read/);
  await session.send(Action.signal("user1"));
  await Promise.all(blocked);
  await session.writeText("z");
  await session.waitFor(Matcher.containsText(`read ${MEBIBYTE + 1} bytes`));
});

test("one input is taken whole however large it is, if none waits before it", async (t) => {
  const session = await start(t, shell("stty raw -echo; printf ready; head -c 3145728 | wc -c"));
  await session.waitFor(Matcher.containsText("ready"));
  await session.writeText("x".repeat(3 * MEBIBYTE));
  await session.waitFor(Matcher.containsText("3145728"));
});

test("B7: kill works at once on a program that does not read, and ends the blocked sends", async (t) => {
  const { session, blocked } = await stuckProgram(t);
  const ended = blocked.map((send) => failure(send, SessionClosedError));
  await session.send(Action.kill());
  assert.deepEqual(session.exitStatus, { exitCode: null, signal: "SIGHUP" });
  for (const error of await Promise.all(ended)) assert.equal(error.code, "session_closed");
});

test("close ends the blocked sends", async (t) => {
  const { session, blocked } = await stuckProgram(t);
  const ended = blocked.map((send) => failure(send, SessionClosedError));
  await session.close();
  await Promise.all(ended);
});

test("a blocked send costs no processor time", async (t) => {
  const { session, blocked } = await stuckProgram(t);
  const ended = blocked.map((send) => failure(send, SessionClosedError));
  const before = process.cpuUsage();
  const { elapsedMs } = await session.waitFor(Matcher.screenStable(500));
  const { user, system } = process.cpuUsage(before);
  // A loop that tries again and again takes nearly all of it.
  assert.ok((user + system) / 1_000 < elapsedMs / 4, `${user + system} µs of ${elapsedMs} ms`);
  await session.close();
  await Promise.all(ended);
});

test("the exit ends paced typing without waiting for its next piece", { timeout: 20_000 }, async (t) => {
  const session = await rawProgram(t);
  const typing = failure(session.send(Action.streamText("ab", { chunkChars: 1, delayMs: 60_000 })), SessionClosedError);
  await session.waitFor(Matcher.transcriptContains(`ready:${hex("a")}`));
  await session.kill();
  await typing;
});

test("B7: a host with a stuck program keeps its stderr clean", () => {
  const [path] = fixture("host-with-backlog.mjs").args as string[];
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  assert.deepEqual([status, stdout, stderr], [0, "session_closed\n", ""]);
});
