import { readFileSync } from "node:fs";
import { wholeWords } from "../../base/index.js";
import { commandLine, statFields } from "./proc-fs.js";

/** The program that a terminal's keys go to. */
export interface ForegroundProcess {
  readonly pid: number;
  readonly command: string;
  /** What the kernel says that it does. */
  readonly state: string;
  /** Where in the kernel it sleeps, such as n_tty_read for one that waits for keys. */
  readonly waitsIn: string | undefined;
}

/** See proc_pid_stat(5). */
const STATES: Readonly<Record<string, string>> = {
  R: "running",
  S: "asleep",
  D: "in uninterruptible sleep",
  T: "stopped",
  t: "stopped by a debugger",
  Z: "dead, and not waited for",
  I: "idle",
};

/** What the leader of the terminal's foreground group does now; undefined where the system does not tell. */
export function foregroundProcess(sessionLeader: number): ForegroundProcess | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const pid = Number(statFields(sessionLeader)?.[5]);
    const [state = ""] = statFields(pid) ?? [];
    const words = Buffer.from(commandLine(pid), "latin1").toString().split("\0").filter(Boolean);
    const channel = readFileSync(`/proc/${pid}/wchan`, "utf8");
    return {
      pid,
      command: wholeWords(words),
      state: STATES[state] ?? state,
      waitsIn: channel === "0" || channel === "" ? undefined : channel,
    };
  } catch {
    // Gone in the meantime, or not ours to read.
    return undefined;
  }
}
