import type { Launch, PtyListener, PtyProcess } from "./pty-process.js";
import type { SessionCgroup } from "./session-cgroup.js";
import { UnixPty } from "./unix-pty.js";
import { WindowsPty } from "./windows-pty.js";

/** In this control group, where there is one. */
export function spawnPty(launch: Launch, listener: PtyListener, cgroup?: SessionCgroup): PtyProcess {
  return process.platform === "win32" ? new WindowsPty(launch, listener) : new UnixPty(launch, listener, cgroup);
}
