import { InvalidArgumentError, MAX_MESSAGE_BYTES } from "../base/index.js";

/** What a request has besides its params. */
const ENVELOPE_BYTES = 256;

/**
 * A request as text, once it has an id. Throws at once if the params are too large: a server hangs up on such a message, and
 * all other requests would go with it.
 */
export function requestText(method: string, params: object | undefined): (id: number) => string {
  const text = JSON.stringify(params ?? {});
  const most = MAX_MESSAGE_BYTES - ENVELOPE_BYTES;
  if (text.length * 3 > most && Buffer.byteLength(text) > most)
    throw new InvalidArgumentError(
      "params",
      `the params of ${method} are larger than the ${MAX_MESSAGE_BYTES} bytes that a message may have; send less at a time`,
    );
  return (id) => `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${text}}`;
}
