import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hosted } from "../support/command-host.js";
import { folderWith, manifestToml, pluginFolder } from "../support/plugin-folder.js";
import { ServeProcess, SocketPeer, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const LUA = 'return { classify = function() return { state = "ready" } end }';
const names = (result: Record<string, unknown> | undefined): string[] =>
  (result?.["plugins"] as { name: string }[]).map(({ name }) => name);

test("plugins given at the start can be started on stdio", async (t) => {
  const folder = folderWith(t, {
    "one.toml": manifestToml("one"),
    "two.toml": manifestToml("two"),
    "main.lua": LUA,
  });
  const plugins = ["--plugin", join(folder, "one.toml"), `--plugin=${join(folder, "two.toml")}`];
  const server = new ServeProcess(t, ["--stdio", "--in-order", ...plugins]);
  server.end(line(1, "adapter.list") + line(2, "adapter.start", { plugin: "two" }));
  assert.deepEqual(await server.exit, { code: 0, signal: null });
  const [list, started] = server.messages();
  assert.ok(["one", "two"].every((name) => names(list.result).includes(name)));
  assert.equal((started.result?.["state"] as { state: string }).state, "ready");
});

test("on a socket every client has them, and may load more only where the server lets it", async (t) => {
  const folder = folderWith(t, { "one.toml": manifestToml("one"), "two.toml": manifestToml("two"), "main.lua": LUA });
  const [one, two] = [join(folder, "one.toml"), join(folder, "two.toml")];
  for (const allows of [false, true]) {
    const socket = join(tempDir(t), "s.sock");
    const server = new ServeProcess(t, [
      "--socket",
      socket,
      "--plugin",
      one,
      ...(allows ? ["--allow-plugin-load"] : []),
    ]);
    await server.listening();
    const peer = await SocketPeer.connect(t, socket);
    const { result, error } = await peer.request("plugin.load", { manifest_path: two });
    assert.deepEqual(
      result ?? error?.data?.["reason"],
      allows ? { plugin: "two" } : "server_did_not_grant_plugin_load",
    );
    const other = await SocketPeer.connect(t, socket);
    const listed = names((await other.request("adapter.list")).result);
    assert.deepEqual([listed.includes("one"), listed.includes("two")], [true, allows]);
    server.child.kill("SIGTERM");
    await server.exit;
  }
});

test("a plugin that cannot be loaded stops the start with one line, and nothing listens", async (t) => {
  const good = join(folderWith(t, { "manifest.toml": manifestToml("good"), "main.lua": LUA }), "manifest.toml");
  const badLua = join(pluginFolder(t, "return {\n  x =\n}"), "manifest.toml");
  const badToml = join(folderWith(t, { "manifest.toml": 'name = "x"\nkind = 3\n' }), "manifest.toml");
  for (const [plugins, reason] of [
    [[good, badLua], /^ptywright: plugin "sample": main\.lua failed: main\.lua:3: [^\n]*\n$/],
    [[badToml], /^ptywright: \S+\/manifest\.toml:2: kind must be [^\n]*\n$/],
    [[good, good], /^ptywright: \S+\/manifest\.toml: there is a plugin "good" already[^\n]*\n$/],
    [["/no/such.toml"], /^ptywright: \/no\/such\.toml: cannot be read: no such file\n$/],
  ] as const)
    for (const transport of ["stdio", "socket"]) {
      const socket = join(tempDir(t), "s.sock");
      const where = transport === "stdio" ? ["--stdio"] : ["--socket", socket];
      const { status, stdout, stderr } = await hosted([
        "serve",
        ...where,
        ...plugins.flatMap((path) => ["--plugin", path]),
      ]);
      assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
      assert.match(stderr, reason);
      assert.equal(existsSync(socket), false);
    }
});

test("a server whose plugin cannot be loaded ends by itself", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--plugin", "/no/such.toml"]);
  assert.deepEqual(await server.exit, { code: 1, signal: null });
  assert.equal(server.stdout, "");
});

test("O4: a server on a socket has loaded all that its methods need before it listens", async (t) => {
  const hook = new URL("../../../test/fixtures/programs/prints-loaded-files.mjs", import.meta.url).href;
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path], { NODE_OPTIONS: `--import=${hook}` });
  await server.listening();
  const loaded = (): string[] =>
    [...new Set([...server.stdout.matchAll(/\/dist\/(\S+\.js)/g)].map(([, file]) => file))].sort();
  const before = loaded();
  assert.ok(before.includes("rpc/methods/session.js"));
  const peer = await SocketPeer.connect(t, path);
  const session = await peer.create({ program: "cat" });
  for (const [method, params] of [
    ["session.input", { session, action: { type: "text", value: "a" } }],
    ["session.wait", { session, matcher: { type: "screen_regex", value: "a" }, timeout_ms: 9_000 }],
    ["adapter.start", { plugin: "shell" }],
    ["adapter.list", {}],
    ["session.list", {}],
  ] as const)
    assert.equal((await peer.request(method, params)).error, undefined, method);
  assert.deepEqual(loaded(), before);
});
