import { resolve } from "node:path";
import type { Target } from "./target.js";

/** What every child is told about its terminal, unless the target declares a TERM of its own. */
export const DEFAULT_TERM = "xterm-256color";

/**
 * Names by which terminals, multiplexers and editors describe themselves to programs inside them. The child is not inside
 * them: a program that believes one of these sends sequences for, or asks questions of, a terminal that is not there.
 * TERMINFO and TERMINFO_DIRS stay: they are search paths, and ncurses goes on to its own directories after them.
 */
const FOREIGN_NAMES = new Set([
  "COLUMNS",
  "LINES",
  "TERM",
  "TERMCAP",
  "COLORTERM",
  "COLORFGBG",
  "TERM_PROGRAM",
  "TERM_PROGRAM_VERSION",
  "TERM_SESSION_ID",
  "TERM_FEATURES",
  "TMUX",
  "TMUX_PANE",
  "STY",
  "WINDOW",
  "WINDOWID",
  "VTE_VERSION",
  "WT_SESSION",
  "WT_PROFILE_ID",
  "TILIX_ID",
  "TERMINATOR_UUID",
  "GUAKE_TAB_UUID",
  "INSIDE_EMACS",
  "VIM_TERMINAL",
  // Names the parent's tty device: pinentry would ask for the passphrase there instead of in the child's terminal.
  "GPG_TTY",
  // The mark by which we find a session's stray processes; that of an outer session would make them look like its own.
  "PTYWRIGHT_SESSION",
]);
const FOREIGN_PREFIXES = [
  "KITTY_",
  "ALACRITTY_",
  "WEZTERM_",
  "ITERM_",
  "LC_TERMINAL",
  "GHOSTTY_",
  "KONSOLE_",
  "ZELLIJ",
  "XTERM_",
  "GNOME_TERMINAL_",
  "WARP_",
  "CONEMU",
];

function isForeign(name: string): boolean {
  const upper = name.toUpperCase();
  return FOREIGN_NAMES.has(upper) || FOREIGN_PREFIXES.some((prefix) => upper.startsWith(prefix));
}

/**
 * The child's whole environment: the parent's without other terminals' variables (nothing of it after `clearEnv()`), then
 * the target's overlay, then TERM, then `extra`. With `clearEnv()` exactly the declared names, TERM and `extra`.
 */
export function childEnvironment(
  target: Target,
  parentEnv: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const result = new Map<string, [name: string, value: string]>();
  // Windows takes Path and PATH for one variable; two entries would leave the choice to chance.
  const slot = (name: string): string => (platform === "win32" ? name.toUpperCase() : name);
  const set = (name: string, value: string): void => void result.set(slot(name), [name, value]);
  const declares = (name: string): boolean => Object.keys(target.env).some((key) => slot(key) === slot(name));
  const setUnlessDeclared = (name: string, value: string): void => {
    if (!declares(name)) set(name, value);
  };

  if (target.inheritsEnv) {
    for (const [name, value] of Object.entries(parentEnv))
      if (value !== undefined && !isForeign(name)) set(name, value);
    if (target.cwd !== undefined) setUnlessDeclared("PWD", resolve(target.cwd));
    // Our screen does keep 24-bit colours, and says so whichever terminal the parent runs in, so that a program prints the
    // same everywhere. Not for another TERM: `dumb` and truecolor contradict each other.
    if (!declares("TERM")) setUnlessDeclared("COLORTERM", "truecolor");
  }
  for (const [name, value] of Object.entries(target.env)) set(name, value);
  setUnlessDeclared("TERM", DEFAULT_TERM);
  for (const [name, value] of Object.entries(extra)) set(name, value);
  return Object.fromEntries(result.values());
}
