import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startGuardianScript } from "./guardian-script.js";
import { distanceTo, here, parseLedgerName } from "./ledger-name.js";
import type { LedgerName } from "./ledger-name.js";
import { isPrivate } from "./ledger.js";
import { commandLine, readProcess } from "./proc-fs.js";

/** Says what went wrong without harm to the caller; a log, as a rule. */
export type Warn = (message: string, fields: Readonly<Record<string, string | number>>) => void;

/** A far ledger that nobody touched for so long has no writer any more: those that live touch theirs every day. */
export const MAX_FAR_AGE_MS = 7 * 24 * 3_600_000;

let hasWarned = false;

/**
 * Ends what the sessions of dead processes left running, each ledger by a shell of its own, and removes it. One whose writer may live out
 * of our sight is left alone. Never throws.
 */
export function sweepOrphans(directory: string | undefined, warn: Warn): void {
  if (directory === undefined || !isPrivate(directory)) return;
  for (const name of listFiles(directory)) {
    const ledger = parseLedgerName(name);
    const path = join(directory, name);
    if (ledger === undefined || !isPrivate(path)) continue;
    try {
      settle(ledger, path);
    } catch (error) {
      // One that stays is met again at every start.
      if (!hasWarned) warn("a ledger of an earlier process is left as it is", { path, reason: String(error) });
      hasWarned = true;
    }
  }
}

/** The ledgers of processes that are gone, and of nobody who is at work on them: those that would be swept. */
export function orphanedLedgers(directory: string): string[] {
  const dead = listFiles(directory).filter((name) => {
    const ledger = parseLedgerName(name);
    return ledger !== undefined && distanceTo(ledger, here()) === "near" && !isRunning(ledger.pid, ledger.start);
  });
  if (dead.length === 0) return dead;
  const atWork = listFiles("/proc").map((pid) => (/^\d+$/.test(pid) ? commandLine(Number(pid)) : ""));
  // A guardian that has just ended has removed its ledger before.
  return dead.filter((name) => {
    const path = join(directory, name);
    const bytes = Buffer.from(path).toString("latin1");
    return !atWork.some((line) => line.includes(bytes)) && existsSync(path);
  });
}

function settle(ledger: LedgerName, path: string): void {
  const distance = distanceTo(ledger, here());
  if (distance === "past" || (distance === "far" && Date.now() - lstatSync(path).mtimeMs > MAX_FAR_AGE_MS))
    rmSync(path, { force: true });
  if (distance !== "near" || isRunning(ledger.pid, ledger.start)) return;
  const sweeper = startGuardianScript("sweeper", path, ledger.marker);
  sweeper.on("error", () => undefined);
  sweeper.unref();
}

/** Where start times cannot be read, a process with that pid counts as the one that wrote the ledger. */
export function isRunning(pid: number, start: number): boolean {
  if (process.platform === "linux") return readProcess(pid)?.start === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
