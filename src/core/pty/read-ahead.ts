import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AheadMemory } from "./ahead-memory.js";
import { AHEAD, AHEAD_PLACES, AHEAD_STATE } from "./ahead-memory.js";

/** So much of a flood is read without the thread: most programs never write as much at once. */
const WORTH_A_THREAD_BYTES = 2_097_152;
/** A thread costs some megabytes: it is ended when there was no flood for this long. */
const IDLE_MS = 10_000;
/** To be woken for each of the kernel's 4 KiB takes longer than to parse them. */
const WORTH_WAKING_BYTES = 16_384;
/** A read takes microseconds, on a machine that has no time for us some milliseconds. */
const LONGEST_READ_MS = 30_000;
const CONTROL_BYTES = AHEAD_PLACES * Int32Array.BYTES_PER_ELEMENT;

/**
 * A thread that reads a terminal while what came before is parsed. It does so only between `begin` and `stop`, which are in one callback of the
 * event loop, so that nobody else has to know of it: for all others a terminal is read by who delivers its output.
 */
export class ReadAhead {
  readonly #bufferBytes: number;
  #worker: Worker | undefined;
  /** Of the present thread only: one that is being ended must not touch what the next one uses. */
  #control = new Int32Array(new SharedArrayBuffer(CONTROL_BYTES));
  #buffer: Buffer = Buffer.alloc(0);
  #isHopeless = availableParallelism() === 1;
  #flooded = 0;

  constructor(bufferBytes: number) {
    this.#bufferBytes = bufferBytes;
  }

  /** Told of output of a program that writes faster than we parse; starts the thread when it is worth it. */
  noteFlood(bytes: number): void {
    this.#flooded += bytes;
    if (this.#worker === undefined && this.#flooded >= WORTH_A_THREAD_BYTES && !this.#isHopeless) this.start();
  }

  start(): void {
    const memory: AheadMemory = {
      control: new Int32Array(new SharedArrayBuffer(CONTROL_BYTES)),
      bytes: new SharedArrayBuffer(this.#bufferBytes),
    };
    let worker: Worker;
    try {
      worker = new Worker(new URL("./read-ahead-worker.js", import.meta.url), {
        name: "ptywright read",
        workerData: memory,
        env: {},
        argv: [],
        execArgv: [],
      });
    } catch {
      // It may be forbidden, and is not needed.
      this.#isHopeless = true;
      return;
    }
    worker.unref();
    const idle = setInterval(() => {
      if (this.#flooded === 0) this.end();
      this.#flooded = 0;
    }, IDLE_MS).unref();
    worker.on("error", () => (this.#isHopeless = true));
    worker.on("exit", () => {
      clearInterval(idle);
      if (worker === this.#worker) this.#worker = undefined;
    });
    this.#worker = worker;
    this.#control = memory.control;
    this.#buffer = Buffer.from(memory.bytes);
  }

  end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#flooded = 0;
  }

  /** What is read goes here, and is valid until the next `begin`. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  get isReady(): boolean {
    return this.#worker !== undefined && Atomics.load(this.#control, AHEAD.isReady) === 1;
  }

  /** Reads into the buffer from `position` on, until `stop`, the kernel has no more, or the buffer is full. */
  begin(fd: number, position: number): void {
    const control = this.#control;
    control[AHEAD.fd] = fd;
    control[AHEAD.end] = position;
    control[AHEAD.isStopping] = 0;
    Atomics.store(control, AHEAD.state, AHEAD_STATE.asked);
    Atomics.notify(control, AHEAD.state);
  }

  /**
   * Where what was read ends, once that is well beyond `position` or no more comes; `position` itself if nothing did. Undefined if the thread has not even begun: a
   * busy machine has no time for it, and nothing will be read before the next `begin`.
   */
  endBeyond(position: number): number | undefined {
    const control = this.#control;
    const wanted = position + WORTH_WAKING_BYTES;
    Atomics.store(control, AHEAD.wanted, wanted);
    for (;;) {
      const steps = Atomics.load(control, AHEAD.steps);
      const state = Atomics.load(control, AHEAD.state);
      const end = Atomics.load(control, AHEAD.end);
      if (end >= wanted || state === AHEAD_STATE.idle) return end;
      if (this.#takeBack()) return undefined;
      this.#wait(steps);
    }
  }

  /** A thread that died in the middle of a read would be waited for without end. */
  #wait(steps: number): void {
    if (Atomics.wait(this.#control, AHEAD.steps, steps, LONGEST_READ_MS) !== "timed-out") return;
    this.#isHopeless = true;
    this.end();
    Atomics.store(this.#control, AHEAD.state, AHEAD_STATE.idle);
  }

  /** Returns where what was read ends, for good. The read that is under way is waited for; it takes microseconds. */
  stop(): number {
    const control = this.#control;
    Atomics.store(control, AHEAD.isStopping, 1);
    this.#takeBack();
    for (;;) {
      const steps = Atomics.load(control, AHEAD.steps);
      if (Atomics.load(control, AHEAD.state) === AHEAD_STATE.idle) return Atomics.load(control, AHEAD.end);
      this.#wait(steps);
    }
  }

  #takeBack(): boolean {
    const { asked, idle } = AHEAD_STATE;
    return Atomics.compareExchange(this.#control, AHEAD.state, asked, idle) === asked;
  }
}
