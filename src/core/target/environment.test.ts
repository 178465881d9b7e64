import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { childEnvironment, Target, type TargetBuilder } from "./index.js";

const parent = {
  PATH: "/bin",
  HOME: "/home/me",
  LANG: "C.UTF-8",
  PWD: "/old",
  TERM: "xterm-kitty",
  COLORTERM: "24bit",
  COLUMNS: "10",
  LINES: "5",
};
const sh = Target.program("sh");
const standard = { TERM: "xterm-256color", COLORTERM: "truecolor" };
const inherited = { PATH: "/bin", HOME: "/home/me", LANG: "C.UTF-8", PWD: "/old" };

const table: [title: string, target: TargetBuilder, expected: Record<string, string>][] = [
  ["the parent's environment is inherited, but not its terminal", sh, { ...inherited, ...standard }],
  ["the overlay wins over the parent", sh.env("PATH", "/x"), { ...inherited, PATH: "/x", ...standard }],
  ["a declared TERM wins and ends the claim of truecolor", sh.env("TERM", "dumb"), { ...inherited, TERM: "dumb" }],
  ["a declared COLORTERM wins", sh.env("COLORTERM", ""), { ...inherited, ...standard, COLORTERM: "" }],
  ["declared COLUMNS reach the child", sh.env("COLUMNS", "9"), { ...inherited, ...standard, COLUMNS: "9" }],
  ["PWD follows cwd", sh.cwd("/srv"), { ...inherited, ...standard, PWD: resolve("/srv") }],
  ["PWD of a relative cwd is absolute", sh.cwd("src"), { ...inherited, ...standard, PWD: resolve("src") }],
  ["a declared PWD wins over cwd", sh.cwd("/srv").env("PWD", "/link"), { ...inherited, ...standard, PWD: "/link" }],
  ["a cleared environment holds TERM alone", sh.clearEnv(), { TERM: "xterm-256color" }],
  [
    "a cleared environment holds what is declared",
    sh.clearEnv().cwd("/srv").env("A", "1"),
    { A: "1", TERM: "xterm-256color" },
  ],
  ["a cleared environment holds the declared TERM", sh.clearEnv().env("TERM", "vt100"), { TERM: "vt100" }],
];
for (const [title, target, expected] of table)
  test(`B14: ${title}`, () => assert.deepEqual(childEnvironment(Target.from(target), parent, {}, "linux"), expected));

test("B14: no variable of another terminal is inherited", () => {
  const foreign = (
    "COLUMNS LINES TMUX TMUX_PANE STY WINDOW TERM_PROGRAM TERM_PROGRAM_VERSION TERM_SESSION_ID VTE_VERSION KITTY_WINDOW_ID " +
    "ALACRITTY_SOCKET WEZTERM_PANE ITERM_SESSION_ID LC_TERMINAL LC_TERMINAL_VERSION GHOSTTY_BIN_DIR KONSOLE_VERSION " +
    "WT_SESSION WT_PROFILE_ID ZELLIJ ZELLIJ_SESSION_NAME TERMCAP COLORFGBG WINDOWID GPG_TTY ConEmuPID PTYWRIGHT_SESSION"
  ).split(" ");
  const env = childEnvironment(Target.from(sh), Object.fromEntries(foreign.map((name) => [name, "x"])), {}, "linux");
  assert.deepEqual(env, standard);
});

test("B14: names that only look like a terminal's own are inherited", () => {
  const near = {
    LC_ALL: "C",
    TMUX_TMPDIR: "/t",
    TERMINFO: "/ti",
    NO_COLOR: "1",
    SSH_TTY: "/dev/pts/1",
    WINDOWS: "y",
    PTYWRIGHT_HOME: "/h",
  };
  assert.deepEqual(childEnvironment(Target.from(sh), near, {}, "linux"), { ...near, ...standard });
});

test("B14: extra variables come last, also in a cleared environment", () => {
  const target = Target.from(sh.clearEnv().env("PTYWRIGHT_SESSION", "forged"));
  assert.deepEqual(childEnvironment(target, parent, { PTYWRIGHT_SESSION: "s1" }, "linux"), {
    PTYWRIGHT_SESSION: "s1",
    TERM: "xterm-256color",
  });
});

test("on Windows names that differ in case are one variable", () => {
  const target = Target.from(sh.env("PATH", "new").env("term", "dumb"));
  const env = childEnvironment(target, { Path: "old", Term: "x", SystemRoot: "C:" }, {}, "win32");
  assert.deepEqual(env, { PATH: "new", SystemRoot: "C:", term: "dumb" });
});

test("undefined values of the parent are left out", () => {
  assert.deepEqual(childEnvironment(Target.from(sh), { A: undefined }, {}, "linux"), standard);
});
