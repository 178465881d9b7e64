// A fresh home for Claude Code, so that it neither asks what it asks at first nor reaches for other hosts.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KEY = "sk-ant-api03-made-up-0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * @typedef {object} HomeOptions
 * @property {string} apiUrl
 * @property {boolean} [isFirstRun] the program greets, and asks for colours
 * @property {boolean} [isTrusted]
 * @property {boolean} [hasKey] there is a key in the environment
 * @property {boolean} [isKeyApproved]
 * @property {boolean} [hasSeenAutoOffer] if not, the newer version offers its auto mode to who has chosen another
 */

/** @param {HomeOptions} options */
export function makeHome({ apiUrl, ...options }) {
  const {
    isFirstRun = false,
    isTrusted = true,
    hasKey = true,
    isKeyApproved = true,
    hasSeenAutoOffer = true,
  } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ptywright-claude-")));
  const home = join(root, "home");
  const cwd = join(root, "project");
  mkdirSync(home);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "edit-me.txt"), "before\n");
  const config = {
    ...(isFirstRun ? {} : { hasCompletedOnboarding: true, theme: "dark" }),
    ...(isKeyApproved ? { customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] } } : {}),
    ...(isTrusted ? { projects: { [cwd]: { hasTrustDialogAccepted: true } } } : {}),
    hasSeenAutoDefaultNotice: hasSeenAutoOffer,
    hasSeenAutoDefaultNudge: hasSeenAutoOffer,
    officialMarketplaceAutoInstallAttempted: true,
    officialMarketplaceAutoInstalled: true,
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(config));
  if (!hasSeenAutoOffer) {
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify({ permissions: { defaultMode: "default" } }));
  }
  const env = {
    HOME: home,
    PATH: `${join(home, "bin")}:${process.env.PATH ?? "/usr/bin:/bin"}`,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    ANTHROPIC_BASE_URL: apiUrl,
    ...(hasKey ? { ANTHROPIC_API_KEY: KEY } : {}),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    CLAUDE_CODE_MAX_RETRIES: "2",
  };
  return { home, cwd, env, remove: () => rmSync(root, { recursive: true, force: true }) };
}
