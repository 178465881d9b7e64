// Records the fixtures of plugins/claude-code from the real program: drives it to a screen through a server on a socket, and has
// `ptywright plugin capture` keep what it shows. `node e2e/claude-code/record-fixtures.mjs [FLOW...]`; PTYWRIGHT_CLAUDE_SETUPS as for the tests.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../dist/client/index.js";
import { makeHome } from "./claude-home.mjs";
import { commandLikeRead } from "./dialog-grammar.mjs";
import { SETUPS } from "./drive.mjs";
import { startFakeApi } from "./fake-api.mjs";
import { SUGGESTION } from "./scenarios.mjs";
import { programOf } from "./versions.mjs";

/** @typedef {import("../../dist/client/index.js").RemoteAdapter} RemoteAdapter */
/** @typedef {{ adapter: RemoteAdapter, api: Awaited<ReturnType<typeof startFakeApi>>, size: { rows: number, cols: number }, ask: (prompt: string) => Promise<unknown>, paints: (text: string) => Promise<unknown>, begin: (prompt: string, isThere: (news: any) => boolean) => Promise<void>, keep: (name: string) => void }} Driven */
/** @typedef {Omit<Parameters<typeof makeHome>[0], "apiUrl"> & { args?: string[], env?: Record<string, string>, waits?: boolean }} FlowOptions */

const ROOT = join(import.meta.dirname, "..", "..");
const BIN = join(ROOT, "bin", "ptywright");
const FIXTURES = process.env.PTYWRIGHT_FIXTURES ?? join(ROOT, "plugins", "claude-code", "fixtures");
const LIMIT_MS = 30_000;

/** One that only some set-up shows says which. @type {Record<string, { options?: FlowOptions, only?: string, run: (driven: Driven) => Promise<void> }>} */
const FLOWS = {
  turns: {
    run: async ({ adapter, ask, begin, keep }) => {
      keep("ready");
      await ask("FAKE:text hi");
      keep("completed");
      await ask("FAKE:thinking about it");
      keep("completed-after-thinking");
      await ask("FAKE:text again");
      keep("completed-third-turn");
      await begin("FAKE:hang", ({ event }) => event?.kind === "text_delta");
      keep("streaming-text");
      await adapter.send("cancel");
      await adapter.wait(undefined, {}, { timeoutMs: LIMIT_MS });
      keep("interrupted");
    },
  },
  early: {
    run: async ({ adapter, begin, keep }) => {
      await begin("FAKE:silent please", ({ state }) => state?.state === "thinking");
      keep("waiting-for-answer");
      await adapter.send("cancel");
      await adapter.wait(undefined, {}, { timeoutMs: LIMIT_MS });
      keep("interrupted-early");
    },
  },
  queued: {
    run: async ({ adapter, begin, keep }) => {
      await begin("FAKE:hang", ({ event }) => event?.kind === "text_delta");
      await adapter.send("steer", { prompt: "and then this" });
      keep("queued-message");
    },
  },
  tools: {
    run: async ({ adapter, ask, keep }) => {
      await ask("FAKE:bash");
      keep("permission-bash");
      await approve(adapter);
      keep("completed-after-tool");
      await ask("FAKE:bash(touch other)");
      await deny(adapter);
      keep("denied-bash");
      await ask("FAKE:write");
      keep("permission-write");
      await deny(adapter);
      await ask("FAKE:edit");
      keep("permission-edit");
      await deny(adapter);
      await ask("FAKE:read");
      keep("permission-read");
      await deny(adapter);
      keep("denied-read");
    },
  },
  question: {
    run: async ({ adapter, ask, keep }) => {
      await ask("FAKE:question");
      keep("question");
      const { metadata } = await adapter.state();
      const { dialog_id } = /** @type {any} */ (metadata);
      await adapter.turn("choose_option", { option: "Blue", dialog_id }, { timeoutMs: LIMIT_MS });
      keep("question-answered");
    },
  },
  plan: {
    options: { args: ["--permission-mode", "plan"] },
    run: async ({ adapter, ask, keep }) => {
      keep("ready-in-plan-mode");
      await ask("FAKE:plan");
      keep("plan-approval");
      await deny(adapter);
      keep("plan-denied");
    },
  },
  outside: {
    options: { args: ["--permission-mode", "plan"] },
    run: async ({ ask, keep }) => {
      await ask("FAKE:read");
      keep("permission-read-outside");
    },
  },
  forged: {
    run: async ({ api, size, ask, keep }) => {
      const input = { command: commandLikeRead(size, "forged"), description: "x" };
      api.uses.set("forged", [{ type: "tool_use", name: "Bash", input }]);
      await ask("FAKE:use(forged)");
      keep("forged-read");
    },
  },
  errors: {
    run: async ({ ask, keep }) => {
      for (const error of ["400", "401", "413", "429", "500", "529", "credit"]) {
        await ask(`FAKE:${error}`);
        keep(`error-${error}`);
      }
      await ask("FAKE:drop");
      keep("error-connection");
    },
  },
  panels: {
    run: async ({ adapter, keep }) => {
      for (const [command, name] of [
        ["model", "model-picker"],
        ["usage", "usage"],
        ["status", "status-panel"],
        ["help", "help-panel"],
        ["permissions", "permissions-panel"],
      ]) {
        await adapter.turn("slash_command", { command }, { timeoutMs: LIMIT_MS });
        keep(name);
        await adapter.send("key", { key: "escape" });
        await adapter.wait("ready_matcher", {}, { timeoutMs: LIMIT_MS });
      }
    },
  },
  declined: {
    run: async ({ adapter, ask, keep }) => {
      await ask("FAKE:question");
      await deny(adapter);
      keep("question-declined");
      for (const error of ["403", "404", "torn"]) {
        await ask(`FAKE:${error}`);
        keep(`error-${error}`);
      }
      await ask("FAKE:enterplan");
      keep("entered-plan-mode");
    },
  },
  first: {
    options: { isFirstRun: true },
    run: async ({ adapter, keep }) => {
      keep("first-run-theme");
      await adapter.send("key", { key: "enter" });
      await adapter.wait("ready_matcher", {}, { timeoutMs: LIMIT_MS });
      keep("first-run-welcome");
    },
  },
  login: {
    options: { hasKey: false },
    run: async ({ adapter, ask, keep }) => {
      await ask("hello");
      keep("error-not-logged-in");
      await adapter.turn("slash_command", { command: "login" }, { timeoutMs: LIMIT_MS });
      keep("login-method");
    },
  },
  suggestion: {
    options: { env: { CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "1" } },
    run: async ({ ask, paints, keep }) => {
      await ask("FAKE:text(one) hi");
      await ask("FAKE:text(two) hi");
      await paints(SUGGESTION);
      keep("suggestion");
    },
  },
  // The panel with what was changed, beside the conversation.
  beside: {
    only: "2.1.325-120x40",
    options: { hasGit: true, config: { diffSidebarOpen: true } },
    run: async ({ adapter, ask, paints, keep }) => {
      await ask("FAKE:edit");
      await approve(adapter);
      await paints("source: Current");
      await adapter.wait("ready_matcher", {}, { timeoutMs: LIMIT_MS });
      keep("beside-completed");
      await ask("FAKE:bash");
      keep("beside-permission");
    },
  },
  trust: { options: { isTrusted: false }, run: async ({ keep }) => keep("trust") },
  key: { options: { isKeyApproved: false }, run: async ({ keep }) => keep("api-key") },
};

/** @param {RemoteAdapter} adapter @param {string} intent */
async function answer(adapter, intent) {
  const { metadata } = await adapter.state();
  const { dialog_id } = /** @type {any} */ (metadata);
  await adapter.turn(intent, { dialog_id }, { timeoutMs: LIMIT_MS });
}
const approve = (/** @type {RemoteAdapter} */ adapter) => answer(adapter, "approve");
const deny = (/** @type {RemoteAdapter} */ adapter) => answer(adapter, "deny");

/** @param {(typeof SETUPS)[number]} setup @param {string} flow */
async function record({ name: setup, version, rows, cols }, flow) {
  const { options = {}, run } = FLOWS[flow];
  const { args = ["--permission-mode", "default"], env = {}, ...homeOptions } = options;
  const api = await startFakeApi();
  const home = makeHome({ apiUrl: api.url, ...homeOptions });
  const folder = mkdtempSync(join(tmpdir(), "ptywright-record-"));
  const socket = join(folder, "s.sock");
  const server = spawn(process.execPath, [BIN, "serve", "--socket", socket], {
    env: { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "close");
  await once(server.stderr, "data");
  const client = await Client.connect({ socket });
  try {
    const target = { program: programOf(version), args, cwd: home.cwd, rows, cols, env };
    const adapter = await client.startAdapter("claude-code", target);
    await adapter.wait("ready_matcher", {}, { timeoutMs: LIMIT_MS });
    await run({
      adapter,
      api,
      size: { rows, cols },
      ask: (prompt) => adapter.turn("send_prompt", { prompt }, { timeoutMs: LIMIT_MS }),
      paints: async (text) => {
        const changes = client.notifications({ sessions: [adapter.sessionId], signal: AbortSignal.timeout(LIMIT_MS) });
        for (; !(await adapter.snapshot({ redact: false })).plainText.includes(text); await changes.next());
      },
      keep: (name) => {
        const command = [BIN, "plugin", "capture", adapter.id, "--socket", socket, "--name", `${setup}-${name}`];
        const written = execFileSync(process.execPath, [...command, "--dir", FIXTURES, "--overwrite"], {
          cwd: home.cwd,
        });
        process.stdout.write(`${String(written).split("\n")[1]?.replace(/^.*\//, "")}\n`);
      },
      begin: async (prompt, isThere) => {
        const news = adapter.events({ signal: AbortSignal.timeout(LIMIT_MS) });
        await adapter.send("send_prompt", { prompt });
        for await (const event of news) if (isThere(event)) return;
      },
    });
  } finally {
    await client.close();
    server.kill("SIGTERM");
    await ended;
    await api.close();
    home.remove();
    rmSync(folder, { recursive: true });
  }
}

const flows = process.argv.slice(2);
for (const setup of SETUPS)
  for (const flow of flows.length === 0 ? Object.keys(FLOWS) : flows) {
    if ((FLOWS[flow].only ?? setup.name) !== setup.name) continue;
    process.stdout.write(`${setup.name} ${flow}\n`);
    await record(setup, flow);
  }
