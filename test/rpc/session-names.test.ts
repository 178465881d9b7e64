import assert from "node:assert/strict";
import { test } from "node:test";
import { methods } from "#internal/protocol/index.js";
import { connect } from "../support/rpc-peer.js";

const CAT = { program: "/bin/sh", args: ["-c", "stty -echo; printf ready; exec cat"] };

test("a name stands for the id in every method that takes a session", async (t) => {
  const peer = connect(t);
  await peer.request("session.create", { ...CAT, name: "build" });
  const { session } = await peer.request("session.create", { ...CAT, name: "Build-2.log_x" });
  const { session: other } = await peer.request("session.create", CAT);
  assert.deepEqual(await peer.request("session.list", {}), {
    sessions: ["s1", session, other],
    names: [
      { session: "s1", name: "build" },
      { session, name: "Build-2.log_x" },
    ],
  });
  await peer.shows("build", "ready");
  const takers = Object.entries(methods).filter(([, { params }]) => "session" in params.fields);
  assert.ok(takers.length >= 12);
  const isLast = (name: string): number => Number(name === "session.close") * 2 + Number(name === "session.kill");
  const refusalOf = async (method: string, example: object): Promise<string> => {
    const params = { ...example, session: "build", ...("timeout_ms" in example ? { timeout_ms: 0 } : {}) };
    return peer.request(method as "session.kill", params).then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  };
  for (const [method, { example }] of takers.sort(([a], [b]) => isLast(a) - isLast(b)))
    assert.doesNotMatch(await refusalOf(method, example), /does not exist/, method);
  for (const [method, { example }] of takers)
    assert.match(await refusalOf(method, example), /session "build" does not exist/, method);
});

test("a name is taken until its session is closed, also while that is being started", async (t) => {
  const peer = connect(t);
  const [first, second] = await Promise.allSettled([
    peer.request("session.create", { ...CAT, name: "one" }),
    peer.request("session.create", { ...CAT, name: "one" }),
  ]);
  assert.deepEqual([first.status, second.status], ["fulfilled", "rejected"]);
  const { data, message } = await peer.refusal("invalid_params", "session.create", { ...CAT, name: "one" });
  assert.deepEqual([data?.field, data?.code], ["name", "name_taken"]);
  assert.match(message, /name "one" is that of session s1; close that one first, or take another name/);
  await peer.request("session.kill", { session: "one" });
  await peer.refusal("invalid_params", "session.create", { ...CAT, name: "one" });
  await peer.request("session.close", { session: "one" });
  await peer.refusal("internal_error", "session.create", { program: "/no/such/program", name: "one" });
  await peer.request("session.create", { ...CAT, name: "one" });
});

test("no name can be taken for an id, and what is no name is refused", async (t) => {
  const peer = connect(t);
  for (const name of ["s1", "S1", "e12", "x0", "", "1a", "-a", "a b", "a@b", "a/b", "é", "a".repeat(65)]) {
    const { data } = await peer.refusal("invalid_params", "session.create", { ...CAT, name });
    assert.equal(data?.field, "name", name);
  }
  for (const name of ["s", "s1x", "a".repeat(64), "S.1"]) await peer.request("session.create", { ...CAT, name });
});

test("calls by name and by id take effect in order, also before the session is there", async (t) => {
  const peer = connect(t);
  const type = (session: string, value: string): Promise<unknown> =>
    peer.request("session.input", { session, action: { type: "text", value } });
  const created = peer.request("session.create", { ...CAT, name: "mine" });
  const sent = Array.from({ length: 40 }, (_, at) => type(at % 3 === 0 ? "mine" : "s1", `${at},`));
  await Promise.all([created, ...sent]);
  const later = Array.from({ length: 40 }, (_, at) => type(at % 2 === 0 ? "s1" : "mine", `${at + 40},`));
  await Promise.all([...later, type("mine", "\n")]);
  const all = Array.from({ length: 80 }, (_, at) => `${at},`).join("");
  await peer.request("session.wait", { session: "mine", matcher: { type: "contains_text", value: all } });
});

test("notifications are asked for by name, also before there is a session that has it", async (t) => {
  const peer = connect(t);
  await peer.request("server.set_notifications", { enabled: true, sessions: ["mine"] });
  await peer.request("session.create", CAT);
  await peer.request("session.create", { program: "/bin/sh", args: ["-c", "exit 3"], name: "mine" });
  const params = await peer.next("session.exited");
  assert.deepEqual([params.session, params.name, params.exit_code], ["s2", "mine", 3]);
});
