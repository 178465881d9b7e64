// The real program in the hands of a ptywright server, driven as any client would: over JSON-RPC on the server's stdio.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Client } from "../../dist/client/index.js";
import { makeHome } from "./claude-home.mjs";
import { startFakeApi } from "./fake-api.mjs";
import { ARE_NAMED, VERSIONS, programOf } from "./versions.mjs";
import { watched } from "./watched.mjs";

export const SIZES = [
  { cols: 120, rows: 40 },
  { cols: 80, rows: 24 },
];

/** Every version at every size; PTYWRIGHT_CLAUDE_SETUPS names some of them, such as "2.1.325-120x40". */
export const SETUPS = VERSIONS.flatMap((version) =>
  SIZES.map((size) => ({ version, ...size, name: `${version}-${size.cols}x${size.rows}` })),
).filter(({ name }) => (process.env.PTYWRIGHT_CLAUDE_SETUPS ?? name).split(",").includes(name));

/** A version or a set-up was named: all that is known of it is driven. */
export const IS_ASKED_FOR = ARE_NAMED || process.env.PTYWRIGHT_CLAUDE_SETUPS !== undefined;

/** Each version once, and each size: for what takes long, and tells nothing new at the others. All of them, if they were named. */
export const ONE_OF_EACH = SETUPS.filter(
  ({ version, cols }) => IS_ASKED_FOR || SIZES[VERSIONS.indexOf(version) % SIZES.length].cols === cols,
);

/** @typedef {(typeof SETUPS)[number]} Setup */
/** @typedef {Parameters<typeof makeHome>[0]} HomeOptions */

/** Why a test is skipped; false if the program is there, or must be. @param {string} program */
export function missing(program) {
  const isThere = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
  return isThere || process.env.PTYWRIGHT_REQUIRE_PROGRAMS !== undefined ? false : `${program} is not installed`;
}

/**
 * A model that answers, and a home for a program that asks it. After the test the program is closed first.
 * @param {import("node:test").TestContext} t @param {Omit<HomeOptions, "apiUrl">} options
 * @param {() => Promise<unknown>} close
 */
export async function homeFor(t, options, close) {
  const api = await startFakeApi();
  const home = makeHome({ apiUrl: api.url, ...options });
  t.after(async () => {
    await close();
    await api.close();
    home.remove();
  });
  return { api, home };
}

/**
 * Starts it, and closes all of it after the test.
 * @param {import("node:test").TestContext} t @param {Setup} setup
 * @param {Omit<HomeOptions, "apiUrl"> & { args?: string[], env?: Record<string, string>, waits?: boolean, sideChannel?: boolean, size?: { rows: number, cols: number } }} [options]
 */
export async function claude(t, { version, name, ...usual }, options = {}) {
  const {
    args = ["--permission-mode", "default"],
    env = {},
    waits = true,
    sideChannel,
    size,
    ...homeOptions
  } = options;
  const { rows, cols } = size ?? usual;
  /** @type {Client | undefined} */
  let client;
  const { api, home } = await homeFor(t, homeOptions, async () => client?.close());
  client = await Client.start({ env: { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") } });
  const target = { program: programOf(version), args, cwd: home.cwd, rows, cols, env, sideChannel };
  const started = await client.startAdapter("claude-code", target);
  const { adapter, states, events, event, reaches, drift, drifts } = watched(started, name);
  if (waits) await adapter.wait("ready_matcher", {}, { timeoutMs: 30_000 });
  const screen = async () => (await adapter.snapshot({ redact: false })).plainText;
  /** @param {string} prompt */
  const ask = async (prompt) => (await adapter.turn("send_prompt", { prompt }, { timeoutMs: 30_000 })).state;
  /** @param {any} state @param {string[]} wanted */
  const is = async (state, ...wanted) => {
    if (wanted.includes(state.state)) return state;
    assert.fail(`${state.state} (${state.evidence}) is not ${wanted.join(" or ")}:\n${await screen()}`);
  };
  /** What is told of an answer with this text, by a prompt with this name. @param {string} name @param {string} text */
  const says = async (name, text) => {
    api.uses.set("says", [{ type: "text", text }]);
    const state = await is(await ask(`FAKE:use(says) ${name.replaceAll(/\W+/g, " ")}`), "completed_turn");
    return state.metadata.turn;
  };
  /** Types what the plugin types to find out whether an Enter was swallowed: a dialog takes no notice of it, and is still the same. */
  const isUnmovedBySigns = async () => {
    /** @param {any} state */
    const nameOf = ({ state, metadata }) => [state, metadata.dialog_id];
    const before = await adapter.state();
    for (const key of [".", ",", "backspace"]) await adapter.send("key", { key });
    const { state } = await adapter.wait("ready_matcher", {}, { timeoutMs: 30_000 });
    assert.deepEqual(nameOf(state), nameOf(before), await screen());
  };
  /** Waits for one of these states. @param {string[]} wanted */
  const until = async (...wanted) => is((await adapter.wait(undefined, {}, { timeoutMs: 30_000 })).state, ...wanted);
  /**
   * What an intent leads to, at once or later: a busy machine may let the box stand for a while before a panel takes its place.
   * @param {string} intent @param {unknown} params @param {string[]} wanted
   */
  const leads = async (intent, params, ...wanted) => {
    const later = reaches(...wanted);
    later.catch(() => undefined);
    const state = await adapter.send(intent, params);
    if (wanted.includes(state.state)) return state;
    return later.catch(() => is(state, ...wanted));
  };
  /** Resolves with the first change after which the screen shows this. @param {RegExp} what */
  const paints = async (what) => {
    const changes = client.notifications({ sessions: [started.sessionId], signal: AbortSignal.timeout(30_000) });
    for (; !what.test(await screen()); await changes.next());
  };
  /** Resolves to what is found in a state, with the first change after which it is found. @param {(state: any) => any} find */
  const shown = async (find) => {
    const changes = client.notifications({ sessions: [started.sessionId], signal: AbortSignal.timeout(30_000) });
    for (let found; ; await changes.next()) if ((found = find(await adapter.state())) !== undefined) return found;
  };
  const conversation = () => api.requests.findLast((body) => body.tools?.length > 0);
  /** The texts with a word in the conversation as the model has it now; one that was sent twice is there twice. @param {string} word */
  const prompts = (word) => said(conversation()).filter((text) => text.includes(word));
  /** Resolves when the answer has come to these words. @param {string} words */
  const hasTold = (words) => event(({ kind, text }) => kind === "text_delta" && text.includes(words), events.length);
  /** @param {string} file */
  const made = (file) => existsSync(join(home.cwd, file));
  /** What became of the tools, as the model was told. */
  const results = () => toolResults(conversation());
  /** A second one in the same folder. */
  const another = () => client.startAdapter("claude-code", target);
  return {
    another,
    adapter,
    api,
    home,
    screen,
    ask,
    says,
    is,
    isUnmovedBySigns,
    leads,
    paints,
    until,
    prompts,
    made,
    results,
    hasTold,
    states,
    events,
    event,
    reaches,
    drift,
    drifts,
    shown,
  };
}

/** The texts of the user's messages. @param {any} body @returns {string[]} */
function said(body) {
  const messages = (body?.messages ?? []).filter((/** @type {any} */ { role }) => role === "user");
  return messages.flatMap((/** @type {any} */ { content }) => {
    if (typeof content === "string") return [content];
    return content
      .filter((/** @type {any} */ part) => part.type === "text")
      .map((/** @type {any} */ part) => part.text);
  });
}

/** Why an intent was refused. @param {Promise<unknown>} sent */
export async function refusal(sent) {
  try {
    await sent;
  } catch (error) {
    const { reason, code, message } = /** @type {any} */ (error);
    return reason ?? code ?? message;
  }
  assert.fail("it was not refused");
}

/** @param {any} body @returns {{ text: string, isError: boolean }[]} */
function toolResults(body) {
  const parts = (body?.messages ?? []).flatMap((/** @type {any} */ { content }) =>
    Array.isArray(content) ? content : [],
  );
  return parts
    .filter((/** @type {any} */ part) => part.type === "tool_result")
    .map((/** @type {any} */ part) => ({ text: JSON.stringify(part.content), isError: part.is_error === true }));
}
