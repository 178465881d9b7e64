import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fixture } from "./fixture.js";
import type { Owner } from "./owner.js";
import { PipelinedPeer } from "./pipelined-peer.js";
import { ServeProcess } from "./serve-process.js";
import { tempDir } from "./temp-dir.js";
import { mainThreadWaitedMs } from "./thread-time.js";

/** What a server knows of itself, after its garbage was collected. */
export interface Probe {
  readonly rssMb: number;
  /** What is referred to, in the heap and beside it. */
  readonly liveMb: number;
  readonly descriptors: number;
  /** Timers, sockets, whatever else may call back. */
  readonly resources: number;
  /** How late timers were since the last probe, what others took from it left out. */
  readonly delay: { readonly p99Ms: number; readonly maxMs: number; readonly looks: number };
}

/** A server on a socket that tells about itself. */
export class ProbedServer {
  readonly #server: ServeProcess;
  readonly #path: string;
  #probes = 0;

  private constructor(server: ServeProcess, path: string) {
    this.#server = server;
    this.#path = path;
  }

  static async start(owner: Owner): Promise<ProbedServer> {
    const path = join(tempDir(owner), "socket");
    const [preload] = fixture("reports-itself.mjs").args as [string];
    const server = new ServeProcess(owner, ["--socket", path], {
      NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
      PTYWRIGHT_HOME: process.env.PTYWRIGHT_HOME,
    });
    await server.listening();
    return new ProbedServer(server, path);
  }

  get stderr(): string {
    return this.#server.stderr;
  }

  /** Now, garbage included. */
  get rssMb(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, "latin1");
    return (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024) / 1e6;
  }

  /** How long others had the processor that its main thread waited for, so far. */
  get waitedMs(): number {
    return mainThreadWaitedMs(this.#server.pid);
  }

  connect(): Promise<PipelinedPeer> {
    return PipelinedPeer.connect(this.#path);
  }

  async probe(): Promise<Probe> {
    this.#server.child.kill("SIGUSR2");
    const [, json] = await this.#server.prints(new RegExp(`^probe ${++this.#probes} (.*)\n`, "m"), "stderr");
    return JSON.parse(json) as Probe;
  }
}
