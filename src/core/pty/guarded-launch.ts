import { SpawnError } from "../../base/index.js";
import type { Guardian } from "./guardian.js";
import { limitMark, withLimitMark } from "./limit-mark.js";
import type { PreparedLaunch } from "./prepare-launch.js";
import { ProcessGroup } from "./process-group.js";
import type { PtyListener, PtyProcess } from "./pty-process.js";
import type { SessionCgroup } from "./session-cgroup.js";
import { spawnPty } from "./spawn-pty.js";
import { trackingHere } from "./tracking.js";

/** A program on its terminal, and all that it will start. */
export interface GuardedLaunch {
  readonly pty: PtyProcess;
  readonly group: ProcessGroup;
}

/** Undefined where there can be none: the program then goes by its marks. */
function newCgroup(): SessionCgroup | undefined {
  try {
    return trackingHere().cgroup?.session();
  } catch {
    return undefined;
  }
}

/** Starts a program so that it and all that it starts will be found again, by us or by the guardian. */
export function launchGuarded(
  { launch, marker, ordinal }: PreparedLaunch,
  listener: PtyListener,
  guardian: Guardian,
): GuardedLaunch {
  // The guardian must be there before the child is.
  guardian.ready();
  const cgroup = newCgroup();
  const mark = trackingHere().kind === "environment" || cgroup !== undefined ? undefined : limitMark(ordinal);
  const marked = mark === undefined ? undefined : withLimitMark(launch, mark);
  let pty: PtyProcess;
  try {
    pty = spawnPty(marked ?? launch, listener, cgroup);
  } catch (error) {
    cgroup?.remove();
    throw error;
  }
  const group = new ProcessGroup(pty, { marker, limitMark: marked && mark, cgroup });
  if (!guardian.add(group)) {
    void group.end("SIGKILL", 0).finally(() => pty.close());
    throw new SpawnError(
      "spawn_failed",
      launch.file,
      `cannot start ${launch.file}: there is neither a guardian nor room for its entry on the disk, so that it would outlive this process ` +
        "if that were killed. Make room where the runtime directory is, or end other processes.",
    );
  }
  return { pty, group };
}
