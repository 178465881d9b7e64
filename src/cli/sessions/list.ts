import { exitStatusOf } from "../../api/index.js";
import type { RemoteSessionDetails } from "../../client/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { printColumns } from "../print-columns.js";
import type { VerbOptions } from "./verb.js";
import { printResult, withServer } from "./verb.js";

/** `ls`: the sessions of the server, oldest first. Without a server there are none. */
export async function listSessions(options: VerbOptions): Promise<number> {
  return withServer(
    options,
    async (client) => {
      tell(await client.sessions(), options);
      return EXIT_OK;
    },
    () => {
      tell([], options);
      return EXIT_OK;
    },
  );
}

function tell(all: readonly RemoteSessionDetails[], { json }: VerbOptions): void {
  if (json) printResult("session.list", { sessions: all.map(({ session }) => session), details: [...all] });
  else if (all.length > 0) printColumns([["SESSION", "ID", "STATE", "SIZE", "AGE", "COMMAND"], ...all.map(row)]);
}

function row(details: RemoteSessionDetails): string[] {
  const { session, name = session, rows, cols, ageMs, command } = details;
  return [name, session, stateOf(details), `${cols}x${rows}`, age(ageMs), command];
}

function stateOf(details: RemoteSessionDetails): string {
  const status = exitStatusOf(details);
  if (status === undefined) return "running";
  return status.signal === null ? `exited ${status.exitCode}` : `ended by ${status.signal}`;
}

/** The two largest units: 45s, 3m12s, 2h05m, 4d03h. */
export function age(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const two = (large: number, unit: string, small: number, smallUnit: string): string =>
    `${large}${unit}${String(small).padStart(2, "0")}${smallUnit}`;
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return two(Math.floor(seconds / 60), "m", seconds % 60, "s");
  if (seconds < 86_400) return two(Math.floor(seconds / 3_600), "h", Math.floor((seconds % 3_600) / 60), "m");
  return two(Math.floor(seconds / 86_400), "d", Math.floor((seconds % 86_400) / 3_600), "h");
}
