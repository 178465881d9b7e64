import "./home.js";
import assert from "node:assert/strict";
import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
import type { RpcServerState } from "ptywright/rpc";
import { connectInMemory } from "ptywright/rpc";
import { shell } from "./fixture.js";
import { NewsOrder } from "./news-order.js";
import type { Random } from "./random.js";

/** A session and the only connection that resizes or ends it. */
interface Owned {
  readonly id: string;
  readonly owner: Client;
  /** A still one changes only when it is resized. */
  readonly isStill: boolean;
}

interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
}

/** A client that asks for everything and judges the order of what it gets. */
class Client {
  readonly order = new NewsOrder();
  readonly #channel: ReturnType<typeof connectInMemory>;
  readonly #pending = new Map<number, (result: Record<string, unknown> | undefined) => void>();
  #lastId = 0;

  constructor(state: RpcServerState) {
    this.#channel = connectInMemory(state);
    this.#channel.onMessage((json) => {
      const message = JSON.parse(json) as Answer & { method?: string };
      if (message.method !== undefined) return this.order.told(json);
      this.#pending.get(message.id)?.(message.result);
      this.#pending.delete(message.id);
    });
  }

  /** The result; undefined if it was refused. `onAnswer` is called before the next message is looked at. */
  ask(
    method: string,
    params: object,
    onAnswer: (result: Record<string, unknown> | undefined) => void = () => undefined,
  ): Promise<Record<string, unknown> | undefined> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, (result) => {
        onAnswer(result);
        resolve(result);
      });
      this.#channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  close(): void {
    this.#channel.close();
  }
}

/** How many sessions there are at a time, and how many rounds pass before it is looked whether all was told. */
const SESSIONS = 6;
const SETTLE_EVERY = 25;
/** What is not told after so long is lost. */
const LOST_MS = 10_000;

/** Two clients of one server that ask for random things at once, round after round. */
export class Interleavings {
  readonly #random: Random;
  readonly #clients: readonly Client[];
  #sessions: Owned[] = [];
  readonly #ended: string[] = [];
  #rounds = 0;

  constructor(state: RpcServerState, random: Random) {
    this.#random = random;
    this.#clients = [new Client(state), new Client(state)];
  }

  /** How many notifications were looked at. */
  get told(): number {
    return this.#clients.reduce((sum, { order }) => sum + order.count, 0);
  }

  async round(): Promise<void> {
    const random = this.#random;
    if (this.#rounds === 0)
      for (const client of this.#clients) await client.ask("server.set_notifications", { enabled: true });
    while (this.#sessions.length < SESSIONS) await this.#create(random.pick(this.#clients));
    const asked: Promise<unknown>[] = [];
    for (let step = 1 + random.below(5); step > 0; step--) {
      const session = random.pick(this.#sessions);
      // One that ends in this round is not asked for anything more in it.
      if (session === undefined) break;
      asked.push(this.#step(session));
      if (random.below(3) === 0) await immediate();
    }
    await Promise.all(asked);
    if (++this.#rounds % SETTLE_EVERY === 0) await this.#settle();
  }

  async end(): Promise<void> {
    for (const session of this.#sessions.splice(0)) await this.#end(session, "session.kill");
    await this.#settle();
    for (const client of this.#clients) client.close();
  }

  async #create(owner: Client): Promise<void> {
    const isStill = this.#random.below(3) === 0;
    const { program, args, env } = shell(isStill ? "exec sleep 10000" : "stty raw -echo; printf hello; exec cat");
    const params = { program, args, env, clear_env: true, rows: 5, cols: 20 };
    const made = await owner.ask("session.create", params, (result) =>
      owner.order.created(String(result?.["session"])),
    );
    const id = String(made?.["session"]);
    if (isStill) {
      const { sequence } = (await owner.ask("session.snapshot", { session: id, cells: false })) as { sequence: number };
      owner.order.isStill(id, sequence);
    }
    this.#sessions.push({ id, owner, isStill });
  }

  async #step(owned: Owned): Promise<void> {
    const random = this.#random;
    const { id: session, owner, isStill } = owned;
    const anybody = random.pick(this.#clients);
    const size = { rows: 1 + random.below(8), cols: 10 + random.below(20) };
    const resized = (): void => owner.order.resized(session);
    switch (random.pick(["resize", "resize", "resize_input", "input", "input", "list", "snapshot", "end"])) {
      case "resize":
        return void (await owner.ask("session.resize", { session, ...size }, resized));
      case "resize_input":
        return void (await owner.ask("session.input", { session, action: { type: "resize", value: size } }, resized));
      case "input":
        if (!isStill) await anybody.ask("session.input", { session, action: { type: "text", value: "some words " } });
        return;
      case "snapshot":
        return void (await anybody.ask("session.snapshot", { session, cells: false }));
      case "end":
        if (random.below(60) > 0) return;
        this.#sessions = this.#sessions.filter((one) => one !== owned);
        return this.#end(owned, random.pick(["session.kill", "session.close"]));
      default:
        return void (await anybody.ask("session.list", {}));
    }
  }

  /** Nothing is told of its end before the answer to the request that ends it. */
  async #end({ id, owner }: Owned, how: string): Promise<void> {
    owner.order.ending(id);
    await owner.ask(how, { session: id }, () => owner.order.ended(id));
    this.#ended.push(id);
    await this.#untilTold(() => this.#clients.every(({ order }) => order.hasExited(id)), `the end of ${id}`);
    await owner.ask("session.close", { session: id });
  }

  /** Every client was told of the last state of every session. */
  async #settle(): Promise<void> {
    for (const { id, owner } of this.#sessions) {
      const { sequence } = (await owner.ask("session.snapshot", { session: id, cells: false })) as { sequence: number };
      const isTold = (): boolean => this.#clients.every(({ order }) => order.lastSequence(id) >= sequence);
      await this.#untilTold(isTold, `sequence ${sequence} of ${id}`);
    }
    for (const { order } of this.#clients) {
      assert.deepEqual(order.problems.slice(0, 3), []);
      order.forget(this.#ended);
    }
    this.#ended.length = 0;
  }

  async #untilTold(isTold: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + LOST_MS;
    while (!isTold()) {
      assert.ok(performance.now() < deadline, `${what} was never told`);
      await immediate();
      if (!isTold()) await delay(1);
    }
  }
}
