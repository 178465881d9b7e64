import { MAX_IDLE_TIMEOUT_S, MAX_TERMINAL_SIDE, didYouMean, shown } from "../base/index.js";
import { ASK_COMMAND } from "./ask-command.js";
import { command, type Command } from "./command.js";
import { commandsOf, findCommand, nextWords } from "./find-command.js";
import { choice, file, files, flag, text, wholeNumber } from "./option.js";
import { MCP_COMMAND } from "./mcp-command.js";
import { PLUGIN_COMMANDS } from "./plugin-commands.js";
import { REPL_COMMAND } from "./repl-command.js";
import { SESSION_COMMANDS } from "./session-commands.js";
import { SHELLS } from "./shells.js";
import { UsageError } from "./usage-error.js";

const SIDE = { min: 1, max: MAX_TERMINAL_SIDE, fallback: undefined };
/** More than anybody reads; where each line begins is remembered while they are looked for. */
const MAX_LOG_LINES = 100_000;

/** Everything the command line can do. */
export const COMMANDS: readonly Command[] = [
  command({
    name: "run",
    summary: "Run a program in a terminal of its own, joined to this one",
    usage: "[--rows N] [--cols N] -- CMD [ARG]...",
    options: {
      rows: wholeNumber(`height, 1 to ${MAX_TERMINAL_SIDE} (default: this terminal's, or 24)`, SIDE),
      cols: wholeNumber(`width, 1 to ${MAX_TERMINAL_SIDE} (default: this terminal's, or 80)`, SIDE),
    },
    positional: {
      name: "CMD",
      help: "the program; everything after it belongs to it",
      missing: "no program to run; expected ptywright run -- CMD [ARG]...",
      isProgram: true,
    },
    examples: ["ptywright run -- vim notes.txt", "printf '6 * 7\\nexit()\\n' | ptywright run -- python3 -q"],
    start: async ({ rows, cols }, [program, ...args]) => {
      const { run } = await import("./run/index.js");
      return run({ program, args, rows, cols });
    },
  }),
  command({
    name: "serve",
    summary: "Serve sessions to other programs over JSON-RPC 2.0",
    usage: "[--stdio | --socket PATH] [OPTION]...",
    options: {
      stdio: flag("one client, on stdin and stdout"),
      socket: file("PATH", "listen on this Unix socket (default: ~/.ptywright/socket)"),
      framing: choice("KIND", "how messages are told apart: ndjson (the default) or lsp", [
        { word: "ndjson", help: "one message a line" },
        { word: "lsp", help: "Content-Length headers" },
      ]),
      inOrder: flag("finish each request before the next one, so that a script can be piped in"),
      alwaysRedact: flag("refuse reads that ask for unredacted text"),
      plugin: files("MANIFEST", "load this plugin before anybody connects; may be given several times"),
      allowPluginLoad: flag("let clients load and unload plugins, which are code"),
      idleTimeout: wholeNumber("end after so many seconds without sessions and clients (default: never)", {
        min: 1,
        max: MAX_IDLE_TIMEOUT_S,
        fallback: undefined,
      }),
    },
    conflicts: [
      ["stdio", "socket"],
      ["stdio", "idleTimeout"],
    ],
    examples: [
      "ptywright serve --stdio",
      "ptywright serve --socket /tmp/pty.sock --framing lsp",
      "ptywright serve --stdio --plugin greeter/manifest.toml",
    ],
    start: async ({ plugin: plugins, idleTimeout: idleTimeoutS, ...options }) => {
      const { serve } = await import("./serve/index.js");
      return serve({ ...options, plugins, idleTimeoutS });
    },
  }),
  ...SESSION_COMMANDS,
  REPL_COMMAND,
  ASK_COMMAND,
  MCP_COMMAND,
  command({
    name: "skill",
    summary: "Print what an agent has to know to use these commands, as a skill file",
    usage: "",
    options: {},
    examples: ["ptywright skill > skills/ptywright/SKILL.md"],
    start: async () => {
      const { printSkill } = await import("./skill/index.js");
      return printSkill(SESSION_COMMANDS);
    },
  }),
  ...PLUGIN_COMMANDS,
  command({
    name: "logs",
    summary: "Show the end of the newest log and follow it",
    usage: "[--lines N] [--filter TEXT]",
    options: {
      lines: wholeNumber("how many lines to begin with (default: 20)", { min: 0, max: MAX_LOG_LINES, fallback: 20 }),
      filter: text("TEXT", "only lines that contain this text"),
    },
    examples: ["ptywright logs --lines 100 --filter ERROR"],
    start: async ({ lines, filter }) => {
      const { logs } = await import("./logs/index.js");
      return logs({ lines, filter });
    },
  }),
  command({
    name: "doctor",
    summary: "Tell what this machine has of what sessions need",
    usage: "[--json]",
    options: { json: flag("print one JSON object") },
    examples: ["ptywright doctor"],
    start: async ({ json }) => {
      const { doctor } = await import("./doctor/index.js");
      return doctor({ json });
    },
  }),
  command({
    name: "completions",
    summary: "Print the script that teaches a shell to complete ptywright",
    usage: "SHELL",
    options: {},
    positional: {
      name: "SHELL",
      help: SHELLS.join(", "),
      missing: `no shell given; expected one of: ${SHELLS.join(", ")}`,
      choices: () => SHELLS.map((word) => ({ word, help: "" })),
    },
    examples: [
      "source <(ptywright completions bash)     # in ~/.bashrc; the same for zsh",
      "ptywright completions fish | source      # in ~/.config/fish/config.fish",
      "eval (ptywright completions elvish | slurp)    # in rc.elv",
      "ptywright completions powershell | Out-String | Invoke-Expression",
    ],
    start: async (_, [shell]) => {
      const { printCompletions } = await import("./completions/index.js");
      return printCompletions(shell);
    },
  }),
  command({
    name: "help",
    summary: "Show this help, or that of a command",
    usage: "[COMMAND]",
    options: {},
    positional: {
      name: "COMMAND",
      help: "the command to explain",
      choices: (before) => nextWords(COMMANDS, before),
      most: 2,
    },
    examples: ["ptywright help run", "ptywright help plugin test"],
    start: async (_, words) => {
      const { printGroup, printHelp, printOverview } = await import("./help.js");
      if (words.length === 0) return printOverview(COMMANDS);
      const found = findCommand(COMMANDS, words);
      if (found.kind === "group" && found.rest.length === 0)
        return printGroup(found.name, commandsOf(COMMANDS, found.name));
      if (found.kind === "command" && found.rest.length === 0 && found.command.isInternal !== true)
        return printHelp(found.command);
      const known = COMMANDS.filter(({ isInternal }) => isInternal !== true).map(({ name }) => name);
      const given = words.join(" ");
      throw new UsageError(`unknown command ${shown(given)}${didYouMean(given, known)}`);
    },
  }),
  command({
    name: "__serve",
    summary: "Serve in the background, for a command that needs a server",
    usage: "SOCKET IDLE_SECONDS",
    isInternal: true,
    options: {},
    examples: [],
    start: async (_, [socket, idle]) => {
      const { serveInBackground } = await import("./serve/index.js");
      return serveInBackground(socket ?? "", Number(idle));
    },
  }),
  command({
    name: "__ask",
    summary: "Ask for another process of ours, with the order from stdin",
    usage: "",
    isInternal: true,
    options: {},
    examples: [],
    start: async () => {
      const { askForParent } = await import("./ask/index.js");
      return askForParent();
    },
  }),
  command({
    name: "__complete",
    summary: "Answer a completion script",
    usage: "SHELL WORD...",
    isInternal: true,
    options: {},
    examples: [],
    start: async (_, [shell, ...words]) => {
      const { printCandidates } = await import("./completions/index.js");
      return printCandidates(COMMANDS, shell, words);
    },
  }),
];
