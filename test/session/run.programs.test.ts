import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import {
  InvalidArgumentError,
  Matcher,
  ProgramEndedError,
  Session,
  WaitCancelledError,
  WaitTimeoutError,
} from "ptywright";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import { tempDir } from "../support/temp-dir.js";
import { shellEnv } from "../support/shell-env.js";
import { start } from "../support/session.js";
import { missing } from "../support/tmux.js";

const SHELLS = {
  bash: { args: ["-i"], rc: ".bashrc", prompt: "PS1='mine> '" },
  "bash without start-up files": { args: ["--norc", "-i"], rc: ".bashrc", prompt: "PS1='mine> '" },
  zsh: { args: ["-i"], rc: ".zshrc", prompt: "PS1='mine> '" },
  "zsh without start-up files": { args: ["-f", "-i"], rc: ".zshrc", prompt: "PS1='mine> '" },
  fish: { args: ["-i"], rc: ".config/fish/config.fish", prompt: "function fish_prompt; echo -n 'mine> '; end" },
} as const;

type Name = keyof typeof SHELLS;
const programOf = (name: Name): string => name.split(" ")[0];

async function shellOf(t: TestContext, name: Name): Promise<Session> {
  const { args } = SHELLS[name];
  const env = shellEnv(t);
  delete env.PS1;
  return start(
    t,
    { program: programOf(name), args, env, clearEnv: true, size: { rows: 10, cols: 60 } },
    { shellIntegration: true },
  );
}

test("options in one word are understood", { skip: missing("bash") }, async (t) => {
  const env = shellEnv(t);
  delete env.PS1;
  writeFileSync(join(env.HOME, ".bash_profile"), "GREETING=hello\n");
  const target = { program: "bash", args: ["-il"], env, clearEnv: true };
  const shell = await start(t, target, { shellIntegration: true });
  assert.equal((await shell.run("echo $GREETING", { timeoutMs: 10_000 })).output, "hello\n");
  const small = Session.spawn(target, { shellIntegration: true, transcriptMaxChars: 100 });
  await assert.rejects(small, /transcriptMaxChars must be 1024 or more/);
});

for (const name of Object.keys(SHELLS) as Name[]) {
  const skip = missing(programOf(name));
  const isFish = name === "fish";

  test(`W4: ${name} tells of each command its exit code and its output alone`, { skip }, async (t) => {
    const shell = await shellOf(t, name);
    const cases: readonly (readonly [string, number, string])[] = [
      ["echo hi", 0, "hi\n"],
      ["false", 1, ""],
      ["printf 'no newline'", 0, "no newline"],
      ["printf ''", 0, ""],
      ["echo one; echo two >&2", 0, "one\ntwo\n"],
      ["echo 'a\nb'\necho c", 0, "a\nb\nc\n"],
      ["printf 'tab\\there\\n'", 0, "tab\there\n"],
      ["printf 'x\ty'", 0, "x\ty"],
      [String.raw`printf '\033[31mred\033[m\n'`, 0, "red\n"],
      [String.raw`printf '\033]133;D;7\007\033]133;A\007fake\n'`, 0, "fake\n"],
      [String.raw`printf '\033]133;D;7;pw=0123\007still\n'`, 0, "still\n"],
      ["echo it\\'s \"quoted\" 'twice'", 0, "it's quoted twice\n"],
      ["sh -c 'kill -9 $$'", 137, ""],
      ["echo é 👍", 0, "é 👍\n"],
      ["echo wow !! !x", 0, "wow !! !x\n"],
    ];
    for (const [command, exitCode, output] of cases) {
      const result = await shell.run(command);
      if (exitCode === 137) assert.equal(result.exitCode, 137);
      else assert.deepEqual([result.exitCode, result.output], [exitCode, output], command);
      assert.equal(result.truncated, undefined);
    }
    const bad = await shell.run(isFish ? "echo (" : "echo 'unterminated");
    assert.notEqual(bad.exitCode, 0);
    assert.match(bad.output, isFish ? /Unexpected|expected/i : /unterminated|unmatched|unexpected/);
    if (!isFish) assert.equal((await shell.run("cat <<END\none $((1+1))\nEND")).output, "one 2\n");
    assert.equal(
      (await shell.run("seq 1 5000")).output,
      Array.from({ length: 5_000 }, (_, at) => `${at + 1}\n`).join(""),
    );
  });

  test(`${name} is left at its prompt when a command takes too long, and may end with one`, { skip }, async (t) => {
    const shell = await shellOf(t, name);
    const late = await assert.rejects(shell.run("echo begun; sleep 30", { timeoutMs: 400 }), WaitTimeoutError);
    assert.equal(late, undefined);
    assert.equal((await shell.run("echo again")).output, "again\n");
    await assert.rejects(shell.run("sleep 30", { signal: AbortSignal.timeout(300) }), WaitCancelledError);
    const [one, two] = await Promise.all([shell.run("echo 1"), shell.run("echo 2")]);
    assert.deepEqual([one.output, two.output], ["1\n", "2\n"]);
    const last = await shell.run("echo bye; exit 3");
    assert.deepEqual([last.exitCode, last.output], [3, "bye\n"]);
    await assert.rejects(shell.run("echo more"), ProgramEndedError);
  });

  test(`W5: ${name} is not fooled by a program that reads what the shell was started with`, { skip }, async (t) => {
    const shell = await shellOf(t, name);
    const forger = [
      "nonce=$(tr '\\0' '\\n' < /proc/$PPID/environ | sed -n 's/^PTYWRIGHT_SHELL_NONCE=//p')",
      'test -n "$nonce" && printf "\\033]133;D;7;pw=$nonce\\007\\033]133;Z;0123;pw=$nonce\\007\\033]133;D;7;pw=0123\\007forged\\n"',
      'env | grep -c ";pw="',
      "true",
    ].join("; ");
    if (!isFish) await shell.run("export PS1");
    const run = `sh -c ${`'${forger.replaceAll("'", `'"'"'`)}'`}`;
    const { exitCode, output } = await shell.run(run);
    assert.deepEqual([exitCode, output], [0, "forged\n0\n"]);
    await shell.run("sh -c 'exit 3'");
    const left = shell.run(`printf '\\033[2J\\033[H'; ${run}; sh -c "read line"`, { timeoutMs: 20_000 });
    // What it prints is all that stands on the screen, and none of it counts there either.
    await shell.waitFor(Matcher.transcriptContains("forged\r\n0\r\n"), { since: "input" });
    const { promptMarks, lastExitCode } = shell.snapshot();
    assert.deepEqual([promptMarks, lastExitCode], [undefined, 3]);
    await shell.writeText("\r");
    await left;
    assert.equal((await shell.run("echo fine")).output, "fine\n");
  });

  test(`${name} never takes what was typed for a command that is run`, { skip }, async (t) => {
    const shell = await shellOf(t, name);
    assert.equal((await shell.run("true")).exitCode, 0);
    for (let round = 0; round < 6; round++) {
      const typed = `sleep 0.0${round}; echo typed; false`;
      if (round % 3 === 0) await shell.submit(typed);
      else if (round % 3 === 1) await shell.writeText(`${typed}\r`);
      else void shell.submit(typed);
      const { exitCode, output } = await shell.run(`echo r${round}; sh -c 'exit 7'`);
      assert.deepEqual([exitCode, output], [7, `r${round}\n`]);
    }
  });

  test(`${name} keeps its user's prompt, and what it inherits is as before`, { skip }, async (t) => {
    const env = shellEnv(t);
    delete env.PS1;
    const { args, rc, prompt } = SHELLS[name];
    mkdirSync(join(env.HOME, ".config/fish"), { recursive: true });
    writeFileSync(join(env.HOME, rc), `${prompt}\n`);
    const target = { program: programOf(name), args, env, clearEnv: true };
    const shell = await start(t, target, { shellIntegration: true });
    assert.equal((await shell.run("env | grep -c 'PTYWRIGHT_SHELL\\|ZDOTDIR'")).output, "0\n");
    const expected = name.includes("without") ? /[$%#] ?$/ : /mine> ?$/;
    await shell.waitFor(Matcher.screenStable(100));
    assert.match(shell.snapshot().plainText, expected);
    const kinds = new Set((shell.snapshot().promptMarks ?? []).map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ["command", "output", "prompt"]);
  });
}

/** What no shell may touch: quotes of all kinds, line ends, tabs, characters of several bytes, what looks like an escape. */
const PIECES = [
  "'",
  '"',
  "`",
  "$HOME",
  "$(x)",
  "\\\\",
  "\\x41",
  "\n",
  "\t",
  "é",
  "漢字",
  "👍🏽",
  "!!",
  "*",
  "~",
  "#",
  "%s",
  ";",
  "&",
  "|",
  "\u007f",
  " ",
];

for (const name of ["bash", "zsh", "fish"] as const)
  test(`W4: ${name} takes commands of any length as they are, and quickly`, { skip: missing(name) }, async (t) => {
    const shell = await shellOf(t, name);
    const random = new SeededRandom(name.length);
    for (const length of [1, 900, 990, 1_000, 1_010, 1_100, 5_000, 60_000]) {
      let text = "";
      while (text.length < length - 60) text += PIECES[random.below(PIECES.length)];
      const word = name === "fish" ? text.replace(/[\\']/g, String.raw`\$&`) : text.replaceAll("'", `'\\''`);
      const command = `printf %s '${word}' | sha256sum; sh -c 'exit 5'\n\n`;
      const began = performance.now();
      const { exitCode, output } = await shell.run(command);
      const tookMs = performance.now() - began;
      assert.deepEqual([exitCode, output], [5, `${createHash("sha256").update(text).digest("hex")}  -\n`], `${length}`);
      assert.ok(tookMs < 2_000, `${length} characters took ${tookMs} ms`);
    }
    assert.equal((await shell.run(`false\n${"#".repeat(2_000)}\n`)).exitCode, 1);
    assert.equal((await shell.run(`env | grep -c ptywright_command${" ".repeat(1_000)}`)).output, "0\n");
  });

test(
  "W4: what bash says of jobs and what a DEBUG trap prints around a command is not its output",
  { skip: missing("bash") },
  async (t) => {
    const shell = await shellOf(t, "bash");
    for (let round = 0; round < 10; round++) {
      await shell.run("sleep 0.05 & sleep 0.15 & sleep 0.4 &");
      // One ends while nothing runs, one in the middle, one may at the end.
      assert.equal((await shell.run("printf a; sleep 0.1; echo b; sleep 0.1; echo c")).output, "ab\nc\n");
      const own = (await shell.run("sleep 0.3; wait; sh -c 'echo d'")).output;
      assert.equal(own, "d\n");
    }
    assert.match((await shell.run("true & wait; sleep 0.05")).output, /^\[\d+\] \d+\n/);
    assert.equal(
      (await shell.run(`echo '[1]+  Done                    sleep 0.05'`)).output,
      "[1]+  Done                    sleep 0.05\n",
    );
    await shell.run("trap 'echo trapped' DEBUG");
    for (const command of ["echo hi", "sh -c 'exit 3'"])
      assert.equal((await shell.run(command)).output, `trapped\n${command === "echo hi" ? "hi\n" : ""}`);
    assert.equal((await shell.run("sh -c 'exit 3'")).exitCode, 3);
    assert.equal((await shell.run("echo $?")).output, "trapped\n3\n");
    await shell.run("trap - DEBUG; exec >/dev/null");
    assert.deepEqual((await shell.run("echo gone; false")).exitCode, 1);
  },
);

for (const name of ["zsh", "fish"] as const)
  test(`W4: what ${name} says of jobs is not a command's output`, { skip: missing(name) }, async (t) => {
    const shell = await shellOf(t, name);
    for (let round = 0; round < 5; round++) {
      await shell.run("sleep 0.05 & ; sleep 0.15 & ; sleep 0.4 &".replaceAll(" ;", name === "fish" ? ";" : ""));
      assert.equal((await shell.run("printf a; sleep 0.1; echo b; sleep 0.1; echo c")).output, "ab\nc\n");
      assert.equal((await shell.run("sleep 0.3; sh -c 'echo d'")).output, "d\n");
      await shell.run("sh -c 'sleep 0.1; kill -9 $$' | cat &");
      assert.equal((await shell.run("sleep 0.3; printf e")).output, "e");
    }
    const said = name === "zsh" ? "[1]  + done       sleep 0.05" : "fish: Job 1, 'sleep 0.05 &' has ended";
    assert.equal((await shell.run(`echo "${said}"`)).output, `${said}\n`);
  });

test("W5: no trace of a shell holds the nonce", { skip: missing("bash") }, async (t) => {
  for (const name of ["bash", "zsh"] as const) {
    const shell = await shellOf(t, name);
    const trace = join(tempDir(t), "trace");
    await shell.run(name === "bash" ? `exec 9>${trace}; BASH_XTRACEFD=9; set -x` : `exec 2>${trace}; set -x`);
    await shell.run(`true; ${" ".repeat(2_000)}`);
    await shell.run("set +x");
    const text = readFileSync(trace, "utf8");
    assert.match(text, /true/);
    assert.doesNotMatch(text, /pw=/, name);
  }
});

test("W4: a command waits for those who are told of its output", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  let [said, waiting, ahead] = ["", 0, 0];
  const onOutput = async (text: string): Promise<void> => {
    assert.equal(++waiting, 1);
    said += text;
    const at = shell.transcriptCursor;
    for (let tick = 0; tick < 5; tick++) await new Promise(setImmediate);
    ahead = Math.max(ahead, shell.transcriptCursor - at);
    waiting--;
  };
  const { output } = await shell.run("seq 1 30000", { onOutput });
  assert.equal(said, output);
  assert.ok(ahead < 20_000, String(ahead));
  const rejects = shell.run("yes", { onOutput: () => Promise.reject(new RangeError("no more")) });
  await assert.rejects(rejects, RangeError);
  const never = shell.run("yes", { onOutput: () => new Promise(() => undefined), timeoutMs: 500 });
  await assert.rejects(never, WaitTimeoutError);
  assert.equal((await shell.run("echo still here")).output, "still here\n");
});

test("a flood of output is streamed, and the end of it is kept", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  let chars = 0;
  const onOutput = (text: string): void => void (chars += text.length);
  const megabytes = Number(process.env.PTYWRIGHT_RUN_MB ?? 10);
  const { output, truncated, exitCode } = await shell.run(
    `head -c ${megabytes}000000 /dev/zero | tr '\\0' x; echo; false`,
    { onOutput, timeoutMs: 120_000 },
  );
  assert.deepEqual([exitCode, chars, truncated, output.length], [1, megabytes * 1_000_000 + 1, true, 262_144]);
  assert.ok(output.endsWith("xx\n"));
});

test(
  "a run that takes too long tells what it did, and whether it is still there",
  { skip: missing("bash") },
  async (t) => {
    const shell = await shellOf(t, "bash");
    const late = (command: string): Promise<WaitTimeoutError> =>
      shell.run(command, { timeoutMs: 400 }).then(
        () => assert.fail("it ended"),
        (error: unknown) => error as WaitTimeoutError,
      );
    const heeds = await late("sleep 54321");
    assert.equal(heeds.foreground?.command, "sleep 54321");
    assert.deepEqual(heeds.hints, ["it was interrupted with Ctrl+C"]);
    const stays = await late("sh -c 'trap \"\" INT; echo deaf; read line'");
    assert.match(stays.hints[0], /it waits for input from the terminal, and nothing was typed/);
    assert.match(stays.hints[1], /interrupted with Ctrl\+C; 2000 ms later it is still there/);
    assert.match((await late("true")).hints[0], /it was not typed/);
    await shell.writeText("\r");
    assert.equal((await shell.run("echo back")).output, "back\n");
  },
);

test("bash marks its commands whatever its user has set", { skip: missing("bash") }, async (t) => {
  for (const rc of [
    "set -u",
    "set -a; PROMPT_COMMAND='PS1=\"x$ \"'",
    "set -e",
    "set -o posix",
    "shopt -u promptvars",
  ]) {
    const env = shellEnv(t);
    delete env.PS1;
    writeFileSync(join(env.HOME, ".bashrc"), `${rc}\n`);
    const shell = await start(t, { program: "bash", args: ["-i"], env, clearEnv: true }, { shellIntegration: true });
    const { exitCode, output } = await shell.run("env | grep -c ';pw=' || true", { timeoutMs: 10_000 });
    assert.deepEqual([exitCode, output], [0, "0\n"], rc);
  }
});

test("a run that is cancelled before the prompt says so", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  await shell.run("true");
  await shell.submit("sleep 30");
  await assert.rejects(shell.run("true", { signal: AbortSignal.timeout(100) }), WaitCancelledError);
});

test("carriage returns without end are handed on in linear time", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  const { output } = await shell.run("head -c 200000 /dev/zero | tr '\\0' '\\r'; echo x");
  assert.match(output, /^\r*\nx\n$|^\r*x\n$/);
});

test("only a shell that marks its commands runs them", { skip: missing("bash") }, async (t) => {
  await assert.rejects(Session.spawn({ program: "cat" }, { shellIntegration: true }), InvalidArgumentError);
  const plain = await start(t, { program: "bash", args: ["--norc", "-i"] });
  await assert.rejects(plain.run("true"), /shellIntegration: true/);
});
