import { statSync } from "node:fs";
import { dirname } from "node:path";
import { escapeControls, escapeJson, wayToFile } from "../../base/index.js";
import type { TrackingKind } from "../../core/pty/index.js";
import { guardianFor, prepareLaunch, spawnPty, trackingHere } from "../../core/pty/index.js";
import { Target } from "../../core/target/index.js";
import { Paths } from "../../home/config/index.js";
import type { Finding } from "./finding.js";
import { leftovers } from "./leftovers.js";
import { openFiles, processCount, terminals } from "./limits.js";
import { nativePart, nodeVersion } from "./versions.js";

export interface DoctorOptions {
  readonly json: boolean;
}

const TRACKING: Readonly<Record<TrackingKind, string>> = {
  cgroup: "cgroup: each session has a control group of its own, and is ended with all that is in it",
  limits: "limits: what a session started is known by a mark in its limits, and is stopped before it is killed",
  environment:
    "environment: what a session started is known by a mark in its environment, and is stopped before it is killed",
};

/** A code that nothing but our own program ends with. */
const EXIT_CODE = 37;

/** A program on a terminal, to its end. */
async function terminal(): Promise<Finding> {
  const name = "terminal";
  try {
    const { launch } = prepareLaunch(new Target({ program: "/bin/sh", args: ["-c", `exit ${EXIT_CODE}`] }));
    const code = await new Promise<number | null>((resolve) => {
      spawnPty(launch, { onOutput: () => true, onExit: ({ exitCode }) => resolve(exitCode) });
    });
    return { name, ok: code === EXIT_CODE, detail: code === EXIT_CODE ? "works" : `a program ended with ${code}` };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

function processes(): Finding {
  const { kind, reason } = trackingHere();
  return { name: "processes", ok: true, detail: TRACKING[kind] + (reason === "" ? "" : ` (${reason})`) };
}

function guardian(paths: Paths): Finding {
  let problem = "it cannot be started";
  const { isRunning } = guardianFor(
    () => paths.ensureLedgerDir(),
    (message) => (problem = message),
  ).ready();
  return { name: "guardian", ok: isRunning, detail: isRunning ? "runs" : problem };
}

/** Whoever can write here, or above, can take the place of what is in it. */
function directory(name: string, path: string): Finding {
  const found = statSync(path, { throwIfNoEntry: false });
  const { doubt } = wayToFile(path);
  const problem = doubt === undefined ? "" : `; ${doubt.problem}`;
  const advice = doubt?.advice;
  if (found === undefined)
    return { name, ok: doubt === undefined, detail: `${path} will be made, for this user alone${problem}`, advice };
  const detail = `${path}, mode ${(found.mode & 0o777).toString(8).padStart(3, "0")}`;
  const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
  if (!isOurs)
    return {
      name,
      ok: false,
      detail: `${detail}; it must be this user's, and nobody else's to write to`,
      advice: `chmod go-w ${path}`,
    };
  return { name, ok: found.isDirectory() && doubt === undefined, detail: `${detail}${problem}`, advice };
}

/** Prints what was found; 1 if something is missing. */
export async function doctor({ json }: DoctorOptions): Promise<number> {
  const paths = Paths.fromEnv();
  // Looked at before anything makes it.
  const places = [directory("runtime directory", paths.home), directory("socket", dirname(paths.socketPath))];
  const left = await leftovers(paths);
  const findings = [
    nodeVersion(),
    nativePart(),
    await terminal(),
    terminals(),
    openFiles(),
    processCount(),
    processes(),
    guardian(paths),
    ...places,
    left,
  ];
  const ok = findings.every((finding) => finding.ok);
  const lines = findings.map(({ name, ok: isFine, detail, advice }) => {
    const told = advice === undefined ? detail : `${detail}; ${advice}`;
    return `${isFine ? "ok  " : "FAIL"}  ${name}: ${escapeControls(told)}\n`;
  });
  process.stdout.write(
    json ? `${escapeJson(JSON.stringify({ ok, tracking: trackingHere().kind, checks: findings }))}\n` : lines.join(""),
  );
  return ok ? 0 : 1;
}
