import { MAX_TERMINAL_SIDE, MAX_WAIT_TIMEOUT_MS } from "../base/index.js";
import { allow } from "./ask/allow-policy.js";
import { command, type Command } from "./command.js";
import { file, files, flag, text, wholeNumber } from "./option.js";
import { UsageError } from "./usage-error.js";

const SIDE = { min: 1, max: MAX_TERMINAL_SIDE, fallback: undefined };
const TIMEOUT = { min: 1, max: MAX_WAIT_TIMEOUT_MS / 1_000, fallback: 600 };

/** One prompt in a program that a plugin knows. */
export const ASK_COMMAND: Command = command({
  name: "ask",
  summary: "Ask a program that a plugin knows one thing, and print its answer",
  usage: "ADAPTER PROMPT [OPTION]... [-- ARG...]",
  options: {
    allow: allow(
      "what it may do of what it asks leave for: none, ask, all, or names of tools, by commas (default: none)",
    ),
    trust: flag("let it work in this folder, if it asks"),
    json: flag("print what happens, one JSON object a line"),
    timeout: wholeNumber("seconds for all of it (default: 600)", TIMEOUT),
    cwd: file("DIR", "where it works (default: here)"),
    program: text("PROGRAM", "start this instead of the program that the plugin names"),
    plugin: files("MANIFEST", "load this plugin first; may be given several times"),
    rows: wholeNumber(`height of its terminal, 1 to ${MAX_TERMINAL_SIDE} (default: 500)`, SIDE),
    cols: wholeNumber(`width of its terminal, 1 to ${MAX_TERMINAL_SIDE}`, SIDE),
  },
  positional: {
    name: "ADAPTER PROMPT",
    help: "the plugin's name, and what to ask: a text, @FILE, or - for stdin",
    missing: "nothing to ask; expected ptywright ask ADAPTER PROMPT",
    most: 2,
    choices: async (before) => {
      const { BUILT_IN_PLUGINS } = await import("../plugins/manifest/index.js");
      return before.length === 0 ? BUILT_IN_PLUGINS.map((word) => ({ word, help: "" })) : [];
    },
  },
  hasProgramArgs: true,
  notes: [
    "Exit codes: 0 answered, 1 it failed, 2 called wrongly, 3 the turn failed, 4 something was not allowed,",
    "5 trust is needed, 6 a person is needed, 7 the answer was not seen whole, 8 a limit was reached that",
    "ends by itself, 9 one that only money or somebody in charge can lift, 124 no answer in time, 141 nobody reads",
    "the answer any more, 128 + n ended by signal n. Of a command of bash, zsh or fish (ask shell), its own exit code.",
  ],
  examples: [
    "ptywright ask shell 'ls | wc -l'",
    "ptywright ask repl @script.py --timeout 60",
    "git diff | ptywright ask AGENT - --allow Read,Grep -- --model small",
  ],
  start: async ({ plugin: plugins, timeout: timeoutS, ...options }, [adapter, prompt], args) => {
    if (prompt === undefined) throw new UsageError("no prompt; expected ptywright ask ADAPTER PROMPT", "ask");
    const { ask } = await import("./ask/index.js");
    return ask({ ...options, adapter, prompt, plugins, timeoutS, args });
  },
});
