// What real programs draw: each is run in a session, driven with keys, and what it wrote after its first screen is kept.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Matcher, Session } from "ptywright";
import { makeHome } from "../e2e/claude-code/claude-home.mjs";
import { startFakeApi } from "../e2e/claude-code/fake-api.mjs";
import { VERSIONS, programOf } from "../e2e/claude-code/versions.mjs";
import { USUAL_SIZE } from "./workloads.mjs";

const PAGES = 60;
/** Of htop, which draws by itself. */
const REPAINTS = 30;
/** Of Claude Code. */
const ANSWERS = 4;
const CODE_LINES = 4_000;
const TRANSCRIPT_CHARS = 4_194_304;

/** What a program asks a terminal: attributes, version, modes, keyboard, cursor, colours. The answers to a replay would be echoed. */
const QUESTIONS = /\x1b\[(?:[>=]?0?c|>0?q|\?u|\??[56]n|\??\d+\$p)|\x1b\]\d+;\?(?:\x07|\x1b\\)/g;

/** @param {string} program */
const isInstalled = (program) => spawnSync(program, ["--version"]).status === 0;

/** @param {import("ptywright").TargetOptions} target @param {string} firstText @param {(session: Session) => Promise<void>} drive */
async function record(target, firstText, drive) {
  const session = await Session.spawn(
    { env: { TERM: "xterm-256color" }, ...target, size: USUAL_SIZE },
    { transcriptMaxChars: TRANSCRIPT_CHARS },
  );
  await session.waitFor(Matcher.containsText(firstText));
  const start = session.transcriptCursor;
  await drive(session);
  const text = session.transcriptSlice(start, session.transcriptCursor);
  await session.close();
  if (text === null) throw new Error("the program drew more than a recording may have");
  return text.replaceAll(QUESTIONS, "");
}

/** For programs that draw on the alternate screen from their start on. @param {string} text */
const onAlternateScreen = (text) => `\x1b[?1049h${text}\x1b[?1049l`;

/** @param {string} scratch */
async function recordVim(scratch) {
  const file = join(scratch, "code.c");
  const line = (/** @type {number} */ i) =>
    i % 3 === 0
      ? `static int value_${i}_(char *name) { return ${i} + strlen("text"); }`
      : `// note_${i}_: see ${i + 1}`;
  writeFileSync(file, Array.from({ length: CODE_LINES }, (_, i) => line(i + 1)).join("\n"));
  const args = ["-u", "NONE", "-i", "NONE", "-n", "-N", "-c", "syntax on", "-c", "set number ruler hlsearch", file];
  return record({ program: "vim", args }, "note_2_", async (session) => {
    for (let page = 1; page <= PAGES; page++) {
      const top = (page % 2 === 0 ? page : PAGES - page) * 50;
      await session.writeText(`:${top}\rzt`);
      await session.waitFor(Matcher.containsText(`_${top + 5}_`));
      await session.writeText("\x05\x05\x05");
      await session.waitFor(Matcher.containsText(`_${top + 25}_`));
    }
  });
}

async function recordHtop() {
  return record({ program: "htop", args: ["-d", "1"] }, "F10", async (session) => {
    for (let repaint = 0; repaint < REPAINTS; repaint++) {
      const { sequence } = session;
      await session.sendKey(repaint % 10 < 5 ? "PageDown" : "PageUp");
      for await (const event of session.events()) if (event.type === "exited" || event.sequence > sequence) break;
    }
  });
}

/** Answers that come word by word, beside a spinner that shimmers. @param {string} program */
async function recordClaudeCode(program) {
  const api = await startFakeApi();
  const { env, cwd, remove } = makeHome({ apiUrl: api.url });
  try {
    return await record(
      { program, args: ["--permission-mode", "default"], cwd, env, clearEnv: true },
      "for shortcuts",
      async (session) => {
        for (let answer = 1; answer <= ANSWERS; answer++) {
          await session.writeText(`FAKE:slow ${answer}`);
          await session.waitFor(Matcher.containsText(`FAKE:slow ${answer}`));
          await session.sendKey("enter");
          await session.waitFor(Matcher.all([Matcher.containsText("sixteen"), Matcher.screenStable(300)]));
        }
      },
    );
  } finally {
    await api.close();
    remove();
  }
}

/** Recordings by the name of their program; of those that are installed. @param {string} scratch */
export async function recordPrograms(scratch) {
  /** @type {Record<string, string>} */
  const recordings = {};
  if (isInstalled("vim")) recordings.vim = onAlternateScreen(await recordVim(scratch));
  else console.log("no vim here: its rows are left out");
  if (isInstalled("htop")) recordings.htop = onAlternateScreen(await recordHtop());
  else console.log("no htop here: its rows are left out");
  const claude = VERSIONS.map(programOf).find((program) => existsSync(program));
  if (claude !== undefined) recordings["Claude Code"] = await recordClaudeCode(claude);
  else console.log("no Claude Code here (npm ci in e2e/claude-code installs it): its rows are left out");
  return recordings;
}
