import { Worker } from "node:worker_threads";
import { onAbort } from "../../base/index.js";
import type { RegexMatch } from "./linear-regex.js";

export interface Search {
  readonly pattern: string;
  readonly text: string;
}

export interface SearchAnswer {
  readonly found: RegexMatch | undefined;
}

interface Job extends Search {
  readonly resolve: (found: RegexMatch | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A thread costs some ten megabytes: it is ended when nobody has asked for this long. */
const IDLE_MS = 10_000;

/** One thread for the searches of all: a text that takes long to search holds up nobody but those who search such texts too. */
class SearchThread {
  /** They wait here and not in the thread, so that they can be taken back. */
  readonly #jobs = new Set<Job>();
  #running: Job | undefined;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  search(pattern: string, text: string, signal?: AbortSignal): Promise<RegexMatch | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    return new Promise<RegexMatch | undefined>((resolve, reject) => {
      const job: Job = {
        pattern,
        text,
        resolve: (found) => done(() => resolve(found)),
        reject: (error) => done(() => reject(error)),
      };
      const stopListening = onAbort(signal, () => {
        this.#jobs.delete(job);
        job.resolve(undefined);
      });
      const done = (finish: () => void): void => {
        stopListening();
        finish();
      };
      this.#jobs.add(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    for (const job of this.#jobs) {
      this.#jobs.delete(job);
      this.#running = job;
      clearTimeout(this.#idle);
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ pattern: job.pattern, text: job.text } satisfies Search);
      return;
    }
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./search-worker.js", import.meta.url), {
      name: "ptywright search",
      env: {},
      argv: [],
      execArgv: [],
    });
    worker.on("message", ({ found }: SearchAnswer) => this.#settle(({ resolve }) => resolve(found)));
    worker.on("error", (error) => this.#onDeath(worker, error));
    worker.on("exit", () => this.#onDeath(worker, new Error("the thread that searches has ended")));
    return worker;
  }

  #settle(answer: (job: Job) => void): void {
    const job = this.#running;
    this.#running = undefined;
    if (job !== undefined) answer(job);
    this.#next();
  }

  #onDeath(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#settle(({ reject }) => reject(error));
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

const thread = new SearchThread();

/** `compileRegex(pattern).exec(text)` in another thread. Once the signal is aborted nobody wants the answer, and it is undefined. */
export function searchElsewhere(pattern: string, text: string, signal?: AbortSignal): Promise<RegexMatch | undefined> {
  return thread.search(pattern, text, signal);
}
