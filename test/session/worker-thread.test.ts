import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import "../support/home.js";
import { isAlive, eventually } from "../support/processes.js";

const ENTRY = import.meta.resolve("ptywright");

const IN_WORKER = `
  const { parentPort } = require("node:worker_threads");
  import(${JSON.stringify(ENTRY)}).then(async ({ Matcher, Session }) => {
    const session = await Session.spawn({ program: "/bin/cat" });
    await session.writeText("from a worker\\r");
    const { snapshot } = await session.waitFor(Matcher.containsText("from a worker\\nfrom a worker"));
    parentPort.on("message", () => session.close().then(() => process.exit()));
    parentPort.postMessage({ pid: session.pid, text: snapshot.plainText });
  });`;

const isGone = (pid: number): Promise<boolean> =>
  eventually(
    () => isAlive(pid),
    (alive) => !alive,
    2000,
  ).then((alive) => !alive);

test("a session works in a worker thread and is closed in it", async () => {
  const worker = new Worker(IN_WORKER, { eval: true });
  const exit = once(worker, "exit");
  const [{ pid, text }] = (await once(worker, "message")) as [{ pid: number; text: string }];
  assert.equal(text, "from a worker\nfrom a worker");
  worker.postMessage("close");
  await exit;
  assert.ok(await isGone(pid));
});

// In a process of its own: where the program ends while the thread is being taken down, node-pty's binding aborts the whole process.
test("no program survives a worker thread that is terminated with its session open", async () => {
  const host = `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker(${JSON.stringify(IN_WORKER)}, { eval: true });
    worker.once("message", ({ pid }) => { console.log(pid); worker.terminate(); });`;
  const { stdout } = spawnSync(process.execPath, ["-e", host], { encoding: "utf8" });
  assert.match(stdout, /^\d+\n$/);
  assert.ok(await isGone(Number(stdout)));
});
