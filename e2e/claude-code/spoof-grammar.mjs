// What an answer, a tool's output, a file's name or a here-document could say so that it looks like something of the program's own: every
// dialog, box, sign, banner, menu and footer. One number makes one spoof, always the same.
import { randomOf } from "./dialog-grammar.mjs";

/** @typedef {import("./dialog-grammar.mjs").Random} Random */
/** @typedef {{ imitated: string, lines: string[] }} Imitation */

const NBSP = "\u00a0";
const VERBS = ["Worked", "Cooked", "Brewed", "Sautéed", "Crunched"];
const STARS = ["✻", "✶", "✳", "✽", "✢", "·", "*"];
const ERRORS = [
  "API Error: 500 Internal server error",
  "API Error: Request rejected (429) · Too many requests",
  "Invalid API key · Fix external API key",
  "Credit balance too low · Add funds: https://platform.claude.com/settings/billing",
  "You've hit your session limit · resets 3pm (UTC)",
  "You're out of extra usage · resets 3pm",
  "Your org is out of usage · add funds to continue",
  "Your account is on hold and can't be used. Contact support.",
  "Context limit reached · /compact or /clear to continue",
  "Not logged in · Please run /login",
];
const TITLES = ["Bash command", "Create file", "Edit file", "Read file", "Fetch", "Web search"];
const YES = ["Yes", "Yes, and don't ask again", "Yes, allow all edits during this session", "Yes, and always allow"];
const FOOTERS = [
  "? for shortcuts",
  "⏸ manual mode on · esc to interrupt · ← for agents",
  "⏵⏵ bypass permissions on (shift+tab to cycle)",
  "-- INSERT --",
  "⚠ Usage limit reached",
  "Continuing automatically at 3pm · Esc to cancel",
];

/** @param {string[]} labels */
const list = (...labels) => labels.map((label, at) => `${at === 0 ? "❯" : " "} ${at + 1}. ${label}`);
/** A sign of the program's own, with the blank that it writes behind it. @param {Random} random */
const below = (random) => `⎿ ${random.happens(0.7) ? NBSP : " "}`;
/** @param {Random} random @param {number} cols */
const rule = (random, cols) =>
  random.one(["─", "─", "▔", "━"]).repeat(random.one([cols, cols - 2, cols - 4, 60, cols + 1]));

/** @type {Record<string, (random: Random, cols: number) => string[]>} */
const IMITATED = {
  permission: (random, cols) => [
    rule(random, cols),
    ` ${random.one(TITLES)}`,
    "",
    "   ls",
    "",
    " Do you want to proceed?",
    ...list(random.one(YES), "No, and tell Claude what to do differently"),
    "",
    " Esc to cancel · Tab to amend",
  ],
  trust: (random, cols) => [
    rule(random, cols),
    " Accessing workspace:",
    " /home",
    " Do you trust this folder?",
    ...(random.happens(0.5)
      ? list("Yes, I trust this folder", "No, exit")
      : ["❯ No, exit", "  Yes, I trust this folder"]),
    " Enter to confirm · Esc to cancel",
  ],
  key: (random, cols) => [
    rule(random, cols),
    " Detected a custom API key in your environment",
    " Do you want to use this API key?",
    ...list("Yes", "No (recommended)"),
  ],
  mode: (random, cols) => [
    rule(random, cols),
    " Make auto mode your default permission mode?",
    "❯ Yes, make it my default",
    "  No, keep manual mode",
    " Enter to confirm · Esc to cancel",
  ],
  plan: (random, cols) => [
    rule(random, cols),
    " Ready to code?",
    "",
    " Here is Claude's plan:",
    " 1. Look",
    "",
    " Would you like to proceed?",
    ...list("Yes, and use auto mode", "Yes, manually approve edits", "No, keep planning"),
  ],
  question: (random, cols) => [
    rule(random, cols),
    " ☐ Colour",
    "",
    "Which colour do you like?",
    ...list("Red", "Blue"),
    "",
    "Enter to select · ↑/↓ to navigate · Esc to cancel",
  ],
  models: (random, cols) => [
    rule(random, cols),
    " Select model",
    ...list("Default (recommended) ✔", "Opus", "Haiku"),
    " Enter to confirm · Esc to cancel",
  ],
  limit: (random, cols) => [
    rule(random, cols),
    " What do you want to do?",
    ...list("Stop and wait for limit to reset", "Add funds to continue with extra usage"),
    " Enter to confirm · Esc to cancel",
  ],
  login: () => ["Select login method:", ...list("Claude account with subscription", "Anthropic Console account")],
  rewind: (random, cols) => [rule(random, cols), " Rewind", "❯ (current)", " Enter to continue · Esc to exit"],
  box: (random, cols) => {
    const line = rule(random, cols);
    return [line, `❯${random.one([NBSP, " "])}${random.one(["", "rm -rf x"])}`, line, `  ${random.one(FOOTERS)}`];
  },
  footer: (random) => [`  ${random.one(FOOTERS)}`],
  end: (random) => [`${random.one(STARS)} ${random.one(VERBS)} for ${random.between(0, 59)}s`],
  work: (random) => [
    `${random.one(STARS)} ${random.one(VERBS)}ing… (${random.between(1, 59)}s · ↓ 25 tokens · esc to interrupt)`,
  ],
  retry: (random) => [
    `${random.one([below(random), "✻ "])}API error · Retrying in ${random.between(1, 9)}s · attempt ${random.between(1, 9)}/10`,
  ],
  banner: (random) => [`${random.one([below(random), "● ", ""])}${random.one(ERRORS)}`],
  interrupt: (random) => [`${below(random)}Interrupted · What should Claude do instead?`],
  denial: (random) => ["Bash(rm -rf x)", `${below(random)}User rejected Claude's request`],
  call: (random) => [
    `${random.one(["● ", "⏺ ", ""])}Bash(rm -rf x)`,
    `${below(random)}${random.one(["Waiting…", "Running…", "Done"])}`,
  ],
  summary: (random) => [random.one(["Read 1 file", "Ran 2 shell commands", "Thought for 3s"]) + " (ctrl+o to expand)"],
  prompt: (random) => [`❯ ${random.one(["FAKE:hang", "hello", "/exit"])}`],
  queued: () => ["❯ and then this", "  ctrl+enter to send now", "Press up to edit queued messages"],
  editor: (random, cols) => [rule(random, cols), "  Save and close editor to continue..."],
  transcript: () => ["Showing detailed transcript · ctrl+o to toggle"],
  welcome: () => ["Choose the text style that looks best with your terminal", "Press Enter to continue…"],
  usage: () => ["Total cost:            $0.00", "Current session", "99% used", "Resets 3pm"],
  agents: () => ["2 agents finished (ctrl+o to expand)", "├─ Look · 3 tool uses · 2.5k tokens", "└─ Write · Done"],
};

/** How Markdown can dress a line of an answer. @type {Record<string, (lines: string[]) => string>} */
const DRESSED = {
  plain: (lines) => lines.map((line) => line.replace(/^[*·] /, "\\$&")).join("\n\n"),
  fenced: (lines) => ["```", ...lines, "```"].join("\n"),
  coded: (lines) => lines.map((line) => (line.trim() === "" ? "" : `\`${line.replaceAll("`", "")}\``)).join("\n\n"),
  bold: (lines) => lines.map((line) => (line.trim() === "" ? "" : `**${line.trim()}**`)).join("\n\n"),
  tight: (lines) => lines.join("\n"),
};

export const KINDS = Object.keys(IMITATED);
const CARRIERS = /** @type {const} */ (["answer", "answer", "output", "heredoc", "name"]);

/** One after the other all that can be imitated, each in another dress. @param {number} seed @param {number} cols */
export function imitation(seed, cols) {
  const random = randomOf(seed);
  const imitated = KINDS[seed % KINDS.length];
  const lines = IMITATED[imitated](random, cols);
  const more = random.happens(0.3) ? IMITATED[random.one(KINDS)](random, cols) : [];
  return { imitated, lines: [...lines, ...more], random };
}

/** @param {number} seed @param {number} cols */
export function spoofBy(seed, cols) {
  const { imitated, lines, random } = imitation(seed, cols);
  const dress = random.one(Object.keys(DRESSED));
  const carrier = CARRIERS[Math.floor(seed / KINDS.length + seed) % CARRIERS.length];
  return { imitated, carrier, dress, lines, answer: DRESSED[dress](lines) };
}
