import { ScriptedServer } from "../support/client.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notification } from "ptywright/client";

const STATE = { confidence: 1, evidence: "", sequence: 1, candidates: [] };
const asked = (server: ScriptedServer): unknown[] =>
  server.sent.filter(({ method }) => method === "server.set_notifications").map(({ params }) => params);
const changed = (server: ScriptedServer, adapter: string, state: string): void =>
  server.tells("adapter.state_changed", { adapter, state: { ...STATE, state } });
const happened = (server: ScriptedServer, adapter: string, seq: number): void =>
  server.tells("adapter.event", { adapter, event: { kind: "text_delta", seq, text: `${seq}` } });

/** Everything that waits, in short. */
async function waiting(server: ScriptedServer, news: AsyncIterableIterator<Notification>): Promise<string[]> {
  await server.client.close();
  const all: string[] = [];
  for await (const { method, params } of news) {
    if (method === "adapter.event") all.push(`${params.adapter} ${params.event.seq}`);
    else all.push(method === "adapter.state_changed" ? `${params.adapter} ${params.state.state}` : method);
  }
  return all;
}

test("adapters and sessions are asked for together, and each loop gets its own", async () => {
  const server = new ScriptedServer();
  const [one, both, none] = [
    server.client.notifications({ adapters: ["e1"] }),
    server.client.notifications({ adapters: ["e2"], sessions: ["s1"] }),
    server.client.notifications({ adapters: [] }),
  ];
  assert.deepEqual(asked(server), [
    { enabled: true, adapters: ["e1"] },
    { enabled: true, sessions: ["s1"], adapters: ["e1", "e2"] },
    { enabled: true, sessions: ["s1"], adapters: ["e1", "e2"] },
  ]);
  changed(server, "e1", "a");
  happened(server, "e2", 1);
  server.tells("session.changed", { session: "s1", sequence: 1 });
  server.tells("session.changed", { session: "s9", sequence: 1 });
  assert.deepEqual(await waiting(server, one), ["e1 a"]);
  assert.deepEqual(await waiting(server, both), ["e2 1", "session.changed"]);
  assert.deepEqual(await waiting(server, none), []);
});

test("of states the latest waits, behind the events that led to it; of events every one", async () => {
  const server = new ScriptedServer();
  const news = server.client.notifications();
  changed(server, "e1", "a");
  happened(server, "e1", 1);
  happened(server, "e1", 2);
  changed(server, "e1", "b");
  changed(server, "e2", "c");
  happened(server, "e1", 3);
  assert.deepEqual(await waiting(server, news), ["e1 1", "e1 2", "e1 b", "e2 c", "e1 3"]);
});

test("events that are not taken are bounded: the oldest go, and the gap in their numbers shows", async () => {
  const server = new ScriptedServer();
  const news = server.client.notifications();
  happened(server, "e1", 1);
  assert.equal((await news.next()).done, false);
  changed(server, "e1", "a");
  for (let seq = 2; seq <= 3_000; seq++) happened(server, "e1", seq);
  const all = await waiting(server, news);
  assert.equal(all.length, 1_025);
  assert.deepEqual([all[0], all[1], all.at(-1)], ["e1 a", "e1 1977", "e1 3000"]);
});

test("a plugin's data in a notification keeps its names, and what is no notification is passed over", async () => {
  const server = new ScriptedServer();
  const news = server.client.notifications();
  for (const params of [{ adapter: "e1" }, { adapter: "e1", state: null }, { adapter: 1, state: STATE }, [], "x"])
    server.says({ jsonrpc: "2.0", method: "adapter.state_changed", params });
  server.tells("adapter.event", { adapter: "e1", event: 3 });
  server.tells("adapter.unheard_of", { adapter: "e1" });
  const metadata = { some_key: [{ inner_key: 1 }] };
  server.tells("adapter.state_changed", {
    adapter: "e1",
    state: { ...STATE, state: "a_state", metadata, host_marks: [{ label: "a_mark" }] },
  });
  const event = { kind: "tool_completed", seq: 1, id: "t_1", status: "ok", result: { exit_code: 0 } };
  server.tells("adapter.event", { adapter: "e1", event });
  const [state, told] = [(await news.next()).value, (await news.next()).value] as Notification[];
  assert.deepEqual(state, {
    method: "adapter.state_changed",
    params: { adapter: "e1", state: { ...STATE, state: "a_state", metadata, hostMarks: [{ label: "a_mark" }] } },
  });
  assert.deepEqual(told, { method: "adapter.event", params: { adapter: "e1", event } });
  await server.client.close();
});
