import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import type { SecretExample } from "#internal/text/redaction/secret-examples.test.support.js";
import { issuedExamples, placedExamples } from "#internal/text/redaction/secret-examples.test.support.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";

/** What documents promise: of a secret no more than this many characters in a row, less one. */
const MAX_SHOWN = 12;
const random = SeededRandom.ofRun();

/** A program that shows a file, and what is typed into it, step by step. */
interface Showing {
  readonly needs: readonly string[];
  readonly program: string;
  readonly args: (file: string, directory: string) => readonly string[];
  readonly keys: readonly string[];
}

const PAGE_DOWN = "\x1b[6~";
const PAGE_UP = "\x1b[5~";
const SCROLL = ["j", "j", "j", " ", "k", "k", "b", "G", "g"];
const sh = (script: string): Pick<Showing, "program" | "args"> => ({
  program: "/bin/sh",
  args: (file, directory) => ["-c", script.replaceAll("FILE", `'${file}'`).replaceAll("DIR", `'${directory}'`)],
});

const SHOWINGS: Readonly<Record<string, Showing>> = {
  less: { needs: ["less"], program: "less", args: (file) => [file], keys: SCROLL },
  "less -N": { needs: ["less"], program: "less", args: (file) => ["-N", file], keys: SCROLL },
  "less -S": { needs: ["less"], program: "less", args: (file) => ["-S", file], keys: ["j", "k", "\x1b[C", "\x1b[D"] },
  "vim with numbers": {
    needs: ["vim"],
    program: "vim",
    args: (file) => ["-u", "NONE", "-N", "-n", "+set nu", file],
    keys: ["\x05", "\x05", "\x05", "\x06", "\x19", "\x02", "G", "gg"],
  },
  nano: {
    needs: ["nano"],
    program: "nano",
    args: (file) => ["-I", file],
    keys: ["\x1b[B", "\x1b[B", PAGE_DOWN, PAGE_UP],
  },
  "nano with numbers, wrapped": {
    needs: ["nano"],
    program: "nano",
    args: (file) => ["-I", "-l", "-$", file],
    keys: ["\x1b[B", "\x1b[B", PAGE_DOWN, PAGE_UP],
  },
  mcview: {
    needs: ["mcview"],
    program: "mcview",
    args: (file) => [file],
    keys: ["\x1b[B", "\x1b[B", PAGE_DOWN, PAGE_UP],
  },
  "tmux, left pane": {
    needs: ["tmux"],
    ...sh(`exec tmux -S DIR/s -f /dev/null new-session "cat FILE; cat" \\; split-window -h cat \\; set -g status off`),
    keys: ["x", "\r"],
  },
  "tmux, right pane": {
    needs: ["tmux"],
    ...sh(`exec tmux -S DIR/s -f /dev/null new-session cat \\; split-window -h "cat FILE; cat" \\; set -g status off`),
    keys: ["x", "\r"],
  },
  "git diff": {
    needs: ["git", "less"],
    ...sh(
      "cd DIR && git init -q && : > old && GIT_PAGER=less LESS=R git -c color.ui=always diff --no-index old FILE; cat",
    ),
    keys: ["j", "j", " ", "b"],
  },
  bat: {
    needs: ["batcat"],
    ...sh("batcat --paging=never --style=full --color=always --wrap=character FILE; cat"),
    keys: ["x"],
  },
  "bat in a pager": {
    needs: ["batcat", "less"],
    ...sh("batcat --paging=always --style=full --color=always --wrap=character FILE"),
    keys: ["j", "j", " ", "b"],
  },
  env: { needs: [], ...sh('while read -r line; do export SHOWN="$line"; env; done < FILE; cat'), keys: ["x"] },
  "a table, as docker prints": {
    needs: [],
    ...sh(
      'printf "%-12s   %-20s   %s\\n" "CONTAINER ID" NAMES COMMAND; while read -r l; do printf "%-12s   %-20s   %s\\n" 0a1b2c3d4e5f web "$l"; done < FILE; cat',
    ),
    keys: ["x"],
  },
};

/** All secrets have room on the first screen: one that is never seen whole is not known. */
const SIZES = [
  { rows: 24, cols: 80 },
  { rows: 30, cols: 60 },
  { rows: 40, cols: 133 },
];

/** Long enough to wrap, and what a person would keep in a file. */
function examples(): SecretExample[] {
  const all = [...issuedExamples(random), ...placedExamples(random)].filter(({ secret }) => secret.length >= 30);
  const jwt = placedExamples(random).find(({ name }) => name === "JWT")!;
  return [jwt, ...Array.from({ length: 5 }, () => random.pick(all))];
}

/** What can be seen of a message: as it is, without what steers a terminal, and put together from cells. */
function views(json: string): string[] {
  const texts = [...json.matchAll(/"(?:[^"\\]|\\.)*"/g)]
    .map(([text]) => JSON.parse(text) as string)
    .filter((text) => text.length >= MAX_SHOWN);
  const cells = [...json.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text || " ").join("");
  const visible = texts.map((text) =>
    text.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)| \x08/g, ""),
  );
  return [...texts, ...visible, cells];
}

function requireHidden(peer: RpcPeer, shown: readonly SecretExample[], why: string): void {
  const pieces = new Map<string, string>();
  for (const { name, secret } of shown)
    for (let at = 0; at + MAX_SHOWN <= secret.length; at++) pieces.set(secret.slice(at, at + MAX_SHOWN), name);
  for (const view of new Set(peer.received.flatMap(views)))
    for (let at = 0; at + MAX_SHOWN <= view.length; at++) {
      const name = pieces.get(view.slice(at, at + MAX_SHOWN));
      const around = view.slice(Math.max(0, at - 300), at + 300);
      assert.ok(name === undefined, `seed ${random.seed}: ${why}: ${name}: ${JSON.stringify(around)}`);
    }
}

async function settled(peer: RpcPeer, session: string): Promise<void> {
  await peer.request("session.wait", {
    session,
    matcher: { type: "screen_stable", value: { min_ms: 120 } },
    cells: true,
  });
}

async function show(
  t: TestContext,
  { program, args, keys }: Showing,
  size: { rows: number; cols: number },
  why: string,
): Promise<void> {
  const directory = tempDir(t);
  const file = join(directory, "notes.txt");
  // What only prints is not scrolled back: a secret that passes over the screen in one go is never seen whole.
  const shown = keys.length > 1 ? examples() : examples().slice(0, 2);
  const filler = Array.from({ length: keys.length > 1 ? 50 : 5 }, (_, i) => `line ${i} of something else`);
  writeFileSync(file, [...filler.slice(0, 3), ...shown.map(({ text }) => text), ...filler, ""].join("\n"));
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  await peer.request("server.set_notifications", { enabled: true });
  const env = { PATH: process.env.PATH ?? "", TERM: "xterm-256color", LC_ALL: "C.UTF-8", HOME: directory };
  const { session } = await peer.request("session.create", {
    program,
    args: [...args(file, directory)],
    env,
    clear_env: true,
    ...size,
  });
  t.after(() => spawnSync("tmux", ["-S", join(directory, "s"), "kill-server"]));
  await settled(peer, session);
  for (const key of keys) {
    await peer.request("session.input", { session, action: { type: "text", value: key } });
    await settled(peer, session);
    await peer.request("session.snapshot", { session, cells: true });
  }
  await peer.request("session.transcript", { session });
  await peer.refusal("matcher_timeout", "session.wait", {
    session,
    matcher: { type: "contains_text", value: "never shown" },
    timeout_ms: 0,
  });
  await peer.request("session.close", { session });
  requireHidden(peer, shown, why);
}

for (const [how, showing] of Object.entries(SHOWINGS))
  for (const size of SIZES)
    test(
      `S12: no secret is shown by ${how} at ${size.rows} x ${size.cols}`,
      { skip: missing(...showing.needs) },
      async (t) => {
        if (showing.needs.length > 0) execFileSync("sh", ["-c", `command -v ${showing.needs[0]}`]);
        await show(t, showing, size, `${how} at ${size.cols} columns`);
      },
    );
