import { InvalidArgumentError } from "./errors.js";

/** For messages: a value as its author would recognise it. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  if (value === null || typeof value !== "object") return String(value);
  return Array.isArray(value) ? "an array" : `an object (${Object.keys(value).slice(0, 5).map(shortened).join(", ")})`;
}

/** A text of any length, for a message. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Refuses what is no object of options, and names that do not exist: from plain JavaScript a misspelt option would be
 * ignored without a word, and what it should have done would not be done.
 */
export function checkOptionNames(what: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new InvalidArgumentError(what, `${what} must be an object with ${known.join(", ")}, got ${shown(options)}`);
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new InvalidArgumentError(name, `${what} has no option ${shown(name)}; there are ${known.join(", ")}`);
}

const MAX_COMMAND_LINE_CHARS = 200;

/** A command line for people. Whole words: half a secret does not look like one, and would be told. */
export function wholeWords(words: readonly string[]): string {
  let text = "";
  for (const word of words) {
    if (text.length + word.length > MAX_COMMAND_LINE_CHARS) return `${text} …`.trimStart();
    text += text === "" ? word : ` ${word}`;
  }
  return text;
}
