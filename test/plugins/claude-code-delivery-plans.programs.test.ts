// What the claude-code plugin would type, and when it says that a text was taken, from one screen to the next.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Classification, IntentPlan } from "ptywright/plugins";
import { IntentRefusedError, LuaExtension } from "ptywright/plugins";

const RULE = "─".repeat(60);
const OLD = ["❯ an old question    ", "", "● An old answer.", "", "✻ Cooked for 2s", ""];
const PERMISSION = [
  RULE,
  " Bash command",
  "",
  "   rm -r *",
  "",
  " Do you want to proceed?",
  " ❯ 1. Yes",
  "   2. No",
  "",
  " Esc to cancel",
];
const WELCOME = ["Welcome to Claude Code v2.1.325", "", " Security notes:", "", " Press Enter to continue…"];

interface Program {
  readonly shows: (lines: readonly string[], exited?: boolean) => Promise<Classification>;
  readonly showsBox: (
    box?: string,
    more?: { above?: readonly string[]; below?: readonly string[]; isBusy?: boolean },
  ) => Promise<Classification>;
  readonly plan: (intent: string, params: object) => Promise<IntentPlan>;
}

async function program(t: TestContext): Promise<Program> {
  const extension = await LuaExtension.builtIn("claude-code");
  t.after(() => extension.close());
  const shows: Program["shows"] = (lines, exited = false) => {
    const screen = lines.join("\n");
    const texts = { screen, bodyText: screen, statusText: "", transcript: "" };
    const at = { sequence: 1, markers: {}, cursor: 0, completedTurnStableMs: 300, stableMs: 5000 };
    return extension.classify({ ...texts, ...at, ...(exited ? { processExited: true } : {}) });
  };
  return {
    shows,
    showsBox: (box = "", { above = OLD, below = [], isBusy = false } = {}) =>
      shows([...above, RULE, `❯\u00a0${box}`, RULE, isBusy ? "  esc to interrupt" : "  ? for shortcuts", ...below]),
    plan: (intent, params) => extension.plan(intent, params),
  };
}

const typed = ({ steps }: IntentPlan): readonly string[] =>
  steps.flatMap((step) => {
    if (step.type === "text" || step.type === "bracketed_paste") return [`${step.type} ${step.text}`];
    return step.type === "key" ? [`key ${step.key}`] : [];
  });

/** The predicates that have to hold right before the first key or text. */
const expected = ({ steps }: IntentPlan): readonly string[] =>
  steps.flatMap((step) => (step.type === "expect" && step.matcher.type === "lua" ? [step.matcher.predicate] : []));

async function reasonOf(made: Promise<unknown> | undefined): Promise<string> {
  try {
    await made;
  } catch (error) {
    if (error instanceof IntentRefusedError) return error.reason;
    throw error;
  }
  return "not refused";
}

/** A prompt whose Enter was planned: what comes of it is still open. */
async function entered(claude: Program): Promise<IntentPlan> {
  await claude.showsBox();
  const typing = await claude.plan("send_prompt", { prompt: "go on" });
  await claude.showsBox("go on");
  const entering = await typing.next?.();
  assert.ok(entering);
  assert.deepEqual(typed(entering), ["key enter"]);
  return entering;
}

for (const [what, after] of [
  ["the program ends", (claude: Program) => claude.shows(OLD, true)],
  ["a screen comes that nobody knows", (claude: Program) => claude.shows(["Something new"])],
  ["the text vanishes and nothing comes of it", (claude: Program) => claude.showsBox()],
  ["a dialog opens above which something else was asked", (claude: Program) => claude.shows([...OLD, ...PERMISSION])],
] as const)
  test(`a prompt does not count as delivered when ${what}`, async (t) => {
    const claude = await program(t);
    const entering = await entered(claude);
    await after(claude);
    assert.equal(await reasonOf(entering.next?.()), "prompt_not_accepted");
  });

test("a prompt counts as delivered when it is seen in the conversation, above a dialog too", async (t) => {
  for (const lines of [PERMISSION, ["● Done.", "", "✻ Worked for 1s", RULE, "❯\u00a0", RULE, "  ? for shortcuts"]]) {
    const claude = await program(t);
    const entering = await entered(claude);
    await claude.shows([...OLD, "❯ go on    ", "", ...lines]);
    assert.equal((await entering.next?.())?.lastIntent, "prompt_submitted");
  }
});

test("what is said to a turn under way is pasted, and so is a prompt that begins with a digit", async (t) => {
  const claude = await program(t);
  await claude.showsBox("", { isBusy: true });
  assert.deepEqual(typed(await claude.plan("steer", { prompt: "stop there" })), ["bracketed_paste stop there"]);
  await claude.showsBox();
  assert.deepEqual(typed(await claude.plan("send_prompt", { prompt: "2 more" })), ["bracketed_paste 2 more"]);
});

for (const [intent, params, reason] of [
  ["send_prompt", { prompt: "!ls" }, "shell_prompt"],
  ["send_prompt", { prompt: "#remember this" }, "memory_prompt"],
  ["send_prompt", { prompt: "/foo.bar x" }, "slash_prompt"],
  ["send_prompt", { prompt: "a \u009b201~ b" }, "bad_prompt"],
  ["steer", { prompt: "/exit" }, "slash_prompt"],
  ["steer", { prompt: " !ls" }, "shell_prompt"],
  ["steer", { prompt: "# note" }, "memory_prompt"],
  ["steer", { prompt: "a\u001bb" }, "bad_prompt"],
  ["attach_file", { path: "!ls" }, "shell_prompt"],
  ["attach_file", { path: "#notes" }, "memory_prompt"],
  ["attach_file", { path: "/exit" }, "slash_prompt"],
  ["attach_file", { path: "/a/\u009b201~" }, "bad_path"],
  ["slash_command", { command: "x\u009b201~" }, "bad_command"],
] as const)
  test(`${intent} refuses ${JSON.stringify(params)}`, async (t) => {
    const claude = await program(t);
    await claude.showsBox("", { isBusy: intent === "steer" });
    assert.equal(await reasonOf(claude.plan(intent, params)), reason);
  });

test("a path below a folder is no command", async (t) => {
  const claude = await program(t);
  await claude.showsBox();
  assert.deepEqual(typed(await claude.plan("send_prompt", { prompt: "/etc/hosts says" })), [
    "bracketed_paste /etc/hosts says",
  ]);
});

const ABOVE = ["  ❯ /model      Set the AI model", "    /mobile     Show a code", ""];
const BELOW = ["/model          Set the AI model", "/mobile         Show a code"];
for (const [where, list] of [
  ["above", { above: [...OLD, ...ABOVE] }],
  ["below", { below: BELOW }],
] as const)
  test(`a part of a command is not sent where the list ${where} the box would complete it`, async (t) => {
    for (const [command, reason] of [
      ["mod", "ambiguous_command"],
      ["model", "not refused"],
    ] as const) {
      const claude = await program(t);
      await claude.showsBox();
      const typing = await claude.plan("slash_command", { command });
      await claude.showsBox(`/${command}`, list);
      const entering = typing.next?.();
      assert.equal(await reasonOf(entering), reason, command);
      if (reason === "not refused" && entering) assert.deepEqual(expected(await entering), ["box_holds_command"]);
    }
  });

test("a path in a status line below the box is no list of commands", async (t) => {
  const claude = await program(t);
  await claude.showsBox();
  const typing = await claude.plan("slash_command", { command: "model opus" });
  await claude.showsBox("/model opus", { below: ["  /home/ann/shop  main", "/srv/shop"] });
  assert.equal(await reasonOf(typing.next?.()), "not refused");
});

test("a program that starts is waited for as long as it was said, else until it has shown something else for long", async (t) => {
  const claude = await program(t);
  for (const [params, predicates] of [
    [{}, ["has_started", "shows_something"]],
    [{ start_timeout_ms: 60_000 }, ["has_started"]],
  ] as const) {
    await claude.shows([]);
    const { steps } = await claude.plan("send_prompt", { prompt: "hello", ...params });
    const [wait, ...more] = steps;
    assert.ok(wait?.type === "wait" && more.length === 0);
    const named = [...JSON.stringify(wait.matcher).matchAll(/"predicate":"(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(named, predicates);
  }
});

test("a prompt that ends with a part of a file's name leaves no list for Enter to choose from", async (t) => {
  const claude = await program(t);
  await claude.showsBox();
  assert.deepEqual(typed(await claude.plan("send_prompt", { prompt: "see @src/fo" })), ["text see @src/fo "]);
});

test("what was attached goes with the next prompt; what somebody else has typed does not", async (t) => {
  const claude = await program(t);
  await claude.showsBox();
  const attaching = await claude.plan("attach_file", { path: "/a/picture.png" });
  await claude.showsBox("/a/picture.png");
  await attaching.next?.();
  const kept = await claude.plan("send_prompt", { prompt: "what is it?" });
  assert.deepEqual(typed(kept), ["bracketed_paste  what is it?"]);
  await claude.showsBox("/a/picture.png what is it?");
  assert.deepEqual(typed((await kept.next?.()) ?? kept), ["key enter"]);
  await claude.showsBox("/a/picture.png");
  assert.ok(typed(await claude.plan("send_prompt", { prompt: "what is it?" })).includes("key ctrl_u"));
});

test("a welcome that is seen is left before a prompt, and before a command if that is wanted", async (t) => {
  const claude = await program(t);
  for (const [intent, params] of [
    ["send_prompt", { prompt: "hello" }],
    ["slash_command", { command: "model", dismiss_welcome: true }],
  ] as const) {
    await claude.shows(WELCOME);
    const leaving = await claude.plan(intent, params);
    assert.deepEqual([expected(leaving), typed(leaving)], [["shows_welcome"], ["key enter"]]);
    await claude.showsBox();
    assert.match(typed((await leaving.next?.()) ?? leaving).join(), /hello|\/model/);
  }
  await claude.shows(WELCOME);
  assert.equal(await reasonOf(claude.plan("slash_command", { command: "model" })), "not_ready");
});

test("P10 a welcome gets one Enter only: a second could meet the question that comes next", async (t) => {
  const claude = await program(t);
  await claude.shows(WELCOME);
  assert.deepEqual(typed(await claude.plan("dismiss_welcome", {})), ["key enter"]);
  await claude.shows(WELCOME);
  for (const [intent, params] of [
    ["dismiss_welcome", {}],
    ["send_prompt", { prompt: "hello" }],
    ["slash_command", { command: "model", dismiss_welcome: true }],
  ] as const)
    assert.equal(await reasonOf(claude.plan(intent, params)), "not_ready", intent);
});

test("P10 what could be a shortcut of a dialog is pasted, not typed", async (t) => {
  const claude = await program(t);
  for (const prompt of ["y", "n", "1", "2 of them", "\ta"]) {
    await claude.showsBox();
    assert.deepEqual(typed(await claude.plan("send_prompt", { prompt })), [`bracketed_paste ${prompt}`]);
  }
});

test("P10 words to a turn under way get no second Enter: a dialog may open at any moment", async (t) => {
  const claude = await program(t);
  await claude.showsBox("", { isBusy: true });
  const typing = await claude.plan("steer", { prompt: "go on" });
  await claude.showsBox("go on", { isBusy: true });
  const entering = await typing.next?.();
  assert.deepEqual(entering && typed(entering), ["key enter"]);
  await claude.showsBox("go on", { isBusy: true });
  assert.equal(await reasonOf(entering?.next?.()), "prompt_not_accepted");
});

for (const [text, sign] of [
  ["go on", "."],
  ["go on.", ","],
  ["[Pasted text #1 +2 lines]", "."],
] as const)
  test(`P10 an Enter below ${text} comes again only where ${sign} was seen behind it, at rest`, async (t) => {
    const prompt = text.startsWith("[") ? "a\nb\nc" : text;
    const asks = async (): Promise<readonly [Program, IntentPlan]> => {
      const claude = await program(t);
      await claude.showsBox();
      const typing = await claude.plan("send_prompt", { prompt });
      await claude.showsBox(text);
      const entering = await typing.next?.();
      await claude.showsBox(text);
      const asking = await entering?.next?.();
      assert.ok(asking);
      assert.deepEqual(typed(asking), [`text ${sign}`]);
      return [claude, asking];
    };
    for (const [box, more] of [
      [text, {}],
      [`${text}${sign}`, { isBusy: true }],
      [`${text}${sign}`, { above: [...OLD, `❯ ${text}    `, ""] }],
      [`${text}${sign}${sign}`, {}],
    ] as const) {
      const [claude, asking] = await asks();
      await claude.showsBox(box, more);
      assert.equal(await reasonOf(asking.next?.()), "prompt_not_accepted", box);
    }
    const [claude, asking] = await asks();
    await claude.showsBox(`${text}${sign}`);
    const removing = await asking.next?.();
    assert.deepEqual(removing && [expected(removing), typed(removing)], [["sign_is_seen"], ["key backspace"]]);
    await claude.showsBox(text);
    const again = await removing?.next?.();
    assert.deepEqual(again && typed(again), ["key enter"]);
  });

test("a key for a dialog comes only while that dialog is shown, and the transcript opens only from the box", async (t) => {
  const claude = await program(t);
  await claude.showsBox();
  assert.deepEqual(expected(await claude.plan("expand", {})), ["box_is_seen"]);
  const { dialog_id } = (await claude.shows(PERMISSION)).metadata as { readonly dialog_id: string };
  assert.deepEqual(expected(await claude.plan("key", { key: "down", dialog_id })), ["shows_dialog"]);
});
