import { ConnectionLostError, RemoteError } from "../client/index.js";

/** Why a line failed. */
export interface Failure {
  readonly message: string;
  /** The method that refused. */
  readonly method?: string;
  /** The parameter that was refused, such as `args[0]`. */
  readonly field?: string;
  /** The server's word for it. */
  readonly code?: string;
  /** A method that there is none of that name. */
  readonly unknown?: string;
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  // Its advice is for programmers.
  if (error instanceof ConnectionLostError) return { message: message.split(". ")[0], code: error.code };
  if (!(error instanceof RemoteError)) return { message };
  const { field, code = error.kind } = error.data;
  return {
    message,
    ...(field === undefined ? {} : { field }),
    ...(code === undefined ? {} : { code }),
  };
}

/** Where a line names the field that was refused: the line's number and the columns; undefined if it does not. */
export function placeOf(
  source: string,
  field: string,
): { readonly line: string; readonly start: number; readonly length: number } | undefined {
  const name = /([A-Za-z_]\w*)(?:\[\d+\])*$/.exec(field)?.[1];
  if (name === undefined) return undefined;
  const places = [...source.matchAll(new RegExp(`(?<![\\w.])(["']?)${name}\\1(?=\\s*[=:](?!=))`, "g"))];
  // Of several of that name nobody knows which.
  if (places.length !== 1) return undefined;
  const at = places[0].index + places[0][1].length;
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const end = source.indexOf("\n", at);
  return { line: source.slice(start, end === -1 ? undefined : end), start: at - start, length: name.length };
}
