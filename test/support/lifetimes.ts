import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Owner } from "./owner.js";
import { PipelinedPeer } from "./pipelined-peer.js";
import { eventually } from "./processes.js";
import { Random, SEED } from "./random.js";
import { ServeProcess } from "./serve-process.js";
import { tempDir } from "./temp-dir.js";

const SOURCE = fileURLToPath(new URL("../../../test/fixtures/programs/lives-by-script.c", import.meta.url));

/** By what the server finds the processes of a session again. */
export type Tracking = "cgroup" | "limits" | "environment";
export const TRACKINGS: readonly Tracking[] = ["cgroup", "limits", "environment"];

/** How the sessions end, with their server or without. */
export type Ending = "close" | "SIGTERM" | "SIGKILL";
export const ENDINGS: readonly Ending[] = ["close", "SIGTERM", "SIGKILL"];

/** Steps of lives-by-script.c. */
export interface Life {
  readonly script: string;
  readonly clearEnv: boolean;
  /** It is ended while it is still on its way. */
  readonly early: boolean;
}

const STEPS = "ffxxssggttviizzpwweEmccdl";
const LAST_STEPS = ["", "", "", "", "h", "H", "k"];
const MAX_STEPS = 8;
/** How long the last of them may take to come to its end, and to be gone after the server was killed. */
const PATIENCE_MS = 15_000;

/** The program, built into a folder of the test's; undefined where there is no compiler. */
export function buildProgram(t: Owner): string | undefined {
  const program = join(tempDir(t), "lives-by-script");
  const { status } = spawnSync("cc", ["-O1", "-pthread", "-o", program, SOURCE]);
  return status === 0 ? program : undefined;
}

/** Steps that nobody promises to follow: see SECURITY.md. */
function hiding(tracking: Tracking, ending: Ending, isUnmarked: boolean): string {
  if (tracking === "cgroup") return "";
  if (tracking === "limits") return "l";
  if (ending !== "SIGKILL") return isUnmarked ? "c" : "";
  // Their terminal is gone with the server, so that the mark and the session's number are all there is.
  return isUnmarked ? "sH" : "";
}

export function randomLife(random: Random, tracking: Tracking, ending: Ending): Life {
  const clearEnv = random.below(2) === 0;
  const free = random.text(random.below(MAX_STEPS), STEPS) + random.pick(LAST_STEPS);
  // When a leader exits, the kernel hangs up on those it leaves.
  const steps = /[xhH]/.test(free) ? `i${free}` : free;
  const hidden = hiding(tracking, ending, clearEnv || /[eEm]/.test(steps));
  const script = [...steps].filter((step) => !hidden.includes(step)).join("");
  return { script, clearEnv, early: random.below(4) === 0 };
}

/** What once survived; a minus is for a cleared environment. */
const SURVIVED = ["t", "it", "ih", "ik", "iH", "ifH", "ixsxih", "-ix", "-ixt", "ie", "iEx", "im", "ism"];
/** Beside those; the soak has hundreds. */
const RANDOM_LIVES = 7;

/** What is tried each time. */
export function someLives({ tracking, ending }: { readonly tracking: Tracking; readonly ending: Ending }): Life[] {
  const random = new Random(SEED + 10 * TRACKINGS.indexOf(tracking) + ENDINGS.indexOf(ending));
  const isLost = (script: string): boolean =>
    [...hiding(tracking, ending, /^-|[eEm]/.test(script))].some((step) => script.includes(step));
  const survived = SURVIVED.filter((script) => !isLost(script)).map((script) => ({
    script: script.replace("-", ""),
    clearEnv: script.startsWith("-"),
    early: false,
  }));
  return [...survived, ...Array.from({ length: RANDOM_LIVES }, () => randomLife(random, tracking, ending))];
}

/** Processes that run this file, those included that run on without their main thread. */
function runs(program: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && threadsOf(name).some((path) => isRunning(path, program)))
    .map(Number);
}

function threadsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/exe`);
  } catch {
    return [];
  }
}

function isRunning(path: string, program: string): boolean {
  try {
    return readlinkSync(path) === program;
  } catch {
    return false;
  }
}

/** Longer than somebody who hops takes for many hops; each leaves a line. */
const HOPS_MS = 100;

/** Whether somebody hops on, whom looks may miss. */
async function hops(file: string): Promise<boolean> {
  const lines = (): string => (existsSync(file) ? readFileSync(file, "latin1") : "");
  const before = lines();
  return (await eventually(lines, (now) => now !== before, HOPS_MS)) !== before;
}

const hasLines = (file: string): boolean => existsSync(file) && readFileSync(file, "latin1") !== "";

async function ended(server: ServeProcess, signal: NodeJS.Signals, problems: string[]): Promise<void> {
  server.child.kill(signal);
  const limit = AbortSignal.timeout(PATIENCE_MS);
  const isOver = await Promise.race([server.exit.then(() => true), once(limit, "abort").then(() => false)]);
  if (!isOver) problems.push(`the server lives on after ${signal}`);
}

/** Runs these lives in sessions of a server, ends them, and returns a line for each that left somebody. */
export async function endLives(
  t: Owner,
  program: string,
  lives: readonly Life[],
  { tracking, ending }: { readonly tracking: Tracking; readonly ending: Ending },
): Promise<string[]> {
  const folder = tempDir(t);
  mkdirSync(join(folder, "home"), { mode: 0o700 });
  const path = join(folder, "socket");
  const server = new ServeProcess(t, ["--socket", path], {
    PTYWRIGHT_HOME: join(folder, "home"),
    PTYWRIGHT_TRACKING: tracking,
  });
  await server.listening();
  const peer = await PipelinedPeer.connect(path);
  const started = await Promise.all(
    lives.map(async (life, index) => {
      // A name of its own for each: by that it is known who is left.
      const [own, ends] = [join(folder, `program-${index}`), join(folder, `ends-${index}`)];
      linkSync(program, own);
      const args = [ends, life.script];
      const session = await peer.create({ program: own, args, clear_env: life.clearEnv });
      return { life, own, ends, session };
    }),
  );
  const slow = started.filter(({ life }) => !life.early);
  const isUnderWay = (): boolean => slow.every(({ ends }) => hasLines(ends));
  const problems = (await eventually(isUnderWay, Boolean, PATIENCE_MS)) ? [] : ["not all came to their end"];
  const described = ({ script, clearEnv, early }: Life): string =>
    `${ending}, ${tracking}: "${script}"${clearEnv ? ", cleared environment" : ""}${early ? ", early" : ""}`;
  const left = async ({ life, own, ends }: { life: Life; own: string; ends: string }): Promise<void> => {
    const pids = runs(own);
    if (pids.length > 0) problems.push(`${described(life)} left ${pids.join(", ")}`);
    else if (await hops(ends)) problems.push(`${described(life)} hops on`);
  };
  if (ending === "close") {
    await Promise.all(
      started.map(async (one) => {
        const answer = await peer.request("session.close", { session: one.session });
        if (answer?.result?.["closed"] !== true) problems.push(`${described(one.life)}: ${JSON.stringify(answer)}`);
        await left(one);
      }),
    );
    await ended(server, "SIGTERM", problems);
  } else {
    await ended(server, ending, problems);
    if (ending === "SIGKILL") {
      const deadline = performance.now() + PATIENCE_MS;
      const isAnyLeft = async ({ own, ends }: { own: string; ends: string }): Promise<boolean> =>
        runs(own).length > 0 || hops(ends);
      for (const one of started) while ((await isAnyLeft(one)) && performance.now() < deadline);
    }
    await Promise.all(started.map(left));
  }
  for (const { own } of started) for (const pid of runs(own)) process.kill(pid, "SIGKILL");
  return problems;
}
