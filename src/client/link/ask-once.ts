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

/** Asks several things in one go on a connection of its own, which ends with the last answer. */
export async function askOnce(options: ConnectOptions, questions: readonly Question[]): Promise<readonly Answer[]> {
  const link = await connectSocket(options);
  const { channel } = link;
  const answers: Answer[] = [];
  let missing = questions.length;
  await new Promise<void>((resolve, reject) => {
    channel.onClose((reason) => {
      const path = options.socket ?? "the server";
      reject(new ConnectError(path, `${path} did not answer: ${reason?.message ?? "the connection was closed"}`));
    });
    channel.onMessage((json) => {
      const { id, result, error } = JSON.parse(json) as Answer & { readonly id?: unknown };
      if (typeof id !== "number" || answers[id] !== undefined) return;
      answers[id] = error === undefined ? { result } : { error };
      if (--missing === 0) resolve();
    });
    questions.forEach(({ method, params }, id) => channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
  });
  channel.close();
  await link.leave(false);
  return answers;
}
