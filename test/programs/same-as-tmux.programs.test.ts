import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Session } from "ptywright";
import { Matcher } from "ptywright";
import { screenRows } from "../support/screen-rows.js";
import { start } from "../support/session.js";
import { shellEnv } from "../support/shell-env.js";
import { tempDir } from "../support/temp-dir.js";
import { TmuxPane, missing, trimmed } from "../support/tmux.js";

const SIZE = { rows: 24, cols: 80 };

/** The same program in a session of ours and in tmux, typed into alike, compared after each step. */
class Twins {
  readonly session: Session;
  readonly #pane: TmuxPane;
  readonly #normal: (text: string) => string;

  private constructor(session: Session, pane: TmuxPane, normal: (text: string) => string) {
    this.session = session;
    this.#pane = pane;
    this.#normal = normal;
  }

  static async start(
    t: TestContext,
    command: readonly string[],
    normal = (text: string): string => text,
  ): Promise<Twins> {
    const [program, ...args] = command;
    const env = shellEnv(t);
    const session = await start(t, { program, args, env, clearEnv: true, size: SIZE });
    return new Twins(session, new TmuxPane(t, command, env, SIZE), normal);
  }

  async type(text: string): Promise<void> {
    await this.session.writeText(text);
    this.#pane.type(text);
  }

  async key(ours: string, theirs: string): Promise<void> {
    await this.session.sendKey(ours);
    this.#pane.key(theirs);
  }

  resize(rows: number, cols: number): void {
    this.session.resize({ rows, cols });
    this.#pane.resize(rows, cols);
  }

  /** Both show the same once `text` is there and the screen is still. */
  async agree(text: string): Promise<void> {
    await this.session.waitFor(Matcher.all([Matcher.containsText(text), Matcher.screenStable(150)]), {
      timeoutMs: 10_000,
    });
    const ours = this.#normal(screenRows(this.session.snapshot()));
    assert.equal(ours, await this.#pane.settlesOn(ours, this.#normal));
  }
}

function sampleFile(t: TestContext): string {
  const path = join(tempDir(t), "sample.txt");
  const lines = Array.from({ length: 200 }, (_, i) => {
    const kind = [
      "plain text",
      "\ttabs\tin\tit",
      "zażółć gęślą jaźń",
      "漢字かな交じり文",
      "x".repeat(i % 3 === 0 ? 120 : 30),
    ][i % 5];
    return `${i + 1} ${kind}`;
  });
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

test(
  "T10: vim shows the same as in tmux while it is edited, scrolled, split and resized",
  { skip: missing("vim", "tmux") },
  async (t) => {
    const twins = await Twins.start(t, ["vim", "-u", "NONE", "-N", "-n", "-i", "NONE", sampleFile(t)]);
    await twins.agree("1 plain text");
    await twins.type("ihello, 漢字 and e\u0301");
    await twins.key("escape", "Escape");
    await twins.agree("hello, 漢字");
    await twins.type("yyp:set number\r");
    await twins.agree("  3 ");
    await twins.type("50G");
    await twins.agree(" 50 ");
    await twins.key("page_down", "NPage");
    await twins.key("up", "Up");
    await twins.agree(" 78 ");
    await twins.type(":vsplit\r:split\rgg5ddu/gęślą\r");
    await twins.agree("/gęślą");
    twins.resize(30, 100);
    await twins.agree("sample.txt");
    twins.resize(20, 60);
    await twins.agree("sample.txt");
  },
);

test(
  "T10: less shows the same as in tmux while it is scrolled and searched",
  { skip: missing("less", "tmux") },
  async (t) => {
    const twins = await Twins.start(t, ["less", sampleFile(t)]);
    await twins.agree("sample.txt");
    await twins.type("  ");
    await twins.agree(":");
    await twins.type("kkkb");
    await twins.agree(":");
    await twins.type("/^150\r");
    await twins.agree("150 x");
    await twins.type("G");
    await twins.agree("(END)");
    await twins.type("g-S\r");
    await twins.agree("1 plain text");
    twins.resize(12, 50);
    await twins.agree("1 plain text");
  },
);

test(
  "T10: bash shows the same as in tmux while lines are edited, wrapped and cleared",
  { skip: missing("bash", "tmux") },
  async (t) => {
    const twins = await Twins.start(t, ["bash", "--norc", "--noprofile"]);
    await twins.agree("$");
    await twins.type("echo one two three");
    await twins.key("ctrl_a", "C-a");
    await twins.key("alt_f", "M-f");
    await twins.type(" zero");
    await twins.agree("echo zero one");
    await twins.type("\r");
    await twins.agree("zero one two three\n$");
    await twins.type(`echo ${"long ".repeat(30)}`);
    await twins.agree("long long");
    await twins.key("ctrl_w", "C-w");
    await twins.key("home", "Home");
    await twins.key("delete", "DC");
    await twins.agree("cho long");
    await twins.key("ctrl_u", "C-u");
    await twins.key("ctrl_k", "C-k");
    await twins.type("printf 'tab\\there\\n\\e[31mred\\e[0m \\e[5;40Hplaced\\n'; seq 30\r");
    await twins.agree("30\n$");
    await twins.key("ctrl_l", "C-l");
    await twins.type("echo clean\r");
    await twins.agree("clean\n$");
  },
);

test("T10: python shows the same as in tmux", { skip: missing("python3", "tmux") }, async (t) => {
  // Versions and build dates are the same in both; 3.13's new prompt is not what this is about.
  const twins = await Twins.start(t, ["env", "PYTHON_BASIC_REPL=1", "python3", "-q"]);
  await twins.agree(">>>");
  await twins.type("for i in range(3):\r    print('row', i, '漢' * i)\r\r");
  await twins.agree("row 2 漢漢\n>>>");
  await twins.type("print('x' * 200)\r");
  await twins.agree("xxx\n>>>");
  await twins.type("1/0\r");
  await twins.agree("ZeroDivisionError: division by zero\n>>>");
});

test("T10: htop shows the same frame as in tmux", { skip: missing("htop", "tmux") }, async (t) => {
  // What it measures differs from moment to moment; its columns, labels and keys do not.
  const frame = (text: string): string =>
    trimmed(
      text
        .split("\n")
        .filter((line) => /F1Help|PID USER|^\s+Tasks:|Load average:/.test(line))
        .map((line) => line.replaceAll(/\d+/g, "0").replaceAll(/\[[^\]]*\]/g, "[]"))
        .map((line) => line.replaceAll(/ +/g, " "))
        .join("\n"),
    );
  const twins = await Twins.start(t, ["htop", "--readonly", "-d", "100"], frame);
  await twins.agree("F1Help");
  await twins.type("t");
  await twins.agree("F5");
});
