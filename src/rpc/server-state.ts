import { MethodTable } from "./method-table.js";
import { SessionRegistry } from "./session-registry.js";
import { WaitTable } from "./wait-table.js";

export interface RpcServerOptions {
  /** False refuses `redact: false` with -32004. Default true. */
  readonly allowRawReads?: boolean | undefined;
}

/** What the connections of one server share: sessions, waits, methods. */
export class RpcServerState implements AsyncDisposable {
  readonly sessions = new SessionRegistry();
  readonly waits = new WaitTable();
  readonly methods = new MethodTable();
  readonly allowsRawReads: boolean;

  constructor(options: RpcServerOptions = {}) {
    this.allowsRawReads = options.allowRawReads ?? true;
  }

  /** Ends every session. */
  async close(): Promise<void> {
    await this.sessions.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
