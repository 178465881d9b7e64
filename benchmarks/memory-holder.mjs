// A process of its own for memory.mjs: holds so many sessions, or terminals of @xterm/headless, and answers its parent with the kilobytes
// that each takes. usage: memory-holder.mjs ptywright|xterm COUNT [FILE]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { Matcher, Session } from "ptywright";
import { END, HISTORY_ROWS, USUAL_SIZE } from "./workloads.mjs";

const { Terminal } = createRequire(import.meta.url)("@xterm/headless");
/** Longer than it takes until what has just ended is collected. */
const SETTLE_MS = 300;
const MAX_CHARS = 16_777_216;
const FIRST = 5;

const [kind, count, file] = process.argv.slice(2);

async function resident() {
  for (let i = 0; i < 3; i++) {
    await delay(SETTLE_MS);
    globalThis.gc?.();
  }
  return process.memoryUsage.rss();
}

async function session() {
  if (file === undefined) return Session.spawn({ program: "/bin/cat" });
  const args = ["-c", 'cat "$0"; exec cat', file];
  const printed = await Session.spawn({ program: "/bin/sh", args }, { transcriptMaxChars: MAX_CHARS });
  await printed.waitFor(Matcher.containsText(END));
  return printed;
}

async function terminal() {
  const options = { ...USUAL_SIZE, scrollback: HISTORY_ROWS, allowProposedApi: true, logLevel: "off" };
  const held = new Terminal(options);
  if (file !== undefined) held._core.writeSync(Buffer.from(readFileSync(file, "utf8").replaceAll("\n", "\r\n")));
  return held;
}

const make = kind === "xterm" ? terminal : session;
// The first few bring what is loaded, compiled and started once, a thread that reads ahead among it.
/** @type {unknown[]} */
const held = [];
while (held.length < FIRST) held.push(await make());
const before = await resident();
for (let i = 0; i < Number(count); i++) held.push(await make());
const kilobytes = ((await resident()) - before) / Number(count) / 1e3;
await Promise.all(held.map((each) => (each instanceof Session ? each.close() : undefined)));
process.send?.(kilobytes, () => process.disconnect());
