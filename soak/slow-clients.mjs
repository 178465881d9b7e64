// Five hundred clients of one socket that say a byte a second or nothing at all, and one that has work to do.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "../build/test/support/processes.js";
import { ServeProcess, SocketPeer, line } from "../build/test/support/serve-process.js";
import { WithoutTest } from "../build/test/support/without-test.js";

const CLIENTS = 500;
const LIMIT = 256;
/** How long half a message may be, and how much later it is cut off on a busy machine. */
const PARTIAL_MS = 30_000;
const LATE_MS = 5_000;
const P99_MS = 20;
/** Other processes take the processor at times: the best of so many parts of the time is what the server can do. */
const PARTS = 6;

/** @param {number[]} values */
const p99 = (values) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1];

/** A client that reads, and says a byte of a long request every second if it is not silent. @param {string} path @param {boolean} isSilent */
async function slowClient(path, isSilent) {
  const socket = connect({ path, allowHalfOpen: false });
  const client = { socket, isSilent, text: "", cutAfterMs: 0, isRefused: false, isClosed: false };
  socket.setEncoding("utf8").on("data", (/** @type {string} */ text) => (client.text += text));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const message = line(1, "session.snapshot", { session: "x".repeat(200) });
  let [sent, began] = [0, performance.now()];
  // Not at once: one that is refused would miss the reason while it writes.
  const timer = setInterval(() => {
    if (isSilent) return;
    if (sent === 0) began = performance.now();
    socket.write(message[sent++]);
  }, 1_000);
  socket.on("close", () => {
    clearInterval(timer);
    client.isClosed = true;
    client.cutAfterMs = performance.now() - began;
    client.isRefused = client.text.includes("clients are connected already");
  });
  return client;
}

/** Only these: its log, too, is a descriptor, from the first line on. @param {number} pid */
function socketsOf(pid) {
  const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      // Closed since it was listed.
      return "";
    }
  });
  return targets.filter((target) => target.startsWith("socket:")).length;
}

/** @param {number} pid */
const cpuMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "R5: 500 clients that talk slowly or not at all are refused or cut off, and one that works does not notice",
  seconds: 45,
  async run({ progress }) {
    const test = new WithoutTest();
    const path = join(mkdtempSync(join(tmpdir(), "ptywright-soak-")), "s.sock");
    const server = new ServeProcess(test.context, ["--socket", path]);
    await server.listening();
    const good = await SocketPeer.connect(test.context, path);
    const session = await good.create({ program: "cat" });
    const descriptors = () => socketsOf(server.pid);
    await good.request("session.snapshot", { session, cells: false });
    const before = descriptors();

    const began = performance.now();
    const clients = [];
    for (let at = 0; at < CLIENTS; at++) clients.push(await slowClient(path, at % 5 === 0));
    const busyMs = cpuMs(server.pid);
    /** @type {number[][]} */
    const parts = Array.from({ length: PARTS }, () => []);
    while (performance.now() - began < PARTIAL_MS - 1_000) {
      const start = performance.now();
      const { result } = await good.request("session.snapshot", { session, cells: false });
      assert.equal(result?.plain_text, "");
      parts[Math.min(PARTS - 1, Math.floor(((start - began) / PARTIAL_MS) * PARTS))].push(performance.now() - start);
      await progress(Math.round((start - began) / 1000), PARTIAL_MS / 1000);
      await delay(5);
    }
    const asked = parts.flat();
    const perRequestMs = (cpuMs(server.pid) - busyMs) / asked.length;
    const refused = clients.filter(({ isRefused }) => isRefused).length;
    assert.equal(refused, CLIENTS + 1 - LIMIT, "refused");
    assert.equal(clients.filter(({ isClosed }) => isClosed).length, refused, "cut off before their time");

    const talking = clients.filter(({ isSilent, isRefused }) => !isSilent && !isRefused);
    await eventually(() => talking.every(({ isClosed }) => isClosed), Boolean, PARTIAL_MS + LATE_MS);
    for (const { isClosed, cutAfterMs, text } of talking) {
      assert.ok(isClosed, "a client that said half a message was not cut off");
      assert.ok(cutAfterMs > PARTIAL_MS - 100 && cutAfterMs < PARTIAL_MS + LATE_MS, `cut off after ${cutAfterMs} ms`);
      assert.equal(JSON.parse(text).error.code, -32600);
    }
    const silent = clients.filter(({ isSilent, isRefused }) => isSilent && !isRefused);
    assert.ok(silent.length > 0 && silent.every(({ isClosed }) => !isClosed), "a silent client does no harm and stays");
    const left = await eventually(descriptors, (count) => count === before + silent.length, 10_000);
    assert.equal(left, before + silent.length, "descriptors of those that were cut off");
    for (const { socket } of silent) socket.destroy();
    assert.equal(await eventually(descriptors, (count) => count === before, 10_000), before, "descriptors");
    const best = Math.min(...parts.filter((part) => part.length > 20).map(p99));
    await test.end();
    assert.ok(best <= P99_MS, `p99 of a request: ${best.toFixed(1)} ms`);
    return (
      `${refused} refused, ${talking.length} cut off after 30 s, ${silent.length} silent; ${asked.length} requests meanwhile, ` +
      `p99 ${best.toFixed(1)} ms (${p99(asked).toFixed(1)} ms with what else the machine did), ${perRequestMs.toFixed(2)} ms of processor a request`
    );
  },
};
