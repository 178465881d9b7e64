import assert from "node:assert/strict";
import { test } from "node:test";
import { contextOf, started } from "../support/kept-screens.js";

const COLS = 80;
const RULE = "─".repeat(COLS);

/** What stands in the programs for accounts and limits, and what each is told as. */
const BANNERS: readonly [said: string, kind: string, resetsAt?: string][] = [
  ["You've hit your session limit · resets 3pm (UTC)", "rate_limit", "3pm (UTC)"],
  ["You've hit your 5-hour limit · resets 4:38pm (UTC)", "rate_limit", "4:38pm (UTC)"],
  ["You've hit your weekly limit · resets Nov 20, 9am", "rate_limit", "Nov 20, 9am"],
  ["You've hit your Opus limit · resets 3pm", "rate_limit", "3pm"],
  ["You've hit your team's 5-hour usage limit on Opus · resets 3pm", "rate_limit", "3pm"],
  ["You're out of extra usage · resets 3pm", "rate_limit", "3pm"],
  ["Fast limit reached and temporarily disabled · resets in 5m", "rate_limit", "in 5m"],
  ["Usage limit reached · resets 3pm", "rate_limit", "3pm"],
  ["You've hit your session limit", "rate_limit"],
  ["You're out of extra usage", "quota"],
  ["You've hit your monthly spend limit.", "quota"],
  ["You've hit your team's monthly spend limit", "quota"],
  ["You've hit your org's monthly usage limit", "quota"],
  ["Your org is out of usage · contact your admin", "quota"],
  ["Your org is out of usage · add funds to continue", "quota"],
  ["Your seat type doesn't include usage credits", "quota"],
  ["Your group's usage limit is set to $0", "quota"],
  ["Your account is on hold and can't be used. Contact support.", "quota"],
  ["This service is disabled for your org", "quota"],
  ["usage limit reached — check plan", "quota"],
  ["Credit balance is too low", "quota"],
  ["Something that nobody has heard of", "unknown"],
];

const FOOTERS = ["  ? for shortcuts", "  ⏸ manual mode on · ? for shortcuts · ← for agents"];

/** A turn that was answered with these words of the program, at rest. */
const screenWith = (said: string, footer: string): string =>
  ["❯ hello", `  ⎿ \u00a0${said}`, "", "✻ Worked for 0s", "", RULE, "❯\u00a0", RULE, footer].join("\n");

test("what the program says of limits and accounts is an error with its kind, and never an empty answer", async (t) => {
  const extension = await started(t);
  for (const [said, kind, resetsAt] of BANNERS)
    for (const footer of FOOTERS) {
      const context = { ...contextOf(screenWith(said, footer), 60_000), lastIntent: "prompt_submitted" };
      const { state, metadata } = await extension.classify(context);
      assert.equal(state, "error", said);
      const { error } = metadata as { readonly error: Readonly<Record<string, unknown>> };
      assert.deepEqual([error.kind, error.resets_at], [kind, resetsAt], said);
    }
});

test("the same words in an answer are an answer", async (t) => {
  const extension = await started(t);
  for (const [said] of BANNERS) {
    const screen = screenWith(said, FOOTERS[0]).replace(/^ {2}⎿ \u00a0/m, "● ");
    const { state } = await extension.classify({ ...contextOf(screen, 60_000), lastIntent: "prompt_submitted" });
    assert.equal(state, "completed_turn", said);
  }
});
