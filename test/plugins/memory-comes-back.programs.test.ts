import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MIRROR, pluginFile } from "../support/plugins.js";
import { NEEDS_PROC, eventually } from "../support/processes.js";
import { ServeProcess, SocketPeer } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";
import { moduleWith, wasmPlugin } from "../support/wasm-module.js";

const MIB = 1_048_576;
/** Both floods fill 64 MiB; what they had before does not count. */
const MIN_RISE = 40 * MIB;
const MAX_REST = 1.15;
const WARM_UP_ROUNDS = 200;
/** V8 lets garbage of any kind grow to 32 MB before it looks at it, also that of the requests beside the flood. */
const NODE_OPTIONS = "--max-semi-space-size=1";

const LUA_FLOOD = `
  local M = {}
  function M.classify() return { state = "ready" } end
  function M.fill() local kept = {} while true do kept[#kept + 1] = string.rep("x", 100000) .. #kept end end
  return M`;
/** Writes to what it gets, or the system would not give it. */
const WASM_FLOOD = `(local.set $end (i32.const ${MIB}))
  (loop $more
    (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then (unreachable)))
    (call $copy (local.get $end) (i32.const 0) (i32.const ${MIB}))
    (local.set $end (i32.add (local.get $end) (i32.const ${MIB})))
    (br $more))`;

for (const flooding of ["demo", "module"])
  test(
    `P3: the memory that a plugin in ${flooding === "demo" ? "Lua" : "WebAssembly"} filled is back within 2 s, and others keep theirs`,
    { skip: NEEDS_PROC },
    async (t) => {
      const server = new ServeProcess(t, ["--socket", join(tempDir(t), "socket"), "--allow-plugin-load"], {
        NODE_OPTIONS,
      });
      const socket = await server.listening();
      const [peer, other] = [await SocketPeer.connect(t, socket), await SocketPeer.connect(t, socket)];
      const memory = (field: "VmRSS" | "VmHWM"): number => {
        const status = readFileSync(`/proc/${server.pid}/status`, "latin1");
        return 1024 * Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
      };
      const start = async (plugin: string): Promise<string> => {
        const { result, error } = await peer.request("adapter.start", { plugin });
        assert.ok(result !== undefined, error?.message);
        return String(result["adapter"]);
      };
      const module = moduleWith({ classify: { answer: { state: "ready" } }, fill: { code: WASM_FLOOD } });
      for (const path of [pluginFile(t, LUA_FLOOD), wasmPlugin(t, module), pluginFile(t, MIRROR, { name: "quiet" })])
        assert.equal((await peer.request("plugin.load", { manifest_path: path })).error, undefined);
      const [flood, quiet] = [await start(flooding), await start("quiet")];
      let looks = 0;
      const ask = async (): Promise<void> => {
        const { result } = await other.request("adapter.state", { adapter: quiet });
        const seen = Number((result?.["state"] as { metadata: { looks: number } }).metadata.looks);
        assert.ok(seen >= looks, `it counted to ${looks}, and then to ${seen}`);
        looks = seen;
        await other.request("adapter.send", { adapter: quiet, intent: "say", params: { text: "x" } });
      };
      const floods = async (): Promise<void> => {
        const { error } = await peer.request("adapter.send", { adapter: flood, intent: "fill" });
        assert.match(error?.message ?? "", /64 MiB of memory/);
      };
      // What the first times cost is in what it is compared with.
      for (let times = 0; times < WARM_UP_ROUNDS; times++) await ask();
      const before = memory("VmRSS");
      let isOver = false;
      const flooded = floods().finally(() => (isOver = true));
      let rounds = 0;
      for (; !isOver; rounds++) await ask();
      await flooded;
      assert.ok(memory("VmHWM") - before >= MIN_RISE, "the memory was filled");
      const after = await eventually(
        () => memory("VmRSS"),
        (bytes) => bytes <= MAX_REST * before,
        2_000,
      );
      t.diagnostic(
        `${[before, memory("VmHWM"), after].map((bytes) => Math.round(bytes / MIB)).join(", ")} MiB before, at most, after; ${rounds} rounds`,
      );
      assert.ok(after <= MAX_REST * before, `${after} bytes, ${before} before`);
      assert.ok(rounds > 0 && looks > 1, `${rounds} rounds, ${looks} looks`);
      const { result } = await peer.request("adapter.state", { adapter: flood });
      assert.equal((result?.["state"] as { state: string }).state, "ready");
    },
  );
