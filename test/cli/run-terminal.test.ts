import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Action, Matcher } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import { NEEDS_PROC, eventually, statFields } from "../support/processes.js";
import { start } from "../support/session.js";
import { InTerminal, isRestored, runCommand } from "./run-support.js";

const HEX = fixture("prints-input-as-hex.mjs");
const hex = (text: string): string => Buffer.from(text, "latin1").toString("hex");

test("L4: the terminal is as before after a normal end, and the program got a raw one", async (t) => {
  const terminal = await InTerminal.start(t, shell("stty -a < /dev/tty; exit 6"));
  await isRestored(terminal, 6);
});

for (const [what, code, end] of [
  ["its program was killed with SIGKILL", 137, "child"],
  ["SIGTERM", 143, "SIGTERM"],
  ["SIGHUP", 129, "SIGHUP"],
  ["SIGINT", 130, "SIGINT"],
  ["SIGQUIT", 131, "SIGQUIT"],
  ["an exception that nobody caught", 1, "SIGUSR2"],
] as const)
  test(`L4: the terminal is as before, modes included, after ${what}`, { skip: NEEDS_PROC }, async (t) => {
    const thrower = "data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('boom'))})";
    const terminal = await InTerminal.start(t, fixture("leaves-modes-on.sh"), [], {
      NODE_OPTIONS: `--import=${thrower}`,
    });
    await terminal.shows("modes on");
    const { alternateScreen, applicationCursor, bracketedPaste, cursor } = terminal.session.snapshot();
    assert.deepEqual([alternateScreen, applicationCursor, bracketedPaste, cursor.visible], [true, true, true, false]);
    if (end === "child") {
      const children = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, "utf8").trim().split(" ");
      const program = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("leaves-modes-on"));
      process.kill(Number(program), "SIGKILL");
    } else process.kill(terminal.pid, end);
    await isRestored(terminal, code);
    if (end === "SIGUSR2") assert.match(terminal.session.snapshot().plainText, /boom/);
  });

test("L4: modes are put back too when only stdout is a terminal", async (t) => {
  const [program, ...args] = runCommand(shell("printf '\\033[?1049h\\033[?25l'"));
  const script = '"$@" < /dev/null; printf ended; exec cat';
  const session = await start(t, { program: "/bin/sh", args: ["-c", script, "sh", program, ...args] });
  const { snapshot } = await session.waitFor(Matcher.containsText("ended"));
  assert.match(session.transcript(), /\[\?25l/);
  assert.deepEqual([snapshot.alternateScreen, snapshot.cursor.visible], [false, true]);
});

test("L4: a program that cleans up after itself gets not one byte more", async (t) => {
  const script =
    "printf '\\033[?1049h\\033[?25l\\033[31mx\\033[m\\033[?25h\\033[?1049l\\033[?1h\\033=\\033[?1l\\033>done'";
  const terminal = await InTerminal.start(t, shell(script));
  await terminal.ended();
  assert.ok(terminal.session.transcript().endsWith("\x1b[?1h\x1b=\x1b[?1l\x1b>doneended 0."));
});

test("line feeds of a program that controls them itself stay line feeds", async (t) => {
  const terminal = await InTerminal.start(t, shell("stty raw; printf 'one\\ntwo\\r\\nthree'; stty sane; sleep 0"));
  await terminal.ended();
  assert.match(terminal.session.snapshot().plainText, /^one\n {3}two\nthree/);
});

test("the program has the terminal's size and follows it", async (t) => {
  const terminal = await InTerminal.start(t, fixture("shows-size.mjs"));
  await terminal.shows("24x80;");
  terminal.session.resize({ rows: 30, cols: 100 });
  await terminal.shows("30x100;");
  terminal.session.resize({ cols: 90 });
  await terminal.shows("30x90;");
});

test("a side that was given stays, and the other follows", async (t) => {
  const terminal = await InTerminal.start(t, fixture("shows-size.mjs"), ["--rows", "10"]);
  await terminal.shows("10x80;");
  terminal.session.resize({ rows: 30, cols: 100 });
  await terminal.shows("10x100;");
});

test("what the terminal says by itself does not reach the program; keys and pastes do", async (t) => {
  const terminal = await InTerminal.start(t, HEX);
  await terminal.shows("ready:");
  const paste = "\x1b[200~\x1b[Ipasted\x1b[201~";
  await terminal.session.writeText(
    `a\x1b[I\x1b[O\x1b[?62;22c\x1b[>0;1;0c\x1bP>|term\x1b\\b\x1b[A\x1bOP\x1b[97;5u${paste}\x1b[Iz`,
  );
  const expected = hex(`ab\x1b[A\x1bOP\x1b[97;5u${paste}z`);
  const { snapshot } = await terminal.session.waitFor(Matcher.screenRegex("ready:[0-9a-f\\n]*7a"));
  assert.ok(snapshot.plainText.replaceAll("\n", "").endsWith(`ready:${expected}`), snapshot.plainText);
});

test("Escape, Alt-[ and Alt-Shift-P reach the program by themselves", async (t) => {
  const terminal = await InTerminal.start(t, HEX);
  await terminal.shows("ready:");
  let seen = "ready:";
  for (const key of ["\x1b", "\x1b[", "\x1bP", "\x1b"]) {
    await terminal.session.writeText(key);
    seen += hex(key);
    await terminal.shows(seen);
  }
});

test("a string without an end does not keep what is typed after it", async (t) => {
  const terminal = await InTerminal.start(t, HEX);
  await terminal.shows("ready:");
  await terminal.session.writeText("\x1bPtyped");
  await terminal.shows(`ready:${hex("\x1bPtyped")}`);
  await terminal.session.writeText("\x03\x1a\x11\x13\r");
  await terminal.shows(`ready:${hex("\x1bPtyped\x03\x1a\x11\x13\r")}`);
});

test(
  "after run was stopped and goes on, keys pass raw and the size is the new one",
  { skip: NEEDS_PROC },
  async (t) => {
    const terminal = await InTerminal.start(t, fixture("shows-size.mjs"));
    await terminal.shows("24x80;");
    const state = (): string => statFields(readFileSync(`/proc/${terminal.pid}/stat`, "latin1"))[0];
    process.kill(terminal.pid, "SIGTSTP");
    assert.equal(await eventually(state, (now) => now === "T", 2000), "T");
    terminal.session.resize({ rows: 12, cols: 40 });
    process.kill(terminal.pid, "SIGCONT");
    await terminal.shows("12x40;");
    // Cooked, the outer terminal would take it for itself and end run.
    await terminal.session.send(Action.text("\x03"));
    assert.equal(await terminal.ended(), 130);
    const { before, after } = terminal.settings;
    assert.equal(after, before);
  },
);

test("run says which terminal it shows the program on, and not that of another", async (t) => {
  const env = { TERM: "screen-256color", COLORTERM: "24bit", COLUMNS: "7", GPG_TTY: "/dev/null" };
  const terminal = await InTerminal.start(
    t,
    shell("echo $TERM $COLORTERM [$COLUMNS$GPG_TTY$PTYWRIGHT_SESSION]"),
    [],
    env,
  );
  await terminal.shows("screen-256color 24bit []");
});
