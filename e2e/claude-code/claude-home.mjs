// A fresh home for Claude Code, so that it neither asks what it asks at first nor reaches for other hosts.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KEY = "sk-ant-api03-made-up-0123456789abcdefghijklmnopqrstuvwxyz";
const DAY_MS = 24 * 3_600_000;
const ACCOUNT = {
  accessToken: "sk-ant-oat01-made-up",
  refreshToken: "sk-ant-ort01-made-up",
  expiresAt: Date.now() + DAY_MS,
  scopes: ["user:inference", "user:profile"],
  subscriptionType: "pro",
};

/**
 * @typedef {object} HomeOptions
 * @property {string} apiUrl
 * @property {boolean} [isFirstRun] the program greets, and asks for colours
 * @property {boolean} [isTrusted]
 * @property {boolean} [hasKey] there is a key in the environment
 * @property {boolean} [isKeyApproved]
 * @property {object} [settings] what the user's own settings say
 * @property {object} [config] what the program remembers of the user, beside what keeps it quiet
 * @property {boolean} [hasSeenAutoOffer] if not, the newer version offers its auto mode to who has chosen another
 * @property {boolean} [hasGit] the project is a git repository, with a commit
 * @property {boolean} [hasSubscription] signed in, with an account that is made up, instead of a key
 */

/** Makes a repository of a folder, with all that is in it. @param {string} cwd */
function commit(cwd) {
  const author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  for (const command of [
    ["init", "-q"],
    ["add", "."],
    [...author, "commit", "-q", "-m", "first"],
  ])
    execFileSync("git", command, { cwd });
}

/** @param {HomeOptions} options */
export function makeHome({ apiUrl, ...options }) {
  const {
    isFirstRun = false,
    isTrusted = true,
    hasKey = true,
    isKeyApproved = true,
    hasSeenAutoOffer = true,
    settings,
    config: more = {},
    hasGit = false,
    hasSubscription = false,
  } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ptywright-claude-")));
  const home = join(root, "home");
  const cwd = join(root, "project");
  mkdirSync(home);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "edit-me.txt"), "before\n");
  if (hasGit) commit(cwd);
  const config = {
    ...(isFirstRun ? {} : { hasCompletedOnboarding: true, theme: "dark" }),
    ...(isKeyApproved ? { customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] } } : {}),
    ...(isTrusted ? { projects: { [cwd]: { hasTrustDialogAccepted: true } } } : {}),
    hasSeenAutoDefaultNotice: hasSeenAutoOffer,
    hasSeenAutoDefaultNudge: hasSeenAutoOffer,
    officialMarketplaceAutoInstallAttempted: true,
    officialMarketplaceAutoInstalled: true,
    ...more,
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(config));
  mkdirSync(join(home, ".claude"));
  const own = hasSeenAutoOffer ? settings : { permissions: { defaultMode: "default" }, ...settings };
  if (own !== undefined) writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(own));
  if (hasSubscription)
    writeFileSync(join(home, ".claude", ".credentials.json"), JSON.stringify({ claudeAiOauth: ACCOUNT }));
  const env = {
    HOME: home,
    PATH: `${join(home, "bin")}:${process.env.PATH ?? "/usr/bin:/bin"}`,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    ANTHROPIC_BASE_URL: apiUrl,
    ...(hasKey && !hasSubscription ? { ANTHROPIC_API_KEY: KEY } : {}),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    CLAUDE_CODE_MAX_RETRIES: "2",
  };
  return { home, cwd, env, remove: () => rmSync(root, { recursive: true, force: true }) };
}
