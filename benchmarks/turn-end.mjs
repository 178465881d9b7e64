// How long after the last output of a turn its end is told, beyond the time that the screen has to be still for it. The program is one
// of ours that shows what the claude-code plugin knows; it answers at once. Each sample is the p50 of some turns.
import { join } from "node:path";
import { Adapter, PluginCatalog } from "../dist/plugins/index.js";
import { percentile } from "./round-trip.mjs";

const TURNS = 10;
const STABLE_MS = 300;
const SIZE = { rows: 60, cols: 200 };

/** @param {import("./run.mjs").Bench} bench */
export async function runTurnEnd({ scratch, rounds, measure, row }) {
  const plugins = new PluginCatalog();
  const program = join(import.meta.dirname, "..", "test", "fixtures", "programs", "prompt-box.mjs");
  const adapter = await Adapter.start(plugins.get("claude-code"), {
    program: process.execPath,
    args: [program, join(scratch, "received")],
    registry: plugins.predicates,
    ...SIZE,
  });
  const { handle } = adapter;
  let lastChange = 0;
  let asked = 0;
  handle.session.on("changed", () => (lastChange = performance.now()));
  await handle.wait("ready_matcher");
  const sample = async () => {
    const times = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const { state } = await handle.turn("send_prompt", { prompt: `hello ${++asked}` });
      times.push(performance.now() - lastChange - STABLE_MS);
      if (state.state !== "completed_turn") throw new Error(`the turn ended as ${state.state}: ${state.evidence}`);
    }
    return percentile(times, 0.5);
  };
  await sample();
  const results = await measure("the end of a turn", rounds, { ptywright: sample });
  await adapter.close();
  await plugins.close();
  row({
    work: `completed_turn after a turn's last output ${SIZE.cols}x${SIZE.rows}, beyond ${STABLE_MS} ms of stillness, p50`,
    unit: "ms",
    better: "lower",
    results,
    bars: {},
    ceiling: 50,
  });
}
