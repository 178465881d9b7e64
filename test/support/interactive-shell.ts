import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Matcher, type Session } from "ptywright";
import { start } from "./session.js";
import { shellHome } from "./shell-env.js";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const PROMPT = "ready> ";
/** A shell on a busy machine, not what is tested. */
const PATIENCE = { timeoutMs: 20_000 };

/** How to start each shell with our completion script, a known prompt, and `show`, which prints its arguments. */
const SHELLS = {
  bash: {
    files: {
      bashrc: `PS1='${PROMPT}'; bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'
bind 'set completion-query-items 0'; bind 'set page-completions off'
show() { printf '<%s>' "$@"; echo; }
source <(ptywright completions bash)
`,
    },
    args: ["--noprofile", "--rcfile", "bashrc", "-i"],
  },
  zsh: {
    files: {
      ".zshrc": `PS1='${PROMPT}'; setopt no_beep
show() { printf '<%s>' "$@"; echo; }
# By default zsh's TAB first expands the word at the cursor, command substitutions included, whatever the command.
bindkey '^I' complete-word
autoload -Uz compinit && compinit -D -u
source <(ptywright completions zsh)
`,
    },
    args: ["-d", "-i"],
  },
  fish: {
    files: {
      "init.fish": `function fish_prompt; printf '${PROMPT}'; end
function show; printf '<%s>' $argv; echo; end
set -g fish_greeting; set -g fish_autosuggestion_enabled 0
ptywright completions fish | source
`,
    },
    args: ["--private", "--init-command", "source ~/init.fish"],
  },
} as const;

export type ShellName = keyof typeof SHELLS;

/** A real shell with ptywright's completion, in a folder of its own. ptywright's own path is as awkward as paths get. */
export class InteractiveShell {
  readonly session: Session;
  /** Where the shell is. */
  readonly folder: string;

  private constructor(session: Session, folder: string) {
    this.session = session;
    this.folder = folder;
  }

  static async start(t: TestContext, name: ShellName): Promise<InteractiveShell> {
    const home = shellHome(t);
    const bin = join(home, `b"i n's \\$x`);
    const folder = join(home, "work");
    for (const path of [bin, folder]) mkdirSync(path, { recursive: true });
    symlinkSync(BIN, join(bin, "ptywright"));
    symlinkSync(process.execPath, join(bin, "node"));
    const probe = join(bin, "zz-probe-program");
    writeFileSync(probe, "#!/bin/sh\n");
    chmodSync(probe, 0o755);
    for (const [file, text] of Object.entries(SHELLS[name].files)) writeFileSync(join(home, file), text);
    const session = await start(t, {
      program: name,
      args: SHELLS[name].args.map((arg) => (arg === "bashrc" ? join(home, arg) : arg)),
      cwd: folder,
      env: {
        PATH: [bin, process.env.PATH].join(delimiter),
        HOME: home,
        ZDOTDIR: home,
        LC_ALL: "C.UTF-8",
        XDG_CONFIG_HOME: join(home, "config"),
      },
      clearEnv: true,
      // fish offers no more than half of the rows.
      size: { rows: 80, cols: 120 },
    });
    const shell = new InteractiveShell(session, folder);
    await shell.sees(PROMPT.trim());
    return shell;
  }

  async type(text: string): Promise<void> {
    await this.session.writeText(text);
  }

  async sees(text: string): Promise<void> {
    await this.session.waitFor(Matcher.containsText(text), PATIENCE);
  }

  /** Types the text, presses TAB once it is echoed, and waits for what should then be on the screen. */
  async complete(text: string, expected: string): Promise<void> {
    await this.#fresh();
    await this.type(text);
    await this.sees(`${PROMPT}${text}`);
    await this.session.sendKey("tab");
    await this.sees(expected);
  }

  /** The line as the shell itself reads it, after TAB: each word in angle brackets. */
  async wordsAfterTab(text: string, last: string): Promise<void> {
    await this.#fresh();
    await this.type(text);
    await this.sees(`${PROMPT}${text}`);
    await this.session.sendKey("tab");
    await this.session.sendKey("ctrl_a");
    await this.type("show ");
    await this.sees(`${PROMPT}show ptywright`);
    await this.session.sendKey("enter");
    await this.sees(`<${last}>\n`);
  }

  /** Runs a line, and waits for what it should print. */
  async run(line: string, expected: string): Promise<void> {
    await this.#fresh();
    await this.type(`${line}\r`);
    await this.sees(expected);
  }

  /** Types the text and presses TAB; returns once the shell has dealt with both. */
  async pressTabAfter(text: string): Promise<void> {
    await this.#fresh();
    await this.type(text);
    await this.session.sendKey("tab");
    await this.session.sendKey("ctrl_e");
    await this.type("#END");
    await this.sees("#END");
  }

  async #fresh(): Promise<void> {
    // Not with Ctrl-C: a signal overtakes what is typed behind it.
    for (const key of ["ctrl_e", "ctrl_u", "ctrl_l"]) await this.session.sendKey(key);
    await this.session.waitFor(Matcher.screenRegex(String.raw`\A\s*ready>\s*\z`), PATIENCE);
  }
}
