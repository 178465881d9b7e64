import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { NAME, PtywrightError, didYouMean, onAbort, shown } from "../base/index.js";
import { askLine, decode } from "../protocol/index.js";

/** Each is a program with a plugin of its own. */
const MAX_ASKS = 4;
/** It ends its program within 4 s. */
const END_LIMIT_MS = 6_000;

/** A program that can be asked. */
export interface AskedProgram {
  readonly name: string;
  /** What is started. */
  readonly program: string | undefined;
}

export interface Asked {
  readonly adapter: string;
  readonly prompt: string;
  readonly cwd: string;
}

/** Who can be asked, and with which leave, as the user said when this process was started. */
export interface AskPolicy {
  readonly programs: readonly AskedProgram[];
  /** What `ptywright __ask` is told. */
  readonly orderFor: (asked: Asked) => object;
}

export interface AskEnd {
  readonly outcome: string;
  readonly answer: string;
  /** What went wrong; of a command that ended badly, its exit code. */
  readonly message: string | undefined;
}

/** What is being asked: each by a `ptywright` of its own, which ends with us. */
export class RunningAsks {
  readonly #policy: AskPolicy;
  readonly #asks = new Map<string, RunningAsk>();
  #count = 0;

  constructor(policy: AskPolicy) {
    this.#policy = policy;
  }

  get names(): readonly string[] {
    return this.#policy.programs.map(({ name }) => name);
  }

  /** What would be started for one of the names. */
  programOf(adapter: string): string | undefined {
    const found = this.#policy.programs.find(({ name }) => name === adapter);
    if (found !== undefined) return found.program;
    throw new PtywrightError(
      "invalid_argument",
      `there is no adapter ${shown(adapter)}${didYouMean(adapter, this.names)}; known are: ${this.names.join(", ")}`,
    );
  }

  start(asked: Asked): RunningAsk {
    if (this.#asks.size >= MAX_ASKS)
      throw new PtywrightError(
        "invalid_argument",
        `${MAX_ASKS} are being asked, which is the most; wait for one: ${[...this.#asks.keys()].join(", ")}`,
      );
    const id = `ask-${++this.#count}`;
    const ask = new RunningAsk(id, this.#policy.orderFor(asked));
    this.#asks.set(id, ask);
    return ask;
  }

  get(id: string): RunningAsk {
    const found = this.#asks.get(id);
    if (found !== undefined) return found;
    throw new PtywrightError("invalid_argument", `nothing is being asked under ${shown(id)}; ask anew`);
  }

  forget(ask: RunningAsk): void {
    this.#asks.delete(ask.id);
  }

  /** Ends all of them with their programs. */
  async end(): Promise<void> {
    await Promise.all([...this.#asks.values()].map((ask) => ask.end()));
  }
}

/** One prompt on its way. */
export class RunningAsk {
  readonly id: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown>;
  readonly #done: Promise<AskEnd>;

  constructor(id: string, order: object) {
    this.id = id;
    const binary = fileURLToPath(import.meta.resolve("../../bin/ptywright"));
    this.#child = spawn(process.execPath, [binary, "__ask"], { stdio: "pipe" });
    this.#exited = once(this.#child, "exit");
    this.#exited.catch(() => undefined);
    this.#child.stdin.on("error", () => undefined);
    // The end of its input is for it the end of us.
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    this.#done = this.#read();
    this.#done.catch(() => undefined);
  }

  /** How it ended; undefined if it has not after that time. The signal ends it. */
  async ended(limitMs: number, signal: AbortSignal): Promise<AskEnd | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), limitMs)));
    const stopListening = onAbort(signal, () => void this.end());
    if (signal.aborted) void this.end();
    try {
      return await Promise.race([this.#done, late]);
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    const limit = setTimeout(() => this.#child.kill("SIGKILL"), END_LIMIT_MS);
    await this.#exited.catch(() => undefined);
    clearTimeout(limit);
  }

  async #read(): Promise<AskEnd> {
    let end: AskEnd | undefined;
    let words = "";
    // Covered where it was made.
    createInterface({ input: this.#child.stderr }).on("line", (line) => (words = line.replace(`${NAME}: `, "")));
    for await (const line of createInterface({ input: this.#child.stdout, crlfDelay: Infinity })) {
      const told = toldIn(line);
      if (told === undefined) words = line;
      else if (told.type === "end") {
        const { outcome, text, exitCode, message = exitCode === 0 ? undefined : `exit code ${exitCode}` } = told;
        end = { outcome, answer: text.trimEnd(), message };
      }
    }
    this.#child.stdin.end();
    await this.#exited;
    if (end !== undefined) return end;
    throw new PtywrightError("plugin_failed", words === "" ? "the program could not be asked" : words);
  }
}

function toldIn(line: string): ReturnType<typeof decode<typeof askLine>> | undefined {
  try {
    return decode(askLine, JSON.parse(line), "");
  } catch {
    return undefined;
  }
}
