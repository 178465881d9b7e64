import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { RpcFailure, connect, serverState } from "../support/rpc-peer.js";

/** Shows what it is typed, and nothing else. */
const CAT = { program: "/bin/sh", args: ["-c", "stty -icanon min 1 time 0; printf ready; exec cat > /dev/null"] };

/** Clients of one server. */
function clients(t: TestContext): () => RpcPeer {
  const state = serverState(t);
  return () => connect(t, state);
}

const type = (peer: RpcPeer, session: string, value: string): Promise<unknown> =>
  peer.request("session.input", { session, action: { type: "text", value } });

/** The code in the data of an error. */
const refused = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof RpcFailure ? error.data?.code : String(error)),
  );

/** What the program was shown of it, in order. */
async function echoed(peer: RpcPeer, session: string): Promise<string> {
  return (await peer.request("session.transcript", { session })).text.replace(/^.*ready/s, "");
}

test("R14: what others type while somebody has the input waits, each one's in order, and is typed when it is given back", async (t) => {
  const client = clients(t);
  const [holder, other, third] = [client(), client(), client()];
  const { session } = await holder.request("session.create", CAT);
  await holder.shows(session, "ready");
  const { lease } = await holder.request("session.lease", { session, for_ms: 600_000, who: "anna" });
  assert.deepEqual({ ...lease, for_ms: 0 }, { who: "anna", as: "automation", others: "wait", for_ms: 0 });
  const waiting = [..."123"].map((key) => type(other, session, key));
  const line = third.request("session.submit", { session, line: "x" });
  await type(holder, session, "abc");
  await holder.shows(session, "readyabc");
  assert.equal(await echoed(holder, session), "abc");
  await holder.request("session.lease", { session, for_ms: 0 });
  await Promise.all([...waiting, line]);
  // Nobody promises which of two others comes first.
  const all = (await settled(holder, session)).replaceAll(/\s/g, "");
  assert.match(all, /^abc[123x]{4}$/);
  assert.equal(all.replace("x", ""), "abc123");
});

test("R14: what others type is refused at once where that is asked for, and says who has the input", async (t) => {
  const client = clients(t);
  const [holder, other] = [client(), client()];
  const session = await holder.shell("stty -echo; printf ready; exec cat", { shell_integration: false });
  await holder.shows(session, "ready");
  const waiting = (async (): Promise<string | undefined> => {
    await holder.request("session.lease", { session, for_ms: 600_000 });
    const input = refused(type(other, session, "late"));
    // Those who wait are refused too when it is asked for later.
    await other.request("session.inputs", { session });
    await holder.request("session.lease", { session, for_ms: 600_000, others: "fail", as: "person", who: "Anna" });
    return input;
  })();
  assert.equal(await waiting, "input_leased");
  const { message, data } = await other.refusal("internal_error", "session.input", {
    session,
    action: { type: "text", value: "no" },
  });
  assert.match(message, /^Anna, a person, has the input for themselves, for \d+ ms more; nothing was typed/);
  assert.equal(data?.lease?.who, "Anna");
  assert.equal(await refused(other.request("session.submit", { session, line: "no" })), "input_leased");
  // What must work while the program does not read works.
  await other.request("session.resize", { session, rows: 30, cols: 90 });
  await other.request("session.input", { session, action: { type: "mark_transcript", value: { label: "m" } } });
});

test("R14: a lease ends with its time, with its connection, and with the program", async (t) => {
  const client = clients(t);
  const other = client();
  const { session } = await other.request("session.create", CAT);
  await other.shows(session, "ready");
  const byTime = client();
  await byTime.request("session.lease", { session, for_ms: 50 });
  await type(other, session, "t");
  const byEnd = client();
  await byEnd.request("session.lease", { session, for_ms: 600_000 });
  const typed = type(other, session, "c");
  await other.request("session.inputs", { session });
  byEnd.close();
  await typed;
  await other.shows(session, "readytc");
  await client().request("session.lease", { session, for_ms: 600_000 });
  const never = other.refusal("session_closed", "session.input", { session, action: { type: "text", value: "x" } });
  await other.request("session.kill", { session });
  await never;
});

test("R14: what waits is not typed when its sender has gone, and a lease of a program that has ended is refused", async (t) => {
  const client = clients(t);
  const [holder, other] = [client(), client()];
  const { session } = await holder.request("session.create", CAT);
  await holder.shows(session, "ready");
  await holder.request("session.lease", { session, for_ms: 600_000 });
  void type(other, session, "never").catch(() => undefined);
  void other.request("session.submit", { session, line: "never" }).catch(() => undefined);
  await other.request("session.inputs", { session });
  other.close();
  await holder.request("session.lease", { session, for_ms: 0 });
  await type(holder, session, "own");
  await holder.shows(session, "readyown");
  assert.equal(await echoed(holder, session), "own");
  const waiting = client();
  await holder.request("session.lease", { session, for_ms: 600_000 });
  const late = waiting.refusal("session_closed", "session.lease", { session, timeout_ms: 600_000 });
  await holder.request("session.kill", { session });
  await late;
  await holder.refusal("session_closed", "session.lease", { session });
});

test("R14: what a client asked for before it had gone is not given to it afterwards", async (t) => {
  const client = clients(t);
  const [gone, other] = [client(), client()];
  const { session } = await other.request("session.create", CAT);
  await other.shows(session, "ready");
  // A batch is answered in order: what stands behind the wait begins when the client has gone.
  gone.send([
    { jsonrpc: "2.0", id: 1, method: "session.wait", params: { session, matcher: { type: "process_exited" } } },
    { jsonrpc: "2.0", id: 2, method: "session.lease", params: { session, for_ms: 600_000, others: "fail" } },
    { jsonrpc: "2.0", id: 3, method: "session.resize", params: { session, rows: 10, cols: 40, lend: true } },
  ]);
  await other.request("session.inputs", { session });
  gone.close();
  await other.caughtUp();
  await type(other, session, "mine");
  const { lease } = await other.request("session.inputs", { session });
  assert.equal(lease, undefined);
  const { size } = await other.request("session.snapshot", { session, cells: false });
  assert.deepEqual([size.rows, size.cols], [24, 80]);
});

test("R14: people share a lease, and nobody else joins them", async (t) => {
  const client = clients(t);
  const [anna, ben, script] = [client(), client(), client()];
  const { session } = await anna.request("session.create", CAT);
  await anna.shows(session, "ready");
  for (const [peer, who] of [
    [anna, "anna"],
    [ben, "ben"],
  ] as const) {
    await peer.request("session.lease", { session, for_ms: 600_000, as: "person", who });
    await type(peer, session, who);
  }
  assert.equal(await refused(script.request("session.lease", { session })), "input_leased");
  assert.equal(await refused(anna.request("session.lease", { session, as: "automation" })), "input_leased");
  assert.equal(await refused(script.request("session.lease", { session, timeout_ms: 20 })), "input_leased");
  const later = script.request("session.lease", { session, timeout_ms: 600_000, who: "script" });
  const givenUp = script.refusal("wait_cancelled", "session.lease", { session, timeout_ms: 600_000, wait_id: "up" });
  await anna.request("session.lease", { session, for_ms: 0 });
  await script.request("session.cancel_wait", { wait_id: "up" });
  await givenUp;
  await ben.request("session.lease", { session, for_ms: 0 });
  assert.equal((await later).lease?.who, "script");
  await type(script, session, "script");
  await script.shows(session, "annabenscript");
  const { inputs, lease } = await anna.request("session.inputs", { session });
  assert.deepEqual(
    inputs.map(({ number, by, as, text }) => [number, by, as, text]),
    [
      [1, "anna", "person", "anna"],
      [2, "ben", "person", "ben"],
      [3, "script", "automation", "script"],
    ],
  );
  assert.equal(lease?.who, "script");
});

test("R14: whoever types and takes the input, nothing is lost, doubled, out of order, or in between", async (t) => {
  const random = new Random(SEED);
  for (let round = 0; round < 8; round++) {
    const client = clients(t);
    const peers = Array.from({ length: 4 }, client);
    const { session } = await peers[0].request("session.create", { ...CAT, cols: 400 });
    await peers[0].shows(session, "ready");
    const typed: Promise<void>[] = [];
    const taken: string[][] = peers.map(() => []);
    const refusedTexts: string[] = [];
    let count = 0;
    const typeBy = (at: number): Promise<void> => {
      const text = `<${at}.${count++}>`;
      const done = refused(type(peers[at], session, text)).then((code) => {
        if (code === undefined) taken[at].push(text);
        else {
          assert.equal(code, "input_leased");
          refusedTexts.push(text);
        }
      });
      typed.push(done);
      return done;
    };
    for (let step = 0; step < 12; step++) {
      const holder = random.below(peers.length);
      const others = random.pick(["wait", "fail"] as const);
      // Nobody has it now: what is typed is typed.
      await Promise.all([
        ...typed,
        ...Array.from({ length: random.below(3) }, () => typeBy(random.below(peers.length))),
      ]);
      await peers[holder].request("session.lease", { session, for_ms: 600_000, others });
      const before = await settled(peers[holder], session);
      const own: Promise<void>[] = [];
      for (let more = random.below(8); more > 0; more--) {
        const at = random.below(peers.length);
        const done = typeBy(at);
        if (at === holder) own.push(done);
      }
      await Promise.all(own);
      const meanwhile = (await settled(peers[holder], session)).slice(before.length);
      assert.match(meanwhile, new RegExp(String.raw`^(<${holder}\.\d+>)*$`), `seed ${SEED}, round ${round}`);
      await peers[holder].request("session.lease", { session, for_ms: 0 });
    }
    await Promise.all(typed);
    const all = (await settled(peers[0], session)).match(/<\d+\.\d+>/g) ?? [];
    peers.forEach((_, at) =>
      assert.deepEqual(
        all.filter((text) => text.startsWith(`<${at}.`)),
        taken[at],
      ),
    );
    assert.equal(all.length + refusedTexts.length, count);
  }
});

let marks = 0;

/** What was echoed by then: a terminal echoes in order. */
async function settled(peer: RpcPeer, session: string): Promise<string> {
  const mark = `[${++marks}]`;
  await type(peer, session, mark);
  await peer.request("session.wait", { session, matcher: { type: "transcript_contains", value: mark } });
  return (await echoed(peer, session)).replaceAll(/\[\d+\]/g, "");
}

test("S1: who typed what is told without secrets, shown or not, and without names that are secrets", async (t) => {
  for (const canary of canaries(new Random(SEED)).slice(0, 12)) {
    const peer = connect(t);
    const session = await peer.shell("stty -echo; printf ready; read -r x; stty echo; printf again; exec cat");
    await peer.shows(session, "ready");
    await peer.request("session.submit", { session, line: canary.secret, echo: false });
    await peer.shows(session, "again");
    await peer.request("session.submit", { session, line: canary.text });
    const { inputs: told } = await peer.request("session.inputs", { session });
    assert.equal(told.length, 2);
    assert.equal(leakIn(JSON.stringify(told), canary), undefined, `${canary.shape}: ${JSON.stringify(told)}`);
    if (canary.text.length > 64) continue;
    await peer.request("session.lease", { session, who: canary.text });
    const { inputs, lease } = await peer.request("session.inputs", { session });
    assert.equal(leakIn(JSON.stringify({ inputs, lease }), canary), undefined, canary.shape);
  }
});

test("the last 256 things are kept, with numbers that go on", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", CAT);
  const keys = Array.from({ length: 300 }, () => ({ type: "key", value: "up" }) as const);
  for (const part of [keys.slice(0, 150), keys.slice(150)])
    await peer.request("session.input", { session, action: part });
  const { inputs } = await peer.request("session.inputs", { session });
  assert.deepEqual([inputs.length, inputs[0].number, inputs.at(-1)?.number], [256, 45, 300]);
  const after = await peer.request("session.inputs", { session, after: 298 });
  assert.deepEqual(
    after.inputs.map(({ number }) => number),
    [299, 300],
  );
  assert.deepEqual((await peer.request("session.inputs", { session, after: 300 })).inputs, []);
  const { inputs: few } = await peer.request("session.inputs", { session, limit: 3 });
  assert.deepEqual(
    few.map(({ number }) => number),
    [298, 299, 300],
  );
});
