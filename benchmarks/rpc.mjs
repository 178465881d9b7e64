// RPC over a Unix socket: trivial requests, one and 64 in flight, against a bare echo server on node:net; and the round trip
// of the library, a line typed to `cat` until it shows, once more through the socket. The servers are processes of their own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Session } from "ptywright";
import { Client } from "ptywright/client";
import { percentile, roundTrips } from "./round-trip.mjs";

const SLICE_MS = 400;
const LINES = 1000;
const SERVER = join(import.meta.dirname, "yardsticks", "rpc-server.mjs");

/** @param {string} kind @param {string} path */
async function startServer(kind, path) {
  const server = fork(SERVER, [kind, path]);
  const ended = once(server, "exit").then(([code]) => {
    throw new Error(`the ${kind} server ended with ${code} before it listened`);
  });
  await Promise.race([once(server, "message"), ended]);
  ended.catch(() => undefined);
  return server;
}

/** Requests answered in a second with so many under way. @param {string} path @param {number} inFlight */
async function throughput(path, inFlight) {
  const socket = connect(path);
  await once(socket, "connect");
  let id = 0;
  let answered = 0;
  /** @param {number} count */
  const ask = (count) => {
    let text = "";
    for (let i = 0; i < count; i++) text += `{"jsonrpc":"2.0","id":${++id},"method":"session.list"}\n`;
    socket.write(text);
  };
  const start = performance.now();
  ask(inFlight);
  for await (const chunk of socket) {
    let lines = 0;
    for (const byte of chunk) if (byte === 10) lines++;
    answered += lines;
    if (performance.now() - start > SLICE_MS) break;
    if (lines > 0) ask(lines);
  }
  socket.destroy();
  return (answered / (performance.now() - start)) * 1000;
}

/** The two messages of a round trip, and answers of their sizes, with nothing done for them: p50 in ms. @param {string} path */
async function bareRoundTrip(path) {
  const socket = connect(path);
  await once(socket, "connect");
  const times = [];
  let rest = "";
  let answered = 0;
  let onAnswers = () => {};
  socket.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (typeof JSON.parse(line).id === "number") answered++;
    if (answered === 2) onAnswers();
  });
  for (let i = 0; i < LINES; i++) {
    const start = performance.now();
    answered = 0;
    const seen = new Promise((resolve) => (onAnswers = () => resolve(undefined)));
    const value = `line ${i}.\nline ${i}.`;
    for (const [id, method, params] of [
      [1, "session.wait", { session: "s1", matcher: { type: "contains_text", value } }],
      [2, "session.input", { session: "s1", action: { type: "text", value } }],
    ])
      socket.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    await seen;
    times.push(performance.now() - start);
  }
  socket.destroy();
  return percentile(times, 0.5);
}

/** @param {import("./round-trip.mjs").Drivable} session */
const medianRoundTrip = async (session) => percentile(await roundTrips(session, LINES), 0.5);

/** @param {import("./run.mjs").Bench} bench */
export async function runRpc({ scratch, rounds, measure, row }) {
  // A killed server leaves its socket, and this may be measured once more.
  const folder = mkdtempSync(join(scratch, "rpc-"));
  const [ourPath, echoPath] = [join(folder, "ours.sock"), join(folder, "echo.sock")];
  const servers = [await startServer("ptywright", ourPath), await startServer("echo", echoPath)];
  try {
    for (const path of [ourPath, echoPath]) await throughput(path, 64); // Until both are compiled.
    for (const [inFlight, bar] of [
      [1, 0.5],
      [64, 0.5],
    ]) {
      const work = `RPC, ${inFlight} in flight`;
      const results = await measure(work, rounds, {
        ptywright: () => throughput(ourPath, inFlight),
        "bare echo": () => throughput(echoPath, inFlight),
      });
      row({ work, unit: "requests/s", better: "higher", results, bars: { "bare echo": bar } });
    }
    const client = await Client.connect({ socket: ourPath });
    const results = await measure("round trip over the socket", rounds, {
      ptywright: async () => medianRoundTrip(await client.spawn({ program: "/bin/cat" })),
      "the library": async () => medianRoundTrip(await Session.spawn({ program: "/bin/cat" })),
      "bare messages": () => bareRoundTrip(echoPath),
    });
    // What two processes cannot do without: the library's work, and the messages to it and back.
    results["both together"] = results["the library"].map((ms, round) => ms + results["bare messages"][round]);
    delete results["bare messages"];
    await client.close();
    row({
      work: "round trip over the socket, p50",
      unit: "ms",
      better: "lower",
      results,
      bars: { "the library": 6, "both together": 2.5 },
    });
  } finally {
    for (const server of servers) server.kill();
  }
}
