import { MAX_MESSAGE_BYTES, MAX_REQUESTS_IN_FLIGHT, MAX_UNBEGUN_MESSAGES, TURN_MS, TurnTaker } from "../base/index.js";
import type { ErrorAnswer, JsonRpcErrorName } from "./json-rpc-error.js";
import { jsonRpcError } from "./json-rpc-error.js";
import type { Outgoing } from "./large-text.js";
import { LargeText, wholeText } from "./large-text.js";
import { loopTurns } from "./loop-turns.js";
import type { Call, Message } from "./message.js";
import { readMessage, refused } from "./message.js";
import { readLargeMessage } from "./message-thread.js";
import type { MessageSink } from "./message-sink.js";
import { errorText } from "./response.js";
import type { Claim, Keeps, Ticket } from "./scheduler.js";
import { Scheduler, StagedAnswer } from "./scheduler.js";

/** One lane for all requests: each is handled to its end before the next begins. */
const ONE_BY_ONE: readonly Claim[] = [{ lane: "", mode: "exclusive" }];

export interface ConnectionOptions {
  /** Each request is handled to its end before the next begins, waits included. */
  readonly inOrder?: boolean | undefined;
}

/** Undefined for a notification. */
export type Answer = Outgoing | undefined;

/** The methods behind a connection, as far as it has to know them. */
export interface Handling {
  /** Carries out a call and encodes its answer. Nothing is ever thrown. */
  dispatch(call: Call): Answer | Promise<Answer> | StagedAnswer<Answer>;
  /** The lanes that a call needs. `isExclusive` says whether an earlier call holds a lane exclusively. */
  claimsOf(call: Call, isExclusive: (lane: string) => boolean): readonly Claim[];
  keeps(call: Call): Keeps;
  /** Undefined if the call can be begun at once, else a promise for when what it needs is loaded. */
  whenLoaded(call: Call): Promise<unknown> | undefined;
  /** Makes an error of the connection itself fit to be sent. */
  encodeError(error: ErrorAnswer): ErrorAnswer;
  /** Called when a batch begins; what it returns is called when the batch is answered. */
  onBatch(): () => void;
  /** Messages to send before the connection ends. */
  lastMessages(): string[];
  onClose(): void;
}

type Reply = (answer: Answer) => void;

interface Task {
  /** A message as text or, if it is large, as bytes; or the error for something that is not one. */
  readonly message: string | Buffer | ErrorAnswer;
  readonly reply: Reply;
  readonly onRead?: () => void;
}

/** A message that was taken from the queue; it begins when its lanes are free. */
interface Pending {
  readonly message: Message;
  readonly chars: number;
  readonly reply: Reply;
  /** In the order of arrival. */
  readonly number: number;
  /** Undefined while it is in no lane. */
  ticket: Ticket | undefined;
  /** For the lanes that it leaves as soon as it has begun. */
  gate: Ticket | undefined;
}

/**
 * One client. Requests that share a lane begin in the order of arrival. Which lanes there are, and how long a request keeps them, is
 * decided by its Handling. Knows nothing of bytes: framing and transport are elsewhere.
 */
export class Connection {
  readonly #handling: Handling;
  readonly #sink: MessageSink;
  readonly #inOrder: boolean;
  readonly #taker = new TurnTaker();
  readonly #scheduler = new Scheduler();
  readonly #isExclusive = (lane: string): boolean => this.#scheduler.isExclusive(lane);
  #tasks: Task[] = [];
  #next = 0;
  /** Their lanes are free; they have not begun yet. */
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

  constructor(handling: Handling, sink: MessageSink, options: ConnectionOptions = {}) {
    this.#handling = handling;
    this.#sink = sink;
    this.#inOrder = options.inOrder ?? false;
  }

  /** More messages were received than may wait in the queue. */
  get isFull(): boolean {
    return this.#unbegun > MAX_UNBEGUN_MESSAGES || this.#unbegunChars > MAX_MESSAGE_BYTES;
  }

  /** Takes a message; its answer goes to the sink. */
  receive(text: string): void {
    this.#take({ message: text, reply: (answer) => this.#send(answer) });
  }

  /** Takes a message that takes long to read. `onRead` is called when its bytes are needed no more. */
  receiveLarge(bytes: Buffer, onRead: () => void): void {
    this.#take({ message: bytes, reply: (answer) => this.#send(answer), onRead });
  }

  /** Takes a message and resolves to its answer; undefined if it has none. */
  handle(text: string): Promise<string | undefined> {
    return new Promise((resolve) => this.#take({ message: text, reply: (answer) => resolve(inOnePiece(answer)) }));
  }

  /** Answers input that is no message with an error, in the order of arrival. */
  refuse(name: JsonRpcErrorName, message: string): void {
    this.#take({ message: jsonRpcError(name, message), reply: (answer) => this.#send(answer) });
  }

  /** Sends the last messages; to be called after the last request. */
  flush(): void {
    for (const json of this.#handling.lastMessages()) this.#send(json);
  }

  /** Resolves when the queue is at most half full; undefined if it is so now. */
  whenRoom(): Promise<void> | undefined {
    return this.#hasRoom ? undefined : new Promise((resolve) => this.#onRoom.push(resolve));
  }

  /** Resolves when everything received has begun and all lanes are free; undefined if it is so now. */
  whenCaughtUp(): Promise<void> | undefined {
    return this.#isBusy ? new Promise((resolve) => this.#onCaughtUp.push(resolve)) : undefined;
  }

  /** Resolves when everything received has been answered. */
  async idle(): Promise<void> {
    while (this.#isBusy || this.#inFlight > 0) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** The client is gone: nothing more is sent. Requests received before still take effect. */
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

  /** `turnEnds`: until when it need not wait for its turn. */
  #work(turnEnds = 0): void {
    this.#isWorking = true;
    while (this.#ready.length > 0 || this.#next < this.#tasks.length) {
      const began = performance.now();
      const turn = began < turnEnds ? undefined : loopTurns.next(this.#taker);
      if (turn !== undefined) {
        void turn.then(() => this.#work(performance.now() + TURN_MS));
        return;
      }
      const ready = this.#ready.shift();
      const loading = ready === undefined ? this.#accept(this.#takeNext()) : this.#begin(ready);
      loopTurns.spent(this.#taker, performance.now() - began);
      const pause = loading ?? this.#sink.whenReady();
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

  /** Frees the memory of taken tasks also while the queue never runs empty. */
  #takeNext(): Task {
    const task = this.#tasks[this.#next++];
    if (this.#next * 2 >= this.#tasks.length) {
      this.#tasks.splice(0, this.#next);
      this.#next = 0;
    }
    return task;
  }

  /** Undefined if the next task can be accepted at once. */
  #accept(task: Task): Promise<void> | undefined {
    const { message: received } = task;
    if (typeof received === "string") return this.#acceptMessage(task, readMessage(received));
    if (!Buffer.isBuffer(received)) return this.#acceptMessage(task, refused(received));
    return readLargeMessage(received).then((message) => {
      task.onRead?.();
      return this.#acceptMessage(task, message);
    });
  }

  #acceptMessage(task: Task, message: Message): Promise<void> | undefined {
    const { reply } = task;
    const number = ++this.#received;
    const pending: Pending = { message, chars: sizeOf(task), reply, number, ticket: undefined, gate: undefined };
    const loading = this.#whenLoaded(message);
    if (loading === undefined) return this.#enter(pending);
    const enter = (): void => this.#enter(pending);
    // If loading failed, the call itself reports it.
    return loading.then(enter, enter);
  }

  #whenLoaded(message: Message): Promise<unknown> | undefined {
    if (message.type === "single") return this.#handling.whenLoaded(message.call);
    const loading = message.calls.map((call) => this.#handling.whenLoaded(call)).filter((one) => one !== undefined);
    return loading.length > 0 ? Promise.all(loading) : undefined;
  }

  #enter(pending: Pending): undefined {
    // Fast path: most requests are done when the next one comes, so that no lane is taken.
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

  /** Keeps the order of arrival among those that are ready. */
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

  /** One by one. The answers are sent as one message, so their total size is limited. */
  async #runBatch(calls: readonly Call[]): Promise<string | undefined> {
    const release = this.#handling.onBatch();
    const answers: string[] = [];
    let length = 0;
    for (const call of calls) {
      const turn = loopTurns.next(this.#taker);
      if (turn !== undefined) await turn;
      const isTooMuch = length > MAX_MESSAGE_BYTES;
      const answer = isTooMuch ? this.#refusal(call, tooMuch()) : await this.#wholeAnswer(call);
      if (answer === undefined) continue;
      answers.push(answer);
      length += answer.length;
    }
    release();
    return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
  }

  async #wholeAnswer(call: Call): Promise<string | undefined> {
    const began = performance.now();
    const answer = this.#handling.dispatch(call);
    loopTurns.spent(this.#taker, performance.now() - began);
    return inOnePiece(await (answer instanceof StagedAnswer ? answer.answer : answer));
  }

  #refusal(call: Call, error: ErrorAnswer): string | undefined {
    return call.id === undefined ? undefined : errorText(call.id, this.#handling.encodeError(error));
  }

  #send(answer: Answer): void {
    if (answer !== undefined && !this.#isClosed) this.#sink.send(answer);
  }
}

const sizeOf = ({ message }: Task): number =>
  typeof message === "string" || Buffer.isBuffer(message) ? message.length : 0;

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
