import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { Action, InvalidArgumentError, Matcher, Session } from "ptywright";
import { shellEnv } from "../support/shell-env.js";
import { start } from "../support/session.js";
import { missing } from "../support/tmux.js";

type Name = "bash" | "zsh" | "fish";
const TIME = { timeoutMs: 10_000 };

async function shellOf(t: TestContext, program: Name, { rc = "", args = ["-i"] } = {}): Promise<Session> {
  const env = shellEnv(t);
  delete env.PS1;
  if (rc !== "") writeFileSync(join(env.HOME, program === "zsh" ? ".zshrc" : ".bashrc"), `${rc}\n`);
  return start(
    t,
    { program, args, env, clearEnv: true, size: { rows: 10, cols: 60 } },
    { shellIntegration: true, timeoutMs: 5_000 },
  );
}

/** What people set in their shells, and what somebody could. Each in a run, after which the shell must be as good as before. */
const CHANGES: Readonly<Record<Name, readonly string[]>> = {
  bash: [
    'PROMPT_COMMAND="history -a; $PROMPT_COMMAND"',
    "PROMPT_COMMAND=:",
    "PROMPT_COMMAND='PS1=\"mine> \"'",
    "PROMPT_COMMAND=(true 'PS1=\"mine> \"')",
    "unset PROMPT_COMMAND PS1 PS0",
    "PS1='new> '; PROMPT_COMMAND=",
    "printf() { echo no; }",
    "local() { :; }; set() { :; }; jobs() { echo no; }; eval() { echo no; }; read() { :; }; export() { :; }; return() { :; }",
    "alias printf='echo no' local=: builtin2=: eval='echo no' jobs='echo no'",
    "IFS=0123456789",
    "set -u; set -f",
    "shopt -s extdebug",
  ],
  zsh: [
    "precmd_functions=()",
    "precmd_functions=(); preexec_functions=(); PS1='new> '",
    "print() { echo no; }; printf() { echo no; }",
    "local() { :; }; setopt() { :; }; typeset() { :; }; eval() { echo no; }",
    "alias print='echo no' local=: eval='echo no'",
    "setopt sh_word_split ksh_arrays",
    "unset PS1",
    "set -u",
  ],
  fish: [
    "function fish_prompt; echo -n 'new> '; end",
    "function printf; echo no; end",
    "function eval; echo no; end",
    "functions --erase fish_prompt",
    "function test; echo no; end",
  ],
};

for (const name of ["bash", "zsh", "fish"] as const)
  test(`${name} runs commands whatever a run before has changed`, { skip: missing(name) }, async (t) => {
    const fail = name === "fish" ? "sh -c 'exit 9'" : "(exit 9)";
    for (const change of CHANGES[name]) {
      const shell = await shellOf(t, name);
      assert.equal((await shell.run("true", TIME)).exitCode, 0);
      await shell.run(change);
      for (let round = 0; round < 2; round++) {
        assert.deepEqual((await shell.run(fail)).exitCode, 9, change);
        assert.equal((await shell.run(name === "fish" ? "echo $status" : 'echo "$?"')).output, "9\n", change);
      }
      // What is typed is marked too.
      await shell.submit("sh -c 'exit 4'");
      assert.equal((await shell.run("echo fine")).output, "fine\n", change);
      await shell.close();
    }
  });

test("bash tells exit codes whatever its user's rc does with PROMPT_COMMAND", { skip: missing("bash") }, async (t) => {
  for (const rc of [
    'PROMPT_COMMAND="history -a; $PROMPT_COMMAND"',
    "PROMPT_COMMAND='PROMPT_COMMAND=\"history -a; $PROMPT_COMMAND\"; true'",
    "alias printf='echo no' jobs='jobs -l' set=: local=:",
  ]) {
    const shell = await shellOf(t, "bash", { rc });
    for (let round = 0; round < 3; round++) assert.equal((await shell.run("(exit 9)", TIME)).exitCode, 9, rc);
    assert.equal(shell.snapshot().lastExitCode, 9);
    await shell.close();
  }
});

test("the output of a run is the command's alone, however the command ends", { skip: missing("bash") }, async (t) => {
  const cases: readonly (readonly [Name, string, number, string | RegExp])[] = [
    ["bash", "printf x; exit 5", 5, "x"],
    ["bash", "echo x; exit 5", 5, "x\n"],
    ["bash", "printf ex; exit 5", 5, "ex"],
    ["bash", "printf 'exit\\n'; exit 5", 5, "exit\n"],
    ["bash", "echo ${nope:?msg}", 1, /^bash: nope: msg\n$/],
    ["bash", "printf abc; echo ${nope:?msg}", 1, /^abcbash: nope: msg\n$/],
    ["zsh", "return 3", 3, ""],
    ["zsh", "printf abc; return 3", 3, "abc"],
    ["zsh", "echo ${nope:?msg}", 1, /^zsh: nope: msg\n$/],
    ["zsh", "printf abc; exit 5", 5, "abc"],
    ["fish", "printf abc; return 3", 3, "abc"],
    ["fish", "printf abc; exit 5", 5, "abc"],
  ];
  for (const [name, command, exitCode, output] of cases) {
    if (missing(name) !== false) continue;
    const shell = await shellOf(t, name);
    const result = await shell.run(command, TIME);
    assert.equal(result.exitCode, exitCode, command);
    if (typeof output === "string") assert.equal(result.output, output, `${name}: ${command}`);
    else assert.match(result.output, output, `${name}: ${command}`);
    await shell.close();
  }
});

for (const name of ["bash", "zsh"] as const)
  test(`a trace of ${name} shows the command and nothing of the marks`, { skip: missing(name) }, async (t) => {
    const shell = await shellOf(t, name);
    assert.match((await shell.run("set -x; true", TIME)).output, /^\+\S* ?true\n$/);
    for (let round = 0; round < 2; round++) {
      const { exitCode, output } = await shell.run("(exit 7)");
      assert.equal(exitCode, 7);
      assert.match(output, /exit 7\n$/);
      assert.doesNotMatch(output, /ptywright|local|return/);
    }
    assert.match((await shell.run("echo $?")).output, /\+.* echo 7\n7\n$/);
    assert.match((await shell.run("set +x")).output, /\+.* set \+x\n$/);
    assert.equal((await shell.run("true")).output, "");
  });

test("what cannot mark its commands is refused at its start", async () => {
  const refused: Readonly<Record<Name, readonly (readonly string[])[]>> = {
    bash: [["--posix", "-i"], ["-c", "true"], ["-ic", "true"], ["script.sh"], ["-o", "posix"], ["--", "script.sh"]],
    zsh: [["-c", "true"], ["script.sh"], ["-fic", "true"], ["-o", "extendedglob", "script.sh"]],
    fish: [["-c", "true"], ["--command", "true"], ["--command=true"], ["script.fish"]],
  };
  for (const [program, all] of Object.entries(refused))
    for (const args of all)
      await assert.rejects(
        Session.spawn({ program, args }, { shellIntegration: true }),
        (error: unknown) =>
          error instanceof InvalidArgumentError &&
          error.field === "shellIntegration" &&
          /start it as|without --posix/.test(error.message),
        args.join(" "),
      );
});

test("a shell that marks no prompt is told of", { skip: missing("bash") }, async (t) => {
  const env = { ...shellEnv(t), POSIXLY_CORRECT: "1" };
  const shell = await start(t, { program: "bash", args: ["-i"], env, clearEnv: true }, { shellIntegration: true });
  await assert.rejects(shell.run("true", { timeoutMs: 500 }), /has marked no prompt since it was started/);
});

test("options with values are no scripts", { skip: missing("bash") }, async (t) => {
  for (const args of [
    ["-O", "extglob", "-i"],
    ["-o", "noclobber", "-i"],
    ["+H", "-i"],
    ["--noprofile", "--norc", "-i"],
  ])
    assert.equal((await (await shellOf(t, "bash", { args })).run("echo yes", TIME)).output, "yes\n", args.join(" "));
});

test("submit never lets a line editor act on a control character in a line", { skip: missing("bash") }, async (t) => {
  const env = { ...shellEnv(t), PS1: "ready> " };
  const shell = await start(t, { program: "bash", args: ["--norc", "-i"], env, clearEnv: true });
  await shell.waitFor(Matcher.containsText("ready> "), TIME);
  await shell.submit("printf '<%s>' 'a\tb'");
  await shell.waitFor(Matcher.transcriptContains("<a\tb>"), TIME);
  const plain = await start(t, { program: "cat" });
  for (const line of ["a\u0003b", "a\u001bb", "\u0004", "a\tb"])
    await assert.rejects(
      plain.submit(line),
      (error) => error instanceof InvalidArgumentError && error.field === "line",
    );
});

test("what types nothing leaves a prompt as it is", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  await shell.run("true", TIME);
  await shell.send(Action.markTranscript("here"));
  assert.equal((await shell.run("echo one", TIME)).output, "one\n");
});

test("an error of onOutput ends its run and nothing else", { skip: missing("bash") }, async (t) => {
  const shell = await shellOf(t, "bash");
  await assert.rejects(shell.run("true", { onOutput: 5 as never }), {
    name: "InvalidArgumentError",
    field: "onOutput",
  });
  for (const command of ["echo one; sleep 30", "printf one", "echo one; exit 3"]) {
    let calls = 0;
    const onOutput = (): void => {
      calls++;
      throw new RangeError("mine");
    };
    await assert.rejects(shell.run(command, { ...TIME, onOutput }), (error) => (error as Error).message === "mine");
    assert.equal(calls, 1);
    if (!command.includes("exit")) assert.equal((await shell.run("echo two")).output, "two\n");
  }
});

for (const name of ["bash", "zsh", "fish"] as const)
  test(`${name} is back at its prompt whenever a command is given up`, { skip: missing(name) }, async (t) => {
    const shell = await shellOf(t, name);
    const onOutput = (): never => {
      throw new RangeError("mine");
    };
    // The interrupt comes while the shell starts the second program.
    for (let round = 0; round < 150; round++) {
      await assert.rejects(shell.run("echo one; sleep 30", { ...TIME, onOutput }), RangeError);
      assert.equal((await shell.run("echo two", TIME)).output, "two\n", `round ${round}`);
    }
  });

test(
  "what traps and traces of bash print is never run, nor does it change an exit code",
  { skip: missing("bash") },
  async (t) => {
    for (const trap of [
      `set -E; trap 'echo "touch pwned;"' ERR`,
      `set -T; trap 'echo "touch pwned;"' DEBUG`,
      "BASH_XTRACEFD=1; set -x",
      `set -ET; trap 'echo "touch pwned;"' RETURN ERR DEBUG EXIT`,
    ]) {
      const session = await shellOf(t, "bash", { args: ["--norc", "-i"] });
      await session.run(trap, TIME);
      assert.equal((await session.run("ls /nonexistent", TIME)).exitCode, 2, trap);
      const { exitCode, output } = await session.run("echo hello", TIME);
      assert.deepEqual([exitCode, output.split("\n").at(-2)], [0, "hello"], `${trap}: ${output}`);
      assert.equal((await session.run("(exit 9)", TIME)).exitCode, 9, trap);
      assert.equal((await session.run("test -e pwned", TIME)).exitCode, 1, trap);
      await session.close();
    }
  },
);
