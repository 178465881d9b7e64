// Servers that are killed in the middle of random work, their guardians too: what they leave behind, and how the next one fares.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SoakOwner } from "../build/test/support/owner.js";
import { PipelinedPeer } from "../build/test/support/pipelined-peer.js";
import { pluginFile } from "../build/test/support/plugins.js";
import { eventually, guardiansOf, isAlive, markedProcesses, stateOf } from "../build/test/support/processes.js";
import { Random } from "../build/test/support/random.js";
import { RandomScript, countedText } from "../build/test/support/random-script.js";
import { ServeProcess } from "../build/test/support/serve-process.js";
import { tempDir } from "../build/test/support/temp-dir.js";

/** Between two kills there are up to so many steps: 1,000 steps see some 20 kills. */
const MAX_STEPS = 100;
/** What is promised, and what a machine that others keep busy may take, once in ten. */
const PROMISED_MS = 2_000;
const PATIENCE_MS = 15_000;
const CONFIG = '# kept as it is\n[logging]\nlevel = "debug"\n';
const LUA = 'return { classify = function() return { kind = "ready" } end }';

/** @typedef {"server" | "guardian first" | "both at once"} Manner */

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "B9: a server that is killed at any step of a random script leaves no program, no socket in the way and no file half-written",
  seconds: 110,
  async run({ seed, count, progress, broke }) {
    const t = new SoakOwner();
    const folder = tempDir(t);
    const home = join(folder, "home");
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "config.toml"), CONFIG);
    const path = join(folder, "socket");
    const manifest = pluginFile(t, LUA);
    const serve = async () => {
      const server = new ServeProcess(t, ["--socket", path, "--allow-plugin-load"], { PTYWRIGHT_HOME: home });
      await server.listening();
      return server;
    };
    const random = new Random(seed);
    const kills = count(60);
    let steps = 0;
    let replaced = 0;
    let rawBytes = 0;
    /** @type {number[]} */
    const goneMs = [];
    try {
      let server = await serve();
      for (let kill = 0; kill < kills; kill++) {
        await progress(kill, kills);
        const raw = join(folder, `raw-${kill}`);
        mkdirSync(raw);
        const manner = /** @type {Manner} */ (random.pick(["server", "server", "guardian first", "both at once"]));
        const killAt = random.below(MAX_STEPS);
        const guardianKillAt = random.below(killAt + 1);
        const killGuardian = () => {
          const pids = guardiansOf(server.pid);
          pids.forEach((pid) => process.kill(pid, "SIGKILL"));
          return pids;
        };
        const replaceGuardian = async () => {
          const killed = killGuardian();
          // The server has seen it go, and has started another if there is anybody to guard.
          const isBack = await eventually(
            () =>
              killed.every((pid) => stateOf(pid) === undefined) &&
              (guardiansOf(server.pid).length > 0 || markedProcesses(server.pid).length === 0),
            (isSo) => isSo,
            PATIENCE_MS,
          );
          if (!isBack) broke(`kill ${kill}: the guardian that was killed at step ${guardianKillAt} did not come back`);
        };
        const script = new RandomScript(await PipelinedPeer.connect(path), new Random(seed + kill), raw, manifest);
        await script.run(MAX_STEPS, async (step) => {
          if (manner === "guardian first" && step === guardianKillAt) await replaceGuardian();
          if (step < killAt) steps++;
          return step < killAt;
        });
        if (manner === "both at once") killGuardian();
        // Without one there may be nobody to guard, or one who came in the moment in which its guardian went.
        const isGuarded = manner === "server" || (manner === "guardian first" && guardiansOf(server.pid).length > 0);
        if (isGuarded && manner === "guardian first") replaced++;
        server.child.kill("SIGKILL");
        const killed = performance.now();
        await server.exit;
        const dead = server.pid;
        // Without a guardian the stubborn ones live until the next server starts.
        if (!isGuarded) server = await serve();
        const began = isGuarded ? killed : performance.now();
        const left = await eventually(
          () => markedProcesses(dead),
          (pids) => pids.length === 0,
          PATIENCE_MS,
        );
        goneMs.push(performance.now() - began);
        if (left.length > 0) broke(`kill ${kill} (${manner}, step ${killAt}) left the processes ${left.join(", ")}`);
        if (isGuarded) server = await serve();
        const ledgers = await eventually(
          () => readdirSync(join(home, "data", "ledger")).filter((name) => !name.startsWith(`${server.pid}-`)),
          (names) => names.length === 0,
          PATIENCE_MS,
        );
        assert.deepEqual(ledgers, [], `kill ${kill} (${manner}): a ledger was left`);
        assert.equal(readFileSync(join(home, "config.toml"), "utf8"), CONFIG);
        for (const name of readdirSync(raw)) {
          const text = readFileSync(join(raw, name), "latin1");
          rawBytes += text.length;
          assert.ok(text === countedText(text.length), `kill ${kill}: ${name} is no beginning of what was printed`);
        }
        assert.ok(isAlive(server.pid));
      }
      const strangers = readdirSync(home).filter((name) => !["config.toml", "data", "logs", "plugins"].includes(name));
      assert.deepEqual(strangers, []);
    } finally {
      await t.end();
    }
    goneMs.sort((a, b) => a - b);
    const usual = goneMs[Math.floor(goneMs.length * 0.9)];
    if (usual > PROMISED_MS) broke(`the last program was gone after ${usual.toFixed(0)} ms in nine of ten kills`);
    return `${kills} kills in ${steps} steps, ${replaced} with a guardian that had come back, the last program gone after ${usual.toFixed(0)} ms in nine of ten, at most ${goneMs[goneMs.length - 1].toFixed(0)} ms, ${(rawBytes / 1e6).toFixed(1)} MB of raw files`;
  },
};
