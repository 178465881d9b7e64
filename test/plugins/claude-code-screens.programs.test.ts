import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { assertFixtures } from "ptywright/testing";
import { FIXTURES, FOLDER, looked, named, planned, started, typed } from "../support/kept-screens.js";

const WITH_A_FREE_BOX = ["ready", "completed_turn", "error", "waiting_for_user_input"];

test("every screen that was kept of the real program is known for what it is", async () => {
  assert.ok(FIXTURES.length >= 80);
  await assertFixtures(join(FOLDER, "manifest.toml"), join(FOLDER, "fixtures"));
});

test("every state that the plugin names has a screen", async (t) => {
  const { states } = await (await started(t)).describe();
  const known = new Set(FIXTURES.map(({ expected }) => expected.state));
  // An end is told by the process, not by a screen.
  assert.deepEqual(
    states.filter((state) => !known.has(state)),
    ["exited"],
  );
});

test("a screen that is not known is called so once it is still; until then it may be half painted, and is never ready", async (t) => {
  const extension = await started(t);
  const becomesUnknown = async (name: string, meanwhile: string, afterMs: number): Promise<void> => {
    assert.equal((await looked(extension, name, afterMs - 1)).state, meanwhile, name);
    assert.equal((await looked(extension, name, afterMs)).state, "unknown", name);
  };
  await becomesUnknown("made-up-nothing-yet", "starting", 30_000);
  await becomesUnknown("made-up-unknown", "starting", 3_000);
  await looked(extension, "2.1.325-80x24-ready");
  for (const [name, ms] of [
    ["made-up-unknown", 1_000],
    ["made-up-nothing-yet", 30_000],
  ] as const) {
    assert.equal((await looked(extension, name, 100)).state, "thinking", name);
    assert.deepEqual(typed(await planned(extension, "send_prompt", { prompt: "hello" })), ["refused: not_ready"], name);
    await becomesUnknown(name, "thinking", ms);
  }
});

test("an end that was told stays one while the screen is painted anew, until something is under way again", async (t) => {
  const extension = await started(t);
  for (const name of named("-suggestion")) {
    assert.equal((await looked(extension, name, 50)).state, "thinking", name);
    assert.equal((await looked(extension, name)).state, "completed_turn", name);
    assert.equal((await looked(extension, name, 50)).state, "completed_turn", name);
    await looked(extension, name.replace("suggestion", "waiting-for-answer"));
    assert.equal((await looked(extension, name, 50)).state, "thinking", name);
  }
});

test("a prompt is typed only where an empty box is seen, and Enter never comes with it", async (t) => {
  const extension = await started(t);
  for (const { name, expected } of FIXTURES) {
    await looked(extension, name);
    const plan = await planned(extension, "send_prompt", { prompt: "hello" });
    const keys = typed(plan);
    if (name.endsWith("first-run-welcome")) {
      assert.deepEqual(keys, ["key enter"], name);
      continue;
    }
    assert.ok(!keys.includes("key enter"), name);
    const isFree = WITH_A_FREE_BOX.includes(expected.state);
    if (!isFree) assert.deepEqual(keys, ["refused: not_ready"], name);
    else if (/text-in-box|command-in-box|interrupted-early/.test(name)) assert.ok(!keys.includes("text hello"), name);
    else assert.deepEqual(keys, ["text hello"], name);
  }
});

test("nothing is approved by Enter or by place: it is the number of the option that says no more than yes", async (t) => {
  const extension = await started(t);
  for (const name of named("permission-").filter((one) => !one.includes("panel"))) {
    const seen = await looked(extension, name);
    assert.equal(seen.state, "waiting_for_permission", name);
    const { dialog_id: id } = seen.metadata;
    assert.match(id ?? "", /^[0-9a-f]{8}$/);
    // There the first option allows all reads to come, and only the last just this one.
    const number = name.startsWith("2.1.325") && name.includes("read-outside") ? 4 : 1;
    assert.deepEqual(typed(await planned(extension, "approve", { dialog_id: id })), [`text ${number}`], name);
    assert.deepEqual(typed(await planned(extension, "deny", { dialog_id: id })), ["key escape"], name);
    for (const intent of ["approve", "deny", "choose_option"])
      assert.equal(await planned(extension, intent, { dialog_id: "00000000", index: 1 }), "stale_dialog", name);
  }
});

test("a plan is approved with the option that leaves edits to be approved", async (t) => {
  const extension = await started(t);
  for (const name of named("plan-approval")) {
    await looked(extension, name);
    assert.deepEqual(typed(await planned(extension, "approve")), ["text 2"], name);
  }
  await looked(extension, "made-up-enter-plan-mode");
  assert.deepEqual(typed(await planned(extension, "approve")), ["text 1"]);
});

test("a list without numbers gets no Enter before the pointer was seen at the option", async (t) => {
  for (const name of [...named("2.1.325-120x40-trust"), ...named("2.1.325-80x24-trust")]) {
    const extension = await started(t);
    await looked(extension, name);
    const plan = await planned(extension, "approve_trust");
    assert.deepEqual(typed(plan), ["key down"], name);
    assert.ok(typeof plan !== "string" && plan.next !== undefined);
    // The screen has not changed: the pointer is still where it was, and nothing more is pressed.
    await assert.rejects(plan.next(), { reason: "option_not_found" }, name);
  }
});

test("only what is under way is cancelled", async (t) => {
  const extension = await started(t);
  for (const { name, expected } of FIXTURES) {
    await looked(extension, name);
    const isBusy = ["thinking", "retrying", "cancelling"].includes(expected.state);
    assert.deepEqual(
      typed(await planned(extension, "force_cancel")),
      isBusy ? ["key escape"] : ["refused: nothing_to_cancel"],
      name,
    );
  }
});

test("dialogs have names of their own, whichever option is selected", async (t) => {
  const extension = await started(t);
  for (const version of ["2.1.143", "2.1.325"]) {
    const names = ["permission-bash", "permission-write", "permission-read", "question", "plan-approval"];
    const ids = new Set<string | undefined>();
    for (const name of names) ids.add((await looked(extension, `${version}-120x40-${name}`)).metadata.dialog_id);
    assert.equal(ids.size, names.length);
  }
});
