import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { AdapterOptions, ExtensionHandle, ExtensionState } from "ptywright/plugins";
import { Matcher } from "ptywright";
import { IntentRefusedError, PlanInterruptedError } from "ptywright/plugins";
import { reaches, startAdapter } from "../support/adapter.js";
import { failure } from "../support/failure.js";
import { connect } from "../support/rpc-peer.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";

interface Command {
  readonly exit_code: number;
  readonly output: string;
  readonly whole: boolean;
}

const commandOf = ({ state, metadata }: ExtensionState): Command => {
  assert.equal(state, "finished");
  return (metadata as { command: Command }).command;
};

const run = async (handle: ExtensionHandle, command: string): Promise<Command> =>
  commandOf((await handle.turn("run", { command })).state);

interface Shell {
  readonly name: string;
  readonly skip: string | false;
  readonly options: (t: TestContext) => AdapterOptions;
  readonly integrate?: string;
}

/** Shells that have prompts of their own, as a user's start-up files would set them. */
const OWN_PROMPT = { PS0: "", PS1: "me@here:~# " };
const SHELLS: readonly Shell[] = [
  { name: "bash", skip: missing("bash"), options: () => ({}) },
  { name: "sh", skip: false, options: () => ({ program: "sh", args: ["-i"] }) },
  {
    name: "a bash of one's own",
    skip: missing("bash"),
    options: (t) => ({ args: ["-i"], env: { HOME: tempDir(t), ...OWN_PROMPT } }),
    integrate: "bash",
  },
  {
    name: "zsh",
    skip: missing("zsh"),
    options: (t) => ({ program: "zsh", args: ["-f", "-i"], env: { HOME: tempDir(t), ...OWN_PROMPT } }),
    integrate: "zsh",
  },
];

async function started(t: TestContext, { options, integrate }: Shell): Promise<ExtensionHandle> {
  const { handle } = await startAdapter(t, "shell", options(t));
  await handle.wait("prompt_matcher");
  if (integrate === undefined) assert.equal((await handle.state()).confidence, 1);
  else {
    const { state } = await handle.turn("integrate", { shell: integrate });
    assert.deepEqual([state.state, state.confidence], ["ready", 1]);
  }
  return handle;
}

for (const shell of SHELLS) {
  const { name, skip } = shell;

  test(`${name}: a command has its exit code and exactly what it wrote`, { skip }, async (t) => {
    const handle = await started(t, shell);
    const cases: readonly (readonly [string, number, string])[] = [
      ["true", 0, ""],
      ["false", 1, ""],
      ["(exit 7)", 7, ""],
      ["printf 'a\\n\\n  b\\n'", 0, "a\n\n  b"],
      ["printf 'no end of line'", 0, "no end of line"],
      ["printf '\\033[1;31mred\\033[0m and \\033]0;title\\007plain\\n'", 0, "red and plain"],
      ["printf '10%%\\r50%%\\rdone\\n'", 0, "done"],
      ["echo 'zażółć 🎉 $ # >'", 0, "zażółć 🎉 $ # >"],
      ["echo out; echo err >&2; (exit 3)", 3, "out\nerr"],
    ];
    for (const [command, exitCode, output] of cases)
      assert.deepEqual(await run(handle, command), { exit_code: exitCode, output, whole: true }, command);
    const unknown = await run(handle, "no-such-command-here");
    assert.equal(unknown.exit_code, 127);
    assert.match(unknown.output, /not found/);
  });

  test(`${name}: of much output the end is told, and that it is not all`, { skip }, async (t) => {
    const handle = await started(t, shell);
    const command =
      "i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789012345678; i=$((i+1)); done";
    const { state, output } = await handle.turn("run", { command });
    const { output: end, ...rest } = commandOf(state);
    assert.deepEqual(rest, { exit_code: 0, whole: false });
    assert.match(end, /^\d*\n(0123456789012345678901234567890123456789012345678\n){300,}0123456789[\d]{39}$/);
    assert.equal(output?.match(/0123456789\d{39}\r\n/g)?.length, 2_000);
    const long = await run(handle, "head -c 100000 /dev/zero | tr '\\0' x");
    assert.deepEqual([long.exit_code, long.whole, /^x{10000,}$/.test(long.output)], [0, false, true]);
    assert.deepEqual(await run(handle, "echo after"), { exit_code: 0, output: "after", whole: true });
  });

  test(`${name}: a command that runs is seen, interrupted, and ends with 130`, { skip }, async (t) => {
    const handle = await started(t, shell);
    await handle.send("run", { command: "sh -c 'echo started; exec sleep 1000'" });
    assert.equal((await handle.wait("running_matcher")).state.state, "running");
    // An interrupt between the shell's mark and the start of its child reaches the shell alone.
    await handle.session.waitFor(Matcher.screenRegex("(?m)^started$"));
    await handle.send("interrupt");
    assert.equal(commandOf((await handle.wait()).state).exit_code, 130);
    assert.equal((await run(handle, "echo fine")).output, "fine");
  });

  test(`${name}: a command that asks is answered`, { skip }, async (t) => {
    const handle = await started(t, shell);
    await handle.send("run", { command: "printf 'name? '; read x; echo got $x" });
    const { metadata } = await reaches(handle, "waiting_for_input");
    assert.match((metadata as { question: string }).question, /^name\? ?$/);
    const { state } = await handle.turn("answer", { text: "bob" });
    assert.deepEqual(commandOf(state), { exit_code: 0, output: "name? bob\ngot bob", whole: true });
  });

  test(`${name}: exit ends it`, { skip }, async (t) => {
    const handle = await started(t, shell);
    await run(handle, "true");
    const { state } = await handle.turn("exit");
    assert.deepEqual([state.state, state.metadata], ["exited", { exit_code: 0 }]);
  });
}

test("a shell with a prompt of its own is guessed at, with less confidence", { skip: missing("bash") }, async (t) => {
  const { handle } = await startAdapter(t, "shell", { env: OWN_PROMPT });
  await handle.wait("prompt_matcher");
  const { state, confidence, evidence } = await handle.state();
  assert.deepEqual([state, confidence], ["ready", 0.6]);
  assert.match(evidence, /me@here:~#/);
});

test(
  "integrating keeps what a shell does at its prompt, and the status it sees",
  { skip: missing("bash") },
  async (t) => {
    const env = { ...OWN_PROMPT, PROMPT_COMMAND: "seen=$?" };
    const { handle } = await startAdapter(t, "shell", { env });
    await handle.wait("prompt_matcher");
    await handle.turn("integrate");
    await run(handle, "(exit 5)");
    assert.equal((await run(handle, "echo $seen")).output, "5");
  },
);

test("what is no command of one line is refused, and nothing is typed", async (t) => {
  const { handle, session } = await startAdapter(t, "shell", { program: "sh", args: ["-i"] });
  await handle.wait("prompt_matcher");
  const before = session.transcriptCursor;
  for (const [params, reason] of [
    [{}, "no_command"],
    [{ command: " " }, "no_command"],
    [{ command: "echo a\necho b" }, "several_lines"],
  ] as const)
    assert.equal((await failure(handle.send("run", params), IntentRefusedError)).reason, reason);
  assert.equal(
    (await failure(handle.send("integrate", { shell: "fish" }), IntentRefusedError)).reason,
    "unknown_shell",
  );
  assert.equal((await run(handle, "echo fine")).output, "fine");
  assert.match(session.transcriptSlice(before, session.transcriptCursor) ?? "", /^echo fine\r\n/);
});

test("the end of a command is told once, as an event", async (t) => {
  const { handle } = await startAdapter(t, "shell", { program: "sh", args: ["-i"] });
  await handle.wait("prompt_matcher");
  const told: unknown[] = [];
  handle.on((event) => {
    if (event.type === "event") told.push(event.event);
  });
  await run(handle, "echo one");
  await handle.state();
  await run(handle, "echo two");
  assert.deepEqual(told, [
    { kind: "turn_complete", text: "one", seq: 1 },
    { kind: "turn_complete", text: "two", seq: 2 },
  ]);
});

test("over RPC a command is run, refused and interrupted", async (t) => {
  const peer = connect(t);
  const { adapter } = await peer.request("adapter.start", { plugin: "shell", program: "sh", args: ["-i"] });
  await peer.request("adapter.wait", { adapter, intent: "prompt_matcher" });
  const turn = await peer.request("adapter.turn", { adapter, intent: "run", params: { command: "echo hi; (exit 4)" } });
  assert.deepEqual(turn.state.metadata, { command: { exit_code: 4, output: "hi", whole: true } });
  const { data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "run" });
  assert.deepEqual([data?.plugin, data?.refusal], ["shell", "no_command"]);
  await peer.request("adapter.send", { adapter, intent: "run", params: { command: "sleep 1000" } });
  await peer.request("adapter.wait", { adapter, intent: "running_matcher" });
  await peer.request("adapter.send", { adapter, intent: "interrupt" });
  const { state } = await peer.request("adapter.wait", { adapter, intent: "wait_turn_matcher" });
  assert.equal((state.metadata as { command: Command }).command.exit_code, 130);
});

test(
  "a command is typed only at a prompt: while another one runs nothing is sent",
  { skip: missing("bash") },
  async (t) => {
    const { handle } = await startAdapter(t, "shell");
    assert.equal((await run(handle, "echo at once")).output, "at once");
    await handle.send("run", { command: "sleep 1000" });
    await handle.wait("running_matcher");
    const before = handle.session.transcriptCursor;
    const error = await failure(
      handle.send("run", { command: "echo too early", prompt_timeout_ms: 50 }),
      PlanInterruptedError,
    );
    assert.match(error.message, /nothing was sent: the shell shows no prompt/);
    assert.equal(handle.session.transcriptCursor, before);
  },
);
