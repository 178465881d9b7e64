import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { MethodSpec } from "#internal/protocol/index.js";
import { methods } from "#internal/protocol/index.js";
import { largestValue } from "../support/largest-values.js";
import type { PipelinedPeer } from "../support/pipelined-peer.js";
import { ProbedServer } from "../support/probed-server.js";
import { NEEDS_PROC } from "../support/processes.js";

/** One that is searched for in a thread: the dearest take seconds there, which is nobody else's time. */
const DEAR_ENOUGH = "[a-z]{0,20}[0-9]X";

/** Of all clients, each with the largest request. */
const CLIENTS = 4;
/** Twice what is aimed at: a processor that others use too is slower, and nobody can tell by how much. */
const MOST_MS = 100;
/** The machine may be busy: the best of these counts. */
const ATTEMPTS = 3;
const MESSAGE_BYTES = 15_000_000;
/** What all clients of a server may make it hold beside what it held before, for a moment. */
const MOST_MB = 700;

const LARGE_PARAMS = { command: "x".repeat(1_000_000) };

/** Fields that have to name something, for the request to be carried out at all. */
interface World {
  readonly session: string;
  readonly adapter: string;
}

/** What a request needs to be about something, and to end. */
const meant = (method: string, client: number, { session, adapter }: World): Record<string, unknown> => ({
  session,
  adapter,
  prior_adapter: undefined,
  plugin: "shell",
  program: "/bin/true",
  cwd: "/",
  raw_transcript_path: undefined,
  raw_transcript_append: false,
  wait_id: `${method}${client}`,
  timeout_ms: method === "adapter.turn" ? undefined : 100,
  transcript_max_chars: 131_072,
  rows: 500 - client,
  cols: 200,
  redact: true,
  redaction: {
    extra_regexes: [DEAR_ENOUGH],
    extra_literals: Array.from({ length: 256 }, (_, i) => `${i}${"y".repeat(1_000)}`),
  },
  // A moment that there is not would be refused, and nothing read.
  ...(method === "session.transcript" ? { since: undefined } : {}),
  newer_than: undefined,
  output_since: undefined,
  ...(method === "session.find" ? { text: undefined, style: { bold: false } } : {}),
  ...(method === "adapter.turn" ? { send: { intent: "run", params: LARGE_PARAMS }, wait: { timeout_ms: 100 } } : {}),
  ...(method.startsWith("adapter.")
    ? { intent: method === "adapter.turn" ? undefined : "run", wait_intent: undefined, wait_params: undefined }
    : {}),
});

/** These end what the others need, so that they come last. */
const LAST = ["session.resize", "adapter.close", "session.kill", "session.close"];
const order = (method: string) => LAST.indexOf(method);
const names = Object.keys(methods).sort((a, b) => order(a) - order(b));

test(
  `R13: the largest request of each method, from ${CLIENTS} clients at once, holds up nobody`,
  { skip: NEEDS_PROC },
  async (t) => {
    const server = await ProbedServer.start(t);
    const peers = await Promise.all(Array.from({ length: CLIENTS }, () => server.connect()));
    const world = await worldOf(peers[0]);
    for (const method of names)
      await t.test(method, async (t) => {
        const spec = methods[method as keyof typeof methods] as MethodSpec;
        const requests = peers.map((_, client) => largestOf(spec, meant(method, client, world)));
        let best = Infinity;
        for (let attempt = 0; attempt < ATTEMPTS && best > MOST_MS; attempt++)
          best = Math.min(
            best,
            await longestPause(t, server, () =>
              Promise.all(peers.map((peer, client) => peer.request(method, requests[client]))),
            ),
          );
        assert.ok(best <= MOST_MS, `the event loop stood still for ${best} ms`);
      });
  },
);

/** A session whose screen and output are as large as they may be, of what patterns are slow on; and an adapter. */
async function worldOf(peer: PipelinedPeer): Promise<World> {
  const script = 'stty -echo; head -c 9000000 /dev/zero | tr "\\0" "a"; cat > /dev/null';
  const session = await peer.create({
    ...{ program: "/bin/sh", args: ["-c", script], rows: 500, cols: 200, transcript_max_chars: 8_388_608 },
  });
  await peer.result("session.wait", { session, matcher: { type: "screen_stable", value: { min_ms: 500 } } });
  const { adapter } = await peer.result("adapter.start", { plugin: "shell" });
  return { session, adapter: String(adapter) };
}

async function longestPause(t: TestContext, server: ProbedServer, work: () => Promise<unknown>): Promise<number> {
  const { liveMb } = await server.probe();
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, server.rssMb)), 20);
  await work();
  clearInterval(watch);
  const { delay } = await server.probe();
  t.diagnostic(`${delay.maxMs.toFixed(1)} ms, ${Math.max(0, peakMb - liveMb).toFixed(0)} MB at most`);
  assert.ok(peakMb - liveMb < MOST_MB, `${peakMb} MB, ${liveMb} MB of them before`);
  return delay.maxMs;
}

function largestOf({ params }: MethodSpec, fixed: Record<string, unknown>): object {
  const named = Object.keys(params.fields).filter((name) => name in fixed);
  const rest = Object.fromEntries(Object.entries(params.fields).filter(([name]) => !named.includes(name)));
  const largest = largestValue({ ...params, fields: rest }, MESSAGE_BYTES, "params") as object;
  return { ...largest, ...Object.fromEntries(named.map((name) => [name, fixed[name]])) };
}
