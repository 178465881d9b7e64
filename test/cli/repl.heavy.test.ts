import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { Action, Matcher } from "ptywright";
import { canaries, leakIn } from "../support/canaries.js";
import { BIN, RunningCommand } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";
import { Random, SEED } from "../support/random.js";
import { InTerminal, isRestored, saw } from "./run-support.js";

const SIZE = { rows: 24, cols: 80 };
const CAT = ["--", "sh", "-c", "printf 'ready\\n'; cat"] as const;

/** A console in a terminal. */
class AtConsole {
  readonly terminal: InTerminal;

  private constructor(terminal: InTerminal) {
    this.terminal = terminal;
  }

  static async start(
    t: TestContext,
    env: Record<string, string>,
    { args = [], size = SIZE }: { args?: readonly string[]; size?: { rows: number; cols: number } } = {},
  ): Promise<AtConsole> {
    const terminal = await InTerminal.command(t, ["repl", ...args], env, size);
    const console = new AtConsole(terminal);
    await console.isReady();
    return console;
  }

  get lines(): readonly string[] {
    return this.terminal.session.snapshot().lines;
  }

  /** The last line is a prompt with nothing behind it. */
  async isReady(prompt = ">"): Promise<void> {
    await this.terminal.session.waitFor((snapshot) => {
      const last = snapshot.lines.findLast((line) => line !== "");
      return last === prompt && snapshot.cursor.col === prompt.length + 1;
    });
  }

  async types(text: string): Promise<void> {
    await this.terminal.session.send(Action.text(text));
  }

  async shows(text: string): Promise<void> {
    await this.terminal.shows(text);
  }

  /** Enters a line, and waits for what it brings, and for the next prompt. */
  async enters(line: string, shows = ""): Promise<void> {
    await this.types(`${line}\r`);
    await this.terminal.session.waitFor(({ lines, cursor }) => {
      // A line that comes before the prompt is shown without it.
      const at = lines.findLastIndex((row) => row.replace(/^> /, "").startsWith(line.slice(0, 60)));
      const below = lines.slice(at + 1);
      return at !== -1 && lines[cursor.row] === ">" && cursor.row > at && below.some((row) => row.includes(shows));
    });
  }

  /** Presses TAB once the text is there; keys that come together are a paste. */
  async completes(text: string, to: string): Promise<void> {
    await this.types(text);
    await this.shows(text);
    await this.types("\t");
    await this.shows(to);
  }
}

test("a console shows the session that it makes, and what it is asked, at 80x24", async (t) => {
  const server = new OwnServer(t);
  const console = await AtConsole.start(t, server.env);
  await console.shows('no sessions yet; try: session.create{program="bash"}');
  await console.types(
    's = session.create{program="sh", args={"-c", "printf \'\\\\033[31mready\\\\n\'; cat"}, name="web"}\r',
  );
  await console.shows("[1 web]");
  await console.shows("ready");
  await console.enters("#s.session", "2");
  await console.enters('session.input{session=s.session, action=ptywright.action.text("typed\\r")}', "sent = true");
  await console.terminal.session.waitFor(
    ({ lines }) => lines.slice(0, 12).filter((row) => row.startsWith("typed")).length === 2,
  );
  const { cells, size } = console.terminal.session.snapshot();
  const shown = cells.slice(size.cols, 12 * size.cols).find(({ text }) => text === "r");
  assert.equal(shown?.style.foreground, "idx:1");
  await console.enters(":tabs", "*1 web  running  sh -c");
  await console.types(":quit\r");
  await isRestored(console.terminal, 0);
  assert.match(server.done("ls"), /^web .* running /m);
});

test("TAB completes methods, parameters, names of sessions and values", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  // Two methods begin alike.
  await console.completes("session.inp", "> session.input");
  await console.types("{");
  await console.completes("ses", "> session.input{session=");
  await console.completes('"w', '> session.input{session="web"');
  await console.completes(", action={ty", ", action={type=");
  await console.completes('"bra', 'type="bracketed_paste"');
  await console.types("\x03");
  await console.isReady();
  await console.types(":not");
  await console.shows("> :not");
  await console.types("\t");
  await console.shows("> :notifications");
  await console.types("\x03");
  // Several are listed.
  await console.completes("session.create{raw", "session.create{raw_transcript_");
  await console.types("\t");
  await console.shows("raw_transcript_append=");
});

test("an entry of several lines goes on behind another prompt, and can be given up", async (t) => {
  const console = await AtConsole.start(t, new OwnServer(t).env);
  await console.types("for i = 1, 2 do\r");
  await console.isReady("..");
  await console.types("print('row', i)\r");
  await console.isReady("..");
  await console.types("end\r");
  await console.shows("row     2");
  await console.isReady();
  await console.types("x = {\r");
  await console.isReady("..");
  await console.types("\x03");
  await console.isReady();
  await console.enters("x", "nil");
});

test("lines are kept for the next console, for their owner alone, without secrets", async (t) => {
  const server = new OwnServer(t);
  const file = join(server.home, "repl-history");
  const secrets = canaries(new Random(SEED));
  const first = await AtConsole.start(t, server.env);
  await first.enters("6 * 7", "42");
  for (const { text } of secrets) await first.enters(`x = [==[${text}]==]`);
  await first.enters(" 'not' .. ' this'", "not this");
  await first.types("kept = {\r");
  await first.isReady("..");
  await first.types("'kept for long'}\r");
  await first.terminal.session.waitFor(({ lines, cursor }) => lines[cursor.row] === ">");
  await first.types("\x04");
  await isRestored(first.terminal, 0);
  const text = readFileSync(file, "utf8");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(text.startsWith("6 * 7\n") && text.endsWith("kept = {\n'kept for long'}\n"), text);
  assert.ok(text.includes("[REDACTED]") && !text.includes("'not'"));
  for (const canary of secrets) assert.equal(leakIn(text, canary), undefined, canary.shape);

  const next = await AtConsole.start(t, server.env);
  await next.types("\x1b[A");
  await next.shows("> 'kept for long'}");
  await next.types("\x1b[A");
  await next.shows("> kept = {");
});

test("a history that is too long is cut, and one that cannot be written is told once", async (t) => {
  const server = new OwnServer(t);
  const file = join(server.home, "repl-history");
  writeFileSync(file, Array.from({ length: 5_000 }, (_, at) => `${at}\n`).join(""), { mode: 0o600 });
  const console = await AtConsole.start(t, server.env);
  assert.equal(readFileSync(file, "utf8").split("\n").length - 1, 1_000);
  await console.types("\x1b[A");
  await console.shows("> 4999");

  const other = new OwnServer(t);
  mkdirSync(join(other.home, "repl-history"));
  const broken = await AtConsole.start(t, other.env);
  await broken.enters("1 + 1", "2");
  await broken.shows("lines are not kept for the next time");
});

test("Ctrl+C ends a call that waits, a loop of calls and a pattern that does not end, and nothing else", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.enters("kept = 5");
  await console.types('session.wait{session="web", matcher=ptywright.matcher.contains_text("never")}\r');
  await console.shows("never");
  await console.types("\x03");
  await console.shows("interrupted");
  await console.isReady();
  await console.types("n = 0 while true do n = n + 1 session.list{} end\r");
  await console.shows("while true");
  await console.types("\x03");
  await console.terminal.session.waitFor(({ lines }) => lines.filter((row) => row === "interrupted").length === 2);
  await console.enters("kept, n > 0", "5");
  await console.types('("a"):rep(200):find(("a*"):rep(30) .. "b")\r');
  await console.shows('.. "b")');
  await console.types("\x03");
  // Nothing else can end it.
  await console.shows("Lua was started anew: its variables are gone");
  await console.isReady();
  await console.enters("kept", "nil");
  await console.types("\x03");
  await console.shows(":quit or Ctrl+D leaves");
});

test("a mistake points at the field, and the console goes on", async (t) => {
  const console = await AtConsole.start(t, new OwnServer(t).env);
  await console.enters('session.create{program="sh", rows=0}', "rows must be a whole number from 1 to 1000, got 0");
  const at = console.lines.findIndex((row) => row.endsWith("^^^^"));
  assert.equal(console.lines[at].indexOf("^"), console.lines[at - 1].indexOf("rows=0"));
  await console.enters("2 + 2", "4");
});

test("the console fits itself to its terminal, and a small one has no preview", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.shows("[1 web]");
  await console.enters("'before'", '"before"');
  console.terminal.session.resize({ rows: 12, cols: 60 });
  await console.terminal.session.waitFor(
    ({ lines }) => lines.includes('"before"') && !lines.some((row) => row.includes("[1 web]")),
  );
  await console.enters("'small'", '"small"');
  console.terminal.session.resize({ rows: 40, cols: 100 });
  await console.terminal.session.waitFor(
    ({ lines }) => lines[0].includes("[1 web]") && lines[0].length === 100 && lines.includes('"small"'),
  );
  await console.enters("'large'", '"large"');
  await console.types(":preview off\r");
  await console.terminal.session.waitFor(
    ({ lines }) => !lines.some((row) => row.includes("[1 web]")) && lines.includes('"large"'),
  );
  await console.types(":quit\r");
  await isRestored(console.terminal, 0);
});

test("a long answer can be scrolled back to without the preview", async (t) => {
  const console = await AtConsole.start(t, new OwnServer(t).env);
  await console.types(":help session.create\r");
  await console.shows("lines; :preview off lets you scroll back to them");
  await console.types(":preview off\r");
  await console.terminal.session.waitFor(({ scrollback }) => scrollback > 10);
  await console.shows("Example: session.create{");
});

test("without colours there are none, and a dumb terminal gets lines alone", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", "--", "sh", "-c", "printf '\\033[31mready\\n'; cat");
  const plain = await AtConsole.start(t, { ...server.env, NO_COLOR: "1" });
  await plain.shows("ready");
  await plain.enters("session.close{}", "session is missing");
  const { cells } = plain.terminal.session.snapshot();
  assert.deepEqual([...new Set(cells.map(({ style }) => style.foreground))], ["default"]);
  assert.ok(cells.every(({ style }) => !style.dim && !style.bold && !style.inverse));

  const dumb = await AtConsole.start(t, { ...server.env, TERM: "dumb" });
  await dumb.enters("6 * 7", "42");
  await dumb.enters("error('so')", "so");
  await dumb.types("while true do session.list{} end\r");
  await dumb.shows("while true");
  await dumb.types("\x03");
  await dumb.shows("interrupted");
  await dumb.types(":quit\r");
  await isRestored(dumb.terminal, 0);
  assert.ok(!dumb.terminal.session.transcript().includes("\x1b"), JSON.stringify(dumb.terminal.session.transcript()));
});

test("a console attaches to a session, and is there again when its user leaves it", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.enters("kept = 'still here'");
  for (const word of ["first", "second"]) {
    await console.types(":attach web\r");
    await console.terminal.session.waitFor((snapshot) => snapshot.alternateScreen && snapshot.lines[0] === "ready");
    await console.types(`${word} typed\r`);
    await console.terminal.session.waitFor(Matcher.screenRegex(`${word} typed\\n${word} typed`));
    await console.types("\x1c\x1c");
    await console.shows("detached");
    await console.isReady();
    await console.enters("kept", "still here");
  }
  await console.types(":quit\r");
  await isRestored(console.terminal, 0);
});

test("a server that goes away is told, and another is reached by the next entry", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.shows("[1 web]");
  server.done("server", "stop");
  await console.shows("the server has gone, and its sessions with it");
  await console.isReady();
  // Nobody has asked for one.
  assert.match(server.run("server", "status").stderr, /no server/);
  await console.enters("#session.list{}.sessions", "0");
  await console.types('session.wait{session=session.create{program="cat"}.session, matcher={type="process_exited"}}\r');
  await console.shows("[1 s1]");
  process.kill(server.pid(), "SIGKILL");
  await console.shows("was not answered");
  await console.isReady();
  await console.enters("1 + 1", "2");
});

test("two consoles see each other's sessions, and keep both their lines", async (t) => {
  const server = new OwnServer(t);
  const [one, two] = await Promise.all([AtConsole.start(t, server.env), AtConsole.start(t, server.env)]);
  await one.types('session.create{program="cat", name="mine"}\r');
  await one.shows("[1 mine]");
  await two.enters(":tabs", "*1 mine  running  cat");
  await two.shows("[1 mine]");
  await two.enters(":notifications on");
  await one.types('session.input{session="mine", action={type="text", value="hello"}}\r');
  await two.shows('session.output {session="s1"');
  await two.enters(":notifications off");
  await one.types('session.create{program="cat", name="other"}\r');
  await one.shows("[2 other]");
  await one.types("\x1b1");
  await one.shows("[1 mine]");
  for (const console of [one, two]) {
    await console.isReady();
    await console.types(":quit\r");
    await isRestored(console.terminal, 0);
  }
  const kept = readFileSync(join(server.home, "repl-history"), "utf8");
  for (const line of ['session.create{program="cat", name="mine"}', ":notifications on"])
    assert.ok(kept.includes(`${line}\n`));
});

test("hostile titles, outputs and answers do nothing to the console's terminal", async (t) => {
  const server = new OwnServer(t);
  const evil = "\\033]0;evil\\007\\033[?1049h\\033[31;7mred\\033[m\\033[2J\\033[5;5Hplaced\\n\\033[6n\\302\\2332J";
  const console = await AtConsole.start(t, server.env);
  await console.types(
    `session.create{program="sh", args={"-c", "printf '${evil.replaceAll("\\", "\\\\")}'; cat"}, name="web"}\r`,
  );
  await console.shows("placed");
  await console.enters(`"\\27[2J\\27]0;evil\\7\\u{9b}2J\\u{202e}"`, "\\27[2J");
  await console.enters("print('\\27[2J\\27[?25l')", "\\u001b[2J");
  await console.enters("error('\\27[?1049h')", "\\u001b[?1049h");
  await console.enters('session.close{session="\\27[2J"}', "session.close");
  const { title, alternateScreen, cursor, lines } = console.terminal.session.snapshot();
  assert.deepEqual(
    { title, alternateScreen, visible: cursor.visible },
    { title: null, alternateScreen: false, visible: true },
  );
  assert.ok(lines[0].includes("[1 web]"));
  await console.types(":quit\r");
  await isRestored(console.terminal, 0);
});

test(
  "a console whose server is its own takes it along, and leaves its terminal when it is told to end",
  { skip: NEEDS_PROC },
  async (t) => {
    const home = new OwnServer(t);
    const args = ["--stdio", "--", process.execPath, BIN, "serve", "--stdio"];
    const console = await AtConsole.start(t, home.env, { args });
    await console.types('session.create{program="cat"}\r');
    await console.shows("[1 s1]");
    await console.types("pid = server.status{}.pid\r");
    await console.isReady();
    await console.types("'pid ' .. pid\r");
    const { outcome } = await console.terminal.session.waitFor(Matcher.screenRegex('"pid (\\d+)"'));
    const pid = Number("capture" in outcome ? outcome.capture : NaN);
    process.kill(console.terminal.pid, "SIGTERM");
    await isRestored(console.terminal, 143);
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
  },
);

test("an adapter has a tab and a preview, and its input is its plugin's", { skip: missing("bash") }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.enters('a = adapter.start{plugin="shell", program="bash", args={"--norc"}}');
  await console.shows("[2 e1:shell]");
  await console.enters('session.snapshot{session="web", cells=false}.sequence');
  await console.shows("[1 web]");
  await console.enters('t = adapter.turn{adapter=a.adapter, send={intent="run", params={command="echo $((6*7))"}}}');
  await console.terminal.session.waitFor(
    ({ lines }) => lines[0].includes("[2 e1:shell]") && lines.slice(1, 11).includes("42"),
  );
  await console.enters(":attach", "e1:shell is an adapter, whose input is its plugin's");
});

/** `eventually` looks into /proc. */
const SCRIPT = { skip: NEEDS_PROC || missing("script") };

test("a terminal that goes away ends the console and its own server, without a word", SCRIPT, async (t) => {
  const folder = tempDir(t);
  const errors = join(folder, "errors");
  const command = [process.execPath, BIN, "repl", "--stdio", "--", process.execPath, BIN, "serve", "--stdio"];
  const line = `exec ${command.map((word) => `'${word}'`).join(" ")} 2> ${errors}`;
  const env = { ...process.env, PTYWRIGHT_HOME: folder, TERM: "xterm" };
  // Its terminal's other side, and nothing else, can be killed.
  const host = spawn("script", ["-qfec", line, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"], env });
  t.after(() => host.kill("SIGKILL"));
  await saw(host, ":quit leaves");
  host.stdin.write("print('server ' .. server.status{}.pid)\r");
  let said = "";
  while (!/server \d+\D/.test(said)) said += await saw(host, "\n");
  const pid = /server (\d+)/.exec(said)?.[1];
  assert.ok(isAlive(Number(pid)));
  host.kill("SIGKILL");
  assert.equal(
    await eventually(
      () => isAlive(Number(pid)),
      (lives) => !lives,
      8_000,
    ),
    false,
  );
  assert.equal(readFileSync(errors, "utf8"), "");
});

test("a server that does not answer holds nobody up, and goes on where it was", { skip: NEEDS_PROC }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.shows("[1 web]");
  const pid = server.pid();
  process.kill(pid, "SIGSTOP");
  try {
    await console.types("session.list{}\r");
    await console.terminal.session.waitFor(
      ({ lines, cursor }) => lines[cursor.row] === "" && lines.includes("> session.list{}"),
    );
    await console.types("\x03");
    await console.shows("interrupted");
    await console.isReady();
    await console.enters("6 * 7", "42");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await console.enters("#session.list{}.sessions", "1");
});

test("what is told while a session is attached is shown afterwards", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const console = await AtConsole.start(t, server.env);
  await console.enters(":notifications on");
  await console.types(":attach\r");
  await console.terminal.session.waitFor((snapshot) => snapshot.alternateScreen && snapshot.lines[0] === "ready");
  await console.types("typed\r");
  await console.terminal.session.waitFor(Matcher.screenRegex("typed\\ntyped"));
  const { lines } = console.terminal.session.snapshot();
  // The last one may still tell how to leave.
  assert.deepEqual(
    lines.slice(0, -1).filter((line) => line !== ""),
    ["ready", "typed", "typed"],
  );
  await console.types("\x1c\x1c");
  await console.shows("detached");
  await console.shows('session.output {session="s1"');
});

test("a console that was stopped and goes on draws itself again", { skip: NEEDS_PROC }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const terminal = await start(t, {
    program: "bash",
    args: ["--norc", "-i"],
    env: { ...server.env, PS1: "shell: " },
    size: SIZE,
  });
  const shows = (text: string): Promise<unknown> => terminal.waitFor(Matcher.containsText(text));
  await terminal.send(Action.text(`'${process.execPath}' '${BIN}' repl\r`));
  await shows("[1 web]");
  await shows("\n> ");
  await terminal.send(Action.text("\x1a"));
  await shows("Stopped");
  await terminal.send(Action.text("stty | head -n 1\r"));
  await shows("speed");
  await terminal.send(Action.text("fg\r"));
  await terminal.waitFor(({ lines }) => lines[0].includes("[1 web]") && lines[1] === "ready");
  await terminal.send(Action.text("6 * 7\r"));
  await terminal.waitFor(Matcher.screenRegex("> 6 \\* 7\\n42\\n>"));
});

test("a program that is no server is given up", async (t) => {
  const console = new RunningCommand(t, ["repl", "--stdio", "--", "cat"], { PTYWRIGHT_HOME: tempDir(t) }).read();
  console.child.stdin.end("server.status{}\n");
  const { status, stderr } = await console.ended();
  assert.equal(status, 1);
  assert.match(stderr, /the server at cat does not answer/);
});
