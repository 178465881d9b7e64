import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Adapter, AdapterOptions } from "ptywright/plugins";
import { Adapter as Adapters, PluginCatalog } from "ptywright/plugins";
import { Action, Matcher } from "ptywright";
import { fixture } from "../support/fixture.js";
import { reaches } from "../support/adapter.js";
import { longestBlockMs } from "../support/loop-delay.js";
import { manifestToml, pluginFolder } from "../support/plugin-folder.js";
import { tempDir } from "../support/temp-dir.js";

const [PROGRAM = ""] = fixture("tells-beside-its-screen.sh").args ?? [];

const MANIFEST = `${manifestToml("sample", PROGRAM)}
[side_channel]
programs = ["tells-beside-its-screen.sh"]
env = "CHANNEL"
args = ["{channel}"]
unless = ["--own"]
fields = ["kind", "text", "path"]

[side_channel.record]
field = "path"
kind = "kind"
after = ["over"]
until = ["begun"]
below = ["$RECORDS/"]
keep = ["text"]
`;

/** Says all that it is handed; its predicate holds once a signal of a kind has come. */
const LUA = `
local M = {}
function M.classify(ctx)
  local told = {}
  for _, signal in ipairs(ctx.signals or {}) do
    told[#told + 1] = { number = signal.number, sequence = signal.sequence, age_ms = signal.age_ms, data = signal.data }
  end
  local names = {}
  for _, entry in ipairs(ctx.record and ctx.record.entries or {}) do
    names[#names + 1] = entry.text
  end
  return {
    state = ctx.signals == nil and "deaf" or #told == 0 and "silent" or tostring(told[#told].data.kind),
    metadata = { signals = ptywright.array(told), dropped = ctx.signals_dropped, record = ctx.record and ptywright.array(names), cut = ctx.record and ctx.record.cut },
    disagreement = told[#told] and told[#told].data.kind == "other" and { screen = "this", program = "that" } or nil,
  }
end
function M.was_told(input)
  for _, signal in ipairs(input.signals or {}) do
    if signal.data.kind == input.params.kind then
      return { matched = true, capture = signal.data.text }
    end
  end
  return false
end
function M.told_matcher(params)
  return ptywright.matcher.lua("sample", "was_told", params)
end
function M.tell(params)
  return { actions = { ptywright.action.text(params.line), ptywright.action.key("enter") } }
end
return M
`;

interface Told {
  readonly signals: readonly {
    readonly number: number;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly dropped: number;
  readonly record?: readonly string[];
  readonly cut?: boolean;
}

async function start(t: TestContext, options: AdapterOptions = {}): Promise<Adapter> {
  const plugins = new PluginCatalog();
  t.after(() => plugins.close());
  await plugins.load(join(pluginFolder(t, LUA, { "manifest.toml": MANIFEST }), "manifest.toml"));
  const adapter = await Adapters.start(plugins.get("sample"), { registry: plugins.predicates, ...options });
  t.after(() => adapter.close());
  await adapter.session.waitFor(Matcher.containsText("ready"));
  return adapter;
}

const type = (adapter: Adapter, line: string): Promise<unknown> => adapter.session.send(Action.text(`${line}\n`));
const tell = (adapter: Adapter, told: object): Promise<unknown> => type(adapter, JSON.stringify(told));
const toldBy = (adapter: Adapter): Told => adapter.lastState?.metadata as Told;

/** The folder and how many arguments the program has. */
async function where(adapter: Adapter): Promise<{ folder: string; args: number }> {
  await type(adapter, "where");
  const { snapshot } = await adapter.session.waitFor(Matcher.screenRegex(String.raw`\] \d`));
  const [, folder = "", args] = /\[(.*)\] (\d)/.exec(snapshot.plainText.replaceAll("\n", "")) ?? [];
  return { folder, args: Number(args) };
}

/** As a program of another hand leaves something. */
function leave(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, `.${name}`), text);
  renameSync(join(folder, `.${name}`), join(folder, name));
}

test("what a program tells reaches its plugin in order, wakes a wait without a change of the screen, and is told to predicates", async (t) => {
  const adapter = await start(t);
  assert.equal((await adapter.state()).state, "silent");
  const { sequence } = adapter.session;
  const waiting = adapter.wait("told_matcher", { kind: "b" }, { timeoutMs: 10_000 });
  await tell(adapter, { kind: "a", text: "one", more: { left: "out" }, path: ["no", "scalar"] });
  await tell(adapter, { kind: "b", text: "two" });
  const { outcome, state } = await waiting;
  assert.equal(state.state, "b");
  assert.deepEqual(outcome.kind === "lua" && outcome.capture, "two");
  assert.equal(adapter.session.sequence, sequence);
  assert.deepEqual(
    toldBy(adapter).signals.map(({ number, data }) => ({ number, data })),
    [
      { number: 1, data: { kind: "a", text: "one" } },
      { number: 2, data: { kind: "b", text: "two" } },
    ],
  );
  await type(adapter, "show something");
  await adapter.session.waitFor(Matcher.containsText("something"));
  await tell(adapter, { kind: "c" });
  await adapter.wait("told_matcher", { kind: "c" }, { timeoutMs: 10_000 });
  const [a, b, c] = toldBy(adapter).signals;
  assert.ok(a.sequence === sequence && b.sequence === sequence && c.sequence > sequence);
});

test("whoever listens is told of a signal, and of a disagreement as drift, once", async (t) => {
  const adapter = await start(t);
  const drifts: unknown[] = [];
  adapter.handle.on((event) => {
    if (event.type === "drift") drifts.push(event.state.disagreement);
  });
  await tell(adapter, { kind: "a" });
  await reaches(adapter.handle, "a");
  await tell(adapter, { kind: "other" });
  await reaches(adapter.handle, (state) => state.disagreement !== undefined && drifts.length > 0);
  await adapter.state();
  assert.deepEqual(drifts, [{ screen: "this", program: "that" }]);
});

test("a disagreement is told as drift also while the screen never rests", async (t) => {
  const adapter = await start(t);
  const drifts: unknown[] = [];
  adapter.handle.on((event) => {
    if (event.type === "drift") drifts.push(event.state.disagreement);
  });
  await tell(adapter, { kind: "other" });
  await reaches(adapter.handle, "other");
  const begun = performance.now();
  for (let at = 0; drifts.length === 0; at++) {
    assert.ok(performance.now() - begun < 10_000, "nothing was told");
    await type(adapter, `show ${at}.`);
    await adapter.session.waitFor(Matcher.containsText(`${at}.`));
  }
  assert.deepEqual(drifts, [{ screen: "this", program: "that" }]);
});

test("garbage is counted and dropped, and too much of anything is forgotten", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  leave(folder, "lines", '{"kind":"a"}\nnonsense\n[1]\n"text"\n{"other":1}\n\n{"kind":"b"}\n');
  leave(folder, "many", '{"kind":"c"}\n'.repeat(100));
  leave(folder, "large", JSON.stringify({ kind: "d", text: "x".repeat(300_000) }));
  symlinkSync("/etc/hostname", join(folder, "link"));
  mkdirSync(join(folder, "inner"));
  writeFileSync(join(folder, "inner", "file"), "x");
  execFileSync("mkfifo", [join(folder, "fifo")]);
  leave(folder, "text", JSON.stringify({ kind: "e", text: "y".repeat(10_000) }));
  leave(folder, "numbers", '{"kind":"numbers","text":1e999,"path":-1e999}');
  leave(folder, "deep", `{"kind":"deep","text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  leave(folder, "names", '{"kind":"names","__proto__":{"text":"x"},"constructor":1,"text":"\\ud800"}');
  leave(folder, "bytes", Buffer.from([0xff, 0xfe, 0]).toString("latin1"));
  await adapter.wait("told_matcher", { kind: "e" }, { timeoutMs: 10_000 });
  leave(folder, "last", '{"kind":"last"}');
  await adapter.wait("told_matcher", { kind: "last" }, { timeoutMs: 10_000 });
  await adapter.state();
  const { signals, dropped } = toldBy(adapter);
  assert.ok(signals.length <= 64);
  assert.deepEqual(signals.find(({ data }) => data["kind"] === "numbers")?.data, { kind: "numbers" });
  const text = signals.find(({ data }) => data["kind"] === "e")?.data["text"] as string;
  assert.equal(text.length, 4_096);
  // Four lines, what was over 64 lines, the large one, link, folder, pipe, bytes.
  assert.ok(dropped >= 4 + 1 + 5, String(dropped));
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith(".")),
    [],
  );
});

test("a flood of signals neither holds up the loop nor is kept, and the channel goes on", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  const flood = (): void => {
    for (let at = 0; at < 3_000; at++)
      writeFileSync(join(folder, `f${at}`), `{"kind":"flood","text":"${"z".repeat(500)}"}`);
  };
  flood();
  const worstMs = await longestBlockMs(async () => {
    await adapter.wait("told_matcher", { kind: "flood" }, { timeoutMs: 10_000 });
    for (let looks = 0; looks < 20; looks++) await adapter.state();
  });
  assert.ok(worstMs < 250, `${worstMs} ms`);
  assert.ok(toldBy(adapter).signals.length <= 64);
});

test("the folder is private, told by variable and argument, and gone when the adapter is closed", async (t) => {
  const adapter = await start(t);
  const { folder, args } = await where(adapter);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(args, 1);
  writeFileSync(join(folder, ".left"), "x");
  await adapter.close();
  assert.throws(() => statSync(folder), /ENOENT/);
});

for (const [title, options] of [
  ["where the caller does not want it", { sideChannel: false }],
  ["where an argument of the caller's takes its place", { args: ["--own=x"] }],
  ["for a program of another name", { program: "sh", args: [PROGRAM] }],
] as const)
  test(`there is no side channel ${title}`, async (t) => {
    const adapter = await start(t, options);
    assert.equal((await where(adapter)).folder, "none");
    assert.equal((await adapter.state()).state, "deaf");
  });

test("a program of another name has it where the caller says so", async (t) => {
  const other = join(pluginFolder(t, ""), "other");
  symlinkSync(PROGRAM, other);
  for (const sideChannel of [undefined, true]) {
    const adapter = await start(t, { program: other, sideChannel });
    assert.equal((await where(adapter)).folder === "none", sideChannel !== true);
  }
});

test("the record is handed over after the signal that the manifest names, until one that ends it, and from nowhere but below its folder", async (t) => {
  const records = pluginFolder(t, "", {
    "in/one.jsonl": '{"text":"first","secret":"left out"}\nnonsense\n{"text":"second"}\n{"text":"still being wri',
    "in/one.txt": '{"text":"no"}\n',
  });
  const outside = pluginFolder(t, "", { "out.jsonl": '{"text":"outside"}\n' });
  symlinkSync(join(outside, "out.jsonl"), join(records, "in", "link.jsonl"));
  symlinkSync(outside, join(records, "in", "folder"));
  linkSync(join(outside, "out.jsonl"), join(records, "in", "second-name.jsonl"));
  execFileSync("mkfifo", [join(records, "in", "pipe.jsonl")]);
  const adapter = await start(t, { env: { RECORDS: join(records, "in") } });
  const recordAfter = async (kind: string, path: string): Promise<readonly string[] | undefined> => {
    const text = `${kind} ${path}`;
    await tell(adapter, { kind, path, text });
    await reaches(adapter.handle, ({ metadata }) => (metadata as Told).signals.at(-1)?.data["text"] === text);
    await adapter.state();
    return toldBy(adapter).record;
  };
  const one = join(records, "in", "one.jsonl");
  assert.deepEqual(await recordAfter("over", one), ["first", "second"]);
  assert.deepEqual(await recordAfter("remark", join(outside, "out.jsonl")), ["first", "second"]);
  assert.equal(await recordAfter("begun", one), undefined);
  assert.equal(await recordAfter("remark", one), undefined);
  for (const path of [
    join(outside, "out.jsonl"),
    join(records, "in", "link.jsonl"),
    join(records, "in", "second-name.jsonl"),
    join(records, "in", "folder", "out.jsonl"),
    join(records, "in", "pipe.jsonl"),
    join(records, "in", "one.txt"),
    join(records, "in", "none.jsonl"),
    `${join(records, "in")}/../../${outside.split("/").at(-1)}/out.jsonl`,
    "one.jsonl",
    "/dev/zero",
  ])
    assert.equal(await recordAfter("over", path), undefined, path);
  writeFileSync(one, '{"text":"third"}\n', { flag: "a" });
  assert.deepEqual(await recordAfter("over", one), ["first", "second"]);
  writeFileSync(one, '{"text":"fourth"}\n', { flag: "a" });
  assert.deepEqual(await recordAfter("over", one), ["first", "second", "fourth"]);
});

test("what a host that was killed left behind is removed by the next one, and what a live one has is not", async (t) => {
  const home = tempDir(t);
  const manifest = join(pluginFolder(t, LUA, { "manifest.toml": MANIFEST }), "manifest.toml");
  const [script = ""] = fixture("hosts-an-adapter.mjs").args ?? [];
  const host = async (): Promise<ChildProcess> => {
    const entry = import.meta.resolve("ptywright/plugins");
    const child = spawn(process.execPath, [script, entry, manifest], {
      env: { ...process.env, PTYWRIGHT_HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return child;
  };
  const owners = (): string[] => readdirSync(join(home, "data", "channels"));
  const [dead, live] = [await host(), await host()];
  assert.equal(owners().length, 2);
  const isOf = (child: ChildProcess) => (name: string) => name.startsWith(`${child.pid}-`);
  dead.kill("SIGKILL");
  await once(dead, "close");
  const next = await host();
  assert.ok(!owners().some(isOf(dead)));
  assert.ok(owners().some(isOf(live)) && owners().some(isOf(next)));
  // A live one makes its folder anew while the home is being removed.
  for (const child of [live, next]) {
    child.kill("SIGKILL");
    await once(child, "close");
  }
});

test("signals that are left within one tick of a clock keep their order", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  const count = 50;
  for (let round = 0; round < 5; round++) {
    // Names in another order than that of their arrival.
    for (let at = 0; at < count; at++)
      leave(folder, `${(at * 37) % 101}-${round}`, JSON.stringify({ kind: "a", text: `${round}-${at}` }));
    leave(folder, `zz-${round}`, JSON.stringify({ kind: `round-${round}` }));
    await adapter.wait("told_matcher", { kind: `round-${round}` }, { timeoutMs: 10_000 });
    await adapter.state();
    const texts = toldBy(adapter).signals.map(({ data }) => data["text"]);
    const expected = Array.from({ length: count }, (_, at) => `${round}-${at}`);
    assert.deepEqual(
      texts.filter((text) => typeof text === "string" && text.startsWith(`${round}-`)),
      expected,
    );
  }
});

/** A folder with so many files; their names begin so. */
function fill(folder: string, count: number, prefix = "f"): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("sh", ["-c", 'cd "$0" && seq -f "$1%.0f" "$2" | xargs touch', folder, prefix, String(count)]);
}

/** Until something holds that changes with what is in a folder. */
async function until(folder: string, holds: () => boolean): Promise<void> {
  const changes = new EventEmitter();
  const watcher = watch(folder, () => holds() && changes.emit("held"));
  try {
    const held = once(changes, "held", { signal: AbortSignal.timeout(10_000) });
    if (holds()) changes.emit("held");
    await held;
  } finally {
    watcher.close();
  }
}

/** What is left now is heard. */
async function isHeard(adapter: Adapter, folder: string, kind: string): Promise<void> {
  leave(folder, kind, JSON.stringify({ kind }));
  await adapter.wait("told_matcher", { kind }, { timeoutMs: 10_000 });
}

test("a folder with very many files that is put there, or left behind, does not hold up the loop", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  const aside = join(folder, "..", "aside");
  fill(aside, 40_000);
  fill(join(aside, "deep", "deeper", "deepest"), 10);
  const worstMs = await longestBlockMs(async () => {
    renameSync(aside, join(folder, "inner"));
    await isHeard(adapter, folder, "after-it");
  });
  assert.ok(worstMs < 150, `${worstMs} ms`);
  assert.ok(!existsSync(join(folder, "inner")));
  fill(folder, 40_000, ".f");
  const closingMs = await longestBlockMs(() => adapter.close());
  assert.ok(closingMs < 150, `${closingMs} ms`);
  assert.ok(!existsSync(folder));
});

test("names that are no text, and folders that still grow, silence nobody", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  for (let at = 0; at < 1_000; at++)
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe]), Buffer.from(`${at}`)]), "");
  await isHeard(adapter, folder, "after-names");
  await until(folder, () => readdirSync(folder).length === 0);
  const grows = spawn(
    "sh",
    ["-c", 'while mkdir -p "$0/grows/$$-$i" && i=$((i+1)) && [ $i -lt 300 ]; do :; done', folder],
    {
      stdio: "ignore",
    },
  );
  await once(grows, "close");
  await isHeard(adapter, folder, "after-growth");
});

test("a channel that is taken away is made anew, and one that is taken away again and again is told as lost", async (t) => {
  const adapter = await start(t);
  const { folder } = await where(adapter);
  for (let round = 0; round < 8; round++) {
    await isHeard(adapter, folder, `round-${round}`);
    const { birthtimeNs: before } = statSync(folder, { bigint: true });
    const anew = until(join(folder, ".."), () => {
      const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
      return stats !== undefined && stats.birthtimeNs !== before && (stats.mode & 0o777n) === 0o700n;
    });
    if (round % 3 === 0) renameSync(folder, `${folder}-${round}`);
    else rmSync(folder, { recursive: true });
    // In the place of the one that is watched, and perhaps with its number.
    if (round % 3 === 1) mkdirSync(folder, { mode: 0o755 });
    await anew;
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  }
  await isHeard(adapter, folder, "last");
  rmSync(folder, { recursive: true });
  await reaches(adapter.handle, "deaf");
  assert.equal((await adapter.state()).state, "deaf");
});
