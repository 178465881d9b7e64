import type { MessageChannel } from "../framing/index.js";
import type { ConnectionOptions } from "./connection.js";
import { Connection } from "./connection.js";
import type { RpcServerState } from "./server-state.js";

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
      whenReady: () => undefined,
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
