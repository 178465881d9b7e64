import { didYouMean, shown } from "../base/index.js";
import { COMMANDS } from "./commands.js";
import { commandsOf, findCommand, nextWords } from "./find-command.js";
import { parseArguments } from "./parse-arguments.js";
import { UsageError } from "./usage-error.js";

/** Finds the command, reads its arguments and starts it. */
export async function dispatch(words: readonly string[]): Promise<number> {
  const { socket, rest } = socketFirst(words);
  const [first] = rest;
  if (first === undefined || isHelp(first)) return (await help()).printOverview(COMMANDS);
  const found = findCommand(COMMANDS, rest);
  if (found.kind === "unknown") throw unknown(first);
  if (found.kind === "group") return inGroup(found.name, found.rest);
  const call = parseArguments(found.command, [...socket, ...found.rest]);
  return call.kind === "start"
    ? found.command.start(call.values, call.args, call.programArgs)
    : (await help()).printHelp(found.command);
}

/** `--socket` may stand before the command too, as it is the same for all of them. */
function socketFirst(words: readonly string[]): {
  readonly socket: readonly string[];
  readonly rest: readonly string[];
} {
  const [first, path] = words;
  if (first === "--socket" && path !== undefined) return { socket: [`--socket=${path}`], rest: words.slice(2) };
  return first?.startsWith("--socket=") === true
    ? { socket: [first], rest: words.slice(1) }
    : { socket: [], rest: words };
}

const help = () => import("./help.js");
const isHelp = (word: string): boolean => word === "--help" || word === "-h";

async function inGroup(group: string, [next]: readonly string[]): Promise<number> {
  if (next !== undefined && isHelp(next)) return (await help()).printGroup(group, commandsOf(COMMANDS, group));
  const known = nextWords(COMMANDS, [group]).map(({ word }) => word);
  if (next === undefined) throw new UsageError(`${group} needs one of: ${known.join(", ")}`, group);
  throw new UsageError(`unknown command ${shown(`${group} ${next}`)}${didYouMean(next, known)}`, group);
}

function unknown(word: string): UsageError {
  const isOption = word.startsWith("-");
  const known = isOption ? ["--help", "--version", "--socket"] : nextWords(COMMANDS, []).map((one) => one.word);
  return new UsageError(`unknown ${isOption ? "option" : "command"} ${shown(word)}${didYouMean(word, known)}`);
}
