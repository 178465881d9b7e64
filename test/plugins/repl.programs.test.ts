import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { AdapterOptions, ExtensionHandle, ExtensionState } from "ptywright/plugins";
import { Matcher } from "ptywright";
import { IntentRefusedError } from "ptywright/plugins";
import { reaches, startAdapter } from "../support/adapter.js";
import { failure } from "../support/failure.js";
import { connect } from "../support/rpc-peer.js";
import { missing } from "../support/tmux.js";

interface Evaluation {
  readonly output: string;
  readonly failed: boolean;
  readonly whole: boolean;
}

const evaluationOf = ({ state, metadata }: ExtensionState): Evaluation => {
  assert.equal(state, "finished");
  return (metadata as { evaluation: Evaluation }).evaluation;
};

const evaluate = async (handle: ExtensionHandle, code: string): Promise<Evaluation> =>
  evaluationOf((await handle.turn("evaluate", { code })).state);

interface Language {
  readonly name: string;
  readonly skip: string | false;
  readonly options: AdapterOptions;
  /** Code and exactly what it prints. */
  readonly cases: readonly (readonly [string, string])[];
  readonly failing: readonly (readonly [string, RegExp])[];
  /** The beginning of a statement, its end, and what it gives. */
  readonly parts: readonly [string, string, string];
  readonly slow: readonly [string, string];
  readonly endless: string;
  readonly much: string;
}

const PYTHON: Language = {
  name: "python",
  skip: missing("python3"),
  options: {},
  cases: [
    ["6*7", "42"],
    ["x = 3", ""],
    ["print('a'); print(); print('b')", "a\n\nb"],
    ["print('no end of line', end='')", "no end of line"],
    ["'zażółć 🎉'", "'zażółć 🎉'"],
    ["print('>>> '); print('... ' + '.')", ">>> \n... ."],
    ["print('Error: ValueError: told, not raised')", "Error: ValueError: told, not raised"],
    ["for i in range(3): print(i)", "0\n1\n2"],
    ["for i in range(2):\n  print(i)\n\n  print(-i)", "0\n0\n1\n-1"],
    ["def double(n):\n    return n * 2\n\nprint(double(21))", "42"],
    ["if x == 3:\n  y = 1\nelse:\n  y = 2\nfor i in [y]:\n  print(i)\n\nprint('end')", "1\nend"],
    ["@staticmethod\ndef f():\n  return {\n'a': 1,\n\n}\nprint(f())", "{'a': 1}"],
    ["t = '''one\n\n  if: two'''\nt", "'one\\n\\n  if: two'"],
    ["1 + \\\n2", "3"],
    ["try:\n  1/0\nexcept ZeroDivisionError:\n  print('caught')\nfinally:\n  print('done')", "caught\ndone"],
    [`print(${"1 + ".repeat(60)}1)`, "61"],
    [`y = 1\nprint(${"1 + ".repeat(60)}1)`, "61"],
  ],
  failing: [
    ["1/0", /^Traceback[\s\S]*\nZeroDivisionError: division by zero$/],
    ["def f(:", /\nSyntaxError: /],
    ["raise ValueError('Error: no')", /\nValueError: Error: no$/],
  ],
  parts: ["for i in range(2):", "  print(i * 10)\n\n", "0\n10"],
  slow: ["import time; print('begun'); time.sleep(1); 'slow'", "begun\n'slow'"],
  endless: "while True: pass",
  much: "for i in range(5000): print('line', i)",
};

const NODE: Language = {
  name: "node",
  skip: false,
  options: { program: process.execPath, args: ["-i"] },
  cases: [
    ["6*7", "42"],
    ["let x = 3", "undefined"],
    ["console.log('a'); console.log(); console.log('b')", "a\n\nb\nundefined"],
    ["'zażółć 🎉'", "'zażółć 🎉'"],
    ["console.log('> '); console.log('Error: told, not thrown')", "> \nError: told, not thrown\nundefined"],
    ["for (let i = 0; i < 3; i++) {\n  console.log(i);\n}", "0\n1\n2\nundefined"],
    ["function double(n) {\n\n  return n * 2;\n}\ndouble(21)", "undefined\n42"],
    ["`one\n\n  two`", "'one\\n\\n  two'"],
    ["(1 +\n2)", "3"],
    ["await Promise.resolve('awaited')", "'awaited'"],
    [`${"1 + ".repeat(60)}1`, "61"],
  ],
  failing: [
    ["null.x", /^Uncaught TypeError: Cannot read properties of null/],
    ["throw new Error('boom')", /^Uncaught Error: boom/],
    ["let 1", /Uncaught SyntaxError/],
  ],
  parts: ["[1, 2].map((n) => {", "  return n * 10;\n})", "[ 10, 20 ]"],
  slow: ["console.log('begun'); await new Promise((r) => setTimeout(r, 1000)); 'slow'", "begun\n'slow'"],
  endless: "while (true);",
  much: "for (let i = 0; i < 5000; i++) console.log('line', i)",
};

async function started(t: TestContext, { name, options }: Language): Promise<ExtensionHandle> {
  const { handle } = await startAdapter(t, "repl", options);
  await handle.wait("prompt_matcher");
  const { state, metadata } = await handle.state();
  assert.deepEqual([state, metadata], ["ready", { language: name }]);
  return handle;
}

for (const language of [PYTHON, NODE]) {
  const { name, skip, cases, failing, parts, slow, endless, much } = language;

  test(`${name}: code gives exactly what it prints`, { skip }, async (t) => {
    const handle = await started(t, language);
    for (const [code, output] of cases)
      assert.deepEqual(await evaluate(handle, code), { output, failed: false, whole: true }, code);
  });

  test(`${name}: an error is told as one, and the next code is not affected`, { skip }, async (t) => {
    const handle = await started(t, language);
    for (const [code, complaint] of failing) {
      const { output, failed } = await evaluate(handle, code);
      assert.equal(failed, true, `${code}: ${output}`);
      assert.match(output, complaint);
      assert.deepEqual(await evaluate(handle, "1 + 1"), { output: "2", failed: false, whole: true });
    }
  });

  test(`${name}: the rest of a statement is waited for, and can be given up`, { skip }, async (t) => {
    const handle = await started(t, language);
    const [first, rest, output] = parts;
    const begun = await handle.turn("evaluate", { code: first });
    assert.deepEqual([begun.state.state, begun.state.metadata], ["continuation", { language: name }]);
    await handle.send("evaluate", { code: rest });
    if (name === "python") await handle.session.writeText("\r");
    assert.equal(evaluationOf((await handle.wait()).state).output, output);

    await handle.turn("evaluate", { code: first });
    await handle.send("interrupt");
    assert.equal((await handle.wait("prompt_matcher")).state.state, "finished");
    assert.equal((await evaluate(handle, "1 + 1")).output, "2");
  });

  test(`${name}: code that takes its time is waited for`, { skip }, async (t) => {
    const handle = await started(t, language);
    const [code, output] = slow;
    const turn = handle.turn("evaluate", { code });
    await handle.session.waitFor(Matcher.transcriptContains("\nbegun"));
    assert.equal((await handle.state()).state, "running");
    assert.equal(evaluationOf((await turn).state).output, output);
  });

  test(`${name}: code without end is interrupted, and told as failed`, { skip }, async (t) => {
    const handle = await started(t, language);
    await handle.send("evaluate", { code: endless });
    await handle.session.waitFor(Matcher.all([Matcher.transcriptContains("\n"), Matcher.screenStable(200)]));
    await reaches(handle, "running");
    await handle.send("interrupt");
    const { failed, output } = evaluationOf((await handle.wait()).state);
    assert.equal(failed, true, output);
    assert.equal((await evaluate(handle, "6*7")).output, "42");
  });

  test(`${name}: of much output the end is told, and that it is not all`, { skip }, async (t) => {
    const handle = await started(t, language);
    const { output, whole, failed } = await evaluate(handle, much);
    assert.deepEqual([whole, failed], [false, false]);
    assert.match(output, /(\nline \d+){500,}\nline 4999(\nundefined)?$/);
  });

  test(`${name}: exit ends it`, { skip }, async (t) => {
    const handle = await started(t, language);
    await evaluate(handle, "6*7");
    const { state } = await handle.turn("exit");
    assert.deepEqual([state.state, state.metadata], ["exited", { exit_code: 0 }]);
  });
}

test("what is no code is refused", async (t) => {
  const handle = await started(t, NODE);
  for (const params of [{}, { code: " \n" }, { code: 1 }])
    assert.equal((await failure(handle.send("evaluate", params), IntentRefusedError)).reason, "no_code");
});

test("over RPC code is evaluated, and its end pushed", async (t) => {
  const peer = connect(t);
  const { program, args } = NODE.options;
  await peer.request("server.set_notifications", { enabled: true });
  const { adapter } = await peer.request("adapter.start", { plugin: "repl", program, args });
  await peer.request("adapter.wait", { adapter, intent: "prompt_matcher" });
  const { state } = await peer.request("adapter.turn", { adapter, intent: "evaluate", params: { code: "6*7" } });
  assert.equal((state.metadata as { evaluation: Evaluation }).evaluation.output, "42");
  const { event } = await peer.next("adapter.event", (params) => params.adapter === adapter);
  assert.deepEqual(event, { kind: "turn_complete", seq: 1, text: "42" });
});
