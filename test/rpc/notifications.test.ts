import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { setImmediate as immediate } from "node:timers/promises";
import { test } from "node:test";
import type { Notification } from "ptywright/protocol";
import { RpcServer, serveNdjson } from "ptywright/rpc";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";

const random = new Random(SEED);

const outputOf = (peer: RpcPeer, session: string): string =>
  peer.notifications
    .filter((told) => told.method === "session.output" && told.params.session === session)
    .map((told) => (told.params as { output: string }).output)
    .join("");

const type = (peer: RpcPeer, session: string, value: string): Promise<unknown> =>
  peer.request("session.input", { session, action: { type: "text", value } });

test("nothing is told to a client that did not ask for it", async (t) => {
  const state = serverState(t);
  const [quiet, told] = [connect(t, state), connect(t, state)];
  await told.request("server.set_notifications", { enabled: true });
  const session = await quiet.shell("printf hello");
  await told.next("session.exited", (params) => params.session === session);
  await quiet.request("session.close", { session });
  assert.deepEqual(quiet.notifications, []);
});

test("a session is told from its beginning: changes, then output, then its end with how it ended", async (t) => {
  const peer = connect(t);
  await peer.request("server.set_notifications", { enabled: true });
  const session = await peer.shell("printf 'hello world'; exit 3");
  const exited = await peer.next("session.exited");
  assert.deepEqual(exited, { session, sequence: exited.sequence, exit_code: 3 });
  assert.equal(outputOf(peer, session), "hello world");
  assert.equal(peer.notifications.at(-1)?.method, "session.exited");
  const killed = await peer.shell("cat");
  await peer.request("session.kill", { session: killed });
  const { signal, exit_code: code } = await peer.next("session.exited", (params) => params.session === killed);
  assert.deepEqual([signal, code], ["SIGHUP", undefined]);
});

test("the filter names sessions, also ones that do not exist yet, and each call replaces it", async (t) => {
  const state = serverState(t);
  const [peer, all] = [connect(t, state), connect(t, state)];
  await all.request("server.set_notifications", { enabled: true });
  const params = { enabled: true, sessions: ["s2", "s99"] };
  assert.deepEqual(await peer.request("server.set_notifications", params), params);
  const [one, two] = [await peer.shell("cat"), await peer.shell("cat")];
  const both = async (text: string): Promise<void> => {
    for (const session of [one, two]) {
      await type(peer, session, text);
      await peer.shows(session, text);
      await all.next("session.output", ({ session: id, output }) => id === session && output.includes(text));
    }
    await immediate();
  };
  await both("first");
  await peer.next("session.output", ({ session }) => session === two);
  assert.equal(outputOf(peer, one), "");
  await peer.request("server.set_notifications", { enabled: true, sessions: [one] });
  const before = outputOf(peer, two);
  await both("second");
  await peer.next("session.output", ({ session }) => session === one);
  assert.equal(outputOf(peer, one), "second");
  assert.equal(outputOf(peer, two), before);
  await peer.request("server.set_notifications", { enabled: true, adapters: ["e1"] });
  const count = peer.notifications.length;
  await both("third");
  assert.equal(peer.notifications.length, count);
  await peer.request("server.set_notifications", { enabled: false });
  await both("fourth");
  assert.equal(peer.notifications.length, count);
});

for (const [params, message] of [
  [{}, /enabled is missing/],
  [{ enabled: 1 }, /enabled must be true or false/],
  [{ enabled: true, sessions: "s1" }, /sessions must be an array/],
  [{ enabled: true, sessions: [""] }, /sessions\[0\] must not be empty/],
  [{ enabled: true, adapters: [1] }, /adapters\[0\] must be a string/],
  [{ enabled: true, sessions: Array.from({ length: 1_025 }, () => "s1") }, /at most 1024/],
] as const)
  test(`a filter such as ${JSON.stringify(params).slice(0, 50)} is refused`, async (t) => {
    assert.match((await connect(t).refusal("invalid_params", "server.set_notifications", params)).message, message);
  });

test("R9: turning notifications on, or on again, repeats nothing; an exit is told once", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf before; read a; printf after; read a");
  await peer.shows(session, "before");
  const turnOn = (enabled: boolean): Promise<unknown> => peer.request("server.set_notifications", { enabled });
  await turnOn(true);
  await turnOn(true);
  await type(peer, session, "\r");
  await peer.next("session.output", ({ output }) => output.includes("after"));
  assert.equal(outputOf(peer, session), "\r\nafter");
  await turnOn(false);
  await type(peer, session, "\r");
  await peer.exits(session);
  for (let time = 0; time < 3; time++) {
    await turnOn(true);
    await peer.next("session.exited");
    await turnOn(false);
  }
  await turnOn(true);
  await peer.request("session.close", { session });
  await immediate();
  await immediate();
  assert.equal(peer.notifications.filter((told) => told.method === "session.exited").length, 1);
  assert.equal(outputOf(peer, session), "\r\nafter");
});

test("R9: sequence numbers never go back, and the last one is that of the session", async (t) => {
  const peer = connect(t);
  await peer.request("server.set_notifications", { enabled: true });
  const session = await peer.shell("for i in 1 2 3 4 5 6 7 8 9; do seq 1 300; sleep 0.01; done");
  for (let rows = 1; rows < 40; rows++) {
    await peer.request("session.resize", { session, rows, cols: 80 });
    await immediate();
  }
  const exited = await peer.next("session.exited");
  const { sequence } = await peer.request("session.snapshot", { session, cells: false });
  // What has ended can still be resized, which is told too.
  if (exited.sequence < sequence) await peer.next("session.changed", (params) => params.sequence === sequence);
  let last = 0;
  for (const { params } of peer.notifications) {
    assert.ok("sequence" in params && params.sequence >= last);
    last = params.sequence;
  }
  assert.equal(last, sequence);
});

test("S2: all output put together is the redacted transcript, wherever a secret was cut", async (t) => {
  const peer = connect(t);
  await peer.request("server.set_notifications", { enabled: true });
  for (const canary of canaries(random).slice(0, 12)) {
    const pieces = [3, 9, canary.text.length - 1].map((at) => [canary.text.slice(0, at), canary.text.slice(at)]);
    for (const [head, tail] of pieces) {
      const session = await peer.shell('stty -echo; printf "a %s" "$H"; read l; printf "%s z" "$T"; read l', {
        env: { H: head, T: tail, PATH: "/usr/bin:/bin" },
      });
      await peer.request("session.wait", { session, matcher: { type: "contains_text", value: `a ${head}` } });
      await immediate();
      await type(peer, session, "\r");
      await peer.request("session.wait", { session, matcher: { type: "transcript_contains", value: `${tail} z` } });
      await immediate();
      await type(peer, session, "\r");
      await peer.next("session.exited", (params) => params.session === session);
      assert.equal(outputOf(peer, session), (await peer.request("session.transcript", { session })).text);
      for (const told of peer.notifications) assert.equal(leakIn(JSON.stringify(told), canary), undefined);
    }
  }
});

test("S2: a secret that had begun before notifications were turned on is not told from its middle", async (t) => {
  for (const canary of canaries(random)) {
    const peer = connect(t);
    for (const at of [4, 12, canary.text.length - 9]) {
      const [head, tail] = [canary.text.slice(0, at), canary.text.slice(at)];
      const session = await peer.shell(
        'stty -echo; printf "a %s" "$H"; read l; printf "%s z\nplain words\n" "$T"; read l',
        {
          env: { H: head, T: tail, PATH: "/usr/bin:/bin" },
        },
      );
      await peer.request("session.wait", { session, matcher: { type: "contains_text", value: `a ${head}` } });
      await peer.request("server.set_notifications", { enabled: true, sessions: [session] });
      await type(peer, session, "\r");
      await peer.shows(session, "plain words");
      await peer.request("session.close", { session });
      await peer.next("session.exited", (params) => params.session === session);
      assert.match(outputOf(peer, session), / z\r\nplain words\r\n$/);
      assert.equal(leakIn(outputOf(peer, session), canary), undefined, `${canary.shape} cut at ${at}`);
      assert.ok(!outputOf(peer, session).includes("a "), outputOf(peer, session));
    }
  }
});

/** A client over a stream that nobody reads until told to. */
function slowClient(
  t: Parameters<typeof serverState>[0],
  state: ReturnType<typeof serverState>,
): {
  send(message: unknown): void;
  read(): Promise<Notification[]>;
} {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1 });
  void serveNdjson(input, output, { state });
  t.after(() => input.end());
  return {
    send: (message) => void input.write(`${JSON.stringify(message)}\n`),
    read: async () => {
      const seen: Notification[] = [];
      let text = "";
      for await (const chunk of output) {
        text += String(chunk);
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) {
          const message = JSON.parse(line) as Notification;
          if ("method" in message) seen.push(message);
        }
        if (seen.some(({ method }) => method === "session.exited")) return seen;
      }
      return seen;
    },
  };
}

for (const [what, keep, dropped] of [
  ["gets all that it missed, while it is kept", 100_000, false],
  ["is told that something was dropped, when it is not", 1_000, true],
] as const)
  test(`R7: a client that does not read gets fewer and larger notifications, and ${what}`, async (t) => {
    const state = serverState(t);
    const peer = connect(t, state);
    await peer.request("server.set_notifications", { enabled: true });
    const slow = slowClient(t, state);
    slow.send({ jsonrpc: "2.0", id: 1, method: "server.set_notifications", params: { enabled: true } });
    await immediate();
    const lines = 400;
    const script = `i=0; while [ $i -lt ${lines} ]; do i=$((i+1)); echo "line $i of many"; read l; done`;
    const session = await peer.shell(script, { transcript_max_chars: keep });
    for (let line = 1; line <= lines; line++) {
      if (line % 20 === 0) await peer.shows(session, `line ${line} `);
      await type(peer, session, "\r");
    }
    await peer.next("session.exited", (params) => params.session === session);
    const seen = await slow.read();
    const outputs = seen.flatMap((told) => (told.method === "session.output" ? [told.params] : []));
    assert.ok(outputs.length < 20, `${outputs.length} notifications`);
    assert.equal(
      outputs.some((params) => params.dropped),
      dropped,
    );
    const text = outputs.map(({ output }) => output).join("");
    assert.ok(text.includes(`line ${lines} of many`));
    assert.equal(text === outputOf(peer, session), !dropped);
    assert.equal(seen.at(-1)?.method, "session.exited");
  });

test("what follows a gap does not begin in the middle of a secret", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  for (const canary of canaries(random)) {
    const slow = slowClient(t, state);
    slow.send({ jsonrpc: "2.0", id: 1, method: "server.set_notifications", params: { enabled: true } });
    await immediate();
    const keep = 30;
    const tail = canary.secret.slice(-14);
    // The window holds the last characters of the secret and what follows it.
    const session = await peer.shell('stty -echo; printf start; read l; printf "%s%s" "$S" "$F"; read l', {
      env: { S: canary.text, F: " z".padEnd(keep - tail.length, "."), PATH: "/usr/bin:/bin" },
      transcript_max_chars: keep,
    });
    await peer.shows(session, "start");
    await type(peer, session, "\r");
    await peer.shows(session, "z..");
    await peer.request("session.kill", { session });
    const seen = JSON.stringify(await slow.read());
    assert.ok(seen.includes('"dropped":true'), seen);
    assert.equal(leakIn(seen, canary), undefined, `${canary.shape}: ${seen}`);
    await peer.request("session.close", { session });
  }
});

test("a caller who fetches notifications gets the answer first and then all that is due", async (t) => {
  const server = new RpcServer();
  t.after(() => server.close());
  const ask = async (method: string, params: unknown): Promise<string[]> =>
    server.handleLineMessages(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  await ask("server.set_notifications", { enabled: true });
  await ask("session.create", { program: "/bin/sh", args: ["-c", "printf hi; exit 2"] });
  const messages = await ask("session.wait", { session: "s1", matcher: { type: "process_exited" } });
  assert.match(messages[0], /"matched":true/);
  const told = messages.slice(1).map((text) => JSON.parse(text) as Notification);
  assert.deepEqual(
    told.map(({ method }) => method),
    ["session.changed", "session.output", "session.exited"],
  );
  assert.deepEqual(await ask("session.list", {}), ['{"jsonrpc":"2.0","id":1,"result":{"sessions":["s1"]}}']);
});
