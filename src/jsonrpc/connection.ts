import { LoopBudget, MAX_MESSAGE_BYTES, MAX_REQUESTS_IN_FLIGHT, MAX_UNBEGUN_MESSAGES } from "../base/index.js";
import type { ErrorAnswer, JsonRpcErrorName } from "./json-rpc-error.js";
import { jsonRpcError } from "./json-rpc-error.js";
import type { Outgoing } from "./large-text.js";
import { LargeText, wholeText } from "./large-text.js";
import type { Call, Message } from "./message.js";
import { readMessage, refused } from "./message.js";
import type { MessageSink } from "./message-sink.js";
import { errorText } from "./response.js";
import type { Claim, Keeps, Ticket } from "./scheduler.js";
import { Scheduler, StagedAnswer } from "./scheduler.js";

/** How long requests may be handled in one go before other connections get their turn. */
const TURN_MS = 8;
/** Each request to its end before the next: one lane for all. */
const ONE_BY_ONE: readonly Claim[] = [{ lane: "", mode: "exclusive" }];

export interface ConnectionOptions {
  /** Each request is handled to its end before the next begins, waits included. */
  readonly inOrder?: boolean | undefined;
}

/** Undefined for a notification. */
export type Answer = Outgoing | undefined;

/** What a connection has to be told of the methods behind it. */
export interface Handling {
  /** Carries out a call and encodes its answer. Nothing is ever thrown. */
  dispatch(call: Call): Answer | Promise<Answer> | StagedAnswer<Answer>;
  /** In which lanes a call stands. `isExclusive` tells of a lane whether somebody before it keeps it for himself. */
  claimsOf(call: Call, isExclusive: (lane: string) => boolean): readonly Claim[];
  keeps(call: Call): Keeps;
  /** Undefined if the call can be begun at once, else a promise for when what it needs is loaded. */
  whenLoaded(call: Call): Promise<unknown> | undefined;
  /** An error of the connection itself as it may be told. */
  encodeError(error: ErrorAnswer): ErrorAnswer;
  /** Called when a batch begins; what it returns is called when the batch is answered. */
  onBatch(): () => void;
  /** What is to be sent before the connection ends. */
  lastMessages(): string[];
  onClose(): void;
}

type Reply = (answer: Answer) => void;

interface Task {
  /** A message, or what is wrong with something that is none. */
  readonly message: string | ErrorAnswer;
  readonly reply: Reply;
}

/** A message whose turn has come as far as the order of arrival goes; its lanes may still hold it up. */
interface Pending {
  readonly message: Message;
  readonly chars: number;
  readonly reply: Reply;
  /** By arrival. */
  readonly number: number;
  /** Undefined while it stands in no lane. */
  ticket: Ticket | undefined;
  /** For the lanes that it leaves when it has begun. */
  gate: Ticket | undefined;
}

/**
 * One client. Requests begin in the order they came in, as far as they share a lane; what each lane is, and how long a request keeps
 * it, its handling knows. Knows nothing of bytes: framing and transport are elsewhere.
 */
export class Connection {
  readonly #handling: Handling;
  readonly #outlet: MessageSink;
  readonly #inOrder: boolean;
  readonly #turn = new LoopBudget(TURN_MS);
  readonly #scheduler = new Scheduler();
  readonly #isExclusive = (lane: string): boolean => this.#scheduler.isExclusive(lane);
  #tasks: Task[] = [];
  #next = 0;
  /** Their lanes are free, their turn has not come. */
  #ready: Pending[] = [];
  #received = 0;
  #unbegun = 0;
  #unbegunChars = 0;
  #isWorking = false;
  #inFlight = 0;
  #isClosed = false;
  #onRoom: (() => void)[] = [];
  #onCaughtUp: (() => void)[] = [];
  #onSettled: (() => void)[] = [];

  constructor(handling: Handling, outlet: MessageSink, options: ConnectionOptions = {}) {
    this.#handling = handling;
    this.#outlet = outlet;
    this.#inOrder = options.inOrder ?? false;
  }

  /** More was received than may wait for its turn. */
  get isFull(): boolean {
    return this.#unbegun > MAX_UNBEGUN_MESSAGES || this.#unbegunChars > MAX_MESSAGE_BYTES;
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
  refuse(name: JsonRpcErrorName, message: string): void {
    this.#take({ message: jsonRpcError(name, message), reply: (answer) => this.#send(answer) });
  }

  /** Sends what is due before the end; no request follows that it would have to wait for. */
  flush(): void {
    for (const json of this.#handling.lastMessages()) this.#send(json);
  }

  /** Resolves when there is room for half of what may wait for its turn; undefined if it is so now. */
  whenRoom(): Promise<void> | undefined {
    return this.#hasRoom ? undefined : new Promise((resolve) => this.#onRoom.push(resolve));
  }

  /** Resolves when everything received has been begun, and nothing keeps a lane; undefined if it is so now. */
  whenCaughtUp(): Promise<void> | undefined {
    return this.#isBusy ? new Promise((resolve) => this.#onCaughtUp.push(resolve)) : undefined;
  }

  /** Resolves when everything received has been answered. */
  async idle(): Promise<void> {
    while (this.#isBusy || this.#inFlight > 0) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** The client is gone: nothing more is sent. What it asked for before still takes effect. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#handling.onClose();
  }

  get #isBusy(): boolean {
    return this.#isWorking || !this.#scheduler.isIdle;
  }

  get #hasRoom(): boolean {
    return this.#unbegun <= MAX_UNBEGUN_MESSAGES / 2 && this.#unbegunChars <= MAX_MESSAGE_BYTES / 2;
  }

  #take(task: Task): void {
    this.#tasks.push(task);
    this.#unbegun++;
    this.#unbegunChars += sizeOf(task);
    if (!this.#isWorking) this.#work();
  }

  #work(): void {
    this.#isWorking = true;
    for (;;) {
      const ready = this.#ready.shift();
      if (ready === undefined && this.#next >= this.#tasks.length) break;
      const loading = ready === undefined ? this.#accept(this.#takeNext()) : this.#begin(ready);
      const pause = loading ?? this.#outlet.whenReady() ?? this.#turn.end();
      if (pause !== undefined) {
        void pause.then(() => this.#work());
        return;
      }
    }
    this.#isWorking = false;
    this.#settled();
  }

  #settled(): void {
    if (this.#onRoom.length > 0 && this.#hasRoom) for (const resolve of this.#onRoom.splice(0)) resolve();
    if (this.#isBusy) return;
    for (const resolve of this.#onCaughtUp.splice(0)) resolve();
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  /** What was taken is let go of, also while the queue never runs empty. */
  #takeNext(): Task {
    const task = this.#tasks[this.#next++];
    if (this.#next * 2 >= this.#tasks.length) {
      this.#tasks.splice(0, this.#next);
      this.#next = 0;
    }
    return task;
  }

  /** Undefined if the next one may be looked at. */
  #accept(task: Task): Promise<void> | undefined {
    const { message: received, reply } = task;
    const message = typeof received === "string" ? readMessage(received) : refused(received);
    const number = ++this.#received;
    const pending: Pending = { message, chars: sizeOf(task), reply, number, ticket: undefined, gate: undefined };
    const loading = this.#whenLoaded(message);
    if (loading === undefined) return this.#enter(pending);
    const enter = (): void => this.#enter(pending);
    // What could not be loaded is told by the call.
    return loading.then(enter, enter);
  }

  #whenLoaded(message: Message): Promise<unknown> | undefined {
    if (message.type === "single") return this.#handling.whenLoaded(message.call);
    const loading = message.calls.map((call) => this.#handling.whenLoaded(call)).filter((one) => one !== undefined);
    return loading.length > 0 ? Promise.all(loading) : undefined;
  }

  #enter(pending: Pending): undefined {
    // Where nobody keeps a lane none is looked for: most requests are done when the next one comes.
    if (!this.#scheduler.isIdle) {
      const ticket = this.#ticketFor(pending);
      if (!this.#scheduler.isReady(ticket)) return;
    }
    this.#begin(pending);
  }

  #ticketFor(pending: Pending): Ticket {
    const all = this.#claimsOf(pending.message);
    const gated = all.filter(({ untilBegun }) => untilBegun);
    const claims = gated.length === 0 ? all : all.filter(({ untilBegun }) => !untilBegun);
    pending.ticket = this.#scheduler.enter({ claims, begin: () => this.#becomesReady(pending) });
    if (gated.length > 0) pending.gate = this.#scheduler.enter({ claims: gated, begin: () => undefined });
    return pending.ticket;
  }

  /** Whoever came earlier goes first, also if its lanes are free only now. */
  #becomesReady(pending: Pending): void {
    let at = this.#ready.length;
    while (at > 0 && this.#ready[at - 1].number > pending.number) at--;
    this.#ready.splice(at, 0, pending);
    if (!this.#isWorking) this.#work();
  }

  #claimsOf(message: Message): readonly Claim[] {
    if (this.#inOrder) return ONE_BY_ONE;
    if (message.type === "single") return this.#handling.claimsOf(message.call, this.#isExclusive);
    return message.calls.flatMap((call) => this.#handling.claimsOf(call, this.#isExclusive));
  }

  #begin(pending: Pending): undefined {
    this.#unbegun--;
    this.#unbegunChars -= pending.chars;
    if (pending.ticket !== undefined) this.#scheduler.begun(pending.ticket);
    this.#run(pending);
    if (pending.gate !== undefined) this.#scheduler.finish(pending.gate);
  }

  #run(pending: Pending): undefined {
    const { message, reply } = pending;
    if (message.type === "batch") return this.#keepLanes(pending, this.#runBatch(message.calls), reply);
    const { call } = message;
    const keeps = this.#inOrder ? "until_done" : this.#handling.keeps(call);
    if (keeps !== "until_done" && this.#inFlight >= MAX_REQUESTS_IN_FLIGHT)
      return this.#answer(pending, this.#refusal(call, tooMany()));
    const answer = this.#handling.dispatch(call);
    if (answer instanceof StagedAnswer) {
      if (keeps === "until_done") return this.#keepLanes(pending, answer.answer, reply);
      if (answer.effect === undefined) this.#leaveLanes(pending);
      else this.#keepLanes(pending, answer.effect);
      return this.#goOn(answer.answer, reply);
    }
    if (!(answer instanceof Promise)) return this.#answer(pending, answer);
    if (keeps === "until_done") return this.#keepLanes(pending, answer, reply);
    this.#leaveLanes(pending);
    return this.#goOn(answer, reply);
  }

  #answer(pending: Pending, answer: Answer): undefined {
    pending.reply(answer);
    this.#leaveLanes(pending);
  }

  #keepLanes<T>(pending: Pending, work: Promise<T>, reply?: (answer: T) => void): undefined {
    if (pending.ticket === undefined) this.#scheduler.begun(this.#ticketFor(pending));
    const leave = (): void => this.#leaveLanes(pending);
    void work.then((answer) => reply?.(answer)).then(leave, leave);
  }

  #leaveLanes({ ticket }: Pending): void {
    if (ticket === undefined) return;
    this.#scheduler.finish(ticket);
    if (!this.#isWorking) this.#settled();
  }

  #goOn(answer: Promise<Answer>, reply: Reply): undefined {
    this.#inFlight++;
    void answer.then((settled) => {
      this.#inFlight--;
      reply(settled);
      this.#settled();
    });
  }

  /** One by one. The answers leave as one message, so that they must not grow without limit. */
  async #runBatch(calls: readonly Call[]): Promise<string | undefined> {
    const release = this.#handling.onBatch();
    const answers: string[] = [];
    let length = 0;
    for (const call of calls) {
      const isTooMuch = length > MAX_MESSAGE_BYTES;
      const answer = isTooMuch ? this.#refusal(call, tooMuch()) : await this.#wholeAnswer(call);
      if (answer === undefined) continue;
      answers.push(answer);
      length += answer.length;
      await this.#turn.end();
    }
    release();
    return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
  }

  async #wholeAnswer(call: Call): Promise<string | undefined> {
    const answer = this.#handling.dispatch(call);
    return inOnePiece(await (answer instanceof StagedAnswer ? answer.answer : answer));
  }

  #refusal(call: Call, error: ErrorAnswer): string | undefined {
    return call.id === undefined ? undefined : errorText(call.id, this.#handling.encodeError(error));
  }

  #send(answer: Answer): void {
    if (answer !== undefined && !this.#isClosed) this.#outlet.send(answer);
  }
}

const sizeOf = ({ message }: Task): number => (typeof message === "string" ? message.length : 0);

const inOnePiece = (answer: Answer): string | undefined | Promise<string> =>
  answer instanceof LargeText ? wholeText(answer) : answer;

const tooMuch = (): ErrorAnswer =>
  jsonRpcError(
    "invalid_request",
    "the answers of this batch are too large for one message; send fewer requests in one",
  );

const tooMany = (): ErrorAnswer =>
  jsonRpcError(
    "invalid_request",
    `${MAX_REQUESTS_IN_FLIGHT} waits and inputs of this connection are unanswered; wait for some of them, or cancel them`,
  );
