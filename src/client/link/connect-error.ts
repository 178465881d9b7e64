import { PtywrightError } from "../../base/index.js";

/** No connection could be made; with the code `socket_unsafe`, because another user might be at its end. */
export class ConnectError extends PtywrightError {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions & { code?: "connect_failed" | "socket_unsafe" }) {
    super(options?.code ?? "connect_failed", message, options);
    this.path = path;
  }

  /** Nobody listens at the path. */
  get isAbsent(): boolean {
    const { code } = (this.cause ?? {}) as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ECONNREFUSED";
  }
}
