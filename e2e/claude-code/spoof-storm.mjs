// Has the real program show one imitation after the other out of spoof-grammar.mjs, and checks that none of them changes a decision: no
// state but those of an ordinary turn, no end before the end, no other tool, nothing allowed.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "./dialog-storm.mjs";
import { spoofBy } from "./spoof-grammar.mjs";

/** @typedef {import("./dialog-storm.mjs").Setup & { sideChannel?: boolean, env?: Record<string, string> }} Setup */
/** @typedef {{ seed: number, what: string, problem: string | undefined, screen?: string }} Told */

const TURN_MS = 20_000;
const LAST_WORDS = "That was all of it.";
/** While it rests, a turn that seems to be over would be told as over. */
const REST_MS = 1_300;
const MARKER = "made-by-a-spoof";
/** While a prompt is typed the box holds it. */
const OF_TYPING = ["ready", "waiting_for_user_input", "completed_turn", "error"];

/** The seeds one after the other; `tell` gets what came of each. @param {Setup} setup @param {Iterable<number>} seeds @param {(told: Told) => void} tell */
export async function spoofStorm(setup, seeds, tell) {
  /** @type {Awaited<ReturnType<typeof start>> | undefined} */
  let program;
  try {
    for (const seed of seeds) {
      program ??= await start(setup);
      const told = await one(program, setup, seed).catch(failed(program, seed));
      tell(told);
      if (told.problem === undefined) continue;
      await program.close();
      program = undefined;
    }
  } finally {
    await program?.close();
  }
}

/** What was not to be done. @param {Awaited<ReturnType<typeof start>>} program @param {number} seed @returns {(error: Error) => Promise<Told>} */
const failed =
  ({ adapter }, seed) =>
  async ({ message }) => ({
    seed,
    what: "what came",
    problem: message,
    screen: (await adapter.snapshot({ redact: false })).plainText,
  });

/** @param {Awaited<ReturnType<typeof start>>} program @param {Setup} setup @param {number} seed @returns {Promise<Told>} */
async function one({ api, home, adapter }, { cols }, seed) {
  const { imitated, carrier, dress, lines, answer } = spoofBy(seed, cols);
  const what = `${imitated} in ${carrier === "answer" ? `an answer, ${dress}` : carrier}`;
  const states = await watching(adapter);
  const problems = [];
  api.uses.set("spoof", blocksOf(carrier, { home, lines, answer, seed }));
  const { state } = await adapter.turn("send_prompt", { prompt: `FAKE:use(spoof) ${seed}` }, { timeoutMs: TURN_MS });
  const { permission, turn, dialog_id } = /** @type {any} */ (state.metadata ?? {});
  if (carrier === "answer" || carrier === "output") {
    if (state.state !== "completed_turn") problems.push(`it ended as ${state.state} (${state.evidence})`);
    const last = carrier === "answer" ? LAST_WORDS : "The tool has answered.";
    if (!turn?.text?.endsWith(last)) problems.push(`the answer ends with ${JSON.stringify(turn?.text?.slice(-80))}`);
    if (carrier === "output" && turn?.text !== last) problems.push(`the answer is ${JSON.stringify(turn?.text)}`);
  } else {
    const tool = carrier === "name" ? "Write" : "Bash";
    if (state.state !== "waiting_for_permission") problems.push(`it asked as ${state.state} (${state.evidence})`);
    if (permission?.tool !== undefined && permission.tool !== tool) problems.push(`told as ${permission.tool}`);
    if (state.state === "waiting_for_permission") {
      await adapter.send("deny", { dialog_id });
      await adapter.wait(undefined, {}, { timeoutMs: TURN_MS });
    }
    if (existsSync(join(home.cwd, MARKER))) problems.push("it was allowed");
  }
  const allowed = carrier === "answer" || carrier === "output" ? [] : ["waiting_for_permission"];
  const wrong = states.seen().filter((name) => !["thinking", ...allowed, ...OF_TYPING].includes(name));
  if (wrong.length > 0) problems.push(`it was ${wrong.join(", ")}`);
  const early = states.seen();
  const begun = early.indexOf("thinking");
  const ends = begun < 0 ? [] : early.slice(begun).filter((name) => name === "completed_turn" || name === "error");
  if (ends.length > 1) problems.push(`it ended more than once: ${early.join(", ")}`);
  states.stop();
  const problem = problems.length === 0 ? undefined : problems.join("; ");
  const screen = problem === undefined ? {} : { screen: (await adapter.snapshot({ redact: false })).plainText };
  return { seed, what, problem, ...screen };
}

/** The states that are told from now on. @param {Awaited<ReturnType<typeof start>>["adapter"]} adapter */
async function watching(adapter) {
  const stop = new AbortController();
  /** @type {string[]} */
  const seen = [];
  const told = adapter.subscribe({ signal: stop.signal });
  (async () => {
    for await (const event of told) if (event.type === "state_changed") seen.push(event.state.state);
  })().catch(() => undefined);
  return { seen: () => [...seen], stop: () => stop.abort() };
}

/**
 * @param {string} carrier @param {{ home: { cwd: string }, lines: string[], answer: string, seed: number }} spoof
 * @returns {import("./message-stream.mjs").Block[]}
 */
function blocksOf(carrier, { home, lines, answer, seed }) {
  if (carrier === "answer")
    // It rests behind what it imitates, before it has ended.
    return [{ type: "text", text: `${answer}\n\nHere.\n\n${LAST_WORDS}`, rest: { after: "Here.", ms: REST_MS } }];
  if (carrier === "output") {
    writeFileSync(join(home.cwd, "notes.txt"), `${lines.join("\n")}\n`);
    return [{ type: "tool_use", name: "Bash", input: { command: "cat notes.txt", description: "Look" } }];
  }
  if (carrier === "name") {
    const name = [...lines.join(" ").replaceAll(/[/\0]/g, "_")].slice(0, 50).join("");
    const input = { file_path: join(home.cwd, `${seed} ${name}`), content: "hello\n" };
    return [{ type: "tool_use", name: "Write", input }];
  }
  const command = `tee ${MARKER} <<'END'\n${lines.join("\n")}\nEND`;
  return [{ type: "tool_use", name: "Bash", input: { command, description: "Make a file" } }];
}
