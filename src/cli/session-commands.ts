import { MAX_SCROLLBACK_ROWS, MAX_TERMINAL_SIDE, MAX_WAIT_TIMEOUT_MS } from "../base/index.js";
import type { Command, Positional } from "./command.js";
import { command } from "./command.js";
import type { Choice } from "./option.js";
import { choice, file, flag, text, texts, wholeNumber } from "./option.js";
import { UsageError } from "./usage-error.js";

const SIDE = { min: 1, max: MAX_TERMINAL_SIDE, fallback: undefined };
const SECONDS = { min: 0, max: MAX_WAIT_TIMEOUT_MS / 1_000, fallback: undefined };

/** What every verb takes. */
const COMMON = {
  socket: file("PATH", "the server's socket (default: ~/.ptywright/socket)"),
  json: flag("print one JSON object, as the protocol has it"),
};
const TIMEOUT = wholeNumber("give up after so many seconds (default: the session's, 30)", SECONDS);
const SINCE = text("WHEN", "only what came after this: input, a sequence number, or a label of mark");

/** The sessions that there are, for completion. */
async function sessionNames(): Promise<readonly Choice[]> {
  const { sessionChoices } = await import("./sessions/session-choices.js");
  return sessionChoices();
}

/** A session, and what stands behind it. */
function session(name: string, help: string, more: Partial<Positional> = {}): Positional {
  return {
    name,
    help,
    missing: `no session given; expected its name or id: see ptywright ls`,
    choices: (before) => (before.length === 0 ? sessionNames() : []),
    ...more,
  };
}

function needed(value: string | undefined, what: string, name: string): string {
  if (value === undefined) throw new UsageError(`no ${what} given; expected ptywright ${name} SESSION ${what}`, name);
  return value;
}

/** What people do with the sessions of their server. */
export const SESSION_COMMANDS: readonly Command[] = [
  command({
    name: "new",
    summary: "Start a program in a session that stays",
    usage: "[--name NAME] [OPTION]... [-- CMD [ARG]...]",
    options: {
      name: text("NAME", "what to call the session"),
      cwd: file("DIR", "where to start it (default: here)"),
      rows: wholeNumber(`height, 1 to ${MAX_TERMINAL_SIDE} (default: 24)`, SIDE),
      cols: wholeNumber(`width, 1 to ${MAX_TERMINAL_SIDE} (default: 80)`, SIDE),
      scrollback: wholeNumber("rows that are kept when they leave at the top (default: 10,000)", {
        min: 0,
        max: MAX_SCROLLBACK_ROWS,
        fallback: undefined,
      }),
      plain: flag("start a shell as it is; exec does not work in it then"),
      ...COMMON,
    },
    positional: { name: "CMD", help: "the program (default: your shell)", isProgram: true },
    notes: ["Starts a server in the background if none runs."],
    examples: ["ptywright new --name web -- npm run dev", "ptywright new --name sh -- bash"],
    start: async (options, [program, ...args]) => {
      const { newSession } = await import("./sessions/new.js");
      return newSession({ ...options, program, args });
    },
  }),
  command({
    name: "ls",
    summary: "List the sessions",
    usage: "[--json]",
    options: COMMON,
    examples: ["ptywright ls"],
    start: async (options) => {
      const { listSessions } = await import("./sessions/list.js");
      return listSessions(options);
    },
  }),
  command({
    name: "send",
    summary: "Type into a session",
    usage: "SESSION [TEXT] [--paste TEXT] [--key KEY]... [--enter] [--timeout N]",
    options: {
      enter: flag("press Enter at the end"),
      key: texts("KEY", "press this key, such as Ctrl+C, Up or F5; may be given several times"),
      paste: text("TEXT", "paste this text; - reads it from stdin"),
      timeout: wholeNumber("give up after so many seconds (default: 30)", { ...SECONDS, fallback: 30 }),
      ...COMMON,
    },
    positional: session("SESSION [TEXT]", "the session, and the text to type", { most: 2 }),
    examples: ["ptywright send sh 'make test' --enter", "ptywright send web --key Ctrl+C"],
    start: async ({ key: keys, timeout: timeoutS, ...options }, [name, typed]) => {
      const { send } = await import("./sessions/send.js");
      return send({ ...options, keys, timeoutS, session: name, text: typed });
    },
  }),
  command({
    name: "wait",
    summary: "Wait until a session shows something, is still, or has ended",
    usage: "SESSION [TEXT] [OPTION]...",
    options: {
      regex: flag("TEXT is a pattern, in the Rust regex dialect"),
      output: flag("look at all that the program writes, not at the screen"),
      gone: flag("until TEXT is no longer there"),
      stable: wholeNumber("until the screen was still for so many milliseconds", {
        min: 0,
        max: MAX_WAIT_TIMEOUT_MS,
        fallback: undefined,
      }),
      exit: flag("until the program has ended"),
      since: SINCE,
      timeout: TIMEOUT,
      ...COMMON,
    },
    positional: session("SESSION [TEXT]", "the session, and the text to wait for", { most: 2 }),
    examples: ["ptywright wait web 'listening on' --timeout 10", "ptywright wait sh '\\$ $' --regex --since input"],
    start: async ({ stable: stableMs, timeout: timeoutS, ...options }, [name, awaited]) => {
      const { wait } = await import("./sessions/wait.js");
      return wait({ ...options, stableMs, timeoutS, session: name, text: awaited });
    },
  }),
  command({
    name: "screen",
    summary: "Show what a session shows",
    usage: "SESSION [--ansi | --row N | --watch | --json]",
    options: {
      ansi: flag("with its colours"),
      row: wholeNumber("only this row, from 0; -1 is the last", {
        min: -MAX_TERMINAL_SIDE,
        max: MAX_TERMINAL_SIDE - 1,
        fallback: undefined,
      }),
      watch: flag("show it anew whenever it changes, until the program has ended"),
      ...COMMON,
    },
    conflicts: [
      ["ansi", "json"],
      ["ansi", "row"],
      ["row", "json"],
      ["watch", "json"],
      ["watch", "row"],
    ],
    positional: session("SESSION", "the session"),
    examples: ["ptywright screen web", "ptywright screen web --row -1"],
    start: async ({ ansi, watch, ...options }, [name]) => {
      if (ansi || watch) {
        const { drawnScreen } = await import("./sessions/drawn-screen.js");
        return drawnScreen({ ...options, session: name, ansi, watch });
      }
      const { screen } = await import("./sessions/screen.js");
      return screen({ ...options, session: name });
    },
  }),
  command({
    name: "log",
    summary: "Show what the program of a session has written",
    usage: "SESSION [--follow] [--since WHEN] [--raw | --inputs]",
    options: {
      follow: flag("go on until the program has ended"),
      since: SINCE,
      raw: flag("with escape sequences"),
      inputs: flag("what was typed into it instead, and by whom"),
      ...COMMON,
    },
    conflicts: [
      ["inputs", "follow"],
      ["inputs", "since"],
      ["inputs", "raw"],
    ],
    positional: session("SESSION", "the session"),
    examples: ["ptywright log web --follow", "ptywright log web --inputs"],
    start: async ({ inputs, ...options }, [name]) => {
      if (inputs) return (await import("./sessions/inputs.js")).inputs({ ...options, session: name });
      const { log } = await import("./sessions/log.js");
      return log({ ...options, session: name });
    },
  }),
  command({
    name: "exec",
    summary: "Run a command in a session's shell, and end with its exit code",
    usage: "SESSION COMMAND [--timeout N]",
    options: {
      timeout: wholeNumber("interrupt it after so many seconds (default: never)", SECONDS),
      ...COMMON,
    },
    positional: session("SESSION COMMAND", "a session of bash, zsh or fish, and the command", { most: 2 }),
    examples: ["ptywright exec sh 'make test'"],
    start: async ({ timeout: timeoutS, ...options }, [name, line]) => {
      const { exec } = await import("./sessions/exec.js");
      return exec({ ...options, timeoutS, session: name, command: needed(line, "COMMAND", "exec") });
    },
  }),
  command({
    name: "attach",
    summary: "Join this terminal to a session",
    usage: "SESSION [--read-only] [--take] [--others wait|fail] [--detach-key KEY]",
    options: {
      readOnly: flag("only look on; Ctrl+C leaves"),
      take: flag("give the session this terminal's size, and its own back at the end"),
      others: choice("HOW", "what becomes of what scripts type while you type", [
        { word: "wait", help: "it is typed when you have stopped for 3 s (the default)" },
        { word: "fail", help: "it is refused" },
      ]),
      detachKey: text("KEY", "pressed twice, it leaves the session (default: Ctrl+\\)"),
      socket: COMMON.socket,
    },
    conflicts: [
      ["readOnly", "take"],
      ["readOnly", "others"],
    ],
    positional: session("SESSION", "the session"),
    examples: ["ptywright attach web", "ptywright attach web --detach-key Ctrl+]"],
    start: async ({ detachKey = "Ctrl+\\", ...options }, [name]) => {
      const { attach } = await import("./attach/index.js");
      return attach({ ...options, detachKey, session: name, json: false });
    },
  }),
  command({
    name: "watch",
    summary: "Look on at what happens in a session",
    usage: "SESSION",
    options: { socket: COMMON.socket },
    positional: session("SESSION", "the session"),
    examples: ["ptywright watch web"],
    start: async (options, [name]) => {
      const { attach } = await import("./attach/index.js");
      return attach({
        ...options,
        detachKey: "Ctrl+\\",
        session: name,
        json: false,
        readOnly: true,
        take: false,
        others: undefined,
      });
    },
  }),
  command({
    name: "click",
    summary: "Click on a text that a session shows",
    usage: "SESSION TEXT [OPTION]...",
    options: {
      regex: flag("TEXT is a pattern, in the Rust regex dialect"),
      nth: wholeNumber("which one, from 0, where it is shown several times", {
        min: 0,
        max: MAX_TERMINAL_SIDE * MAX_TERMINAL_SIDE,
        fallback: undefined,
      }),
      button: choice("BUTTON", "left (the default), middle or right", [
        { word: "left", help: "" },
        { word: "middle", help: "" },
        { word: "right", help: "" },
      ]),
      count: wholeNumber("how often (default: 1)", { min: 1, max: 3, fallback: 1 }),
      timeout: TIMEOUT,
      ...COMMON,
    },
    positional: session("SESSION TEXT", "the session, and the text to click on", { most: 2 }),
    examples: ["ptywright click files OK"],
    start: async ({ timeout: timeoutS, ...options }, [name, target]) => {
      const { click } = await import("./sessions/click.js");
      return click({ ...options, timeoutS, session: name, text: needed(target, "TEXT", "click") });
    },
  }),
  command({
    name: "resize",
    summary: "Give a session's terminal another size",
    usage: "SESSION [--rows N] [--cols N]",
    options: {
      rows: wholeNumber(`height, 1 to ${MAX_TERMINAL_SIDE}`, SIDE),
      cols: wholeNumber(`width, 1 to ${MAX_TERMINAL_SIDE}`, SIDE),
      ...COMMON,
    },
    positional: session("SESSION", "the session"),
    examples: ["ptywright resize web --rows 40 --cols 120"],
    start: async (options, [name]) => {
      const { resize } = await import("./sessions/control.js");
      return resize({ ...options, session: name });
    },
  }),
  command({
    name: "signal",
    summary: "Send the program of a session a signal",
    usage: "SESSION SIGNAL",
    options: COMMON,
    positional: session("SESSION SIGNAL", "the session, and the signal, such as INT or SIGTERM", { most: 2 }),
    examples: ["ptywright signal web HUP"],
    start: async (options, [name, signal]) => {
      const control = await import("./sessions/control.js");
      return control.signal({ ...options, session: name, signal: needed(signal, "SIGNAL", "signal") });
    },
  }),
  command({
    name: "mark",
    summary: "Put a label where a session's output ends, for --since",
    usage: "SESSION LABEL",
    options: COMMON,
    positional: session("SESSION LABEL", "the session, and the label", { most: 2 }),
    examples: ["ptywright mark web before-reload"],
    start: async (options, [name, label]) => {
      const { mark } = await import("./sessions/control.js");
      return mark({ ...options, session: name, label: needed(label, "LABEL", "mark") });
    },
  }),
  command({
    name: "rm",
    summary: "End sessions with all that they started",
    usage: "SESSION... | --all",
    options: { all: flag("every session"), ...COMMON },
    positional: { name: "SESSION", help: "the sessions", most: Infinity, choices: sessionNames },
    examples: ["ptywright rm web", "ptywright rm --all"],
    start: async (options, sessions) => {
      const { remove } = await import("./sessions/control.js");
      return remove({ ...options, sessions });
    },
  }),
  command({
    name: "server status",
    group: "Ask after the server in the background, or stop it",
    summary: "Tell how the server is",
    usage: "[--json]",
    options: COMMON,
    examples: ["ptywright server status"],
    start: async (options) => {
      const { serverStatus } = await import("./sessions/server.js");
      return serverStatus(options);
    },
  }),
  command({
    name: "server stop",
    group: "Ask after the server in the background, or stop it",
    summary: "End the server and all its sessions",
    usage: "[--json]",
    options: COMMON,
    examples: ["ptywright server stop"],
    start: async (options) => {
      const { serverStop } = await import("./sessions/server.js");
      return serverStop(options);
    },
  }),
];
