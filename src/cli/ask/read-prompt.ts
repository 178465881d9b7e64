import { createReadStream } from "node:fs";
import { InvalidArgumentError, MAX_PROMPT_BYTES, shown } from "../../base/index.js";
import { UsageError } from "../usage-error.js";

const COMMAND = "ask";

/** The prompt that a word of the command line means: itself, the text of `@FILE`, or what stdin has for `-`. */
export async function readPrompt(word: string, stdin: NodeJS.ReadableStream = process.stdin): Promise<string> {
  const text = word === "-" ? await allOf(stdin, "stdin") : word.startsWith("@") ? await fileText(word.slice(1)) : word;
  if (Buffer.byteLength(text) > MAX_PROMPT_BYTES) throw tooLong("the command line");
  if (text.trim() === "") throw new UsageError(`the prompt is empty; expected a text, @FILE or - for stdin`, COMMAND);
  // The end of a file is no part of what is asked.
  return word === text ? text : text.replace(/[\r\n]+$/, "");
}

async function fileText(path: string): Promise<string> {
  if (path === "") throw new UsageError("no file is named after @; expected @FILE", COMMAND);
  try {
    return await allOf(createReadStream(path), path);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const hint = "a prompt that begins with @ names a file; to ask such a text, write it to stdin and give -";
    throw new InvalidArgumentError("prompt", `cannot read the prompt from ${shown(path)}: ${code}; ${hint}`);
  }
}

/** No more than may be asked: a file may be a device without end. */
async function allOf(stream: NodeJS.ReadableStream, from: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MAX_PROMPT_BYTES) throw tooLong(from);
    chunks.push(piece);
  }
  return decoded(Buffer.concat(chunks), from);
}

function decoded(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidArgumentError("prompt", `the prompt from ${shown(from)} is no UTF-8 text; expected one`);
  }
}

const tooLong = (from: string): InvalidArgumentError =>
  new InvalidArgumentError(
    "prompt",
    `the prompt from ${shown(from)} is longer than ${MAX_PROMPT_BYTES} bytes; put it into a file and ask to read that`,
  );
