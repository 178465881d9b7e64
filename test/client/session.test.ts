import { recordedClient, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { Action, Matcher } from "ptywright/client";
import type { MatchResult, RemoteSession } from "ptywright/client";
import type { MatchOutcome, ScreenSnapshot, Session } from "ptywright";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

/** What a client reads can be used wherever the library's own can. */
const asSnapshot = (snapshot: ScreenSnapshot): ScreenSnapshot => snapshot;
const asOutcome = (match: MatchResult): MatchOutcome => match.outcome;

const STYLED = String.raw`printf '\033]0;a title\007\033[?1049h\033[?1h\033=\033[?2004h\033[?1002h\033[?1006h'
printf '\033[2;3H\033[1;31;44mred\033[0m \344\275\240\345\245\275 \033]8;;http://x.example\033\\link\033]8;;\033\\ ready'; cat`;

/** The same program, once in this process and once in a server. */
async function both(t: TestContext, script: string): Promise<{ local: Session; remote: RemoteSession }> {
  const target = shell(script);
  const local = await start(t, { ...target, size: { rows: 6, cols: 30 } });
  const client = await startClient(t);
  const { program, args, env } = target;
  const remote = await client.spawn({
    program,
    args: [...(args ?? [])],
    env,
    clearEnv: true,
    size: { rows: 6, cols: 30 },
  });
  return { local, remote };
}

test("a snapshot has the fields and values of the library's", async (t) => {
  const { local, remote } = await both(t, STYLED);
  const ready = Matcher.all([Matcher.containsText("ready"), Matcher.screenRegex("l(in)k")]);
  const [here, there] = [await local.waitFor(ready), await remote.waitFor(ready, { cells: true })];
  assert.deepEqual(asOutcome(there), here.outcome);
  assert.deepEqual(Object.keys(there).sort(), Object.keys(here).sort());
  assert.equal(there.transcriptTail, here.transcriptTail);
  const { sequence, ...mine } = { ...local.snapshot() };
  const { sequence: theirSequence, ...theirs } = asSnapshot(await remote.snapshot());
  assert.deepEqual({ ...theirs }, { ...mine, cells: local.snapshot().cells, runs: [] });
  assert.deepEqual((await remote.snapshot({ cells: "runs" })).runs, JSON.parse(JSON.stringify(local.snapshot().runs)));
  assert.deepEqual([typeof theirSequence, typeof sequence], ["number", "number"]);
  assert.deepEqual(there.snapshot.cells, theirs.cells);
  assert.deepEqual((await remote.snapshot({ cells: false })).cells, []);
  assert.equal(await remote.transcript({ redact: false }), local.transcript());
});

test("every matcher has the outcome it has in the library", async (t) => {
  const { local, remote } = await both(t, "printf 'name? '; read name; echo hello $name");
  const before = [
    Matcher.containsText("name?"),
    Matcher.screenRegex("(n.me)"),
    Matcher.transcriptContains("name"),
    Matcher.transcriptRegex("na.e"),
    Matcher.cursorAt(0, 6),
    Matcher.screenStable(20),
    Matcher.any([Matcher.containsText("nothing"), Matcher.cursorAt(0, 6)]),
    Matcher.all([Matcher.containsText("name"), Matcher.screenStable(10)]),
  ];
  for (const matcher of before)
    assert.deepEqual(asOutcome(await remote.waitFor(matcher)), (await local.waitFor(matcher)).outcome);
  for (const session of [local, remote]) await session.writeText("you\r");
  const exited = Matcher.processExited();
  assert.deepEqual(asOutcome(await remote.waitFor(exited)), (await local.waitFor(exited)).outcome);
});

test("actions reach the program as the library's do", async (t) => {
  const { local, remote } = await both(t, "stty raw -echo; printf ready; exec cat -v");
  const actions = [
    Action.text("t"),
    Action.key("shift_up"),
    Action.paste("p"),
    Action.bracketedPaste("b"),
    Action.streamText("stream", { chunkChars: 2, delayMs: 1 }),
    Action.markTranscript("here"),
    Action.resize({ rows: 7, cols: 31 }),
    Action.text("end"),
  ];
  for (const session of [local, remote]) {
    await session.waitFor(Matcher.containsText("ready"));
    await session.send(actions);
    await session.sendKey("f5");
    await session.waitFor(Matcher.screenRegex(String.raw`end\^\[\[15~`));
  }
  const there = await remote.snapshot({ cells: false });
  assert.equal(there.plainText, local.snapshot().plainText);
  assert.deepEqual(there.size, local.snapshot().size);
});

test("resize, kill and close do what they say", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn({ program: "cat", size: { pixelWidth: 640, pixelHeight: 480 } });
  await session.resize({ rows: 10, cols: 40 });
  const size = { rows: 10, cols: 40, pixelWidth: 640, pixelHeight: 480 };
  assert.deepEqual((await session.snapshot({ cells: false })).size, size);
  await session.resize({ rows: 11, cols: 41, pixelWidth: 1, pixelHeight: 2 });
  assert.equal((await session.snapshot({ cells: false })).size.pixelHeight, 2);
  await session.kill();
  await session.waitFor(Matcher.processExited());
  assert.deepEqual(await client.request("session.list", {}), { sessions: [session.id] });
  await session.close();
  assert.deepEqual(await client.request("session.list", {}), { sessions: [] });
});

test("names of variables are not respelt, and every option of spawn is", async (t) => {
  const { client, sent } = recordedClient(t);
  const folder = tempDir(t);
  const env = { MY_VAR: "1", my_var: "2", myVar: "3", PATH: process.env.PATH ?? "/usr/bin:/bin" };
  const rawTranscriptPath = join(folder, "raw");
  const options = {
    program: "/bin/sh",
    args: ["-c", "echo $MY_VAR$my_var$myVar; pwd; cat"],
    cwd: folder,
    env,
    clearEnv: true,
    size: { rows: 5, cols: 90, pixelWidth: 1, pixelHeight: 2 },
  };
  const rawTranscript = { path: rawTranscriptPath, append: true };
  const session = await client.spawn(options, { transcriptMaxChars: 5000, rawTranscript });
  assert.deepEqual(sent[0].params, {
    program: options.program,
    args: options.args,
    cwd: folder,
    env,
    clear_env: true,
    rows: 5,
    cols: 90,
    pixel_width: 1,
    pixel_height: 2,
    transcript_max_chars: 5000,
    raw_transcript_path: rawTranscriptPath,
    raw_transcript_append: true,
  });
  await session.waitFor(Matcher.all([Matcher.containsText("123"), Matcher.containsText(folder)]));
  await session.close();
  assert.match(readFileSync(rawTranscriptPath, "utf8"), /^123/);
});

test("options of reads and waits are respelt to the last field", async (t) => {
  const { client, sent } = recordedClient(t);
  const session = await client.spawn({ program: "/bin/sh", args: ["-c", "echo swordfish; cat"] });
  const redaction = { enabled: true, replacement: "XX", extraLiterals: ["swordfish"], extraRegexes: ["zz+"] };
  const wire = { enabled: true, replacement: "XX", extra_literals: ["swordfish"], extra_regexes: ["zz+"] };
  const matcher = Matcher.containsText("swordfish");
  const seen = await session.waitFor(matcher, { timeoutMs: 5000, redact: true, redaction, cells: false, waitId: "w" });
  assert.equal(seen.snapshot.plainText.trim(), "XX");
  assert.equal((await session.snapshot({ redaction, cells: false })).plainText.trim(), "XX");
  assert.match(await session.transcript({ redact: true, redaction }), /^XX/);
  const [, wait, snapshot, transcript] = sent.map(({ params }) => params);
  const value = { type: "contains_text", value: "swordfish" };
  const read = { session: session.id, redaction: wire };
  assert.deepEqual(wait, { ...read, matcher: value, timeout_ms: 5000, redact: true, cells: false, wait_id: "w" });
  assert.deepEqual(snapshot, { ...read, cells: false });
  assert.deepEqual(transcript, { ...read, redact: true });
});

test("an answer of more than 16 MiB is read", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn({
    program: "/bin/sh",
    args: ["-c", "printf ready; cat"],
    size: { rows: 200, cols: 400 },
  });
  const { snapshot } = await session.waitFor(Matcher.containsText("ready"), { cells: true });
  assert.equal(snapshot.cells.length, 80_000);
  assert.ok(JSON.stringify(snapshot).length > 16_777_216);
  assert.equal(snapshot.cells[4].text, "y");
});

test("what rushes past above the screen is waited for in the server: two requests, however much is written", async (t) => {
  const { client, sent } = recordedClient(t);
  const script = "read go; seq 1 3000; echo TARGET-42; seq 1 3000; exec cat";
  const session = await client.spawn({ program: "/bin/sh", args: ["-c", script] }, { scrollback: 50 });
  const target = session.getByRegex("TARGET-[0-9]+", { scrollback: true });
  const seen = target.waitFor({ timeoutMs: 20_000 });
  await session.writeText("go\r");
  const { outcome } = await seen;
  assert.equal(outcome.kind === "style" && outcome.text, "TARGET-42");
  assert.deepEqual(
    sent.map(({ method }) => method),
    ["session.create", "session.find", "session.input", "session.wait"],
  );
});
