import assert from "node:assert/strict";
import { inspect } from "node:util";
import { PtywrightError } from "ptywright";

type ErrorClass<T> = abstract new (...args: never[]) => T;

/** The error a promise is rejected with; it must be of this class exactly, and one that the library throws on purpose. */
export async function failure<T extends PtywrightError>(promise: Promise<unknown>, kind: ErrorClass<T>): Promise<T> {
  let error: unknown;
  try {
    await promise;
  } catch (reason) {
    error = reason;
  }
  assert.ok(error !== undefined, `expected a ${kind.name}, but it was fulfilled`);
  assert.ok(error instanceof kind, `expected a ${kind.name}, got ${inspect(error)}`);
  assert.ok(error instanceof PtywrightError);
  assert.equal(error.name, kind.name);
  return error;
}
