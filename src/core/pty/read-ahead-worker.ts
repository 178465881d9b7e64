import { readSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { AheadMemory } from "./ahead-memory.js";
import { AHEAD, AHEAD_STATE } from "./ahead-memory.js";
import { WORTH_DRAINING_BYTES } from "./master-output.js";

const { control, bytes } = workerData as AheadMemory;
const buffer = Buffer.from(bytes);

// An error is made whenever the kernel has nothing; nobody sees its stack.
Error.stackTraceLimit = 0;

/** Until it is told to stop, the kernel has no more, or the buffer is full. */
function readOn(fd: number): void {
  for (let end = control[AHEAD.end]; end < buffer.length && Atomics.load(control, AHEAD.isStopping) === 0;) {
    const count = readOnce(fd, end);
    end += count;
    Atomics.store(control, AHEAD.end, end);
    if (count < WORTH_DRAINING_BYTES) return;
    if (end >= Atomics.load(control, AHEAD.wanted)) tell();
  }
}

function readOnce(fd: number, position: number): number {
  try {
    return readSync(fd, buffer, position, buffer.length - position, null);
  } catch {
    // EAGAIN or EIO. Who asked will see the same, should it matter.
    return 0;
  }
}

function tell(): void {
  Atomics.add(control, AHEAD.steps, 1);
  Atomics.notify(control, AHEAD.steps);
}

Atomics.store(control, AHEAD.isReady, 1);
for (;;) {
  Atomics.wait(control, AHEAD.state, AHEAD_STATE.idle);
  const state = Atomics.compareExchange(control, AHEAD.state, AHEAD_STATE.asked, AHEAD_STATE.reading);
  if (state !== AHEAD_STATE.asked) continue;
  readOn(control[AHEAD.fd]);
  Atomics.store(control, AHEAD.state, AHEAD_STATE.idle);
  tell();
}
