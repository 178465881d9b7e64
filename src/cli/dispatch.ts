import { shown } from "../base/index.js";
import { COMMANDS } from "./commands.js";
import { didYouMean } from "./did-you-mean.js";
import { EXIT_OK } from "./exit-codes.js";
import { parseArguments } from "./parse-arguments.js";
import { UsageError } from "./usage-error.js";

/** Finds the command, reads its arguments and starts it. */
export async function dispatch([first, ...rest]: readonly string[]): Promise<number> {
  if (first === undefined || first === "--help" || first === "-h") {
    const { printOverview } = await import("./help.js");
    printOverview(COMMANDS);
    return EXIT_OK;
  }
  const command = COMMANDS.find(({ name }) => name === first);
  if (command === undefined) throw unknown(first);
  const call = parseArguments(command, rest);
  if (call.kind === "start") return command.start(call.values, call.args);
  const { printHelp } = await import("./help.js");
  printHelp(command);
  return EXIT_OK;
}

function unknown(word: string): UsageError {
  const isOption = word.startsWith("-");
  const known = isOption
    ? ["--help", "--version"]
    : COMMANDS.filter(({ isInternal }) => isInternal !== true).map(({ name }) => name);
  return new UsageError(`unknown ${isOption ? "option" : "command"} ${shown(word)}${didYouMean(word, known)}`);
}
