import { setTimeout as delay } from "node:timers/promises";
import { logger } from "../../home/logging/index.js";
import type { RpcServerState } from "../../rpc/index.js";
import { deferred } from "../deferred.js";
import { exitCodeOfSignal } from "../exit-codes.js";
import { onFatalSignal } from "../fatal-signals.js";

/** Sessions get this long to end; the guardian ends what is left after us. */
const END_LIMIT_MS = 4_000;

/** Ends a server in good order at the first signal, and at once at the second. */
export class Shutdown {
  /** Resolves to the exit code when a signal asks for the end. */
  readonly requested: Promise<number>;
  readonly #state: RpcServerState;
  readonly #stopListening: () => void;
  /** What must not be left behind even when there is no time. */
  #cleanUp: () => void = () => undefined;
  #isRequested = false;

  constructor(state: RpcServerState) {
    this.#state = state;
    const { promise, resolve } = deferred<number>();
    this.requested = promise;
    this.#stopListening = onFatalSignal((signal) => {
      const code = exitCodeOfSignal(signal);
      if (this.#isRequested) this.#exitNow(code);
      this.#isRequested = true;
      logger("serve").info("stopping", { signal });
      resolve(code);
    });
  }

  onImmediateExit(cleanUp: () => void): void {
    this.#cleanUp = cleanUp;
  }

  async endSessions(): Promise<void> {
    const limit = new AbortController();
    const late = delay(END_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined);
    await Promise.race([this.#state.close(), late]);
    limit.abort();
  }

  done(): void {
    this.#stopListening();
  }

  /** The guardian sees us go, and ends the programs. */
  #exitNow(code: number): never {
    this.#cleanUp();
    process.exit(code);
  }
}
