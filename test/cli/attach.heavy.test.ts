import assert from "node:assert/strict";
import { test } from "node:test";
import { Action, Matcher } from "ptywright";
import { BIN, RunningCommand } from "../support/command.js";
import { fixture } from "../support/fixture.js";
import { OwnServer } from "../support/own-server.js";
import { NEEDS_PROC } from "../support/processes.js";
import { InTerminal, isRestored } from "./run-support.js";

const DETACH = Action.text("\x1c\x1c");
const CAT = ["--", "sh", "-c", "printf 'ready\\n'; cat"] as const;
const SIZE = { rows: 24, cols: 80 };

test("L4: a terminal joined to a session shows it, types into it, and is as before when it leaves", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await viewer.shows("ready");
  await viewer.session.send(Action.text("typed here\r"));
  await viewer.session.waitFor(Matcher.screenRegex("typed here\\ntyped here"));
  server.done("wait", "web", "typed here", "--timeout", "10");
  server.done("send", "web", "from elsewhere", "--enter");
  await viewer.session.waitFor(Matcher.screenRegex("from elsewhere\\nfrom elsewhere"));
  await viewer.session.send(DETACH);
  await isRestored(viewer, 0);
  // The session goes on.
  assert.match(server.done("ls"), /web .* running /);
});

test("L4: a terminal that is told to end leaves a session as it should", { skip: NEEDS_PROC }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await viewer.shows("ready");
  process.kill(viewer.pid, "SIGTERM");
  await isRestored(viewer, 0);
});

test("several look at once, and one who only watches types nothing", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const [one, two] = await Promise.all([
    InTerminal.command(t, ["attach", "web"], server.env, SIZE),
    InTerminal.command(t, ["watch", "web"], server.env, SIZE),
  ]);
  await Promise.all([one.shows("ready"), two.shows("ready")]);
  await two.session.send(Action.text("not this\r"));
  await one.session.send(Action.text("but this\r"));
  await Promise.all([one.shows("but this"), two.shows("but this")]);
  assert.equal(server.done("log", "web"), "ready\nbut this\nbut this\n");
  await two.session.send(Action.text("\x03"));
  await isRestored(two, 0);
  // At the end of the program there is nothing left to look at.
  await one.session.send(Action.text("\x04"));
  assert.equal(await one.ended(), 0);
  await one.shows("the program has ended with code 0");
});

test("while somebody types, what a script sends waits or fails as asked, and it is told who typed what", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const polite = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await polite.shows("ready");
  await polite.session.send(Action.text("a person "));
  await polite.shows("a person");
  // Who types on has the input, however long the other command takes to start.
  const goesOn = setInterval(() => void polite.session.send(Action.text("-")), 500);
  const sending = new RunningCommand(t, ["send", "web", "a script", "--timeout", "1"], server.env).read();
  const { stderr, status } = await sending.ended();
  clearInterval(goesOn);
  assert.equal(status, 124);
  assert.match(stderr, /not all was typed within 1 s: .* somebody else has the input/);
  // It is typed when the person has stopped.
  server.done("send", "web", "a script", "--enter");
  await polite.session.waitFor(Matcher.screenRegex("a person -*a script"));
  const firm = await InTerminal.command(t, ["attach", "web", "--others", "fail"], server.env, SIZE);
  await firm.session.waitFor(Matcher.screenRegex("a person -*a script"));
  await firm.session.send(Action.text("once more"));
  await firm.shows("once more");
  const goesOnToo = setInterval(() => void firm.session.send(Action.text("-")), 500);
  const refused = await new RunningCommand(t, ["send", "web", "not this"], server.env).read().ended();
  clearInterval(goesOnToo);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /, a person, has the input for themselves, for \d+ ms more; nothing was typed/);
  const { inputs } = JSON.parse(server.done("log", "web", "--inputs", "--json")) as {
    inputs: { as?: string; text?: string }[];
  };
  assert.deepEqual(
    inputs.map(({ as, text }) => [as, text?.replaceAll("-", "")]),
    [
      ["person", "a person "],
      [undefined, "a script\r"],
      ["person", "once more"],
    ],
  );
  assert.match(server.done("log", "web", "--inputs"), /^AGO +BY +WHAT\n\d+s +\S+ \(person\) +text "a person -*"\n/);
});

test("a larger terminal frames the picture, a smaller one cuts it off, and both say so", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", "--rows", "10", "--cols", "40", ...CAT);
  const large = await InTerminal.command(t, ["attach", "web"], server.env, { rows: 20, cols: 60 });
  await large.session.waitFor(Matcher.screenRegex("ready {35}│"));
  await large.shows("40x10 · Ctrl+\\ twice leaves");
  const small = await InTerminal.command(t, ["attach", "web"], server.env, { rows: 5, cols: 30 });
  await small.shows("40x10, cut off");
  // Its own size is kept unless somebody takes it, and given back.
  assert.match(server.done("ls"), / 40x10 /);
  const taking = await InTerminal.command(t, ["attach", "web", "--take"], server.env, { rows: 15, cols: 50 });
  await large.shows("50x15");
  taking.session.resize({ rows: 12, cols: 44 });
  await large.shows("44x12");
  // Of several who take it, the last decides, and when that one is gone, the one before.
  const second = await InTerminal.command(t, ["attach", "web", "--take"], server.env, { rows: 16, cols: 52 });
  await large.shows("52x16");
  process.kill(second.pid, "SIGKILL");
  await large.shows("44x12");
  await taking.session.send(DETACH);
  assert.equal(await taking.ended(), 0);
  await large.shows("40x10");
});

test("the mouse, pastes and keys come to the program in the form that it asked for", async (t) => {
  const server = new OwnServer(t);
  const hex = fixture("prints-input-as-hex.mjs");
  const on = "printf '\\033[?1000h\\033[?2004h\\033[?1h'";
  server.done("new", "--name", "web", "--", "sh", "-c", `${on}; exec "$0" "$@"`, hex.program, ...(hex.args ?? []));
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  // The terminal is asked for the mouse because the program asked for it, and for its newest form.
  await viewer.session.waitFor((snapshot) => snapshot.mouseTracking === "normal" && snapshot.mouseEncoding === "sgr");
  assert.equal(viewer.session.snapshot().applicationCursor, true);
  const sent = (text: string): Matcher => Matcher.containsText(Buffer.from(text, "latin1").toString("hex"));
  await viewer.session.send(Action.mouse({ kind: "press", button: "left", row: 2, col: 4 }));
  await viewer.session.waitFor(sent("\x1b[M %#"));
  await viewer.session.send(Action.bracketedPaste("two\rlines"));
  await viewer.session.waitFor(sent("\x1b[200~two\rlines\x1b[201~"));
  await viewer.session.send(Action.key("up"));
  await viewer.session.waitFor(sent("\x1bOA"));
});

test("who is attached to a session that is removed is told so", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await viewer.shows("ready");
  server.done("rm", "web");
  await isRestored(viewer, 0);
  await viewer.shows("the session was closed");
});

test("where the screen takes the whole terminal, it is told for a moment how to leave it", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await viewer.shows("Ctrl+\\ twice leaves");
  await viewer.session.waitFor(Matcher.not(Matcher.containsText("twice leaves")));
  await viewer.shows("ready");
});

test("who is attached to a server that stops is told so, in words of the command line", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const viewer = await InTerminal.command(t, ["attach", "web"], server.env, SIZE);
  await viewer.shows("ready");
  server.done("server", "stop");
  await isRestored(viewer, 4);
  await viewer.shows("its sessions end with it");
  assert.doesNotMatch(viewer.session.snapshot().plainText, /Client/);
});

test("a session is not attached to a terminal of its own", { skip: NEEDS_PROC }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", "--", "sh");
  server.done("send", "web", `${process.execPath} ${BIN} attach web; echo ended with $?`, "--enter");
  server.done("wait", "web", "ended with 2", "--timeout", "20");
  assert.match(server.done("screen", "web"), /this terminal is that of "web": it would show itself/);
});

test("without a terminal, or without the session, nothing is attached", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const piped = server.run("attach", "web");
  assert.equal(piped.status, 2);
  assert.match(piped.stderr, /no terminal to attach; ptywright screen web --watch needs none/);
  const viewer = await InTerminal.command(t, ["attach", "nope"], server.env, SIZE);
  await isRestored(viewer, 3);
});
