// The file that a plugin's thread runs: loads the plugin, then answers one call after the other.
import { parentPort, workerData } from "node:worker_threads";
import type { CallMessage, WorkerMessage, WorkerStart } from "../messages.js";
import { PositionNote } from "../position-note.js";
import { CallLog } from "./call-log.js";
import type { Engine, EngineHost } from "./engine.js";
import { EngineFailure } from "./engine.js";
import { FileCache } from "./file-cache.js";

if (parentPort === null) throw new Error("this file is the inside of a worker thread");
const port = parentPort;
const start = workerData as WorkerStart;
const note = new PositionNote(start.note);
const post = (message: WorkerMessage) => port.postMessage(message);
const log = new CallLog((level, text) => post({ type: "log", level, text }));
const files = new FileCache(start.program, start.files, (file, content) => post({ type: "file", file, content }));
const host: EngineHost = {
  log: (level, text) => log.write(level, text),
  readFile: (file) => files.read(file),
};

/** Loads one of the two, since a thread is started for each plugin. */
async function engineFor({ program }: WorkerStart): Promise<Engine> {
  if (program.runtime === "wasm") return new (await import("../wasm/wasm-engine.js")).WasmEngine(start);
  return new (await import("../lua/lua-engine.js")).LuaEngine(start, note, host);
}

function answer(work: () => WorkerMessage): void {
  let message: WorkerMessage;
  try {
    message = work();
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    message = { type: "failure", failure: error.failure };
  }
  note.answered();
  log.end();
  post(message);
}

const engine = await engineFor(start);
post({ type: "booted" });
answer(() => ({ type: "loaded", exports: engine.load() }));
port.on("message", ({ name, argument }: CallMessage) =>
  answer(() => ({ type: "answer", value: engine.call(name, argument) })),
);
