import { Paths } from "../../home/config/index.js";
import { listLogFiles } from "../../home/logging/index.js";
import { exitCodeOfSignal } from "../exit-codes.js";
import { LogFollower } from "./log-follower.js";

export interface LogsOptions {
  /** How many lines to begin with. */
  readonly lines: number;
  readonly filter: string | undefined;
}

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Shows the end of the newest log and follows it until a signal ends the process. */
export async function logs({ lines, filter }: LogsOptions): Promise<number> {
  const directory = Paths.fromEnv().logsDir;
  const newest = listLogFiles(directory).at(-1);
  if (newest === undefined)
    throw new Error(
      `no ptywright log files in ${directory}; they begin with the first run or serve that logs something; PTYWRIGHT_LOG=info logs more`,
    );
  // The process, not just this call: output that waits for a reader who does not read would keep it alive.
  for (const signal of ENDING_SIGNALS) process.once(signal, () => process.exit(exitCodeOfSignal(signal)));
  const follower = new LogFollower(directory, filter, process.stdout);
  return follower.follow(newest, lines);
}
