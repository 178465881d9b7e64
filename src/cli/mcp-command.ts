import { MAX_WAIT_TIMEOUT_MS } from "../base/index.js";
import { allow } from "./ask/allow-policy.js";
import { command, type Command } from "./command.js";
import { file, files, flag, texts, wholeNumber } from "./option.js";

/** Most clients give up after 60. */
const LONGEST_S = 50;

/** Terminals for agents. */
export const MCP_COMMAND: Command = command({
  name: "mcp",
  summary: "Give an agent terminals, over the Model Context Protocol",
  usage: "[OPTION]...",
  options: {
    shared: flag("start sessions in your own server, where you can watch and attach to them"),
    socket: file("PATH", "with --shared: the server's socket (default: ~/.ptywright/socket)"),
    allowProgram: texts("NAME", "let only this program be started; may be given several times (default: any)"),
    cwdRoot: file("DIR", "let programs be started in this folder and below only (default: anywhere)"),
    allow: allow("what agent_ask may allow a program that asks leave: none, all, or names of tools (default: none)"),
    trust: flag("let a program that is asked work in its folder, if it asks"),
    plugin: files("MANIFEST", "load this plugin for agent_ask; may be given several times"),
    timeout: wholeNumber(`the longest that a call may take, in seconds (default: ${LONGEST_S})`, {
      min: 1,
      max: MAX_WAIT_TIMEOUT_MS / 1_000,
      fallback: LONGEST_S,
    }),
  },
  notes: [
    "Serves one client on stdin and stdout, and ends with it; so do all its sessions. What it shows is redacted.",
    "A program that is allowed can start others: a shell anything. Run what you do not trust in a container.",
  ],
  examples: ["ptywright mcp", "ptywright mcp --allow-program vim --allow-program bash --cwd-root ~/project"],
  start: async ({ timeout: longestS, allowProgram: programs, plugin: plugins, ...options }) => {
    const { mcp } = await import("./mcp/index.js");
    return mcp({ ...options, longestS, programs, plugins });
  },
});
