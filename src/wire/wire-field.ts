import { InvalidArgumentError } from "../base/index.js";

/** The error of a check in the library with the field named as the caller wrote it; every other error as it is. */
export function withWireField(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof InvalidArgumentError)) return error;
  const { field, message, code } = error;
  const name = nameOf(field);
  if (name === field) return error;
  const said = message.startsWith(field) ? name + message.slice(field.length) : message;
  return new InvalidArgumentError(name, said, code, { cause: error });
}

/** `matcher.any[0].pattern` is `matcher.value[0].value` on the wire. */
export function matcherFieldOnTheWire(field: string): string {
  return field.replace(/\.(?:any|all)(?=\[)/g, ".value").replace(/\.(?:pattern|text)$/, ".value");
}

/** `extraRegexes[0]` is `redaction.extra_regexes[0]` on the wire. */
export function redactionFieldOnTheWire(field: string): string {
  return `redaction.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
