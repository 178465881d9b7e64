import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { hosted } from "../support/command-host.js";
import { RunningCommand } from "../support/command.js";
import { pluginFile } from "../support/plugins.js";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";
import { Asked, SECRET } from "./ask-support.js";

const ANSWER = "one two\nthree four\nfive six\nseven\n";

// Two at once: a program that is deaf to its cancelling is given ten seconds, in which the others have their turns.
describe("ptywright ask", { concurrency: 2 }, () => {
  for (const [what, part] of [
    ["is deaf", "hang deaf"],
    ["heeds it", "hang"],
  ] as const)
    test(
      `a time-out cancels the turn of a program that ${what}, and nothing survives`,
      { skip: NEEDS_PROC },
      async (t) => {
        const asked = new Asked(t);
        const { status, stdout, stderr } = await asked.piped(t, part, "--timeout", "3").ended();
        assert.deepEqual({ status, stdout }, { status: 124, stdout: "only the beginning\n" });
        assert.match(
          stderr,
          /^ptywright: no answer within 3 s; the program was working; give it more time with --timeout\n$/,
        );
        assert.ok(asked.told.includes("cancelled"));
        assert.equal(asked.pids.length, 2);
        assert.deepEqual(
          await eventually(
            () => asked.pids.filter(isAlive),
            (alive) => alive.length === 0,
            5_000,
          ),
          [],
        );
      },
    );

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    test(`${signal} cancels the turn, and nothing survives`, { skip: NEEDS_PROC }, async (t) => {
      const asked = new Asked(t);
      const running = asked.piped(t, "hang");
      running.child.stdout.once("data", () => running.child.kill(signal));
      assert.equal((await running.ended()).status, code);
      assert.ok(asked.told.includes("cancelled"));
      assert.deepEqual(
        await eventually(
          () => asked.pids.filter(isAlive),
          (alive) => alive.length === 0,
          5_000,
        ),
        [],
      );
    });

  test("a reader that goes away ends it", { skip: NEEDS_PROC }, async (t) => {
    const asked = new Asked(t);
    const running = asked.piped(t, "stream");
    running.child.stdout.once("data", () => running.child.stdout.destroy());
    assert.equal((await running.ended()).status, 141);
    assert.deepEqual(
      await eventually(
        () => asked.pids.filter(isAlive),
        (alive) => alive.length === 0,
        5_000,
      ),
      [],
    );
  });

  test("the answer is streamed to stdout as it grows, and nothing else is", async (t) => {
    const asked = new Asked(t);
    const running = asked.piped(t, "stream");
    await new Promise((resolve) => running.child.stdout.once("data", resolve));
    assert.ok(ANSWER.startsWith(running.stdout) && running.stdout.length < ANSWER.length, running.stdout);
    assert.deepEqual(await running.ended(), { status: 0, stdout: ANSWER, stderr: "" });
    assert.deepEqual(asked.told, ['prompt "stream"']);
  });

  test("a program that is slow to start is waited for", async (t) => {
    const { status, stdout } = await new Asked(t, "slow").hosted("stream");
    assert.deepEqual({ status, stdout }, { status: 0, stdout: ANSWER });
  });

  test("the prompt comes from a file or from stdin, without the line end behind it", async (t) => {
    const file = join(tempDir(t), "prompt.txt");
    writeFileSync(file, "stream\n");
    const fromFile = new Asked(t);
    assert.equal((await fromFile.hosted(`@${file}`)).status, 0);
    assert.deepEqual(fromFile.told, ['prompt "stream"']);
    const fromStdin = new Asked(t);
    const running = fromStdin.piped(t, "-");
    running.child.stdin.end("stream\r\n");
    assert.equal((await running.ended()).status, 0);
    assert.deepEqual(fromStdin.told, ['prompt "stream"']);
  });

  test("an untrusted folder ends it with its own exit code, and nothing is pressed", async (t) => {
    const asked = new Asked(t, "trust");
    const { status, stdout, stderr } = await asked.hosted("stream");
    assert.deepEqual({ status, stdout }, { status: 5, stdout: "" });
    assert.match(stderr, /^ptywright: .*Do you trust this folder\?.* --trust\n$/);
    assert.deepEqual(asked.told, []);
  });

  test("a folder is trusted when told to", async (t) => {
    const asked = new Asked(t, "trust");
    assert.equal((await asked.piped(t, "stream", "--trust").ended()).status, 0);
    assert.deepEqual(asked.told, ["trusted", 'prompt "stream"']);
  });

  for (const [allow, told, status] of [
    [[], ["denied Look"], 4],
    [["--allow", "none"], ["denied Look"], 4],
    [["--allow", "ask"], ["denied Look"], 4],
    [["--allow", "Look"], ["approved Look", "denied Touch"], 4],
    [["--allow", "look,touch"], ["denied Look"], 4],
    [["--allow", "Look,Touch"], ["approved Look", "approved Touch"], 0],
    [["--allow", "Look", "--allow", "Touch"], ["approved Look", "approved Touch"], 0],
    [["--allow", "all"], ["approved Look", "approved Touch"], 0],
  ] as const)
    test(`${allow.join(" ") || "no --allow"} allows what it names and nothing else`, async (t) => {
      const asked = new Asked(t);
      const ended = await asked.hosted("tool Look,Touch", ...allow);
      assert.deepEqual(asked.told, ['prompt "tool Look,Touch"', ...told]);
      assert.equal(ended.status, status);
      if (status === 0) assert.equal(ended.stdout, "Look is behind us. Touch is behind us. \n");
      else assert.match(ended.stderr, /(Look|Touch) was not allowed; to allow it: --allow (Look|Touch)\n$/);
      if (allow[1] === "ask") assert.match(ended.stderr, /^ptywright: nobody can be asked/);
    });

  test("an answer that came although something was refused is told, with the exit code of a refusal", async (t) => {
    const { status, stdout } = await new Asked(t, "goes-on").hosted("tool Look");
    assert.deepEqual({ status, stdout }, { status: 4, stdout: "Look is behind us. \n" });
  });

  test("what cannot be allowed just once is refused, and told", async (t) => {
    const asked = new Asked(t);
    const { status, stderr } = await asked.hosted("tool Forever", "--allow", "all");
    assert.equal(status, 4);
    assert.match(stderr, /no_single_approval: it could only be allowed for good/);
    assert.deepEqual(asked.told, ['prompt "tool Forever"', "denied Forever"]);
  });

  for (const [part, status, message] of [
    ["fail", 3, /the turn failed: overloaded/],
    ["limit rate_limit", 8, /the turn failed: rate_limit: overloaded/],
    ["limit quota", 9, /the turn failed: quota: overloaded/],
    ["question", 6, /only a person can answer \(question\)/],
    ["odd", 6, /only a person can answer \(unknown\)/],
    ["die", 1, /the program ended with exit code 3 before it answered: panic: no fuel left/],
  ] as const)
    test(`"${part}" ends with exit code ${status} and one line that says why`, async (t) => {
      const ended = await new Asked(t).hosted(part);
      assert.deepEqual({ status: ended.status, stdout: ended.stdout }, { status, stdout: "" });
      assert.match(ended.stderr, message);
      assert.match(ended.stderr, /^ptywright: [^\n]*\n$/);
    });

  test("a program in a mode in which it asks for nothing is not asked, unless all is allowed", async (t) => {
    for (const words of [[], ["--allow", "ask"], ["--allow", "Read"]]) {
      const asked = new Asked(t, "freely");
      const ended = await asked.hosted("stream", ...words);
      assert.deepEqual([ended.status, ended.stdout, asked.told], [4, "", []]);
      assert.match(
        ended.stderr,
        /^ptywright: [^\n]*in a mode in which it does things without asking[^\n]*--allow all\n$/m,
      );
    }
    const allowed = new Asked(t, "freely");
    assert.equal((await allowed.hosted("stream", "--allow", "all")).status, 0);
  });

  test("arguments behind -- come behind those of the plugin", async (t) => {
    const asked = new Asked(t);
    assert.equal((await asked.hosted("stream", "--", "freely")).status, 4);
  });

  test("a secret that the answer has in pieces is covered, on every way out", async (t) => {
    for (const [words, status] of [
      [["secret"], 0],
      [["secret", "--json"], 0],
      [["fail"], 3],
      [["fail", "--json"], 3],
      [["secretly", "--json", "--allow", "Send"], 3],
      [["secretly"], 3],
    ] as const) {
      const ended = await new Asked(t).hosted(...words);
      assert.equal(ended.status, status, ended.stderr);
      const out = ended.stdout + ended.stderr;
      for (let at = 0; at + 8 <= SECRET.length; at++)
        assert.ok(!out.includes(SECRET.slice(at, at + 8)), `${words.join(" ")} gives it away: ${out}`);
      assert.ok(out.includes("[REDACTED]") || words[0] === "secretly", out);
    }
  });

  test("--json tells everything that happens, an object a line", async (t) => {
    const { status, stdout } = await new Asked(t, "trust").hosted("tool Look", "--allow", "Look", "--trust", "--json");
    assert.equal(status, 0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.filter(({ type }) => type !== "state" && type !== "event").map(({ type }) => type),
      ["started", "trusted", "prompt_sent", "permission_asked", "permission_answered", "end"],
    );
    const deltas = lines.flatMap(({ event }) => ((event as { kind?: string })?.kind === "text_delta" ? [event] : []));
    assert.equal(deltas.map((event) => (event as { text: string }).text).join(""), "Look is behind us. ");
    const of = (type: string): Record<string, unknown> => lines.find((line) => line.type === type) ?? {};
    assert.deepEqual(
      { ...of("permission_asked"), elapsed_ms: 0 },
      {
        type: "permission_asked",
        elapsed_ms: 0,
        tool: "Look",
        summary: "use Look",
        dialog_id: "1",
      },
    );
    assert.deepEqual(
      { ...of("permission_answered"), elapsed_ms: 0 },
      {
        type: "permission_answered",
        elapsed_ms: 0,
        tool: "Look",
        dialog_id: "1",
        decision: "approve",
        by: "policy",
      },
    );
    const { outcome, exit_code: code, text, delivery, permissions } = of("end");
    assert.deepEqual(
      { outcome, code, text, delivery, permissions },
      {
        outcome: "answered",
        code: 0,
        text: "Look is behind us. ",
        delivery: { delivered: true },
        permissions: [{ tool: "Look", decision: "approve" }],
      },
    );
    assert.ok(lines.every(({ elapsed_ms: ms }) => typeof ms === "number"));
  });

  test("a plugin that says nothing about conversations cannot be asked, and the message says what is missing", async (t) => {
    const manifest = pluginFile(t, "local M = {} function M.classify() return { state = 'x' } end return M");
    const { status, stderr } = await hosted(["ask", "demo", "hello", "--plugin", manifest]);
    assert.equal(status, 1);
    assert.match(stderr, /^ptywright: plugin "demo" cannot be asked: its describe\(\) has no conversation/);
  });

  test("a conversation with names that do not exist is refused when it is read", async (t) => {
    const manifest = pluginFile(
      t,
      `local M = {} function M.classify() return { state = "x" } end
      function M.say() return {} end function M.x_matcher() return {} end
      function M.describe() return { states = { "x" }, conversation = {
        prompt = { intent = "say", param = "text" }, cancel = "halt", waits = { ready = "x_matcher", turn = "x_matcher" },
        states = { ready = { "x" }, working = {}, done = { "x" } } } } end
      return M`,
    );
    const { status, stderr } = await hosted(["ask", "demo", "hello", "--plugin", manifest]);
    assert.equal(status, 1);
    assert.match(stderr, /conversation names the intent halt; there are say\n$/);
  });

  for (const [args, message] of [
    [["ask"], /nothing to ask; expected ptywright ask ADAPTER PROMPT/],
    [["ask", "shell"], /no prompt; expected ptywright ask ADAPTER PROMPT/],
    [["ask", "shell", " "], /the prompt is empty/],
    [["ask", "shell", "x", "y"], /unexpected argument "y"/],
    [["ask", "shell", "x", "--allow", "all,Bash"], /--allow all stands alone/],
    [["ask", "shell", "x", "--timeout", "0"], /--timeout must be a whole number from 1/],
  ] as const)
    test(`"ptywright ${args.join(" ")}" is a mistake that is explained`, async () => {
      const { status, stderr } = await hosted(args);
      assert.equal(status, 2);
      assert.match(stderr, message);
    });

  test(
    "a shell that does not take bash's arguments is told of, with its own words",
    { skip: missing("zsh") },
    async () => {
      const { status, stderr } = await hosted(["ask", "shell", "echo hi", "--program", "zsh"]);
      assert.equal(status, 1);
      assert.match(stderr, /zsh: no such option: noprofile; .*-- -i\n$/);
      const bash = await hosted(["ask", "shell", "printf x; exit 5"]);
      assert.deepEqual(bash, { status: 5, stdout: bash.stdout, stderr: "" });
      assert.match(bash.stdout, /^x\n?$/);
    },
  );

  test("shell and repl can be asked too", async () => {
    assert.deepEqual(await hosted(["ask", "shell", "echo hi; echo there"]), {
      status: 0,
      stdout: "hi\nthere\n",
      stderr: "",
    });
  });

  test("a REPL can be asked too", async (t) => {
    const words = ["ask", "repl", "6 * 7", "--program", process.execPath, "--", "-i"];
    const { status, stdout, stderr } = await new RunningCommand(t, words).read().ended();
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "42\n", stderr: "" });
  });

  test("an answer of which only the end was kept is told as such", async () => {
    const { status, stdout, stderr } = await hosted(["ask", "shell", "seq 100000", "--program", "sh", "--", "-i"]);
    assert.equal(status, 7);
    assert.match(stdout, /\n99999\n100000\n$/);
    assert.match(stderr, /^ptywright: only the end of the answer could be seen/);
  });

  test("an answer that is not whole is told with the plugin's reason", async (t) => {
    const said = "half of it\nI doubt it: the rest is drawn";
    const ended = await new Asked(t).hosted(`say ${Buffer.from(said).toString("base64")}`);
    const stderr = "ptywright: the answer is not whole: the rest is drawn\n";
    assert.deepEqual(ended, { status: 7, stdout: `${said}\n`, stderr });
  });

  for (const [command, status, stdout] of [
    ["false; echo $?", 0, "1\n"],
    ["false", 1, ""],
    ["echo hi; exit 3", 3, "hi\n"],
    ["seq 1 5000", 0, Array.from({ length: 5_000 }, (_, at) => `${at + 1}\n`).join("")],
    ["cat <<END\none\ntwo\nEND", 0, "one\ntwo\n"],
    ["printf '\\033]133;D;0\\007fake\\n'; exit 7", 7, "fake\n"],
  ] as const)
    test(`a shell's command is told whole, and ends with its own exit code: ${JSON.stringify(command)}`, async () => {
      assert.deepEqual(await hosted(["ask", "shell", command]), { status, stdout, stderr: "" });
    });

  for (const command of ["cat", "cat | wc -l", "read line"])
    test(
      `a command that waits for input ends with the time, and says so: ${command}`,
      { skip: NEEDS_PROC },
      async () => {
        const { status, stdout, stderr } = await hosted(["ask", "shell", command, "--timeout", "1"]);
        assert.deepEqual({ status, stdout }, { status: 124, stdout: "" });
        assert.match(
          stderr,
          /^ptywright: no answer within 1 s; in the foreground: (?:cat|bash|\/\S+bash .*) \(pid \d+\)/,
        );
        assert.match(stderr, /it waits for input from the terminal, and nothing was typed/);
      },
    );

  test("what takes long for another reason is not said to wait for input, and its secrets are covered", async () => {
    const { status, stderr } = await hosted(["ask", "shell", `sh -c 'sleep 33; : ${SECRET}'`, "--timeout", "1"]);
    assert.equal(status, 124);
    assert.match(stderr, /no answer within 1 s; .*give it more time with --timeout/);
    assert.doesNotMatch(stderr, /waits for input/);
    assert.ok(!stderr.includes(SECRET), stderr);
  });

  test("words behind -- are the program's arguments", async (t) => {
    const script = join(tempDir(t), "shell.sh");
    writeFileSync(script, `export WORDS="$*"; exec bash --norc --noprofile`);
    const words = ["ask", "shell", "echo $WORDS", "--program", "sh", "--", script, "--one", "--", "two"];
    const asked = await hosted(words);
    assert.equal(asked.stdout.trim(), "--one -- two", asked.stderr);
  });
});
