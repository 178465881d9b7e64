// Attach: a key pressed in a terminal that is joined to a `cat` elsewhere, until it shows there. Two terminals: ours holds the viewer.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Matcher, Session } from "ptywright";
import { percentile } from "./round-trip.mjs";
import { hasTmux, server } from "./yardsticks/tmux.mjs";

const BIN = join(import.meta.dirname, "..", "bin", "ptywright");
const KEYS = 300;
const KEYS_A_ROW = 50;
const SIZE = { rows: 24, cols: 80 };

/** Presses keys one by one, each when the one before is shown. @param {import("ptywright").TargetOptions} viewer */
async function keys(viewer) {
  const session = await Session.spawn({ ...viewer, size: SIZE });
  try {
    return await timesOf(session);
  } finally {
    await session.close();
  }
}

/** @param {Session} session */
async function timesOf(session) {
  await session.waitFor(Matcher.containsText("ready"));
  const times = [];
  for (let row = 0; times.length < KEYS; row++) {
    // What is waited for must be nowhere else on the screen.
    let shown = `row ${row}: `;
    await session.writeText(shown);
    await session.waitFor(Matcher.containsText(shown.trimEnd()));
    for (let i = 0; i < KEYS_A_ROW; i++) {
      shown += "x";
      const start = performance.now();
      const seen = session.waitFor(Matcher.containsText(shown));
      await session.writeText("x");
      await seen;
      times.push(performance.now() - start);
    }
    await session.writeText("\r");
    await session.waitFor(Matcher.screenStable(50));
  }
  return times;
}

const PROGRAM = ["sh", "-c", "stty -icanon; echo ready; cat > /dev/null"];

async function ours() {
  const home = mkdtempSync(join(tmpdir(), "ptywright-bench-"));
  const env = { PTYWRIGHT_HOME: home };
  const verb = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [BIN, ...args], { env: { ...process.env, ...env } });
  verb("new", "--name", "web", "--", ...PROGRAM);
  try {
    return await keys({ program: process.execPath, args: [BIN, "attach", "web"], env });
  } finally {
    verb("server", "stop");
    rmSync(home, { recursive: true });
  }
}

async function tmux() {
  const socket = server("attach");
  // Without its status line the picture is the program's alone, as ours.
  execFileSync("tmux", [
    ...socket,
    "new-session",
    "-d",
    "-x",
    "80",
    "-y",
    "24",
    ...PROGRAM,
    ";",
    "set",
    "status",
    "off",
  ]);
  try {
    return await keys({ program: "tmux", args: [...socket, "attach"] });
  } finally {
    execFileSync("tmux", [...socket, "kill-server"]);
  }
}

/** @param {import("./run.mjs").Bench} bench */
export async function runAttach({ rounds, measure, row }) {
  const contenders = { ptywright: ours, ...(hasTmux() && { "tmux attach": tmux }) };
  /** @type {Record<string, number[]>} */
  const results = Object.fromEntries(Object.keys(contenders).map((who) => [who, []]));
  const samples = Object.fromEntries(
    Object.entries(contenders).map(([who, run]) => [who, async () => results[who].push(percentile(await run(), 0.5))]),
  );
  await measure("attach", rounds, samples);
  row({
    work: "attach, a key until it shows (p50)",
    unit: "ms",
    better: "lower",
    results,
    bars: { "tmux attach": 1.5 },
  });
}
