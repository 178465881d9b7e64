import { LoopBudget, MAX_MESSAGE_BYTES, MAX_REQUESTS_IN_FLIGHT, MAX_UNBEGUN_MESSAGES, onAbort } from "../base/index.js";
import type { MethodSpec } from "../protocol/index.js";
import type { ConnectionScope } from "./connection-scope.js";
import type { Answer } from "./dispatcher.js";
import { dispatch, orderOf } from "./dispatcher.js";
import { LargeText, wholeText } from "../jsonrpc/index.js";
import type { Call, Message } from "./message.js";
import { readMessage } from "./message.js";
import { Held } from "./held.js";
import type { MethodTable } from "./methods/method-table.js";
import { NotificationPump } from "./notifications/notification-pump.js";
import type { MessageSink } from "../jsonrpc/index.js";
import { errorText } from "./response.js";
import { RpcError } from "./rpc-error.js";
import type { RpcServerState } from "./server-state.js";
import { Subscription } from "./notifications/subscription.js";

/** How long requests may be handled in one go before other connections and the sessions get their turn. */
const TURN_MS = 8;

export interface ConnectionOptions {
  /** Each request is handled to its end before the next begins, waits included. */
  readonly inOrder?: boolean | undefined;
}

type Reply = (answer: Answer) => void;

interface Task {
  /** A message, or what is wrong with something that is none. */
  readonly message: string | RpcError;
  readonly reply: Reply;
}

/**
 * One client. Requests take effect in the order they came in, each before the next begins; waits and inputs only begin in that
 * order. Knows nothing of bytes: framing and transport are elsewhere.
 */
export class Connection {
  readonly #methods: MethodTable;
  readonly #scope: ConnectionScope;
  readonly #outlet: MessageSink;
  readonly #inOrder: boolean;
  readonly #gone = new AbortController();
  readonly #pump: NotificationPump;
  readonly #turn = new LoopBudget(TURN_MS);
  #tasks: Task[] = [];
  #next = 0;
  #unbegunChars = 0;
  #isWorking = false;
  #inFlight = 0;
  /** What several requests in a row do at once; another kind of request waits for all of it. */
  readonly #together = new Set<Promise<void>>();
  #onCaughtUp: (() => void)[] = [];
  #onSettled: (() => void)[] = [];

  constructor(state: RpcServerState, outlet: MessageSink, options: ConnectionOptions = {}) {
    this.#outlet = outlet;
    this.#inOrder = options.inOrder ?? false;
    // While somebody listens, a wait that listens too costs next to nothing.
    onAbort(this.#gone.signal, () => undefined);
    const notifications = new Subscription(state, () => this.#pump.schedule());
    this.#pump = new NotificationPump(notifications, outlet);
    const { sessions, adapters, plugins, waits, adapterWaits, allowsRawReads, allowsPluginLoad, methods } = state;
    const shared = { sessions, adapters, plugins, waits, adapterWaits, allowsRawReads, allowsPluginLoad };
    this.#methods = methods;
    const methodNames = (): string[] => methods.names();
    const holdNotifications = (): (() => void) => {
      this.#pump.hold();
      let isHeld = true;
      return () => {
        if (isHeld) this.#pump.release();
        isHeld = false;
      };
    };
    const gone = this.#gone.signal;
    this.#scope = { ...shared, methodNames, notifications, holdNotifications, gone };
  }

  /** More was received than may wait for its turn. */
  get isFull(): boolean {
    return this.#tasks.length - this.#next > MAX_UNBEGUN_MESSAGES || this.#unbegunChars > MAX_MESSAGE_BYTES;
  }

  /** Takes a message; its answer goes to the outlet. */
  receive(text: string): void {
    this.#take({ message: text, reply: (answer) => this.#send(answer) });
  }

  /** Takes a message and resolves to its answer; undefined if it has none. */
  handle(text: string): Promise<string | undefined> {
    return new Promise((resolve) => this.#take({ message: text, reply: (answer) => resolve(inOnePiece(answer)) }));
  }

  /** Answers, in its turn, something that is no message at all. */
  refuse(name: "parse_error" | "invalid_request", message: string): void {
    this.#take({ message: new RpcError(name, message), reply: (answer) => this.#send(answer) });
  }

  /** Notifications that are due, for a caller who fetches them. */
  takeNotifications(): string[] {
    return this.#pump.takeAll();
  }

  /** Sends the notifications that are due; no request follows that they would have to wait for. */
  flushNotifications(): void {
    for (const json of this.#pump.takeAll()) this.#send(json);
  }

  /** Resolves when everything received has been begun, and what must not be overtaken is done; undefined if it is so now. */
  whenCaughtUp(): Promise<void> | undefined {
    return this.#isBusy ? new Promise((resolve) => this.#onCaughtUp.push(resolve)) : undefined;
  }

  /** Resolves when everything received has been answered. */
  async idle(): Promise<void> {
    while (this.#isBusy || this.#inFlight > 0) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** The client is gone: its waits end, nothing more is sent. What it asked for before still takes effect. */
  close(): void {
    this.#gone.abort();
    this.#pump.close();
  }

  get #isBusy(): boolean {
    return this.#isWorking || this.#together.size > 0;
  }

  #take(task: Task): void {
    this.#tasks.push(task);
    this.#unbegunChars += sizeOf(task);
    if (!this.#isWorking) this.#work();
  }

  #work(): void {
    this.#isWorking = true;
    while (this.#next < this.#tasks.length) {
      const task = this.#takeNext();
      const pause = this.#begin(task) ?? this.#outlet.whenReady() ?? this.#turn.end();
      if (pause !== undefined) {
        void pause.then(() => this.#work());
        return;
      }
    }
    this.#isWorking = false;
    this.#caughtUp();
  }

  #caughtUp(): void {
    if (this.#isBusy) return;
    for (const resolve of this.#onCaughtUp.splice(0)) resolve();
    this.#settled();
  }

  /** What was taken is let go of, also while the queue never runs empty. */
  #takeNext(): Task {
    const task = this.#tasks[this.#next++];
    this.#unbegunChars -= sizeOf(task);
    if (this.#next * 2 >= this.#tasks.length) {
      this.#tasks.splice(0, this.#next);
      this.#next = 0;
    }
    return task;
  }

  /** Undefined if the next one may begin at once. */
  #begin({ message: received, reply }: Task): Promise<void> | undefined {
    if (received instanceof RpcError) {
      reply(errorText("null", received));
      return undefined;
    }
    const message = readMessage(received);
    const order = message.type === "batch" ? "in_turn" : orderOf(message.call, this.#methods);
    if (order === "together" && !this.#inOrder) {
      const running = this.#run(message, order, reply);
      if (running !== undefined) this.#goOnTogether(running);
      return undefined;
    }
    if (this.#together.size === 0) return this.#run(message, order, reply);
    return Promise.all(this.#together).then(() => this.#run(message, order, reply));
  }

  #goOnTogether(running: Promise<void>): void {
    this.#together.add(running);
    void running.then(() => {
      this.#together.delete(running);
      this.#caughtUp();
    });
  }

  #run(message: Message, order: MethodSpec["order"], reply: Reply): Promise<void> | undefined {
    if (message.type === "batch") return this.#held(this.#runBatch(message.calls), reply);
    const { call } = message;
    const waits = order === "detached";
    const goesOn = waits && !this.#inOrder;
    if (goesOn && this.#inFlight >= MAX_REQUESTS_IN_FLIGHT) {
      reply(refusal(call, tooMany()));
      return undefined;
    }
    const answer = dispatch(call, this.#methods, this.#scope);
    if (answer instanceof Held) {
      if (!goesOn) return this.#held(answer.answer, reply);
      const released = this.#held(answer.released());
      this.#goOn(answer.answer, reply);
      return released;
    }
    if (!(answer instanceof Promise)) {
      reply(answer);
      return undefined;
    }
    if (!goesOn) return waits ? answer.then(reply) : this.#held(answer, reply);
    this.#goOn(answer, reply);
    return undefined;
  }

  #goOn(answer: Promise<Answer>, reply: Reply): void {
    this.#inFlight++;
    void answer.then((settled) => {
      this.#inFlight--;
      reply(settled);
      this.#settled();
    });
  }

  /** What a request causes is told after its answer. */
  async #held<T>(answer: Promise<T>, reply: (answer: T) => void = () => undefined): Promise<void> {
    this.#pump.hold();
    try {
      reply(await answer);
    } finally {
      this.#pump.release();
    }
  }

  /** One by one. The answers leave as one message, so that they must not grow without limit. */
  async #runBatch(calls: readonly Call[]): Promise<string | undefined> {
    const answers: string[] = [];
    let length = 0;
    for (const call of calls) {
      const isTooMuch = length > MAX_MESSAGE_BYTES;
      const answer = isTooMuch
        ? refusal(call, tooMuch())
        : await inOnePiece(await settled(dispatch(call, this.#methods, this.#scope)));
      if (answer === undefined) continue;
      answers.push(answer);
      length += answer.length;
      await this.#turn.end();
    }
    return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
  }

  #send(answer: Answer): void {
    if (answer !== undefined && !this.#gone.signal.aborted) this.#outlet.send(answer);
  }

  #settled(): void {
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }
}

const settled = (answer: ReturnType<typeof dispatch>): Answer | Promise<Answer> =>
  answer instanceof Held ? answer.answer : answer;

const sizeOf = ({ message }: Task): number => (typeof message === "string" ? message.length : 0);

const inOnePiece = (answer: Answer): string | undefined | Promise<string> =>
  answer instanceof LargeText ? wholeText(answer) : answer;

const refusal = (call: Call, error: RpcError): string | undefined =>
  call.id === undefined ? undefined : errorText(call.id, error);

const tooMuch = (): RpcError =>
  new RpcError(
    "invalid_request",
    "the answers of this batch are too large for one message; send fewer requests in one",
  );

const tooMany = (): RpcError =>
  new RpcError(
    "invalid_request",
    `${MAX_REQUESTS_IN_FLIGHT} waits and inputs of this connection are unanswered; wait for some of them, or cancel them`,
  );
