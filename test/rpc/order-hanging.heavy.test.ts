import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { pluginFile } from "../support/plugins.js";
import type { RpcMessage } from "../support/serve-process.js";
import { ServeProcess, line } from "../support/serve-process.js";
import { allThreadsWaitedMs, mainThreadWaitedMs } from "../support/thread-time.js";

/** What the contract allows a call that has nothing to do with a plugin that hangs. */
const MAX_HELD_UP_MS = 50;

/** Hangs in its code, in an intent, or when it looks at a screen that says so; without one it does nothing wrong. */
const hanging = (atLoad: string): string => `
  local M = {}
  local function hang(how)
    if how == "string_call" then string.find(string.rep("a", 60), string.rep("a-", 30) .. "b") end
    if how == "cut_off" then while true do end end
    if how == "memory" then local kept = {}; while true do kept[#kept + 1] = string.rep("x", 1000000) .. #kept end end
  end
  function M.classify(ctx)
    hang(string.match(ctx.screen, "hang:([%w_]+)"))
    return { state = "ready" }
  end
  function M.hang(params) hang(params.how); return {} end
  function M.say(params) return { actions = { ptywright.action.text(params.text) } } end
  function M.wait_turn_matcher(params) return ptywright.matcher.contains_text(params.text or "ready") end
  hang("${atLoad}")
  return M`;

/** The one client of a server on stdio; knows when each answer came. */
class StdioPeer {
  readonly server: ServeProcess;
  readonly #pending = new Map<unknown, (message: RpcMessage) => void>();
  #rest = "";
  #lastId = 0;

  constructor(t: TestContext, args: readonly string[]) {
    this.server = new ServeProcess(t, ["--stdio", ...args]);
    this.server.child.stdout?.on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const one of lines) {
        const message = JSON.parse(one) as RpcMessage;
        this.#pending.get(message.id)?.(message);
      }
    });
  }

  /** The answer, and how long it took, what others took from the server and from us left out. */
  async timed(method: string, params: object = {}): Promise<{ readonly answer: RpcMessage; readonly ms: number }> {
    const id = ++this.#lastId;
    const [began, waited] = [performance.now(), this.#waitedMs()];
    const answer = await new Promise<RpcMessage>((resolve) => {
      this.#pending.set(id, resolve);
      this.server.write(line(id, method, params));
    });
    return { answer, ms: performance.now() - began - (this.#waitedMs() - waited) };
  }

  async result(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const { answer } = await this.timed(method, params);
    assert.ok(answer.result !== undefined, `${method}: ${answer.error?.message}`);
    return answer.result;
  }

  #waitedMs(): number {
    return allThreadsWaitedMs(this.server.pid) + mainThreadWaitedMs(process.pid);
  }
}

/** What makes a plugin hang. */
const WAYS = {
  "adapter.send": (adapter: string, how: string) => ({ adapter, intent: "hang", params: { how } }),
  "adapter.turn": (adapter: string, how: string) => ({ adapter, send: { intent: "hang", params: { how } } }),
  "adapter.state": (adapter: string) => ({ adapter }),
  "adapter.start": (_: string, how: string) => ({ plugin: `at-load-${how.replace("_", "-")}` }),
} as const;

for (const how of ["string_call", "cut_off", "memory"])
  test(`P2: over one connection, a plugin that hangs (${how}) holds up nobody else's calls`, async (t) => {
    const atLoad = `at-load-${how.replace("_", "-")}`;
    const plugins = [pluginFile(t, hanging("")), pluginFile(t, `require("part")\n${hanging("")}`, { name: atLoad })];
    const part = join(dirname(plugins[1]), "part.lua");
    writeFileSync(part, "return {}");
    const peer = new StdioPeer(
      t,
      plugins.flatMap((path) => ["--plugin", path]),
    );
    const start = async (): Promise<string> =>
      String((await peer.result("adapter.start", { plugin: "demo" }))["adapter"]);
    const other = await start();
    // It was run once when it was loaded, and then it was sound.
    writeFileSync(part, hanging(how));
    const session = String((await peer.result("session.create", { program: "/bin/cat" }))["session"]);
    for (const [method, paramsOf] of Object.entries(WAYS)) {
      const adapter = await start();
      if (method === "adapter.state")
        await peer.timed("adapter.turn", {
          adapter,
          send: { intent: "say", params: { text: `hang:${how}\n` } },
          wait: { params: { text: "hang" } },
        });
      const stuck = peer.timed(method, paramsOf(adapter, how));
      const beside = [
        ["session.list", {}],
        ["session.create", { program: "/bin/cat" }],
        ["session.input", { session, action: { type: "text", value: "x" } }],
        ["session.snapshot", { session, cells: false }],
        ["session.resize", { session, rows: 10, cols: 20 }],
        ["adapter.snapshot", { adapter: other, cells: false }],
        ["adapter.state", { adapter: other }],
        ["adapter.send", { adapter: other, intent: "say", params: { text: "x" } }],
        ["adapter.turn", { adapter: other, send: { intent: "say", params: { text: "ready" } } }],
        ["server.capabilities", {}],
        ["adapter.list", {}],
      ] as const;
      const answers = await Promise.all(beside.map(([name, params]) => peer.timed(name, params)));
      for (const [index, { answer, ms }] of answers.entries()) {
        const name = `${beside[index][0]} beside ${method}`;
        assert.ok(answer.result !== undefined, `${name}: ${answer.error?.message}`);
        assert.ok(ms <= MAX_HELD_UP_MS, `${name} took ${Math.round(ms)} ms`);
      }
      await stuck;
    }
    peer.server.end();
    assert.equal((await peer.server.exit).code, 0);
  });
