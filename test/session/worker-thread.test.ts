import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import "../support/home.js";
import { isAlive, eventually } from "../support/processes.js";

const ENTRY = import.meta.resolve("ptywright");

test("a session works in a worker thread and ends with it", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(ENTRY)}).then(async ({ Matcher, Session }) => {
      const session = await Session.spawn({ program: "/bin/cat" });
      await session.writeText("from a worker\\r");
      const { snapshot } = await session.waitFor(Matcher.containsText("from a worker\\nfrom a worker"));
      parentPort.postMessage({ pid: session.pid, text: snapshot.plainText });
    });
  `;
  const worker = new Worker(source, { eval: true });
  const [{ pid, text }] = (await once(worker, "message")) as [{ pid: number; text: string }];
  assert.equal(text, "from a worker\nfrom a worker");
  await worker.terminate();
  assert.equal(
    await eventually(
      () => isAlive(pid),
      (alive) => !alive,
      2000,
    ),
    false,
  );
});
