// Has the real program ask for one thing after the other out of dialog-grammar.mjs, and checks what the plugin makes of each: the name of
// a tool only where it is the one that was asked for, and nothing allowed.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../../dist/client/index.js";
import { makeHome } from "./claude-home.mjs";
import { askedBy } from "./dialog-grammar.mjs";
import { startFakeApi } from "./fake-api.mjs";
import { programOf } from "./versions.mjs";

/** @typedef {{ version: string, rows: number, cols: number }} Setup */
/** @typedef {{ seed: number, kind: string, state: string, told: string | undefined, enters: number | undefined, isLate: boolean, doubt: string | undefined, problem: string | undefined, screen?: string }} Told */

const LIMIT_MS = 20_000;
/** Some screens that pretend do not let a turn be seen to end. */
const TURN_MS = 8_000;
const TOOLS = ["Bash", "Read", "Write", "Edit", "WebFetch", "WebSearch"];
/** Dialogs of other kinds than were asked for: their answers would allow something else. */
const OTHERS = [
  "trust",
  "api_key",
  "mode_offer",
  "plan_approval",
  "enter_plan_mode",
  "question",
  "model_select",
  "login",
];
/** What remains of one dialog on the screen may be part of the next; but not for ever. */
const DIALOGS_OF_ONE_PROGRAM = 25;

/** One program, started, with a model that asks for what it is told to. @param {Setup & { sideChannel?: boolean, env?: Record<string, string> }} setup */
export async function start({ version, rows, cols, sideChannel, env }) {
  const api = await startFakeApi();
  const home = makeHome({ apiUrl: api.url });
  const client = await Client.start({ env: { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") } });
  const close = async () => {
    await client.close();
    await api.close();
    home.remove();
  };
  try {
    const args = ["--permission-mode", "default"];
    const target = { program: programOf(version), args, cwd: home.cwd, rows, cols, sideChannel, env };
    const adapter = await client.startAdapter("claude-code", target);
    await adapter.wait("ready_matcher", {}, { timeoutMs: LIMIT_MS });
    return { api, home, adapter, close };
  } catch (error) {
    await close();
    throw error;
  }
}
/** @typedef {Awaited<ReturnType<typeof start>>} Started */

/** The seeds one after the other; `tell` gets what came of each. @param {Setup} setup @param {Iterable<number>} seeds @param {(told: Told) => void} tell */
export async function storm(setup, seeds, tell) {
  /** @type {Started | undefined} */
  let program;
  let count = 0;
  try {
    for (const seed of seeds) {
      if (program !== undefined && count++ % DIALOGS_OF_ONE_PROGRAM === DIALOGS_OF_ONE_PROGRAM - 1) {
        await program.close();
        program = undefined;
      }
      program ??= await start(setup);
      const told = await one(program, setup, seed);
      tell(told);
      if (told.problem === undefined && !told.isLate && (await goesOn(program))) continue;
      await program.close();
      program = undefined;
    }
  } finally {
    await program?.close();
  }
}

/** @param {Started} program @param {Setup} setup @param {number} seed @returns {Promise<Told>} */
async function one({ api, home, adapter }, { rows, cols }, seed) {
  const { kind, tool, marker, blocks } = askedBy(seed, { rows, cols, cwd: home.cwd });
  writeFileSync(join(home.cwd, "edit-me.txt"), "before\n");
  api.uses.set(String(seed), blocks);
  // A file must have been read before it can be changed.
  if (kind === "edited")
    api.uses.set(`${seed}-first`, [
      { type: "tool_use", name: "Read", input: { file_path: join(home.cwd, "edit-me.txt") } },
    ]);
  const { state, isLate } = await asked(adapter, `FAKE:use(${seed})`);
  const { permission, dialog_id, delivery } = /** @type {any} */ (state.metadata ?? {});
  const problems = [];
  if (permission?.tool !== undefined && permission.tool !== tool)
    problems.push(`told as ${permission.tool}, but it is ${tool}`);
  if (OTHERS.some((other) => state.state === `waiting_for_${other}`))
    problems.push(`told as ${state.state}, but it is ${tool}`);
  if (state.state === "waiting_for_permission")
    for (const other of TOOLS.filter((name) => name !== tool)) {
      const refused = await adapter.send("approve", { dialog_id, tool: other }).then(
        () => undefined,
        (/** @type {any} */ error) => error,
      );
      if (refused === undefined) problems.push(`approved as ${other}, but it is ${tool}`);
    }
  if (made(home.cwd, marker)) problems.push(`${marker} is there`);
  if (state.state === "waiting_for_permission") await adapter.send("deny", { dialog_id }).catch(() => undefined);
  if (made(home.cwd, marker)) problems.push(`${marker} is there after it was denied`);
  rmSync(join(home.cwd, marker), { force: true });
  const problem = problems.length === 0 ? undefined : problems.join("; ");
  const screen = problem === undefined ? {} : { screen: (await adapter.snapshot({ redact: false })).plainText };
  return {
    seed,
    kind,
    state: state.state,
    told: permission?.tool,
    enters: delivery?.attempts,
    isLate,
    doubt: permission?.doubt,
    problem,
    ...screen,
  };
}

/** @param {string} folder @param {string} marker */
const made = (folder, marker) => existsSync(join(folder, marker));

/** The state that a prompt leads to. What comes late must not be taken for what the next prompt leads to. @param {Started["adapter"]} adapter @param {string} prompt */
async function asked(adapter, prompt) {
  try {
    const { state } = await adapter.turn("send_prompt", { prompt }, { timeoutMs: TURN_MS });
    return { state, isLate: false };
  } catch {
    return { state: await adapter.state(), isLate: true };
  }
}

/** Whether the program can be asked something else. @param {Started} program */
async function goesOn({ adapter }) {
  try {
    const { state } = await adapter.wait("ready_matcher", {}, { timeoutMs: 5_000 });
    return ["ready", "waiting_for_user_input", "completed_turn", "error"].includes(state.state);
  } catch {
    return false;
  }
}
