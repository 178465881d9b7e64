// A plugin's answer: a full screen goes to its thread, a state comes back. The yardstick is a bare thread that is sent the same
// message and answers with the same state at once. Each sample is the p50 of many.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Terminal, terminalView } from "../dist/core/screen/index.js";
import { loadPlugin } from "../dist/plugins/manifest/index.js";
import { PluginWorker } from "../dist/plugins/runtime/index.js";
import { percentile } from "./round-trip.mjs";

const CALLS = 2000;
const WARM_UP = 300;
const HANG_MS = 500;
const ROWS = 60;
const COLS = 200;

const CLASSIFY = `
local M = {}
function M.classify(ctx)
  local spinner = ctx.status_text:match("esc to interrupt")
  for line in ctx.body_text:gmatch("[^\\n]+") do
    if line:find("^> ") then return { state = "ready", confidence = 0.9, evidence = line } end
  end
  return { state = spinner and "running" or "unknown", confidence = 0.5, evidence = "no prompt" }
end
return M
`;

const ECHO = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", () => parentPort.postMessage({ state: "unknown", confidence: 0.5, evidence: "no prompt" }));
`;

const lines = Array.from({ length: ROWS }, (_, row) => `${row} `.padEnd(COLS - 1, "the quick brown fox jumps over "));
const context = {
  screen: lines.join("\n"),
  body_text: lines.slice(0, -3).join("\n"),
  status_text: lines.slice(-3).join("\n"),
  transcript: "",
  sequence: 7,
  markers: { turn_start: 100 },
  cursor: { row: 1, col: 2, visible: true },
  completed_turn_stable_ms: 300,
};

/** @param {() => Promise<unknown>} ask */
async function p50(ask) {
  const times = [];
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

/** The plugin with the most to look for, on a full screen of its program that was kept: an answer grows, a message waits. */
async function realPlugin() {
  const folder = join(import.meta.dirname, "..", "plugins", "claude-code");
  const { program } = loadPlugin(join(folder, "manifest.toml"));
  const plugin = await PluginWorker.start(program);
  const screen = readFileSync(join(folder, "fixtures", `2.1.325-${COLS}x${ROWS}-busy.txt`), "utf8").trimEnd();
  const busy = { ...context, screen, stable_ms: 10, last_intent: "prompt_submitted" };
  const snapshot = styledScreen(screen);
  // What the terminal knows is put together for every look.
  const terminal = () => {
    const view = terminalView(snapshot);
    return view && { ...view, alternate_screen: view.alternateScreen };
  };
  return { plugin, classify: () => plugin.call("classify", { ...busy, terminal: terminal() }) };
}

/** The screen with about two styles a row, as the program has. @param {string} text */
function styledScreen(text) {
  const terminal = new Terminal({ rows: ROWS, cols: COLS, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const styled = text
    .replaceAll(/^( *\S+)( \S+)?/gm, "\x1b[38;2;1;2;3m$1\x1b[m\x1b[1m$2\x1b[m")
    .replaceAll("\n", "\r\n");
  const bytes = Buffer.from(styled);
  for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
  return terminal.snapshot(1);
}

/** The longest the event loop was held up while a plugin loops for ever in its thread. */
async function lagWhileHanging() {
  const source = "return { hang = function() while true do end end }";
  const limits = { wallClockMs: HANG_MS, instructions: 5_000_000 };
  const pattern = "return { hang = function() return (('a'):rep(40) .. 'b'):find(('a-'):rep(40) .. 'c') end }";
  let longest = 0;
  for (const code of [source, pattern]) {
    const program = { name: "hangs", root: import.meta.dirname, entrypoint: "main.lua", permissions: [] };
    const plugin = await PluginWorker.start({ ...program, source: code, runtime: "lua" }, { limits });
    let last = performance.now();
    const ticks = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last - 1);
      last = now;
    }, 1);
    await plugin.call("hang", null).catch(() => undefined);
    clearInterval(ticks);
    await plugin.close();
  }
  return longest;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runPlugins({ rounds, measure, row }) {
  const program = {
    name: "bench",
    root: import.meta.dirname,
    entrypoint: "main.lua",
    source: CLASSIFY,
    permissions: [],
  };
  const plugin = await PluginWorker.start({ ...program, runtime: "lua" });
  const echo = new Worker(ECHO, { eval: true });
  const classify = () => plugin.call("classify", context);
  const bare = async () => {
    const answered = once(echo, "message");
    echo.postMessage(context);
    await answered;
  };
  for (let i = 0; i < WARM_UP; i++) await Promise.all([classify(), bare()]);
  const results = await measure("plugins", rounds, { ptywright: () => p50(classify), "bare thread": () => p50(bare) });
  await Promise.all([plugin.close(), echo.terminate()]);
  row({
    work: `classify round trip ${COLS}x${ROWS}, p50`,
    unit: "ms",
    better: "lower",
    results,
    bars: {},
    ceiling: 1,
  });
  const real = await realPlugin();
  for (let i = 0; i < WARM_UP; i++) await real.classify();
  const known = await measure("a whole plugin", rounds, { ptywright: () => p50(real.classify) });
  await real.plugin.close();
  row({
    work: `classify with all of claude-code ${COLS}x${ROWS}, p50`,
    unit: "ms",
    better: "lower",
    results: known,
    bars: {},
    ceiling: 2,
  });
  const lag = await measure("a plugin that hangs", rounds, { ptywright: lagWhileHanging });
  row({
    work: "longest pause of the event loop while a plugin hangs",
    unit: "ms",
    better: "lower",
    results: lag,
    bars: {},
    ceiling: 50,
  });
}
