// An adapter whose states, events and intents are kept, so that a test can ask about them and the whole run can be checked for gaps.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { appendFileSync } from "node:fs";

/** @typedef {import("../../dist/client/index.js").RemoteAdapter} RemoteAdapter */
/** @typedef {import("../../dist/client/index.js").ExtensionState} ExtensionState */

/** Where the run as a whole keeps what was seen; one line each. */
const file = process.env.PTYWRIGHT_CLAUDE_SEEN;

/** @param {RemoteAdapter} adapter @param {string} setup */
export function watched(adapter, setup) {
  /** @type {string[]} */
  const states = [];
  /** @type {ExtensionState[]} */
  const all = [];
  /** @type {any[]} */
  const events = [];
  /** @type {ExtensionState[]} */
  const drifts = [];
  const told = new EventEmitter().setMaxListeners(0);
  const noted = new Set();
  /** @param {"state" | "intent"} kind @param {string} name */
  const note = (kind, name) => {
    const line = `${setup} ${kind} ${name}\n`;
    if (file !== undefined && !noted.has(line)) appendFileSync(file, line);
    noted.add(line);
  };
  /** @template {ExtensionState} S @param {S} state */
  const seen = (state) => {
    states.push(state.state);
    all.push(state);
    told.emit("state");
    note("state", state.state);
    return state;
  };
  const listening = (async () => {
    for await (const event of adapter.subscribe()) {
      if (event.type === "state_changed") seen(event.state);
      else if (event.type === "event") {
        events.push(event.event);
        told.emit("event");
      } else if (event.type === "drift") {
        drifts.push(event.state);
        told.emit("drift");
      }
    }
  })();
  /** The first event from a place on that is wanted. @param {(event: any) => boolean} isWanted @param {number} [from] */
  const event = async (isWanted, from = 0) => {
    const signal = AbortSignal.timeout(20_000);
    for (;;) {
      const found = events.slice(from).find(isWanted);
      if (found) return found;
      await once(told, "event", { signal }).catch(() => assert.fail(`only ${JSON.stringify(events.slice(from))} came`));
    }
  };
  /** Where the events of the turn under way begin. @type {number | undefined} */
  let begun;
  /** Events come after the answer that they belong to: a turn is over when its last one is here, or it would be taken for the next one's. */
  const ended = async (/** @type {ExtensionState} */ { state }) => {
    if (begun === undefined || !["completed_turn", "error"].includes(state)) return;
    await event(({ kind }) => ["turn_complete", "error"].includes(kind), begun);
    begun = undefined;
  };
  // The stream ends with the connection; a test that waits for an event fails by its own time limit.
  listening.catch(() => undefined);
  if (adapter.lastState) seen(adapter.lastState);

  return {
    states,
    events,
    drifts,
    /** The first time that it was told that the screen is not understood, or contradicted. */
    async drift() {
      const signal = AbortSignal.timeout(20_000);
      while (drifts.length === 0) await once(told, "drift", { signal }).catch(() => assert.fail("no drift was told"));
      return drifts[0];
    },
    /** The next time that it is seen in one of these states. @param {string[]} names @returns {Promise<ExtensionState>} */
    async reaches(...names) {
      const signal = AbortSignal.timeout(20_000);
      // Several may come at once: what was seen is searched, not what is told next.
      const from = all.length;
      for (;;) {
        const found = all.slice(from).find(({ state }) => names.includes(state));
        if (found) return found;
        await once(told, "state", { signal }).catch(() => assert.fail(`${names.join(" or ")} was not reached`));
      }
    },
    event,
    adapter: {
      id: adapter.id,
      /** @param {Parameters<RemoteAdapter["snapshot"]>[0]} [options] */
      snapshot: (options) => adapter.snapshot(options),
      state: async () => seen(await adapter.state()),
      /** @param {string} intent @param {unknown} [params] */
      async send(intent, params) {
        note("intent", intent);
        return seen(await adapter.send(intent, params));
      },
      /** @param {string} [intent] @param {unknown} [params] @param {Parameters<RemoteAdapter["wait"]>[2]} [options] */
      async wait(intent, params, options) {
        const matched = await adapter.wait(intent, params, options);
        await ended(seen(matched.state));
        return matched;
      },
      /** @param {string} intent @param {unknown} params @param {Parameters<RemoteAdapter["turn"]>[2]} [options] */
      async turn(intent, params, options) {
        note("intent", intent);
        begun = events.length;
        const matched = await adapter.turn(intent, params, options);
        await ended(seen(matched.state));
        return matched;
      },
    },
  };
}
