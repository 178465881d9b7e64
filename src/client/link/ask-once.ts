import { onAbort } from "../../base/index.js";
import { ConnectError } from "./connect-error.js";
import type { ConnectOptions } from "./connect-options.js";
import { connectSocket } from "./connect-socket.js";

/** A question in the words of the protocol. */
export interface Question {
  readonly method: string;
  readonly params: object;
}

/** What a server answers that does not do what it was asked for. */
export interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly code?: string; readonly field?: string };
}

export interface Answer {
  readonly result?: unknown;
  readonly error?: ErrorAnswer;
}

/**
 * Asks several things in one go on a connection of its own, which ends with the last answer. The signal is for that as well as for the
 * connecting.
 */
export async function askOnce(options: ConnectOptions, questions: readonly Question[]): Promise<readonly Answer[]> {
  const link = await connectSocket(options);
  const { channel } = link;
  const answers: Answer[] = [];
  let missing = questions.length;
  let stopListening = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string): void => {
        const path = options.socket ?? "the server";
        reject(new ConnectError(path, `${path} did not answer: ${why}`));
      };
      stopListening = onAbort(options.signal, () => fail("its time is over"));
      channel.onClose((reason) => fail(reason?.message ?? "the connection was closed"));
      channel.onMessage((json) => {
        const message = parsed(json);
        if (message === undefined) return fail("what it says is no message of the protocol");
        const { id, result, error } = message;
        if (typeof id !== "number" || answers[id] !== undefined) return;
        answers[id] = error === undefined ? { result } : { error };
        if (--missing === 0) resolve();
      });
      questions.forEach(({ method, params }, id) =>
        channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params })),
      );
    });
    return answers;
  } finally {
    stopListening();
    channel.close();
    await link.leave(false);
  }
}

function parsed(json: string): (Answer & { readonly id?: unknown }) | undefined {
  try {
    const message: unknown = JSON.parse(json);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
