import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Params } from "ptywright/protocol";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";
import { MIRROR, driving, pluginFile, shownIn, withAdapter, withPlugin } from "../support/plugins.js";
import { NEEDS_PROC, children, childrenSince, eventually, noneLeft } from "../support/processes.js";

const without = (permission: string) => PLUGIN_PERMISSIONS.filter((name) => name !== permission);

async function screenAtExit(peer: RpcPeer, adapter: string): Promise<string> {
  await peer.request("adapter.wait", { adapter, intent: "exit_matcher" });
  return (await peer.request("adapter.snapshot", { adapter, cells: false })).plain_text;
}

test("an adapter and its session have ids of their own; the session is not to be had as one", async (t) => {
  const { peer, started } = await withAdapter(t, MIRROR);
  const { adapter, session, plugin } = started;
  assert.deepEqual([adapter, session, plugin], ["e1", "s1", "demo"]);
  assert.equal(await peer.shell("cat"), "s2");
  const next = await peer.request("adapter.start", { plugin: "demo" });
  assert.deepEqual([next.adapter, next.session], ["e2", "s3"]);
  assert.deepEqual((await peer.request("session.list", {})).sessions, ["s2"]);
  const calls = {
    "session.snapshot": {},
    "session.transcript": {},
    "session.kill": {},
    "session.close": {},
    "session.resize": { rows: 3, cols: 3 },
    "session.input": { action: { type: "text", value: "x" } },
    "session.wait": { matcher: { type: "process_exited" } },
  };
  for (const [method, params] of Object.entries(calls)) {
    const { message, data } = await peer.refusal("invalid_params", method, { session, ...params });
    assert.equal(data?.field, "session");
    assert.match(message, /e1/);
  }
  const { adapters } = await peer.request("adapter.live", {});
  assert.deepEqual(
    adapters.map(({ adapter, plugin, session, finished }) => ({ adapter, plugin, session, finished })),
    [
      { adapter: "e1", plugin: "demo", session: "s1", finished: false },
      { adapter: "e2", plugin: "demo", session: "s3", finished: false },
    ],
  );
  const { closed, still_running: left } = await peer.request("adapter.close", { adapter });
  assert.deepEqual({ closed, left }, { closed: true, left: [] });
  assert.equal((await peer.request("adapter.start", { plugin: "demo" })).adapter, "e3");
});

test("an adapter whose program has ended is told so, and stays until it is closed", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving("printf 'over\\n'") });
  assert.equal(await screenAtExit(peer, adapter), "over");
  const [{ finished, sequence }] = (await peer.request("adapter.live", {})).adapters;
  assert.deepEqual([finished, sequence > 0], [true, true]);
  await peer.refusal("session_closed", "adapter.send", { adapter, intent: "say", params: { text: "x" } });
  await peer.refusal("session_closed", "adapter.wait", { adapter, params: { text: "never" } });
});

test("plugins are listed by name with their manifests", async (t) => {
  const { peer } = await withPlugin(t, MIRROR, { name: "a-demo", version: "2.3.4" });
  const { plugins } = await peer.request("adapter.list", {});
  const names = plugins.map(({ name }) => name);
  assert.deepEqual(names, [...names].sort());
  assert.deepEqual(
    plugins.find(({ name }) => name === "a-demo"),
    {
      name: "a-demo",
      kind: "adapter",
      version: "2.3.4",
      runtime: "lua",
      entrypoint: "main.lua",
      permissions: PLUGIN_PERMISSIONS,
      default_target: driving("stty -echo; printf ready; exec cat"),
    },
  );
});

test(
  "what is wrong with a start is found in a fixed order, and leaves nothing behind",
  { skip: NEEDS_PROC },
  async (t) => {
    const state = serverState(t, { allowPluginLoad: true });
    const peer = connect(t, state);
    const load = async (name: string, manifest: object): Promise<string> => {
      const path = pluginFile(t, `require("part")\n${MIRROR}`, { name, default_target: undefined, ...manifest });
      const part = join(dirname(path), "part.lua");
      writeFileSync(part, "return {}");
      await peer.request("plugin.load", { manifest_path: path });
      return part;
    };
    await load("good", {});
    await (await withAdapter(t, MIRROR)).peer.request("adapter.close", { adapter: "e1" });
    const threads = (): number => readdirSync("/proc/self/task").length;
    const before = { threads: threads(), children: children() };

    await peer.refusal("invalid_params", "adapter.start", { plugin: "none" });
    // Everything is wrong with this one, and the next has one mistake less each time.
    const parts = [
      await load("may-not", { permissions: without("session.spawn") }),
      await load("does-not-load", {}),
      await load("has-no-program", {}),
    ];
    rmSync(parts[0]);
    rmSync(parts[1]);
    const wrong = { program: undefined, cwd: "/nonexistent" };
    for (const method of ["adapter.start", "adapter.resume"]) {
      const denied = await peer.refusal("permission_denied", method, { plugin: "may-not", ...wrong });
      assert.deepEqual(denied.data, { method, plugin: "may-not", required_permission: "session.spawn" });
    }
    const notLoaded = await peer.refusal("internal_error", "adapter.start", { plugin: "does-not-load", ...wrong });
    assert.deepEqual(
      { ...notLoaded.data, line: typeof notLoaded.data?.line },
      { code: "plugin_failed", plugin: "does-not-load", file: "main.lua", line: "number", failure: "failed" },
    );
    assert.match(notLoaded.message, /main\.lua:1: .*part/);
    const unknown = await peer.refusal("invalid_params", "adapter.start", { plugin: "has-no-program", ...wrong });
    assert.equal(unknown.data?.field, "program");
    for (const [params, reason] of [
      [{ program: "cat", cwd: "/nonexistent" }, /no such file or directory/],
      [{ program: "/nonexistent/program" }, /no such file/],
      [{ program: "/dev/null" }, /permission denied/],
    ] as const) {
      const { message } = await peer.refusal("internal_error", "adapter.start", { plugin: "good", ...params });
      assert.match(message, reason);
    }
    assert.deepEqual((await peer.request("adapter.live", {})).adapters, []);
    await noneLeft(() => childrenSince(before.children));
    const left = await eventually(threads, (count) => count <= before.threads, 5_000);
    assert.ok(left <= before.threads, `${left} threads, ${before.threads} before`);
    const { adapter, session } = await peer.request("adapter.start", { plugin: "good", program: "cat" });
    assert.deepEqual([adapter, session], ["e1", "s1"]);
  },
);

test("a size is the caller's, else the manifest's, else 40 rows of 120", async (t) => {
  const { peer } = await withPlugin(t, MIRROR);
  const sized = { ...driving("exec cat"), rows: 7, cols: 70 };
  await peer.request("plugin.load", { manifest_path: pluginFile(t, MIRROR, { name: "sized", default_target: sized }) });
  const sizeOf = async (params: Params<"adapter.start">): Promise<unknown[]> => {
    const { adapter } = await peer.request("adapter.start", params);
    const { size } = await peer.request("adapter.snapshot", { adapter, cells: false });
    return [size.rows, size.cols, size.pixel_width];
  };
  assert.deepEqual(await sizeOf({ plugin: "demo" }), [40, 120, 0]);
  assert.deepEqual(await sizeOf({ plugin: "sized" }), [7, 70, 0]);
  assert.deepEqual(await sizeOf({ plugin: "sized", rows: 9 }), [9, 70, 0]);
  assert.deepEqual(await sizeOf({ plugin: "demo", rows: 5, cols: 50, pixel_width: 500 }), [5, 50, 500]);
  for (const size of [{ rows: 0 }, { cols: 1_001 }])
    await peer.refusal("invalid_params", "adapter.start", { plugin: "demo", ...size });
});

test("no arguments are something else than arguments left out", async (t) => {
  const { peer } = await withPlugin(t, MIRROR, {
    default_target: { program: "echo", args: ["of", "the", "manifest"] },
  });
  const shown = async (args?: string[]): Promise<string> => {
    const { adapter } = await peer.request("adapter.start", { plugin: "demo", args });
    return screenAtExit(peer, adapter);
  };
  assert.equal(await shown(), "of the manifest");
  assert.equal(await shown([]), "");
  assert.equal(await shown(["mine"]), "mine");
});

test("B14: the environment is inherited, then the manifest's, then the caller's, then what the manifest requires", async (t) => {
  process.env.TIER_A = process.env.TIER_B = process.env.TIER_C = process.env.TIER_D = "inherited";
  t.after(() => "ABCD".split("").forEach((name) => delete process.env[`TIER_${name}`]));
  const { peer } = await withPlugin(t, MIRROR, {
    default_target: {
      ...driving('printf "%s\\n" "$TIER_A" "$TIER_B" "$TIER_C" "$TIER_D" "$TERM"'),
      env: { TIER_B: "manifest", TIER_C: "manifest", TIER_D: "manifest" },
      required_env: { TIER_D: "required" },
    },
  });
  const env = { TIER_C: "caller", TIER_D: "caller" };
  const { adapter } = await peer.request("adapter.start", { plugin: "demo", env });
  assert.equal(await screenAtExit(peer, adapter), "inherited\nmanifest\ncaller\nrequired\nxterm-256color");
});

test("a program whose environment is cleared inherits nothing, whether it is started or resumed", async (t) => {
  process.env.TIER_A = "inherited";
  t.after(() => delete process.env.TIER_A);
  const { peer } = await withPlugin(t, MIRROR, {
    default_target: { ...driving('printf "%s." "${TIER_A-none}" "$TIER_B"'), env: { TIER_B: "manifest" } },
  });
  for (const method of ["adapter.start", "adapter.resume"] as const)
    for (const [clear_env, shown] of [
      [true, "none.manifest."],
      [false, "inherited.manifest."],
    ] as const) {
      const { adapter } = await peer.request(method, { plugin: "demo", clear_env });
      assert.equal(await screenAtExit(peer, adapter), shown, method);
    }
});

test("a resume checks the new one before it closes the old one", async (t) => {
  const { state, peer, adapter } = await withAdapter(t, MIRROR);
  await peer.request("plugin.load", {
    manifest_path: pluginFile(t, MIRROR, { name: "idle", default_target: undefined }),
  });
  await peer.request("plugin.load", {
    manifest_path: pluginFile(t, MIRROR, { name: "may-not", permissions: without("session.spawn") }),
  });
  const prior = { prior_adapter: adapter };
  await peer.refusal("invalid_params", "adapter.resume", { plugin: "none", ...prior });
  await peer.refusal("permission_denied", "adapter.resume", { plugin: "may-not", ...prior });
  await peer.refusal("invalid_params", "adapter.resume", { plugin: "idle", ...prior });
  const redaction = { extra_regexes: ["("] };
  await peer.refusal("invalid_params", "adapter.resume", { plugin: "demo", redaction, ...prior });
  assert.ok(state.adapters.has(adapter));
  const waiting = peer.refusal("session_closed", "adapter.wait", { adapter, params: { text: "never" } });
  const resumed = await peer.request("adapter.resume", { plugin: "demo", ...prior });
  await waiting;
  assert.deepEqual([resumed.adapter, resumed.session, shownIn(resumed.state).looks], ["e2", "s2", 1]);
  assert.ok(!state.adapters.has(adapter));
  for (const prior_adapter of [adapter, "e99", undefined])
    await peer.request("adapter.resume", { plugin: "demo", prior_adapter });
  assert.deepEqual(
    (await peer.request("adapter.live", {})).adapters.map(({ adapter }) => adapter),
    ["e2", "e3", "e4", "e5"],
  );
});

test("a first look that fails is a state, and no reason not to start", async (t) => {
  const lua = `return { classify = function(ctx) if ctx.sequence >= 0 then error("cannot see") end end }`;
  const { peer, adapter, started } = await withAdapter(t, lua);
  assert.equal(started.state.state, "plugin_error");
  assert.match(started.state.evidence, /main\.lua:1: cannot see/);
  assert.deepEqual([started.state.confidence, started.state.candidates], [1, []]);
  assert.equal((await peer.request("adapter.inspect", { adapter })).state.state, "plugin_error");
  const { peer: other, started: none } = await withAdapter(t, "return {}");
  assert.equal(none.state.state, "plugin_error");
  assert.match(none.state.evidence, /classify/);
  await other.request("adapter.close", { adapter: none.adapter });
});

test("a server that stops ends an adapter that is being started", { skip: NEEDS_PROC }, async (t) => {
  await (await withAdapter(t, MIRROR)).peer.request("adapter.close", { adapter: "e1" });
  const before = children();
  const { state, peer } = await withPlugin(t, MIRROR);
  const starting = peer.request("adapter.start", { plugin: "demo" }).then(
    () => "started",
    (error: Error) => error.message,
  );
  await state.close();
  assert.match(await starting, /stopping/);
  assert.deepEqual(state.adapters.list(), []);
  await noneLeft(() => childrenSince(before));
});

test("a resume whose program or directory cannot be used leaves the one before running", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  for (const bad of [{ program: "/nonexistent/program" }, { cwd: "/nonexistent" }])
    await peer.refusal("internal_error", "adapter.resume", { plugin: "demo", prior_adapter: adapter, ...bad });
  const { adapters } = await peer.request("adapter.live", {});
  assert.deepEqual(
    adapters.map(({ adapter: id, finished }) => [id, finished]),
    [[adapter, false]],
  );
});
