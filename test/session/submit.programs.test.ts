import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Matcher, Session } from "ptywright";
import { Random } from "../support/random.js";
import { shellEnv } from "../support/shell-env.js";
import { missing } from "../support/tmux.js";

/** Rounds with each program: a few here, a thousand where `PTYWRIGHT_ROUNDS` says so. */
const ROUNDS = Number(process.env.PTYWRIGHT_ROUNDS ?? 12);

interface Talker {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it shows when it waits for a line. */
  readonly prompt: string;
  /** A line that prints `word` after a pause; it holds the word itself too, so that an echo taken for the output is found out. */
  readonly line: (word: string, padding: string) => string;
}

const shellLine = (word: string, padding: string): string => `: ${padding}; sleep 0.05; echo ${word}`;

const TALKERS: Readonly<Record<string, Talker>> = {
  bash: { program: "bash", args: ["--norc", "-i"], prompt: "$ ", line: shellLine },
  dash: { program: "dash", args: ["-i"], prompt: "$ ", line: shellLine },
  zsh: { program: "zsh", args: ["-f", "-i"], env: { PS1: "zsh> " }, prompt: "zsh> ", line: shellLine },
  "zsh with a prompt on the right": {
    program: "zsh",
    args: ["-f", "-i"],
    env: { PS1: "zsh> ", RPS1: "<right" },
    prompt: "zsh> ",
    line: shellLine,
  },
  fish: {
    program: "fish",
    args: ["--no-config", "-i", "-C", "function fish_prompt; echo -n 'fish> '; end"],
    prompt: "fish> ",
    line: shellLine,
  },
  python: {
    program: "python3",
    args: ["-q", "-i"],
    prompt: ">>> ",
    line: (word, padding) => `'${padding}'; import time; time.sleep(0.05); print('${word}')`,
  },
  sqlite3: {
    program: "sqlite3",
    args: ["-interactive"],
    prompt: "sqlite> ",
    line: (word, padding) =>
      `select count(*) from (with recursive c(x) as (select 1 union all select x+1 from c limit 50000) select x from c) where '${padding}' = 'z'; select '${word}';`,
  },
  "a console like psql": {
    program: "python3",
    args: [fileURLToPath(new URL("../../../test/fixtures/programs/asks-like-psql.py", import.meta.url))],
    prompt: "db=> ",
    line: (word, padding) => `/* ${padding} */ select pg_sleep(0.05); select '${word}';`,
  },
  node: {
    program: process.execPath,
    args: ["-i"],
    env: { NODE_REPL_HISTORY: "" },
    prompt: "> ",
    line: (word, padding) =>
      `'${padding}'; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); console.log('${word}')`,
  },
};

async function rounds(t: TestContext, name: string, { program, args, env, prompt, line }: Talker): Promise<void> {
  const random = new Random(name.length);
  const cols = 50;
  const target = { program, args, env: { ...shellEnv(t), ...env }, clearEnv: true, size: { rows: 8, cols } };
  await using session = await Session.spawn(target);
  await session.waitFor(Matcher.containsText(prompt));
  await session.waitFor(Matcher.screenStable(300));
  for (let round = 0; round < ROUNDS; round++) {
    const word = `done${round % 7}`;
    const free = (padding: number): number => (prompt.length + line(word, "x".repeat(padding)).length) % cols;
    const some = random.below(120);
    // Now and then a line fills its last row to the end, where editors leave it without a line feed.
    const padding = round % 5 === 4 ? some + ((cols - free(some)) % cols) : some;
    const typed = line(word, "x".repeat(padding));
    await session.submit(typed);
    const onScreen = round % 2 === 0;
    const matcher = onScreen ? Matcher.containsText(word) : Matcher.transcriptContains(word);
    const { elapsedMs, wasPresentBefore, snapshot } = await session.waitFor(matcher, {
      since: "input",
      timeoutMs: 10_000,
    });
    // What the program prints stands in a row of its own, which no echo does. How long it took says nothing on a busy machine.
    const seen = `round ${round}: after ${elapsedMs} ms\n${typed}\n${snapshot.plainText}`;
    assert.ok(snapshot.lines.includes(word), `early, ${seen}`);
    // A word that some shells break over two rows is not there as one.
    if (onScreen && prompt.length + typed.length <= cols) assert.equal(wasPresentBefore, true, snapshot.plainText);
    await session.waitFor(Matcher.containsText(prompt), { since: "input", timeoutMs: 10_000 });
  }
}

for (const [name, talker] of Object.entries(TALKERS))
  test(
    `W2: what ${name} prints after a line ends a wait, and neither its echo nor an earlier prompt`,
    { skip: missing(talker.program) },
    (t) => rounds(t, name, talker),
  );

/** What stands before the first word of the output, whether the line leaves room in its last row or fills it. */
async function outputsBegin(t: TestContext, { program, args, env, prompt, line }: Talker): Promise<void> {
  const cols = 50;
  const target = { program, args, env: { ...shellEnv(t), ...env }, clearEnv: true, size: { rows: 8, cols } };
  await using session = await Session.spawn(target);
  await session.waitFor(Matcher.containsText(prompt));
  await session.waitFor(Matcher.screenStable(300));
  const bare = prompt.length + line("done", "").length;
  for (const padding of [0, (2 * cols - (bare % cols)) % cols, 60]) {
    await session.submit(line("done", "x".repeat(padding)));
    const { before } = await session.expect("done", { timeoutMs: 10_000 });
    assert.doesNotMatch(before, /^\r(?!\n)/, JSON.stringify({ padding, before }));
    await session.expect(prompt, { timeoutMs: 10_000 });
    await session.waitFor(Matcher.screenStable(100));
  }
}

for (const name of ["bash", "dash", "python", "sqlite3"])
  test(
    `what ${name} says after a line begins with its output, not with a carriage return of its line editor`,
    { skip: missing(TALKERS[name].program) },
    (t) => outputsBegin(t, TALKERS[name]),
  );

test("an empty line that bash prints first is kept", { skip: missing("bash") }, async (t) => {
  const { program, args } = TALKERS.bash;
  await using session = await Session.spawn({ program, args, env: { ...shellEnv(t), PS1: "$ " }, clearEnv: true });
  await session.expect("$ ");
  await session.submit("echo; echo hello");
  assert.equal((await session.expect("hello")).before, "\r\n");
  await session.expect("$ ");
  await session.submit("echo hello");
  assert.equal((await session.expect("hello")).before, "");
});

/** Lines that are typed while the program is busy: the terminal echoes them, and the line editor once more when it comes to read. */
async function typedAhead(t: TestContext, name: string, { program, args, env, prompt, line }: Talker): Promise<void> {
  const random = new Random(name.length);
  const target = { program, args, env: { ...shellEnv(t), ...env }, clearEnv: true, size: { rows: 12, cols: 100 } };
  await using session = await Session.spawn(target);
  await session.waitFor(Matcher.containsText(prompt));
  await session.waitFor(Matcher.screenStable(300));
  for (let round = 0; round < ROUNDS; round++) {
    const [busy, word] = [`busy${round}x`, `ahead${round}x`];
    const slow = line(busy, "").replace("0.05", `0.${5 + random.below(20)}`.padEnd(4, "1"));
    await session.submit(name === "python" ? `print('begun'); ${slow}` : `echo begun; ${slow}`);
    // Every other one is typed while it sleeps, the others as soon as can be.
    if (round % 4 < 2)
      await session.waitFor(Matcher.transcriptContains("begun"), { since: "input", timeoutMs: 10_000 });
    const typed = line(word, "y".repeat(random.below(30)));
    await session.submit(typed);
    // On a busy machine it may have come while the line was typed.
    const isToCome = !session.snapshot().lines.includes(busy);
    if (round % 2 === 0) {
      const { snapshot } = await session.waitFor(Matcher.containsText(word), { since: "input", timeoutMs: 10_000 });
      assert.ok(snapshot.lines.includes(word), `early, round ${round}: ${typed}\n${snapshot.plainText}`);
      await session.waitFor(Matcher.containsText(prompt), { since: "input", timeoutMs: 10_000 });
    } else {
      const { before } = await session.expect(word, { timeoutMs: 10_000 });
      assert.ok(!before.includes("echo ") && !before.includes("print"), `early, round ${round}: ${before}`);
      // What was printed before it was read is not lost.
      if (round % 4 < 2 && isToCome) assert.ok(before.includes(busy), before);
      assert.match((await session.expect(prompt, { timeoutMs: 10_000 })).before, /^\r*\n/);
      await session.waitFor(Matcher.screenStable(50));
    }
  }
}

for (const name of ["bash", "zsh", "zsh with a prompt on the right", "fish", "python"])
  test(
    `W2: a line that ${name} shows again because it was typed ahead counts from there`,
    { skip: missing(TALKERS[name].program) },
    (t) => typedAhead(t, name, TALKERS[name]),
  );

test(
  "W2: a line that somebody else reads before the prompt is waited for as ever",
  { skip: missing("bash") },
  async (t) => {
    const { program, args } = TALKERS.bash;
    await using session = await Session.spawn({ program, args, env: { ...shellEnv(t), PS1: "$ " }, clearEnv: true });
    await session.expect("$ ");
    for (let round = 0; round < 3; round++) {
      await session.submit("read -p 'name? ' name; echo hello $name");
      await session.waitFor("name? ", { since: "input" });
      await session.submit("ada");
      assert.equal((await session.waitFor("hello ada", { since: "input" })).wasPresentBefore, round > 0);
      await session.waitFor("$ ", { since: "input" });
    }
  },
);
