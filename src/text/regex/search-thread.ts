import { Worker } from "node:worker_threads";
import { onAbort } from "../../base/index.js";
import type { LinearRegex, RegexFound, RegexMatch, RegexSpan } from "./linear-regex.js";

/**
 * For the first match of one pattern, the first behind a place, where it matches, or for the different texts that any of several patterns
 * matches.
 */
export type Search =
  | { readonly pattern: string; readonly text: string; readonly mostSpans?: number; readonly from?: number }
  | { readonly pattern: string; readonly text: string; readonly mostLineSpans: number }
  | { readonly patterns: readonly string[]; readonly text: string; readonly mostTexts: number };

/** Undefined if nothing matches, or if there are too many texts. */
export type SearchAnswer = RegexMatch | RegexFound | readonly RegexSpan[] | readonly string[] | undefined;

interface Job {
  readonly search: Search;
  readonly resolve: (found: SearchAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread costs some ten megabytes: it is ended when nobody has asked for this long. */
const IDLE_MS = 10_000;
/** A search that takes longer is given up, and its thread ended. */
const LONGEST_MS = 5_000;
/** Steps times characters of a search that is over in a second at worst; mostly it takes a thousandth of that. */
const QUICK_STEPS = 4_194_304;

/** A thread for searches, one after the other. */
class SearchThread {
  /** They wait here and not in the thread, so that they can be taken back. */
  readonly #jobs = new Set<Job>();
  #running: Job | undefined;
  #worker: Worker | undefined;
  #limit: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  run(search: Search, signal?: AbortSignal): Promise<SearchAnswer> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    return new Promise<SearchAnswer>((resolve, reject) => {
      const job: Job = {
        search,
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
      const worker = (this.#worker ??= this.#start());
      worker.ref();
      worker.postMessage(job.search);
      this.#limit = setTimeout(() => this.#giveUp(worker), LONGEST_MS);
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
    worker.on("message", (found: SearchAnswer) => this.#settle(({ resolve }) => resolve(found)));
    worker.on("error", (error) => this.#onDeath(worker, error));
    worker.on("exit", () => this.#onDeath(worker, new Error("the thread that searches has ended")));
    return worker;
  }

  #settle(answer: (job: Job) => void): void {
    clearTimeout(this.#limit);
    const job = this.#running;
    this.#running = undefined;
    if (job !== undefined) answer(job);
    this.#next();
  }

  #giveUp(worker: Worker): void {
    this.#onDeath(worker, new SearchGivenUpError());
    void worker.terminate();
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

/** A pattern took too long on a text. */
export class SearchGivenUpError extends Error {
  constructor() {
    super(`the search was given up after ${LONGEST_MS} ms; use a pattern with fewer or shorter repetitions`);
  }
}

/** Two for all: what may take long holds up nobody but its like. */
const threads = { quick: new SearchThread(), long: new SearchThread() };

/** `regex.exec(text)` in another thread. Once the signal is aborted nobody wants the answer, and it is undefined. */
export function searchElsewhere(
  regex: Pick<LinearRegex, "source" | "steps">,
  text: string,
  signal?: AbortSignal,
): Promise<RegexMatch | undefined> {
  const thread = regex.steps * text.length <= QUICK_STEPS ? threads.quick : threads.long;
  return thread.run({ pattern: regex.source, text }, signal) as Promise<RegexMatch | undefined>;
}

/** `regex.find(text, from)` in another thread. */
export function findElsewhere(
  regex: Pick<LinearRegex, "source" | "steps">,
  text: string,
  from: number,
  signal?: AbortSignal,
): Promise<RegexFound | undefined> {
  const thread = regex.steps * text.length <= QUICK_STEPS ? threads.quick : threads.long;
  return thread.run({ pattern: regex.source, text, from }, signal) as Promise<RegexFound | undefined>;
}

/** Where the pattern matches, in another thread: the first `most` places. */
export async function spansElsewhere(
  regex: Pick<LinearRegex, "source">,
  text: string,
  most: number,
  signal?: AbortSignal,
): Promise<readonly RegexSpan[]> {
  const found = await threads.long.run({ pattern: regex.source, text, mostSpans: most }, signal);
  return (found as readonly RegexSpan[] | undefined) ?? [];
}

/** The same where each line of the text is searched by itself. */
export async function lineSpansElsewhere(
  regex: Pick<LinearRegex, "source">,
  text: string,
  most: number,
): Promise<readonly RegexSpan[]> {
  return (await threads.long.run({ pattern: regex.source, text, mostLineSpans: most })) as readonly RegexSpan[];
}

/** The different texts that the patterns match, in another thread; undefined if there are more than `mostTexts`. */
export function textsMatchedElsewhere(
  patterns: readonly string[],
  text: string,
  mostTexts: number,
): Promise<readonly string[] | undefined> {
  return threads.long.run({ patterns, text, mostTexts }) as Promise<readonly string[] | undefined>;
}
