import type { Readable, Writable } from "node:stream";
import type { FramingName, MessageChannel } from "../../jsonrpc/framing/index.js";
import { encodeFrame, frameDecoder } from "../../jsonrpc/framing/index.js";

/** A screen of a million cells; a string cannot be much longer. */
const MAX_ANSWER_BYTES = 500_000_000;

export interface StreamEnd {
  /** Called once, when nothing more is to be sent. */
  readonly close: () => void;
  /** A better reason than that the stream ended, if there is one. */
  readonly explain?: (reason: Error) => Promise<Error>;
}

/** Messages over a pair of streams: a socket, or the pipes of a child. */
export function streamChannel(
  framing: FramingName,
  input: Readable,
  output: Writable,
  { close, explain = async (reason) => reason }: StreamEnd,
): MessageChannel {
  const decoder = frameDecoder(framing, { maxMessageBytes: MAX_ANSWER_BYTES });
  let onMessage: (json: string) => void = () => undefined;
  let onClose: (reason?: Error) => void = () => undefined;
  let isOver = false;
  let isTold = false;

  const over = (): void => {
    if (!isOver) close();
    isOver = true;
  };
  const tell = (reason?: Error): void => {
    if (!isTold) onClose(reason);
    isTold = true;
  };
  const broken = (reason: Error): void => {
    over();
    tell(reason);
  };
  const ended = (reason: Error): void => {
    if (isOver) return;
    over();
    void explain(reason).then(tell);
  };
  input.on("data", (chunk: Buffer) => {
    // Keeps reading, so that a server that still writes can end.
    if (isOver) return;
    for (const frame of decoder.push(chunk)) {
      if (frame.type === "broken")
        return broken(new Error(`the server sent no ${framing} frame; give the framing that it was started with`));
      if (frame.type === "message") onMessage(frame.text);
    }
  });
  input.on("end", () => ended(new Error("the server closed the connection")));
  input.on("error", ended);
  output.on("error", ended);
  input.on("close", () => ended(new Error("the connection was closed")));

  return {
    send: (json) => {
      if (!isOver) output.write(encodeFrame(framing, json));
    },
    onMessage: (listener) => (onMessage = listener),
    onClose: (listener) => (onClose = listener),
    close: () => {
      over();
      tell();
    },
  };
}
