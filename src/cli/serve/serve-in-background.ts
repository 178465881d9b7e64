import { closeSync, writeSync } from "node:fs";
import { PtywrightError } from "../../base/index.js";
import { EXIT_FAILURE } from "../exit-codes.js";
import { serve } from "./serve.js";

/** The pipe to whoever started us, which tells them one thing. */
const STARTER = 3;

/** How a start went, as one line of JSON. */
export interface StartReport {
  readonly listening?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Serves without a terminal, and tells the one who started it when it listens, or why it does not. */
export async function serveInBackground(socket: string, idleSeconds: number): Promise<number> {
  let isTold = false;
  const tell = (report: StartReport): void => {
    if (isTold) return;
    isTold = true;
    try {
      writeSync(STARTER, `${JSON.stringify(report)}\n`);
      closeSync(STARTER);
    } catch {
      // Whoever started us is gone; others may come.
    }
  };
  const plain = {
    stdio: false,
    framing: "ndjson",
    inOrder: false,
    alwaysRedact: false,
    allowPluginLoad: false,
  } as const;
  try {
    return await serve({
      ...plain,
      socket,
      plugins: [],
      idleTimeoutS: idleSeconds > 0 ? idleSeconds : undefined,
      onListening: (listening) => tell({ listening }),
    });
  } catch (error) {
    tell({ code: error instanceof PtywrightError ? error.code : "unknown", message: (error as Error).message });
    return EXIT_FAILURE;
  }
}
