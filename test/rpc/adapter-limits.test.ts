import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { RpcFailure } from "../support/rpc-peer.js";
import { MIRROR, withAdapter } from "../support/plugins.js";

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
