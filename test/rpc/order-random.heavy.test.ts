import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "ptywright/protocol";
import { Random, SEED } from "../support/random.js";
import { shell } from "../support/fixture.js";
import { MIRROR, shownIn, withPlugin } from "../support/plugins.js";
import type { RpcPeer } from "../support/rpc-peer.js";

const ROUNDS = 20;
const CALLS = 30;
const MAX_EACH = 4;

/** Takes its time for an intent, and notes it. */
const SLOW = MIRROR.replace(
  "local M, looks = {}, 0",
  `local M, looks = {}, 0
  function M.slow(params) for _ = 1, params.work do end; return { last_intent = params.note } end`,
);

interface KnownSession {
  readonly id: string;
  rows: number;
  typed: string;
}

interface KnownAdapter {
  readonly id: string;
  readonly session: string;
  note: string | undefined;
  isClosed: boolean;
}

/** Asks for random things without waiting for any answer; each answer must be what follows from all that was asked before. */
class Pipeline {
  readonly #peer: RpcPeer;
  readonly #random: Random;
  readonly #sessions: KnownSession[] = [];
  readonly #adapters: KnownAdapter[] = [];
  #answers: Promise<void>[] = [];
  #lastSession = 0;
  #lastAdapter = 0;
  #notes = 0;

  constructor(peer: RpcPeer, random: Random) {
    this.#peer = peer;
    this.#random = random;
  }

  async round(): Promise<void> {
    for (let calls = 0; calls < CALLS; calls++) this.#any();
    await Promise.all(this.#answers);
    this.#answers = [];
    for (const { id, typed } of this.#sessions)
      if (typed !== "")
        await this.#peer.request("session.wait", {
          session: id,
          matcher: { type: "transcript_contains", value: typed },
        });
  }

  #expect<T>(answer: Promise<T>, check: (result: T) => void): void {
    this.#answers.push(answer.then(check));
  }

  #any(): void {
    const random = this.#random;
    const [session, adapter] = [random.pick(this.#sessions), random.pick(this.#adapters)];
    const kind = random.below(3);
    if (kind === 0 || (session === undefined && adapter === undefined)) this.#aboutNone();
    else if (kind === 1 && session !== undefined) this.#aboutSession(session);
    else if (adapter !== undefined) this.#aboutAdapter(adapter);
  }

  #aboutNone(): void {
    const what = this.#random.pick(["create", "start", "list", "live"]);
    if (what === "create" && this.#sessions.length < MAX_EACH) {
      const id = `s${++this.#lastSession}`;
      this.#expect(this.#peer.shell("stty raw -echo; exec cat"), (made) => assert.equal(made, id));
      this.#sessions.push({ id, rows: 24, typed: "" });
    } else if (what === "start" && this.#adapters.length < MAX_EACH) {
      const [id, session] = [`e${++this.#lastAdapter}`, `s${++this.#lastSession}`];
      const { program, args, env } = shell("exec cat");
      const started = this.#peer.request("adapter.start", { plugin: "demo", program, args, env });
      this.#expect(started, (made) => assert.deepEqual([made.adapter, made.session], [id, session]));
      this.#adapters.push({ id, session, note: undefined, isClosed: false });
    } else if (what === "list") {
      const sessions = this.#sessions.map(({ id }) => id);
      this.#expect(this.#peer.request("session.list", {}), (listed) => assert.deepEqual(listed, { sessions }));
    } else {
      const [known, last] = [[...this.#adapters], this.#lastAdapter];
      this.#expect(this.#peer.request("adapter.live", {}), ({ adapters }) => {
        // While it waits for a start, what is asked behind it goes on: those may be there already, or gone.
        const isEarlier = (id: string): boolean => Number(id.slice(1)) <= last;
        const isClosed = (id: string): boolean => known.find((one) => one.id === id)?.isClosed === true;
        const shown = adapters.map(({ adapter, session }) => ({ id: adapter, session }));
        assert.deepEqual(
          shown.filter(({ id }) => isEarlier(id) && !isClosed(id)),
          known.filter(({ id }) => !isClosed(id)).map(({ id, session }) => ({ id, session })),
        );
        assert.deepEqual(
          shown.filter(({ id }) => isEarlier(id) && !known.some((one) => one.id === id)),
          [],
        );
      });
    }
  }

  #aboutSession(known: KnownSession): void {
    const { id: session } = known;
    const what = this.#random.below(12);
    if (what === 0) {
      this.#sessions.splice(this.#sessions.indexOf(known), 1);
      this.#expect(this.#peer.request("session.close", { session }), ({ closed }) => assert.equal(closed, true));
      const after = this.#peer.refusal("invalid_params", "session.snapshot", { session });
      this.#expect(after, ({ message }) => assert.match(message, /does not exist/));
    } else if (what < 5) {
      known.rows = 1 + this.#random.below(40);
      const resized = this.#peer.request("session.resize", { session, rows: known.rows, cols: 80 });
      this.#expect(resized, (answer) => assert.deepEqual(answer, { resized: true }));
    } else if (what < 8) {
      const value = `<${++this.#notes}>`;
      known.typed += value;
      const sent = this.#peer.request("session.input", { session, action: { type: "text", value } });
      this.#expect(sent, (answer) => assert.deepEqual(answer, { sent: true }));
    } else {
      const { rows } = known;
      const seen = this.#peer.request("session.snapshot", { session, cells: false });
      this.#expect(seen, ({ size }) => assert.equal(size.rows, rows));
    }
  }

  #aboutAdapter(known: KnownAdapter): void {
    const { id: adapter } = known;
    const what = this.#random.below(12);
    const hasNote = ({ state }: Result<"adapter.state">, note: string | undefined): void => {
      // A close does not wait for a plugin that is only asked.
      if (known.isClosed && state.state === "plugin_error") return;
      assert.equal(shownIn(state).ctx.last_intent, note, JSON.stringify(state));
    };
    if (what === 0) {
      known.isClosed = true;
      this.#adapters.splice(this.#adapters.indexOf(known), 1);
      this.#expect(this.#peer.request("adapter.close", { adapter }), ({ closed }) => assert.equal(closed, true));
      const after = this.#peer.refusal("invalid_params", "adapter.state", { adapter });
      this.#expect(after, ({ message }) => assert.match(message, /does not exist/));
    } else if (what < 6) {
      const note = (known.note = `note ${++this.#notes}`);
      const params = { note, work: this.#random.below(200_000) };
      this.#expect(this.#peer.request("adapter.send", { adapter, intent: "slow", params }), (sent) =>
        hasNote(sent, note),
      );
    } else {
      const { note } = known;
      this.#expect(this.#peer.request("adapter.state", { adapter }), (state) => hasNote(state, note));
    }
  }
}

test("R9: in random interleavings on one connection, what names one session or adapter takes effect in order", async (t) => {
  const { peer } = await withPlugin(t, SLOW);
  const pipeline = new Pipeline(peer, new Random(SEED));
  for (let round = 0; round < ROUNDS; round++) await pipeline.round();
});
