import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { Action, Matcher, type ProgramEndedError, type Session, WaitTimeoutError } from "ptywright";
import { failure } from "../support/failure.js";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const NEVER = Matcher.containsText("never");
const onLinux = { skip: process.platform === "linux" ? false : "/proc tells it on Linux only" };

async function timedOut(session: Session, timeoutMs = 1): Promise<WaitTimeoutError> {
  return session.waitFor(NEVER, { timeoutMs }).then(
    () => assert.fail("it matched"),
    (error: unknown) => error as WaitTimeoutError,
  );
}

async function ready(t: TestContext, script: string): Promise<Session> {
  const session = await start(t, shell(script));
  await session.waitFor(Matcher.containsText("ready"));
  return session;
}

test("a time-out tells which program has the terminal and what it does", onLinux, async (t) => {
  const reads = await ready(t, "printf ready; exec cat -u");
  // Until it reads, it may do anything.
  await reads.writeText("x\r");
  await reads.waitFor(Matcher.transcriptRegex("x\\s+x"));
  const { foreground, message } = await timedOut(reads, 50);
  assert.equal(foreground?.command, "cat -u");
  assert.equal(foreground.pid, reads.pid);
  assert.match(message, /in the foreground: cat -u \(pid \d+\), (asleep|running)/);
});

test("a time-out in a shell tells of what runs in it, not of the shell", onLinux, async (t) => {
  const session = await start(t, { program: "bash", args: ["--norc", "-i"], env: { PS1: "ready> " } });
  await session.waitFor(Matcher.containsText("ready> "));
  await session.writeText("sh -c 'echo be''gun; read line'\r");
  await session.waitFor("begun");
  const { foreground } = await timedOut(session);
  assert.equal(foreground?.command, "sh -c echo begun; read line");
  assert.notEqual(foreground.pid, session.pid);
});

test("a time-out tells what the program asked the terminal in vain, and not what was answered", async (t) => {
  const asks = String.raw`\033[21t\033]52;c;?\a\033[1;1;1;1;5;5*y\033[6n\033]11;?\a\033[c\033[?996n\033[8;24;80t`;
  const session = await ready(t, `stty raw -echo; printf '${asks}ready'; exec sleep 600`);
  const { openQuestions, message } = await timedOut(session);
  assert.deepEqual(openQuestions, ["CSI 21 t", "OSC 52;?", "CSI 1;1;1;1;5;5 *y"]);
  assert.match(message, /it asked the terminal, and got no answer: CSI 21 t, OSC 52;\?, CSI/);
});

test("a program may ask without end: the last questions are kept, each once", async (t) => {
  const script = String.raw`i=0; while [ $i -lt 300 ]; do printf "\033[0;$((i % 50))*y"; i=$((i+1)); done; printf ready; exec sleep 600`;
  const { openQuestions } = await timedOut(await ready(t, script));
  assert.deepEqual(
    openQuestions,
    Array.from({ length: 8 }, (_, at) => `CSI 0;${42 + at} *y`),
  );
});

test("W6: a time-out tells the last inputs; of a text that the program has not shown only its length", async (t) => {
  const session = await ready(
    t,
    "printf 'ready '; read name; stty -echo; printf 'password: '; read secret; exec sleep 600",
  );
  await session.writeText("alice\r");
  await session.waitFor(Matcher.containsText("password: "));
  await session.writeText("hunter2\r");
  await session.sendKey("ctrl_l");
  const error = await timedOut(session);
  assert.deepEqual(
    error.lastInputs?.map(({ agoMs, ...input }) => ({ ...input, isPast: agoMs >= 0 })),
    [
      { type: "text", text: "alice\r", chars: 6, isPast: true },
      { type: "text", chars: 8, isPast: true },
      { type: "key", text: "ctrl_l", chars: 6, isPast: true },
    ],
  );
  assert.doesNotMatch(error.message, /hunter2/);
  assert.match(
    error.message,
    /the last inputs: text "alice\\r" \d+ ms ago, text of 8 characters \d+ ms ago, key "ctrl_l"/,
  );
});

test("W6: of the mouse a time-out tells what it did and where", async (t) => {
  const session = await ready(t, "stty raw -echo; printf '\\033[?1003h\\033[?1006hready'; exec cat -v");
  await session.getByText("ready").click({ button: "right" });
  await session.row(3).hover();
  const { lastInputs, message } = await timedOut(session);
  assert.deepEqual(
    lastInputs?.map(({ agoMs, ...input }) => ({ ...input, isPast: agoMs >= 0 })),
    [
      { type: "mouse", kind: "click", row: 0, col: 0, isPast: true },
      { type: "mouse", kind: "move", row: 3, col: 39, isPast: true },
    ],
  );
  assert.match(message, /inputs: mouse click at row 0, column 0 \d+ ms ago, mouse move at row 3, column 39 \d+ ms ago/);
});

test("W6: of a command that is run a time-out tells the command, and not what the shell is typed for it", async (t) => {
  const session = await start(t, { program: "bash", args: ["--norc", "-i"] }, { shellIntegration: true });
  await session.run("echo 'it''s one'");
  const late = session.run("sleep 60", { timeoutMs: 300 });
  const { lastInputs, message } = await failure(late, WaitTimeoutError);
  const told = ({ type, text, chars }: NonNullable<typeof lastInputs>[number]): unknown => ({ type, text, chars });
  assert.deepEqual(lastInputs?.map(told), [
    { type: "run", text: "echo 'it''s one'", chars: 16 },
    { type: "run", text: "sleep 60", chars: 8 },
  ]);
  assert.doesNotMatch(message, /the last inputs: .*ptywright/);
});

test("a text that the program echoed is told as it was typed", async (t) => {
  const session = await ready(t, "printf 'ready '; exec cat");
  await session.send([Action.text("one\r"), Action.key("ctrl_l"), Action.paste("two\nthree\n")]);
  await session.waitFor(Matcher.containsText("three"));
  const { lastInputs, message } = await timedOut(session);
  assert.deepEqual(
    lastInputs?.map(({ text }) => text),
    ["one\r", "ctrl_l", "two\nthree\n"],
  );
  assert.match(message, /text "one\\r" \d+ ms ago, key "ctrl_l" \d+ ms ago, paste "two\\nthree\\n"/);
});

test("a time-out tells the lines that were submitted, apart from what was typed; of one that was not shown only its length", async (t) => {
  const script =
    "printf 'ready '; read name; stty -echo; printf 'password of alice: '; read a; printf again; read b; cat";
  const session = await ready(t, script);
  await session.writeText("al");
  await session.submit("ice");
  await session.waitFor(Matcher.containsText("password of alice: "));
  await session.submit("hunter2");
  await session.waitFor(Matcher.containsText("again"));
  // It is on the screen, but not because it was echoed.
  await session.submit("alice", { echo: false });
  await session.submit("");
  const error = await timedOut(session);
  assert.deepEqual(
    error.lastInputs?.map(({ type, text, chars }) => ({ type, text, chars })),
    [
      { type: "text", text: "al", chars: 2 },
      { type: "submit", text: "ice\r", chars: 4 },
      { type: "submit", text: undefined, chars: 8 },
      { type: "submit", text: undefined, chars: 6 },
      { type: "submit", text: "\r", chars: 1 },
    ],
  );
  assert.match(error.message, /text "al" \d+ ms ago, submit "ice\\r" \d+ ms ago, submit of 8 characters \d+ ms ago/);
});

test("a line that is still being typed, or was cancelled, is told without its Enter", async (t) => {
  const session = await ready(t, "stty raw -echo; printf 'ready '; exec sleep 600");
  const cancelling = new AbortController();
  const submitted = session.submit("half", { signal: cancelling.signal });
  // The line is typed, and its echo is waited for.
  const during = await timedOut(session, 20);
  cancelling.abort();
  await submitted.catch(() => undefined);
  await session.writeText("x");
  const after = await timedOut(session);
  const told = ({ lastInputs }: WaitTimeoutError): unknown => lastInputs?.map(({ type, chars }) => [type, chars]);
  assert.deepEqual(told(during), [["submit", 4]]);
  assert.deepEqual(told(after), [
    ["submit", 4],
    ["text", 1],
  ]);
});

test("a password that is typed letter by letter is not told, though its letters are on the screen", async (t) => {
  const session = await ready(t, "stty -echo; printf 'abcdefghijklmnopqrstuvwxyz ready'; exec sleep 600");
  for (const letter of "zebra") await session.sendKey(letter);
  for (const letter of "horse") await session.writeText(letter);
  const { lastInputs } = await timedOut(session);
  assert.deepEqual(
    lastInputs?.map(({ type, text, chars }) => ({ type, text, chars })),
    [{ type: "text", text: undefined, chars: 10 }],
  );
});

test("a password is not told because the same word stands elsewhere, nor when it was corrected on the way", async (t) => {
  // Not as it is: the command line of the shell is told too, until it is another program.
  const session = await ready(
    t,
    "printf 'ready \\141dmin s a P'; stty -echo; printf ' Password: '; read x; printf more; exec sleep 600",
  );
  await session.waitFor("Password: ");
  for (const key of ["s", "backspace", "shift_p", "left", "a", "space", "end", "q"]) await session.sendKey(key);
  await session.sendKey("enter");
  await session.waitFor("more");
  await session.writeText("admin\r");
  const { lastInputs, message } = await timedOut(session);
  assert.deepEqual(
    lastInputs?.map(({ type, text, chars }) => ({ type, text, chars })),
    [
      { type: "text", text: undefined, chars: 5 },
      { type: "key", text: "enter", chars: 5 },
      { type: "text", text: undefined, chars: 6 },
    ],
  );
  assert.doesNotMatch(message.split("the screen:")[0], /admin|shift_p/);
});

test("a wait that fails tells of what was there during it and vanished", async (t) => {
  const script = "stty -echo; printf ready; read a; printf '\\rgreen'; read b; printf '\\rblank'; read c";
  const session = await ready(t, script);
  const both = Matcher.all([Matcher.containsText("green"), Matcher.screenRegex("red|blue")]);
  const failing = session.waitFor(both).then(
    () => assert.fail("it matched"),
    (error: unknown) => error as ProgramEndedError,
  );
  await session.writeText("\r");
  await session.waitFor("green");
  await session.writeText("\r");
  const { sequence } = await session.waitFor("blank");
  await session.writeText("\r");
  const { hints } = await failing;
  assert.ok(
    hints.includes(`text "green" on the screen was there, and vanished at change ${sequence}`),
    `the hints: ${hints.join("; ")}`,
  );
});

test("W6: whatever is waited for in the wrong case, the time-out says so", async (t) => {
  const session = await start(t, shell("printf 'first\\nReady\\n\\033]0;Ready\\007'; exec sleep 60"));
  await session.waitFor(Matcher.title("Ready"));
  const once = { timeoutMs: 0 };
  for (const attempt of [
    () => session.waitFor(/ready/, once),
    () => session.waitFor(/^ready$/, once),
    () => session.waitFor(/^ready$/m, once),
    () => session.getByText(/ready/).waitFor(once),
    () => session.getByText("ready").waitFor(once),
    () => session.getByRegex("ready").waitFor(once),
    () => session.getByRegex("^ready$").waitFor(once),
    () => session.waitFor("ready", once),
    () => session.waitFor(Matcher.screenRegex("^ready$"), once),
    () => session.waitFor(Matcher.row(1, Matcher.screenRegex("^ready$")), once),
    () => session.waitFor(Matcher.title("ready"), once),
    () => session.waitFor(Matcher.titleRegex("^ready$"), once),
    () => session.waitFor(Matcher.transcriptContains("ready"), once),
    () => session.waitFor(Matcher.transcriptRegex("ready"), once),
    () => session.expect("ready", once),
  ]) {
    const { hints } = await failure(attempt(), WaitTimeoutError);
    assert.match(hints.join("\n"), /in case only|case did not count/, String(attempt));
  }
});
