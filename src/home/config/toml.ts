import { createRequire } from "node:module";
import type * as SmolToml from "smol-toml";

const require = createRequire(import.meta.url);

/** The parser, loaded only where there is a file to read: every command starts with the question whether there is one. */
const toml = (): typeof SmolToml => require("smol-toml") as typeof SmolToml;

/** Finds the parser, without loading it. Node keeps for good that a package was not found, also for lack of descriptors. */
export function findTomlParser(): void {
  require.resolve("smol-toml");
}

/** Parses a file's text; `refused` makes an error of what is wrong with it, which names the file and the line. */
export function parseToml(
  text: string,
  path: string,
  refused: (message: string, options: ErrorOptions) => Error,
): Record<string, unknown> {
  try {
    return toml().parse(text);
  } catch (error) {
    if (!(error instanceof toml().TomlError)) throw error;
    const reason = oneLine(error.message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? "");
    const message = `${path}:${error.line}: not valid TOML at column ${error.column}: ${reason}`;
    throw refused(message, { cause: error });
  }
}

/** The values of a text, or undefined if it is not valid. */
export function tryToml(text: string): unknown {
  try {
    return toml().parse(text);
  } catch {
    return undefined;
  }
}

/** A message is one line, whatever the file has in it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
