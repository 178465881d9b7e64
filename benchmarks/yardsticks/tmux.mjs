// tmux as a yardstick: a terminal emulator in C that programs are driven through today.
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { HISTORY_ROWS } from "../workloads.mjs";

const run = promisify(execFile);

export const hasTmux = () => spawnSync("tmux", ["-V"]).status === 0;

/** A server of its own on a socket of its own, without anybody's configuration. */
export const server = (/** @type {string} */ name) => [
  "-L",
  `ptywright-bench-${process.pid}-${name}`,
  "-f",
  "/dev/null",
];
const size = ["-x", "80", "-y", "24"];

/** Seconds until tmux has taken all of a file that `cat` prints. @param {string} file */
export async function bulk(file) {
  const socket = server("bulk");
  const start = performance.now();
  const script = `cat '${file}'; tmux ${socket.join(" ")} wait-for -S done; sleep 100`;
  await run("tmux", [...socket, "new-session", "-d", ...size, script]);
  await run("tmux", [...socket, "wait-for", "done"]);
  const seconds = (performance.now() - start) / 1000;
  await run("tmux", [...socket, "kill-server"]);
  return seconds;
}

/** Milliseconds from typing a line to `cat` until its answer is reported, over control mode. @param {number} count */
export async function controlModeRoundTrips(count) {
  const socket = server("control");
  const client = spawn("tmux", [...socket, "-C", "new-session", ...size, "/bin/cat"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  let output = "";
  let wake = () => {};
  client.stdout.on("data", (data) => {
    // Output arrives as `%output %0 text` with octal escapes; the text of our lines needs none.
    for (const line of data.toString().split("\n"))
      if (line.startsWith("%output")) output += line.slice(line.indexOf(" ", 8) + 1);
    wake();
  });
  /** @param {() => boolean} isDone */
  const until = async (isDone) => {
    while (!isDone()) await new Promise((resolve) => (wake = () => resolve(undefined)));
  };
  await new Promise((resolve) => client.stdout.once("data", resolve));
  const times = [];
  for (let i = 0; i < count; i++) {
    output = "";
    const start = performance.now();
    client.stdin.write(`send-keys -l "line ${i}."\nsend-keys Enter\n`);
    await until(() => output.split(`line ${i}.`).length > 2);
    times.push(performance.now() - start);
  }
  execFileSync("tmux", [...socket, "kill-server"]);
  return times;
}

/** The usual script: send-keys, then capture-pane again and again until the text is there. @param {number} count */
export async function captureLoopRoundTrips(count) {
  const socket = server("loop");
  execFileSync("tmux", [...socket, "new-session", "-d", ...size, "/bin/cat"]);
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    execFileSync("tmux", [...socket, "send-keys", `line ${i}.`, "Enter"]);
    while (
      execFileSync("tmux", [...socket, "capture-pane", "-p"])
        .toString()
        .split(`line ${i}.`).length < 3
    );
    times.push(performance.now() - start);
  }
  execFileSync("tmux", [...socket, "kill-server"]);
  return times;
}

/** Longer than a window takes to have nothing more to do. */
const SETTLE_MS = 500;

/** Kilobytes that each of `count` windows takes in the server, idle or after a file was printed. @param {number} count @param {string} [file] */
export async function memoryEach(count, file) {
  const socket = server("memory");
  const tmux = async (/** @type {string[]} */ ...args) => (await run("tmux", [...socket, ...args])).stdout.trim();
  const script = (/** @type {number} */ i) =>
    file === undefined ? "cat" : `cat '${file}'; tmux ${socket.join(" ")} wait-for -S done-${i}; cat`;
  const open = async (/** @type {number} */ i) => {
    await tmux("new-window", "-d", script(i));
    if (file !== undefined) await tmux("wait-for", `done-${i}`);
  };
  await tmux("new-session", "-d", ...size, "cat");
  await tmux("set-option", "-g", "history-limit", String(HISTORY_ROWS));
  const resident = async () => {
    await delay(SETTLE_MS);
    const status = readFileSync(`/proc/${await tmux("display-message", "-p", "#{pid}")}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1.024;
  };
  for (const i of [1, 2]) await open(i);
  const before = await resident();
  for (let i = 0; i < count; i++) await open(i + 3);
  const kilobytes = ((await resident()) - before) / count;
  await tmux("kill-server");
  return kilobytes;
}
