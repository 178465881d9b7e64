import { InvalidArgumentError, shown } from "../../base/index.js";
import type { FixtureExpectation } from "../../protocol/index.js";
import { decode, encode, fixtureExpectation, unknownFields } from "../../protocol/index.js";
import { FixtureError } from "./errors.js";

export type { FixtureExpectation };

const names = Object.keys(fixtureExpectation.fields);

/** Reads an expectation. Names that do not exist are refused: what they should have checked would not be checked. */
export function expectationFrom(json: string, path: string): FixtureExpectation {
  const value = parsed(json, path);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new FixtureError(path, `${path}: must be an object such as {"state": "ready"}, got ${shown(value)}`);
  try {
    const [stranger] = unknownFields(fixtureExpectation, value);
    if (stranger !== undefined)
      throw new FixtureError(path, `${path}: there is no ${shown(stranger)}; there are ${names.join(", ")}`);
    return decode(fixtureExpectation, value, "");
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new FixtureError(path, `${path}: ${error.message}`, { cause: error });
  }
}

/** The same as it stands in a file. */
export const expectationText = (expectation: FixtureExpectation): string =>
  `${JSON.stringify(encode(fixtureExpectation, expectation), undefined, 2)}\n`;

function parsed(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new FixtureError(path, `${path}: not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}
