import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionAsked } from "../../plugins/adapter/index.js";
import type { Look } from "../../plugins/extension/index.js";
import { UsageError } from "../usage-error.js";
import { allow, decisionOf } from "./allow-policy.js";

const read = (...texts: string[]) => allow("").read("--allow", texts);
const asking = (tool: string | undefined): PermissionAsked => ({
  tool,
  summary: undefined,
  doubt: undefined,
  dialogId: undefined,
  look: { state: { state: "asks", confidence: 1, evidence: "", sequence: 0, candidates: [] } } as unknown as Look,
});

test("without --allow nothing is allowed", () => {
  assert.deepEqual(read(), { kind: "none" });
  assert.equal(decisionOf(read(), asking("Bash")), "deny");
});

test("tools are named with commas or one by one", () => {
  assert.deepEqual(read("Bash, Read", "Edit"), { kind: "tools", tools: ["Bash", "Read", "Edit"] });
});

test("a tool is allowed by its whole name only, and one without a name never", () => {
  for (const tool of ["bash", "Bas", "Bash2", "all", "", undefined])
    assert.equal(decisionOf(read("Bash"), asking(tool)), "deny", String(tool));
  assert.equal(decisionOf(read("Bash"), asking("Bash")), "approve");
});

test("all allows, none refuses, ask leaves it open", () => {
  assert.equal(decisionOf(read("all"), asking(undefined)), "approve");
  assert.equal(decisionOf(read("none"), asking("Bash")), "deny");
  assert.equal(decisionOf(read("ask"), asking("Bash")), undefined);
});

test("a word for everything stands alone, and no name is empty", () => {
  for (const texts of [["all,Bash"], ["Bash", "none"], ["ask", "all"], [""], ["Bash,"]])
    assert.throws(() => read(...texts), UsageError, texts.join(" "));
});
