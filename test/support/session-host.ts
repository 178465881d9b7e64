import { spawn } from "node:child_process";
import { fixture } from "./fixture.js";
import { eventually, isAlive } from "./processes.js";

const ENTRY = import.meta.resolve("ptywright");

/** A process of a user's, with sessions of its own, started and asked for the pids of all that it started; `behind` a command, if need be. */
export async function startHost(
  folder: string,
  home: string,
  count: number,
  ...behind: string[]
): Promise<{ pid: number; pids: number[] }> {
  const { program, args = [] } = fixture("hosts-sessions.mjs", ENTRY, folder, String(count));
  const [first, ...rest] = [...behind, program, ...args];
  const host = spawn(first, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home },
  });
  const line = await new Promise<string>((resolve) => {
    let text = "";
    host.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("\n")) resolve(text);
    });
  });
  return { pid: host.pid as number, pids: JSON.parse(line) as number[] };
}

/** Those that are alive when none is, or when the time is over. */
export const survivors = (pids: readonly number[], limitMs: number): Promise<number[]> =>
  eventually(
    () => pids.filter(isAlive),
    (alive) => alive.length === 0,
    limitMs,
  );
