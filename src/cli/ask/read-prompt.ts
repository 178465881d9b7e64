import { readFile } from "node:fs/promises";
import { InvalidArgumentError, MAX_PROMPT_BYTES, shown } from "../../base/index.js";
import { UsageError } from "../usage-error.js";

const COMMAND = "ask";

/** The prompt that a word of the command line means: itself, the text of `@FILE`, or what stdin has for `-`. */
export async function readPrompt(word: string, stdin: NodeJS.ReadableStream = process.stdin): Promise<string> {
  const text = word === "-" ? await allOf(stdin) : word.startsWith("@") ? await fileText(word.slice(1)) : word;
  if (Buffer.byteLength(text) > MAX_PROMPT_BYTES) throw tooLong(word);
  if (text.trim() === "") throw new UsageError(`the prompt is empty; expected a text, @FILE or - for stdin`, COMMAND);
  // The end of a file is no part of what is asked.
  return word === text ? text : text.replace(/[\r\n]+$/, "");
}

async function fileText(path: string): Promise<string> {
  if (path === "") throw new UsageError("no file is named after @; expected @FILE", COMMAND);
  try {
    return decoded(await readFile(path), path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const hint = "a prompt that begins with @ names a file; to ask such a text, write it to stdin and give -";
    throw new InvalidArgumentError("prompt", `cannot read the prompt from ${shown(path)}: ${code}; ${hint}`);
  }
}

async function allOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MAX_PROMPT_BYTES) throw tooLong("-");
    chunks.push(piece);
  }
  return decoded(Buffer.concat(chunks), "stdin");
}

function decoded(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidArgumentError("prompt", `the prompt from ${shown(from)} is no UTF-8 text; expected one`);
  }
}

const tooLong = (word: string): InvalidArgumentError =>
  new InvalidArgumentError(
    "prompt",
    `the prompt from ${shown(word)} is longer than ${MAX_PROMPT_BYTES} bytes; put it into a file and ask to read that`,
  );
