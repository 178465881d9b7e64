/** What a command of the console takes, for its completion. */
type Takes = "nothing" | "subject" | "request" | "tab" | "session" | "switch" | "file";

export interface ConsoleCommand {
  readonly usage: string;
  readonly takes: Takes;
  readonly summary: string;
  /** What to know besides. */
  readonly more?: string;
}

/** What begins with a colon, and is no Lua. */
export const CONSOLE_COMMANDS: Readonly<Record<string, ConsoleCommand>> = {
  ":help": {
    usage: ":help [METHOD]",
    takes: "subject",
    summary: "what a method, a group, a type or a :command is for",
  },
  ":rpc": {
    usage: ":rpc METHOD [JSON]",
    takes: "request",
    summary: "asks in the words of the protocol",
    more: "The answer is JSON, as it is on the wire.",
  },
  ":tabs": {
    usage: ":tabs [NUMBER | NAME]",
    takes: "tab",
    summary: "what there is; with one of them, previews it",
    more: "Alt+1 to Alt+9 do so too. What is made or driven by an entry is previewed by itself.",
  },
  ":attach": {
    usage: ":attach [NAME]",
    takes: "session",
    summary: "joins this terminal to a session",
    more: "The one of the preview, unless named. Ctrl+\\ twice comes back to the console.",
  },
  ":preview": {
    usage: ":preview on|off",
    takes: "switch",
    summary: "shows the current session above, or not",
    more: "Without it, long answers can be scrolled back to, those from before included.",
  },
  ":notifications": {
    usage: ":notifications on|off",
    takes: "switch",
    summary: "prints what the server tells, as it happens",
  },
  ":record": {
    usage: ":record [FILE | off]",
    takes: "file",
    summary: "writes a script of all that is entered",
    more: "Into a new file, for its owner alone. Answers are comments in it, and secrets are redacted. ptywright repl < FILE does it again.",
  },
  ":quit": { usage: ":quit", takes: "nothing", summary: "leaves; so does Ctrl+D" },
};

export const commandHelp = ({ usage, summary, more }: ConsoleCommand): string =>
  [`${usage}: ${summary}`, more].filter(Boolean).join("\n");
