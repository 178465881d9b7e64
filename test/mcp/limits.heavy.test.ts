import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Asked } from "../cli/ask-support.js";
import { canaries, leakIn } from "../support/canaries.js";
import { McpPeer } from "../support/mcp-peer.js";
import { isAlive, noneLeft } from "../support/processes.js";
import { Random, SEED } from "../support/random.js";
import { tempDir } from "../support/temp-dir.js";

const CANARIES = canaries(new Random(SEED));

test("only programs that the user named are started, in folders below the one that the user named", async (t) => {
  const root = realpathSync(tempDir(t));
  mkdirSync(join(root, "in"));
  symlinkSync("/", join(root, "out"));
  const args = ["--allow-program", "cat", "--allow-program", "bash", "--cwd-root", root];
  const peer = await McpPeer.start(t, { args, cwd: root });
  const { tools } = await peer.client.listTools();
  assert.match(tools[0].description ?? "", /Only these may be started: cat, bash\.$/);
  assert.match(
    await peer.refused("terminal_start", { command: "sh" }),
    /^"sh" may not be started; the user allows: cat, bash$/,
  );
  assert.match(await peer.refused("terminal_start", { command: "/bin/sh" }), /may not be started/);
  assert.match(await peer.refused("terminal_start", { command: "cat", env: { PATH: "/x" } }), /PATH may not be set/);
  assert.match(await peer.refused("terminal_start", { command: "cat", cwd: "out" }), /outside of/);
  assert.match(await peer.refused("terminal_start", { command: "cat", cwd: "/" }), /outside of/);
  await peer.done("terminal_start", { command: "cat", cwd: "in" });
  assert.equal((await peer.done("terminal_run", { command: "pwd" })).text, `exit 0\n${root}`);
  // What an adapter starts counts as well.
  assert.match(await peer.refused("agent_ask", { adapter: "repl", prompt: "1" }), /may not be started/);
  assert.match(await peer.refused("agent_ask", { adapter: "shell", prompt: "pwd", cwd: "/" }), /outside of/);
  assert.equal((await peer.done("agent_ask", { adapter: "shell", prompt: "pwd", cwd: "in" })).text, join(root, "in"));
});

for (const [allow, told, outcome] of [
  [[], ["denied Look"], "refused"],
  [["--allow", "Look"], ["approved Look", "denied Touch"], "refused"],
  [["--allow", "Look,Touch"], ["approved Look", "approved Touch"], "answered"],
] as const)
  test(`agent_ask with ${allow.join(" ") || "no --allow"} allows what the user named, and no caller more`, async (t) => {
    const asked = new Asked(t);
    const peer = await McpPeer.start(t, { args: ["--plugin", asked.manifest, ...allow] });
    const prompt = { adapter: "answerer", prompt: "tool Look,Touch" };
    for (const wider of [{ allow: "all" }, { trust: true }, { permission: "all" }])
      assert.match(await peer.refused("agent_ask", { ...prompt, ...wider }), /no parameter/);
    const { fields } = await peer.done("agent_ask", prompt);
    assert.equal(fields?.["outcome"], outcome, JSON.stringify(fields));
    assert.deepEqual(
      asked.told.filter((line) => / (Look|Touch)$/.test(line)),
      told,
    );
    await noneLeft(() => asked.pids.filter(isAlive));
  });

test("S1: no secret gets to an agent, by any tool or resource", async (t) => {
  const peer = await McpPeer.start(t);
  const all = CANARIES.map(({ text }) => text).join("\n");
  const texts: string[] = [];
  const told = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const { text, fields } = await peer.call(name, args);
    texts.push(text, JSON.stringify(fields ?? ""));
  };
  const size = { rows: 60, cols: 200 };
  await told("terminal_start", { command: "cat", args: ["-", ...CANARIES.map(({ text }) => text)], name: "args" });
  await told("terminal_start", { command: "printf", args: ["%s\n", all], name: "prints", ...size });
  await told("terminal_wait", { session: "prints", exit: true, timeout_s: 10 });
  await told("terminal_start", { command: "cat", name: "echoes", ...size });
  for (const { text } of CANARIES) {
    await told("terminal_type", { session: "echoes", text, enter: true });
    await told("terminal_read", { session: "echoes", find: text.slice(0, 4) });
  }
  await told("terminal_wait", { session: "echoes", text: "never", timeout_s: 0.1 });
  await told("terminal_read", { session: "echoes", full: true });
  await told("terminal_read", { session: "echoes", from: 0 });
  await told("terminal_run", { command: `printf '%s\\n' '${all.replaceAll("'", "'\\''")}'` });
  await told("terminal_run", { command: `printf '%s\\n' '${all.replaceAll("'", "'\\''")}'; read x`, timeout_s: 0.5 });
  await told("terminal_list", {});
  await told("agent_ask", { adapter: "shell", prompt: `printf '%s\\n' '${all.replaceAll("'", "'\\''")}'` });
  for (const { uri } of (await peer.client.listResources()).resources)
    texts.push(JSON.stringify(await peer.client.readResource({ uri })));
  for (const canary of CANARIES)
    for (const text of texts) assert.equal(leakIn(text, canary), undefined, `${canary.shape} in ${text.slice(0, 500)}`);
  assert.ok(texts.filter((text) => text.includes("[REDACTED]")).length > 20);
  // Nor can a caller ask for it.
  for (const args of [{ redact: false }, { redaction: { enabled: false } }])
    assert.match(await peer.refused("terminal_read", { session: "prints", ...args }), /no parameter/);
});

test("why a program could not be asked is told", async (t) => {
  const peer = await McpPeer.start(t, { env: { PATH: "/nowhere" } });
  const told = await peer.refused("agent_ask", { adapter: "claude-code", prompt: "hello" });
  assert.match(told, /^cannot start claude: /);
});
