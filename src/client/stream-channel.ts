import type { Readable, Writable } from "node:stream";
import type { FramingName, MessageChannel } from "../framing/index.js";
import { encodeFrame, frameDecoder } from "../framing/index.js";

/** A screen of a million cells; a string cannot be much longer. */
const MAX_ANSWER_BYTES = 500_000_000;

/** Messages over a pair of streams: a socket, or the pipes of a child. */
export function streamChannel(
  framing: FramingName,
  input: Readable,
  output: Writable,
  close: () => void,
): MessageChannel {
  const decoder = frameDecoder(framing, MAX_ANSWER_BYTES);
  let onMessage: (json: string) => void = () => undefined;
  let onClose: ((reason?: Error) => void) | undefined;
  let end: { readonly reason: Error | undefined } | undefined;

  const ended = (reason?: Error): void => {
    if (end !== undefined) return;
    end = { reason };
    close();
    onClose?.(reason);
  };
  input.on("data", (chunk: Buffer) => {
    for (const frame of decoder.push(chunk)) {
      if (frame.type === "message") onMessage(frame.text);
      else ended(new Error(`the server sent what is no message: ${frame.message}`));
    }
  });
  input.on("end", () => ended(new Error("the server closed the connection")));
  input.on("error", ended);
  output.on("error", ended);
  input.on("close", () => ended(new Error("the connection was closed")));

  return {
    send: (json) => {
      if (end === undefined) output.write(encodeFrame(framing, json));
    },
    onMessage: (listener) => (onMessage = listener),
    onClose: (listener) => {
      onClose = listener;
      if (end !== undefined) listener(end.reason);
    },
    close: () => {
      end ??= { reason: undefined };
      close();
      onClose?.();
      onClose = undefined;
    },
  };
}
