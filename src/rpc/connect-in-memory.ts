import type { ConnectionOptions } from "./connection.js";
import { Connection } from "./connection.js";
import type { RpcServerState } from "./server-state.js";

/** The client's end of a connection: messages as JSON texts, whole and in order. */
export interface MessageChannel {
  send(json: string): void;
  /** Called with each message from the server. */
  onMessage(listener: (json: string) => void): void;
  /** Called once, when nothing more can be sent or received. */
  onClose(listener: (error?: Error) => void): void;
  close(): void;
}

/** Connects to a server in this process, without bytes or sockets. */
export function connectInMemory(state: RpcServerState, options: ConnectionOptions = {}): MessageChannel {
  const messageListeners: ((json: string) => void)[] = [];
  const closeListeners: ((error?: Error) => void)[] = [];
  let isClosed = false;
  const connection = new Connection(
    state,
    {
      send: (json) => messageListeners.forEach((listener) => listener(json)),
      whenDrained: () => undefined,
      pacesRequests: false,
    },
    options,
  );
  return {
    send: (json) => {
      if (!isClosed) connection.receive(json);
    },
    onMessage: (listener) => void messageListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      connection.close();
      closeListeners.forEach((listener) => listener());
    },
  };
}
