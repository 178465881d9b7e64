import { join } from "node:path";
import type { PipelinedPeer } from "./pipelined-peer.js";
import type { Random } from "./random.js";

const MAX_SESSIONS = 12;
const MAX_RECORDED = 4;
const MAX_ADAPTERS = 2;
/** So many steps are under way at once. */
const WINDOW = 16;

/** What each makes hard for whoever has to end it: signals ignored, a session left, a double fork, a job of its own group. */
const STUBBORN = [
  "exec cat",
  "trap '' HUP TERM INT QUIT; while :; do sleep 1000; done",
  "set -m; sleep 1000 & wait",
  "setsid sh -c 'trap \"\" HUP TERM; while :; do sleep 1000; done' < /dev/null > /dev/null 2>&1 & sleep 1000",
  'setsid sh -c \'(setsid sh -c "trap \\"\\" HUP TERM; sleep 1000" &)\' < /dev/null > /dev/null 2>&1; exec cat',
];

/** Prints numbers, so that it is known what a raw file of it begins with. Nothing is typed into it, which would be echoed. */
const COUNTS = { program: "/bin/sh", args: ["-c", "seq 1 100000; exec cat"] };

/** What that prints first, as a terminal hands it on. */
export function countedText(length: number): string {
  let text = "";
  for (let number = 1; text.length < length; number++) text += `${number}\r\n`;
  return text.slice(0, length);
}

/** Random requests of a client to a server: programs that are hard to end, input, waits, plugins, raw transcripts. */
export class RandomScript {
  readonly #peer: PipelinedPeer;
  readonly #random: Random;
  readonly #folder: string;
  readonly #manifest: string;
  readonly #sessions: string[] = [];
  readonly #recorded: string[] = [];
  readonly #adapters: string[] = [];
  #creating = 0;
  #files = 0;

  /** Raw transcripts go to `folder`; `manifest` is of a plugin called demo. */
  constructor(peer: PipelinedPeer, random: Random, folder: string, manifest: string) {
    this.#peer = peer;
    this.#random = random;
    this.#folder = folder;
    this.#manifest = manifest;
  }

  /** Runs so many steps; `before` each it may stop them. */
  async run(steps: number, before: (step: number) => boolean | Promise<boolean>): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    for (let step = 0; step < steps && (await before(step)); step++) {
      const done: Promise<unknown> = this.#step().finally(() => underWay.delete(done));
      underWay.add(done);
      while (underWay.size >= WINDOW) await Promise.race(underWay);
    }
  }

  #step(): Promise<unknown> {
    const random = this.#random;
    const session = this.#sessions.length > 0 ? random.pick(this.#sessions) : "s0";
    switch (random.below(16)) {
      case 0:
      case 1:
        return this.#create({ program: "/bin/sh", args: ["-c", random.pick(STUBBORN)] });
      case 2:
        return this.#record();
      case 3:
        return this.#close(session);
      case 4:
        return this.#peer.request("plugin.load", { manifest_path: this.#manifest });
      case 5:
        return this.#startAdapter();
      case 6:
        return this.#closeAdapter();
      case 7:
      case 8:
        return this.#peer.request("session.wait", {
          session,
          matcher: { type: "contains_text", value: random.text(1, "abc123") },
          timeout_ms: random.below(30),
        });
      case 9:
        return this.#peer.request("session.resize", {
          session,
          rows: 1 + random.below(60),
          cols: 1 + random.below(120),
        });
      case 10:
        return this.#peer.request("session.snapshot", { session });
      case 11:
        return this.#peer.request("session.kill", { session });
      case 12:
        return this.#peer.request("session.list");
      default: {
        const value = `${random.text(random.below(20), "abc 123")}\n`;
        return this.#peer.request("session.input", { session, action: { type: "text", value } });
      }
    }
  }

  async #create(params: object): Promise<void> {
    if (this.#sessions.length + this.#creating >= MAX_SESSIONS) return this.#close(this.#sessions[0] ?? "s0");
    this.#creating++;
    const answer = await this.#peer.request("session.create", params);
    this.#creating--;
    if (answer?.result !== undefined) this.#sessions.push(String(answer.result["session"]));
  }

  async #record(): Promise<void> {
    const old = this.#recorded.length >= MAX_RECORDED ? this.#recorded.shift() : undefined;
    if (old !== undefined) return this.#close(old);
    const raw_transcript_path = join(this.#folder, `raw-${this.#files++}`);
    const answer = await this.#peer.request("session.create", { ...COUNTS, raw_transcript_path });
    if (answer?.result !== undefined) this.#recorded.push(String(answer.result["session"]));
  }

  async #close(session: string): Promise<void> {
    const at = this.#sessions.indexOf(session);
    if (at >= 0) this.#sessions.splice(at, 1);
    await this.#peer.request("session.close", { session });
  }

  async #startAdapter(): Promise<void> {
    if (this.#adapters.length >= MAX_ADAPTERS) return this.#closeAdapter();
    const answer = await this.#peer.request("adapter.start", { plugin: "demo" });
    if (answer?.result !== undefined) this.#adapters.push(String(answer.result["adapter"]));
  }

  async #closeAdapter(): Promise<void> {
    const adapter = this.#adapters.shift();
    if (adapter !== undefined) await this.#peer.request("adapter.close", { adapter });
  }
}
