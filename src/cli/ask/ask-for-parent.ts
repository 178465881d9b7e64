import { EXIT_FAILURE } from "../exit-codes.js";
import type { AskCommandOptions } from "./ask.js";
import { askPrompt } from "./ask.js";

/** What a process of ours wants to be asked. */
export type AskOrder = Pick<
  AskCommandOptions,
  "adapter" | "prompt" | "plugins" | "cwd" | "trust" | "allow" | "timeoutS"
>;

/** `__ask`: the order is the first line of stdin. Its end is the end of who gave it, and ends the program too. */
export async function askForParent(): Promise<number> {
  const end = new AbortController();
  const order = await firstLine(() => end.abort());
  if (end.signal.aborted) return EXIT_FAILURE;
  const rest = { program: undefined, args: undefined, rows: undefined, cols: undefined, json: true };
  return askPrompt({ ...(JSON.parse(order) as AskOrder), ...rest }, end.signal);
}

async function firstLine(onEnd: () => void): Promise<string> {
  const { stdin } = process;
  let line = "";
  await new Promise<void>((resolve) => {
    stdin.setEncoding("utf8").on("data", (text: string) => {
      line += text;
      if (line.includes("\n")) resolve();
    });
    stdin.on("end", () => {
      onEnd();
      resolve();
    });
  });
  // What is being asked keeps the process, not whoever asks.
  (stdin as NodeJS.ReadStream & { unref?: () => void }).unref?.();
  return line;
}
