import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import type { Adapter, LoadedPlugin } from "ptywright/plugins";
import { PluginExtension } from "ptywright/plugins";
import { RpcFailure, connect, serverState } from "../support/rpc-peer.js";
import { MIRROR, pluginFile, withAdapter, withPlugin } from "../support/plugins.js";

test("a server that stops while an adapter is being started ends its thread, and says so", async (t) => {
  const { state, peer, adapter } = await withAdapter(t, MIRROR);
  const workers: Worker[] = [];
  const ends: Promise<unknown>[] = [];
  const begun = new Promise<void>((resolve) => {
    const onWorker = (worker: Worker): void => {
      workers.push(worker);
      ends.push(once(worker, "exit"));
      resolve();
    };
    process.on("worker", onWorker);
    t.after(() => process.off("worker", onWorker));
  });
  const starting = peer.request("adapter.start", { plugin: "demo" }).catch((error: unknown) => error);
  await begun;
  // Long enough for the other one to be there before the sessions are ended.
  const { handle } = state.adapters.get(adapter).adapter;
  const close = handle.close.bind(handle);
  t.mock.method(handle, "close", async () => {
    await starting;
    return close();
  });
  await state.close();
  const failure = await starting;
  assert.ok(failure instanceof RpcFailure);
  assert.match(failure.message, /the server is stopping/);
  await Promise.all(ends);
  assert.equal(workers.length, 1);
  assert.deepEqual(await peer.request("adapter.live", {}), { adapters: [] });
});

test("O5: a server keeps 256 adapters at most; those being started count too", async (t) => {
  const { state, peer } = await withPlugin(t, MIRROR);
  // So many threads and programs would say more about the machine than about the limit.
  const session = { on: () => () => undefined };
  const stub = { session, close: () => Promise.resolve() } as unknown as Adapter;
  let begin!: () => void;
  const isTime = new Promise<void>((resolve) => (begin = resolve));
  const starting = Array.from({ length: 256 }, () =>
    state.adapters.add(
      () => isTime.then(() => stub),
      state.adapters.reserve(),
      () => assert.fail("nobody asks for its state"),
    ),
  );
  const early = await peer.refusal("internal_error", "adapter.start", { plugin: "demo" });
  assert.match(early.message, /there are 256 adapters already; close some of them first/);
  begin();
  await Promise.all(starting);
  await peer.refusal("internal_error", "adapter.start", { plugin: "demo" });
  await state.adapters.remove("e7");
  assert.equal((await peer.request("adapter.start", { plugin: "demo" })).adapter, "e257");
});

test("O5: a server keeps 256 loaded plugins at most", async (t) => {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  const load = (name: string) => ["plugin.load", { manifest_path: pluginFile(t, "return {}", { name }) }] as const;
  const start = t.mock.method(PluginExtension, "start", async ({ manifest }: LoadedPlugin) => ({
    manifest,
    close: () => Promise.resolve(),
  }));
  for (let count = 0; count < 256; count++) await peer.request(...load(`p${count}`));
  start.mock.restore();
  const refused = await peer.refusal("internal_error", ...load("one-more"));
  assert.match(refused.message, /256 plugins are loaded already; unload some of them first/);
  assert.deepEqual(refused.data, { code: "plugin_failed", plugin: "one-more", failure: "unavailable" });
  await peer.request("plugin.unload", { plugin: "p7" });
  await peer.request(...load("one-more"));
});
