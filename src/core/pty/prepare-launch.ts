import { SpawnError } from "../../base/index.js";
import type { Target } from "../target/index.js";
import { childEnvironment } from "../target/index.js";
import { checkArgumentSize, checkCwd, resolveProgram } from "./preflight.js";
import type { Launch } from "./pty-process.js";
import { MARKER_VARIABLE, nextMarker } from "./session-marker.js";

/** What is settled before the fork: nothing after it may fail for a reason that could have been known. */
export interface PreparedLaunch {
  readonly launch: Launch;
  /** What the processes of this launch carry in their environment, if anything. */
  readonly marker: string | undefined;
  /** A marker of its own, whether or not they carry it. */
  readonly ordinal: string;
}

/** Checks all that can be known before a fork. Throws a SpawnError. */
export function prepareLaunch(target: Target): PreparedLaunch {
  const { program, args, size, inheritsEnv } = target;
  const cwd = checkCwd(program, target.cwd ?? ownDirectory(program));
  // A cleared environment holds what was declared and nothing else, so the marker stays out of it.
  const ordinal = nextMarker();
  const marker = inheritsEnv ? ordinal : undefined;
  const env = childEnvironment(target, process.env, marker === undefined ? {} : { [MARKER_VARIABLE]: marker });
  const file = resolveProgram(program, env, cwd);
  checkArgumentSize(program, [file, ...args], env);
  return { launch: { file, args, env, cwd, size }, marker, ordinal };
}

/** The directory of this process, which may have been removed under it. */
function ownDirectory(program: string): string {
  try {
    return process.cwd();
  } catch {
    throw new SpawnError(
      "cwd_not_found",
      program,
      `cannot start ${program}: the directory that this process runs in was removed. Pass a cwd.`,
    );
  }
}
