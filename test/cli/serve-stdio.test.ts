import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BIN } from "../support/command.js";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { pluginFile } from "../support/plugins.js";
import type { RpcMessage } from "../support/serve-process.js";
import { ServeProcess, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const CAT = { program: "cat" };
/** Tells its process id and goes on whatever polite signal it is sent. */
const STUBBORN =
  line(1, "session.create", {
    program: "/bin/sh",
    args: ["-c", "trap '' TERM HUP INT QUIT; echo pid=$$.; while :; do sleep 600; done"],
  }) + line(2, "session.wait", { session: "s1", matcher: { type: "screen_regex", value: "pid=(\\d+)\\." } });

test("a piped script is answered to its last line, waits included, before the server exits with 0", async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.end(
    line(1, "session.create", { program: "/bin/sh", args: ["-c", "read x; echo got $x"] }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "got it" } }) +
      line(3, "session.input", { session: "s1", action: { type: "text", value: "it\r" } }) +
      line(4, "session.list").trimEnd(),
  );
  assert.deepEqual(await server.exit, { code: 0, signal: null });
  const answers = new Map(server.messages().map(({ id, result }) => [id, result]));
  assert.deepEqual([...answers.keys()].sort(), [1, 2, 3, 4]);
  assert.deepEqual(answers.get(4), { sessions: ["s1"] });
  assert.equal(answers.get(2)?.["matched"], true);
});

test("what is due is told before the server ends, the exit included", async (t) => {
  for (const args of [["--stdio"], ["--stdio", "--in-order"]]) {
    const server = new ServeProcess(t, args);
    server.end(
      line(1, "server.set_notifications", { enabled: true }) +
        line(2, "session.create", { program: "/bin/sh", args: ["-c", "echo bye; exit 4"] }) +
        line(3, "session.wait", { session: "s1", matcher: { type: "process_exited" } }),
    );
    assert.equal((await server.exit).code, 0);
    const messages = server.messages();
    assert.equal(messages.find(({ id }) => id === 3)?.result?.["exit_code"], 4);
    const exited = messages.at(-1);
    assert.deepEqual([exited?.method, exited?.params?.["exit_code"]], ["session.exited", 4]);
  }
});

test("with --in-order answers come in the order of the requests", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--in-order"]);
  server.end(
    line(1, "session.create", { program: "/bin/sh", args: ["-c", "printf ready; cat"] }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "ready" } }) +
      line(3, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "never" }, timeout_ms: 10 }) +
      line(4, "session.list"),
  );
  assert.equal((await server.exit).code, 0);
  assert.deepEqual(
    server.messages().map(({ id }) => id),
    [1, 2, 3, 4],
  );
});

test("Content-Length frames work as documented", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--framing", "lsp"]);
  server.end('Content-Length: 48\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"session.list"}');
  assert.equal((await server.exit).code, 0);
  assert.equal(server.stdout, 'Content-Length: 49\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}');
});

test("R3: a broken frame is answered and ends the server with exit code 1 and one line", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--framing", "lsp"]);
  server.write("Content-Length: x\r\n\r\n");
  assert.deepEqual(await server.exit, { code: 1, signal: null });
  assert.match(server.stdout, /^Content-Length: \d+\r\n\r\n\{.*"code":-32700/);
  assert.match(server.stderr, /^ptywright: [^\n]+\n$/);
});

test("R4: a message of more than 16 MiB is refused, and the server ends", async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.write(line(1, "session.list"));
  server.write(Buffer.alloc(17 * 1024 * 1024, "x"));
  assert.equal((await server.exit).code, 1);
  const [first, second] = server.messages();
  assert.equal(first.id, 1);
  assert.deepEqual([second.id, second.error?.code], [null, -32600]);
});

test("R3: what is no JSON is answered and the conversation goes on", async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.end(`{"jsonrpc\n\n${line(7, "session.list")}`);
  assert.equal((await server.exit).code, 0);
  assert.deepEqual(
    server.messages().map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [7, undefined],
    ],
  );
});

test("B10: the end of the input ends every program", { skip: NEEDS_PROC }, async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.write(STUBBORN);
  const [, pid] = await server.prints(/"capture":"(\d+)"/);
  assert.ok(isAlive(Number(pid)));
  server.end();
  assert.equal((await server.exit).code, 0);
  assert.equal(isAlive(Number(pid)), false);
});

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  test(`B10: ${signal} ends programs and server, exit code ${code}`, { skip: NEEDS_PROC }, async (t) => {
    const server = new ServeProcess(t, ["--stdio"]);
    server.write(STUBBORN);
    const [, pid] = await server.prints(/"capture":"(\d+)"/);
    const start = performance.now();
    server.child.kill(signal);
    assert.deepEqual(await server.exit, { code, signal: null });
    assert.ok(performance.now() - start < 5_000);
    assert.equal(isAlive(Number(pid)), false);
  });

test(
  "B10: a second SIGINT ends the server within 300 ms, and the guardian the programs",
  { skip: NEEDS_PROC },
  async (t) => {
    /** How soon after the second one, and whether the program was still there then. */
    const end = async (): Promise<{ tookMs: number; wasThere: boolean }> => {
      const server = new ServeProcess(t, ["--stdio"]);
      const folder = tempDir(t);
      const script = `trap ': > ${folder}/told' HUP; trap '' TERM INT QUIT; echo pid=$$.; while :; do sleep 600; done`;
      server.write(
        line(1, "session.create", { program: "/bin/sh", args: ["-c", script] }) +
          line(2, "session.wait", { session: "s1", matcher: { type: "screen_regex", value: "pid=(\\d+)\\." } }),
      );
      const pid = Number((await server.prints(/"capture":"(\d+)"/))[1]);
      const watcher = watch(folder);
      const told = once(watcher, "change");
      server.child.kill("SIGINT");
      // The first has been seen; two that wait at the same time are one.
      await told;
      watcher.close();
      const start = performance.now();
      server.child.kill("SIGINT");
      const { code } = await server.exit;
      const tookMs = performance.now() - start;
      const wasThere = isAlive(pid);
      assert.equal(code, 130);
      const isLeft = eventually(
        () => isAlive(pid),
        (alive) => !alive,
        5_000,
      );
      assert.equal(await isLeft, false);
      return { tookMs, wasThere };
    };
    // Others may have the processor in any single attempt.
    let last = await end();
    for (let attempt = 1; attempt < 8 && !(last.wasThere && last.tookMs <= 300); attempt++) last = await end();
    assert.ok(last.wasThere && last.tookMs <= 300, JSON.stringify(last));
  },
);

test("a client that no longer reads stdout ends the server and its programs", { skip: NEEDS_PROC }, async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.write(line(1, "session.create", CAT));
  await server.prints(/"s1"/);
  server.child.stdout?.destroy();
  server.write(line(2, "session.list"));
  assert.equal((await server.exit).code, 1);
  assert.match(server.stderr, /^ptywright: nobody reads stdout any more[^\n]*\n$/);
});

test("a reader that is slow gets everything, and the server waits for it", async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.child.stdout?.pause();
  server.write(line(0, "session.create", CAT));
  const count = 40;
  for (let id = 1; id <= count; id++) server.write(line(id, "session.snapshot", { session: "s1" }));
  server.end();
  // The answers are some 19 MB, more than a client on a socket may leave unread.
  server.child.stdout?.resume();
  assert.equal((await server.exit).code, 0);
  assert.deepEqual(
    server.messages().map(({ id }) => id),
    Array.from({ length: count + 1 }, (_, id) => id),
  );
});

test("R8: stdout carries the protocol only, with everything noisy turned on", async (t) => {
  const server = new ServeProcess(t, ["--stdio"], { PTYWRIGHT_LOG: "trace", NODE_DEBUG: "net", DEBUG: "*" });
  server.end(
    line(1, "session.create", {
      program: "/bin/sh",
      args: ["-c", "printf '\\033]0;t\\007\\177\\233x\\033[99999S'; exit 3"],
    }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "process_exited" } }) +
      line(3, "session.create", { program: "/no/such/program" }) +
      line(4, "session.snapshot", { session: "s1", redact: false, cells: false }) +
      "not json\n",
  );
  assert.equal((await server.exit).code, 0);
  assert.deepEqual(
    server
      .messages()
      .map(({ id }) => id)
      .sort(),
    [1, 2, 3, 4, null].sort(),
  );
  assert.notEqual(server.stderr, "");
});

/** What is noisy by itself: hostile output of a program, a plugin that prints, a library that warns. */
const NOISY = "data:text/javascript,setInterval(()=>process.emitWarning('noise'),20).unref()";
const PRINTS = `
  local M = {}
  print("loaded \x1b[31m", _VERSION)
  function M.classify(ctx) print("classify\\n{}") warn("@on") warn("warned") ptywright.log.warn("logged") return { state = "x" } end
  function M.fails() error("\x1b]0;x\x07 failed\\n{}") end
  return M`;
/** Messages of a stream in which there is not a byte between one frame and the next. */
function strictFrames(text: string): string[] {
  const found: string[] = [];
  for (let rest = Buffer.from(text); rest.length > 0;) {
    const [header, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString("latin1", 0, 40)) ?? [];
    assert.ok(header !== undefined, `no frame begins with ${JSON.stringify(rest.toString("utf8", 0, 100))}`);
    const end = header.length + Number(length);
    found.push(rest.toString("utf8", header.length, end));
    rest = rest.subarray(end);
  }
  return found;
}

for (const framing of ["ndjson", "lsp"])
  test(`R8: stdout carries the protocol only, in ${framing} frames, beside random output, plugins that print and warnings`, async (t) => {
    const options = { PTYWRIGHT_LOG: "trace", NODE_OPTIONS: `--import=${NOISY}`, NODE_DEBUG: "net,stream" };
    const server = new ServeProcess(t, ["--stdio", "--framing", framing, "--plugin", pluginFile(t, PRINTS)], options);
    const frame = (text: string): string =>
      framing === "lsp" ? `Content-Length: ${Buffer.byteLength(text.trim())}\r\n\r\n${text.trim()}` : text;
    const random = { program: "/bin/sh", args: ["-c", "head -c 300000 /dev/urandom; printf done"] };
    const asked = [
      line(1, "server.set_notifications", { enabled: true }),
      line(2, "session.create", random),
      line(3, "session.wait", { session: "s1", matcher: { type: "process_exited" } }),
      line(4, "adapter.start", { plugin: "demo" }),
      line(5, "adapter.send", { adapter: "e1", intent: "fails" }),
      line(6, "adapter.state", { adapter: "e1" }),
      line(7, "plugin.describe", { plugin: "demo" }),
    ];
    server.end(asked.map(frame).join(""));
    assert.equal((await server.exit).code, 0, server.stderr.slice(-2_000));
    const texts = framing === "lsp" ? strictFrames(server.stdout) : server.stdout.split("\n").slice(0, -1);
    if (framing === "ndjson") assert.ok(server.stdout.endsWith("\n"));
    const messages = texts.map((text) => JSON.parse(text) as RpcMessage);
    const ids = messages.filter(({ id }) => id !== undefined).map(({ id }) => id);
    assert.deepEqual(ids.sort(), [1, 2, 3, 4, 5, 6, 7]);
    assert.ok(messages.every(({ id, method }) => id !== undefined || method !== undefined));
    for (const noise of ["noise", "classify", "warned", "logged"]) assert.ok(server.stderr.includes(noise), noise);
  });

test("a config file that does not parse stops the start with one line", async (t) => {
  const home = tempDir(t);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "config.toml"), "[logging\n");
  const server = new ServeProcess(t, ["--stdio"], { PTYWRIGHT_HOME: home });
  server.end(line(1, "session.list"));
  assert.equal((await server.exit).code, 1);
  assert.equal(server.stdout, "");
  assert.match(server.stderr, /^ptywright: [^\n]*config\.toml[^\n]*\n$/);
});

test("S9: a raw read is logged, without what was read", async (t) => {
  const server = new ServeProcess(t, ["--stdio"], { PTYWRIGHT_LOG: "debug" });
  server.end(
    line(1, "session.create", { program: "/bin/sh", args: ["-c", "printf 'canary-%s' 4711"] }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "process_exited" }, redact: false }) +
      line(3, "session.transcript", { session: "s1", redact: false }),
  );
  assert.equal((await server.exit).code, 0);
  assert.match(server.stdout, /canary-4711/);
  assert.equal(
    server.stderr.match(/an unredacted read method=session\.(?:wait|transcript)\n/g)?.length,
    2,
    server.stderr,
  );
  assert.doesNotMatch(server.stderr, /canary-4711/);
});

test("S9: --always-redact refuses raw reads with -32004", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--always-redact"]);
  server.end(line(1, "session.create", CAT) + line(2, "session.transcript", { session: "s1", redact: false }));
  assert.equal((await server.exit).code, 0);
  const error = server.messages()[1].error;
  assert.deepEqual(
    [error?.code, error?.data],
    [-32004, { method: "session.transcript", reason: "server_did_not_grant_raw_reads" }],
  );
});

test("O4: a client is told that the raw file is not whole, with the exit and with the close", (t) => {
  const home = tempDir(t);
  const script = `ulimit -f 1; exec "$0" "$@"`;
  const { stdout } = spawnSync("/bin/sh", ["-c", script, process.execPath, BIN, "serve", "--stdio", "--in-order"], {
    input:
      line(1, "server.set_notifications", { enabled: true }) +
      line(2, "session.create", {
        program: "/bin/sh",
        args: ["-c", "head -c 200000 /dev/zero | tr '\\0' x"],
        raw_transcript_path: join(home, "raw"),
      }) +
      line(3, "session.wait", { session: "s1", matcher: { type: "process_exited" } }) +
      line(4, "session.close", { session: "s1" }),
    // The signal that comes with the limit would end the server; a full disk sends none.
    env: {
      ...process.env,
      PTYWRIGHT_HOME: home,
      NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGXFSZ',()=>undefined)",
    },
    encoding: "utf8",
  });
  const messages = stdout
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as RpcMessage);
  assert.deepEqual(messages.find(({ id }) => id === 4)?.result, {
    closed: true,
    exit_code: 0,
    descendants_reaped: 0,
    forced: false,
    still_running: [],
    raw_transcript_error: "EFBIG",
  });
  const exited = messages.find(({ method }) => method === "session.exited");
  assert.equal((exited?.params as { raw_transcript_error?: string }).raw_transcript_error, "EFBIG");
});
