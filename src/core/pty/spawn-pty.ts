import type { Launch, PtyListener, PtyProcess } from "./pty-process.js";
import { UnixPty } from "./unix-pty.js";
import { WindowsPty } from "./windows-pty.js";

export function spawnPty(launch: Launch, listener: PtyListener): PtyProcess {
  return process.platform === "win32" ? new WindowsPty(launch, listener) : new UnixPty(launch, listener);
}
