import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { MAX_ENVIRONMENT_BYTES, readStart } from "#internal/core/pty/proc-text.js";
import { setTimeout as delay } from "node:timers/promises";

/** Why a test that looks into /proc is left out; false where it can run. */
export const NEEDS_PROC = process.platform === "linux" ? false : "looks into /proc, which only Linux has";

/** Of a command line that a test knows; some fixtures have one of gigabytes. */
const MAX_COMMAND_LINE_BYTES = 65_536;

/** What proc(5) tells about a process after its name: state, parent, group, session, terminal, foreground group. */
export function statFields(stat: string): string[] {
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .trim()
    .split(" ");
}

function readStat(pid: number): string[] | undefined {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
  }
}

/** The letter that proc(5) gives its state: R, S, T for stopped, Z; undefined when it is gone. */
export const stateOf = (pid: number): string | undefined => readStat(pid)?.[0];

/** True while the process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== "Z";
}

/** A process by its number and its birth: numbers are given again, within seconds beside tests that start thousands. */
export interface Born {
  readonly pid: number;
  readonly at: string | undefined;
}

const birthOf = (pid: number): string | undefined => readStat(pid)?.[19];

export const born = (pid: number): Born => ({ pid, at: birthOf(pid) });

/** True while that very process exists and is not a zombie. */
export const isStillAlive = ({ pid, at }: Born): boolean => isAlive(pid) && birthOf(pid) === at;

/** Resolves once a process is known to be there for so long. */
export async function lives(pid: number, forMs: number): Promise<void> {
  const seenAt = performance.now();
  await eventually(
    () => performance.now() - seenAt,
    (age) => age > forMs || !isAlive(pid),
    2 * forMs + 3_000,
  );
  assert.ok(isAlive(pid), `process ${pid} has ended`);
}

/** Those included that ended and were not waited for. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStat(pid)?.[1]) === parent);
}

/** Our own children, those included that ended and were not waited for. */
export const children = (): number[] => childrenOf(process.pid);

/**
 * Our children that were not there before. Those that were may end by themselves: the first session of a process sweeps what processes that
 * died left behind, each by a shell of its own.
 */
export function childrenSince(before: readonly number[]): number[] {
  return children().filter((pid) => !before.includes(pid));
}

/** The name of the program that a process runs. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** The command line of the group that has the terminal of this process; empty while there is none. */
export function foregroundCommand(pid: number): string {
  const text = readStart(`/proc/${readStat(pid)?.[5]}/cmdline`, MAX_COMMAND_LINE_BYTES) ?? "";
  return Buffer.from(text, "latin1").toString().split("\0").join(" ").trim();
}

/** Processes of the session that this process leads, itself included. */
export function sessionMembers(leader: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStat(pid)?.[3]) === leader && isAlive(pid));
}

const readEach = (name: string, maxBytes: number): { pid: number; text: string }[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), text: readStart(`/proc/${entry}/${name}`, maxBytes) ?? "" }));

/** What runs, or comes from what runs, in a session of that process; also when the process is gone. */
export const markedProcesses = (host: number): number[] =>
  readEach("environ", MAX_ENVIRONMENT_BYTES)
    .filter(({ pid, text }) => text.includes(`PTYWRIGHT_SESSION=${host}-`) && isAlive(pid))
    .map(({ pid }) => pid);

const guardianScripts = (role: string, inLedger: string): number[] =>
  readEach("cmdline", MAX_COMMAND_LINE_BYTES)
    .filter(({ text }) => {
      const [, , , name, ledger] = text.split("\0", 5);
      return name === role && ledger.includes(inLedger);
    })
    .map(({ pid }) => pid);

/** The guardian of that process, if it has begun. */
export const guardiansOf = (host: number): number[] => guardianScripts("guardian", `/${host}-`);

/** Those that are about to end what processes with this home left behind. */
export const sweepersOf = (home: string): number[] => guardianScripts("sweeper", `${home}/`);

/** Our own children that ended and were not waited for. */
export function zombies(): number[] {
  return children().filter((pid) => readStat(pid)?.[0] === "Z");
}

export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

/**
 * For what has no event to wait for: processes that are not ours, descriptors that close a moment later. Returns the last
 * value, whether or not it passed.
 */
export async function eventually<T>(look: () => T, isGood: (value: T) => boolean, limitMs: number): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = look();
    if (isGood(value) || performance.now() > deadline) return value;
    await delay(10);
  }
}

/** Resolves when the last of these processes is gone, which may take a moment. */
export async function noneLeft(pidsOf: () => readonly number[]): Promise<void> {
  assert.deepEqual(await eventually(pidsOf, (pids) => pids.length === 0, 5_000), []);
}
