import { PluginError } from "../base/index.js";
import type { JsonValue } from "../plugins/runtime/index.js";
import { PluginWorker } from "../plugins/runtime/index.js";
import { PLUGIN_PERMISSIONS } from "../protocol/index.js";
import { consoleSource } from "./console-source.js";
import type { Failure } from "./failure.js";
import { failureOf } from "./failure.js";

/** What became of a line. */
export type Outcome =
  /** More lines belong to it. */
  | { readonly kind: "unfinished" }
  | { readonly kind: "done"; readonly text?: string }
  | { readonly kind: "interrupted" }
  | ({ readonly kind: "failed" } & Failure);

type Step = Outcome | { readonly kind: "call"; readonly method: string; readonly params: JsonValue };

/** Asks the server for a method. */
export type Call = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;

/** How long Lua may go on after an interrupt; its own limits mostly end it before. */
const INTERRUPT_MS = 300;
const FORGOTTEN = "Lua was started anew: its variables are gone";

/** Runs lines of Lua in a thread of their own, which has no file, no network and no clock, and keeps their variables. */
export class Evaluator {
  readonly #methods: readonly string[];
  readonly #onPrint: (text: string) => void;
  readonly #onNote: (text: string) => void;
  #worker: Promise<PluginWorker> | undefined;
  #hasRun = false;

  constructor(methods: readonly string[], on: { print: (text: string) => void; note: (text: string) => void }) {
    this.#methods = methods;
    this.#onPrint = on.print;
    this.#onNote = on.note;
  }

  /** Never rejects: what fails is an outcome. */
  async run(code: string, call: Call, signal: AbortSignal): Promise<Outcome> {
    try {
      let step = await this.#ask("run", { code }, signal);
      while (step.kind === "call") {
        const answer = await answered(call, step.method, step.params, signal);
        if (signal.aborted) {
          await this.#ask("forget", null, undefined);
          return { kind: "interrupted" };
        }
        step = await this.#ask("answer", answer, signal);
      }
      if (step.kind !== "unfinished") this.#hasRun = true;
      return step;
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      return signal.aborted ? { kind: "interrupted" } : { kind: "failed", message: limitWords(error) };
    }
  }

  /** The names that stand behind a path of names. */
  async names(path: readonly string[]): Promise<readonly string[]> {
    try {
      const worker = await this.#running();
      const names = await worker.call("names", { path });
      return Array.isArray(names) ? (names as string[]) : [];
    } catch {
      return [];
    }
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.close();
  }

  async #ask(name: string, argument: JsonValue, signal: AbortSignal | undefined): Promise<Step> {
    const worker = await this.#running();
    const answer = worker.call(name, argument).catch((error: unknown) => {
      // These end the thread; it begins anew with the next line.
      if (error instanceof PluginError && (error.reason === "memory" || error.reason === "time")) this.#forgotten();
      throw error;
    });
    if (signal === undefined) return (await answer) as unknown as Step;
    let limit: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      limit = setTimeout(() => {
        this.#worker = undefined;
        this.#forgotten();
        void worker.close();
      }, INTERRUPT_MS);
    };
    if (signal.aborted) interrupt();
    else signal.addEventListener("abort", interrupt, { once: true });
    try {
      return (await answer) as unknown as Step;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener("abort", interrupt);
    }
  }

  #forgotten(): void {
    if (this.#hasRun) this.#onNote(FORGOTTEN);
    this.#hasRun = false;
  }

  #running(): Promise<PluginWorker> {
    this.#worker ??= PluginWorker.start(
      {
        name: "console",
        runtime: "lua",
        entrypoint: "console.lua",
        source: consoleSource(this.#methods),
        permissions: PLUGIN_PERMISSIONS,
      },
      { onLog: (_, text) => this.#onPrint(text) },
    );
    // The next line tries again.
    this.#worker.catch(() => (this.#worker = undefined));
    return this.#worker;
  }
}

async function answered(call: Call, method: string, params: unknown, signal: AbortSignal): Promise<JsonValue> {
  try {
    return { value: (await call(method, params, signal)) as JsonValue };
  } catch (error) {
    return { failure: { method, ...failureOf(error) } };
  }
}

/** What a limit of the thread means at a console. */
function limitWords({ reason, message }: PluginError): string {
  switch (reason) {
    case "instructions":
    case "time":
      return "cut off: it ran for too long without a call of a method; look for a loop that does not end";
    case "memory":
      return "cut off: it needs more memory than a line may have; keep less of what was answered";
    case "bad_value":
      return message.replace(/^.*its (?:result|argument) has/, "the parameters have").replace(/ at params\.?/, " at ");
    default:
      return message.replace(/^plugin "console":? /, "Lua ");
  }
}
