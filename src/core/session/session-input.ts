import type { SendResult, SubmitOptions, WaitEvidence } from "../../api/index.js";
import { requireOnScreen } from "../../api/index.js";
import type { ActionSize } from "../action/index.js";
import {
  Action,
  DEFAULT_STREAM_DELAY_MS,
  inputBytes,
  inputNote,
  nodeSignal,
  streamChunks,
  validateAction,
} from "../action/index.js";
import { InvalidArgumentError, SessionClosedError, WaitCancelledError, onAbort, shown } from "../../base/index.js";
import type { PtyProcess } from "../pty/index.js";
import type { Typist } from "./input-lease.js";
import { InputLease } from "./input-lease.js";
import { InputLog } from "./input-log.js";
import { InputQueue } from "./input-queue.js";
import type { SendOptionsWithin } from "./session-options.js";
import { AT_ONCE, TYPIST } from "./session-options.js";
import type { SessionView } from "./session-view.js";
import type { SinceBoundaries } from "./since-boundary.js";
import { isSilentTerminal } from "./submit-tty.js";

/** A text with a signal is written in pieces of what a terminal takes at once, so that the rest can be cancelled. */
const PIECE_BYTES = 4_096;

/** What a program acts on wherever it comes from. */
const KEYS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** With what an action is carried out. */
interface Doing {
  readonly notes: Set<string>;
  readonly author: ReturnType<InputLease["authorOf"]>;
  readonly signal: AbortSignal | undefined;
}

/** What an action may do to its session besides typing. */
export interface SessionControls {
  resize(size: ActionSize): void;
  kill(): Promise<unknown>;
  markTranscript(label: string): void;
}

/** Carries out actions. Typing is queued; actions that must work while the program does not read bypass the queue. */
export class SessionInput {
  readonly #pty: PtyProcess;
  readonly #view: SessionView;
  readonly #controls: SessionControls;
  readonly #boundaries: SinceBoundaries;
  readonly #queue = new InputQueue();
  /** What was carried out last. */
  readonly log: InputLog;
  /** Who may type. */
  readonly lease = new InputLease();
  readonly #ended = new AbortController();
  #keptBytes = 0;
  /** How often somebody asked for something to be typed. */
  askedCount = 0;

  constructor(pty: PtyProcess, view: SessionView, controls: SessionControls, boundaries: SinceBoundaries) {
    this.#pty = pty;
    this.#view = view;
    this.#controls = controls;
    this.#boundaries = boundaries;
    this.log = new InputLog(view.transcript);
  }

  /** What a wait that fails tells. */
  get facts(): Pick<WaitEvidence, "unreadInputBytes" | "lastInputs" | "lease"> {
    // In the terminal, and in the queue.
    const unreadInputBytes = this.#pty.pendingBytes + this.#keptBytes;
    return { unreadInputBytes, lastInputs: this.log.recent(), lease: this.lease.facts };
  }

  /** An array is carried out in order, and nothing else is typed in between. */
  async send(actions: Action | readonly Action[], options: SendOptionsWithin = {}): Promise<SendResult> {
    const notes = new Set<string>();
    const isTyping = ([] as readonly Action[]).concat(actions).some(isTyped);
    const send = async (asked: typeof actions): Promise<void> => {
      if (isTyping) this.askedCount++;
      await this.#send(asked, notes, options);
    };
    if (!isTyping || this.lease.admits(options[TYPIST])) await send(actions);
    else {
      // A copy: the caller may change the array before it is its turn.
      const list = ([] as readonly Action[]).concat(actions).map((action) => validateAction(action));
      this.#requireOpen();
      await this.#inTurn(sum(list.map(sizeOf)), options, () => send(Array.isArray(actions) ? list : list[0]));
    }
    return notes.size === 0 ? { sent: true } : { sent: true, notes: [...notes] };
  }

  /** Begins it when nobody else has the lease. */
  #inTurn(bytes: number, options: SendOptionsWithin, begin: () => Promise<void>): Promise<void> {
    const typist = options[TYPIST];
    if (options[AT_ONCE] === true) this.lease.require(typist);
    return this.lease.hold(typist, bytes, begin, options.signal);
  }

  #send(actions: Action | readonly Action[], notes: Set<string>, options: SendOptionsWithin): Promise<void> {
    const { signal } = options;
    const author = this.lease.authorOf(options[TYPIST]);
    if (signal?.aborted === true)
      throw new WaitCancelledError("cancelled before anything was sent", { cause: signal.reason });
    if (!Array.isArray(actions)) return this.#sendOne(validateAction(actions), { notes, author, signal });
    // A copy: the caller may change the array after it was checked.
    const list = Array.from(actions as readonly Action[], (action, index) =>
      validateAction(action, `action[${index}]`),
    );
    this.#requireOpen();
    // A key that has no bytes for this program, or a mouse outside of the screen, is refused before anything is typed.
    const { inputModes: modes, size } = this.#view.terminal;
    const keepsSize = list.every(({ type }) => type !== "resize");
    for (const action of list)
      if (action.type === "key") inputBytes(action, modes);
      else if (action.type === "mouse" && keepsSize) requireOnScreen("mouse", action, size);
    return this.#queue.run(
      sum(list.map(sizeOf)),
      async () => {
        for (const action of list)
          if (signal?.aborted !== true) {
            await this.#perform(action, { notes, author, signal });
            // Each takes milliseconds on a large screen.
            if (action.type === "resize") await nextTick();
          }
      },
      signal,
    );
  }

  /**
   * Types a line, and Enter once the program has taken it. `echo` false: it is known that nothing is echoed. Resolves when the terminal has
   * the Enter.
   */
  async submit(line: string, options: SubmitOptions & SendOptionsWithin): Promise<SendResult> {
    validateAction(Action.text(line), "line");
    this.#requireOpen();
    await this.#inTurn(line.length + 1, options, () => this.#submit(line, options));
    return { sent: true };
  }

  async #submit(line: string, options: SubmitOptions & SendOptionsWithin): Promise<void> {
    const { echo: isEchoed = true, signal } = options;
    const author = this.lease.authorOf(options[TYPIST]);
    this.askedCount++;
    const typing = typingOf(line, this.#view.terminal.inputModes.bracketedPaste);
    await this.#queue.run(
      sizeOf(typing) + 1,
      async () => {
        const notes = new Set<string>();
        const echo = this.#boundaries.lineBegins(line);
        const enterIsTyped = this.log.noteLine(line, isEchoed, author);
        const stopListening = onAbort(signal, () => echo.end());
        try {
          if (line !== "") await this.#write(typing, notes, signal);
          if (isEchoed) await echo.taken(() => isSilentTerminal(this.#pty.birth.path));
        } finally {
          stopListening();
        }
        if (signal?.aborted === true) return;
        echo.enters();
        enterIsTyped();
        await this.#write(Action.key("enter"), notes);
      },
      signal,
    );
  }

  /** Types the line that has a shell run a command, which is what is told of it. */
  async run(command: string, line: string, typist: Typist | undefined): Promise<void> {
    this.#requireOpen();
    this.lease.require(typist);
    const author = this.lease.authorOf(typist);
    this.askedCount++;
    const notes = new Set<string>();
    await this.#queue.run(Buffer.byteLength(line) + 1, async () => {
      this.log.noteCommand(command, author);
      for (const action of [Action.text(line), Action.key("enter")]) {
        this.#boundaries.inputBegins();
        await this.#write(action, notes);
      }
    });
  }

  /** The program has exited: pauses between pieces of typing end at once. */
  end(): void {
    this.#ended.abort();
    this.lease.end();
  }

  #sendOne(action: Action, doing: Doing): Promise<void> {
    this.#requireOpen();
    switch (action.type) {
      case "resize":
      case "signal":
      case "kill":
      case "mark_transcript":
        return this.#perform(action, doing);
      default:
        return this.#queue.run(sizeOf(action), () => this.#perform(action, doing), doing.signal);
    }
  }

  #requireOpen(): void {
    if (this.#view.exitStatus !== undefined)
      throw new SessionClosedError("the program has exited; nothing can be sent to it any more");
  }

  async #perform(action: Action, { notes, author, signal }: Doing): Promise<void> {
    this.log.note(action, author);
    switch (action.type) {
      case "resize":
        return this.#controls.resize(action.size);
      case "signal":
        return this.#pty.signal(nodeSignal(action.signal));
      case "kill":
        await this.#controls.kill();
        return;
      case "mark_transcript":
        return this.#controls.markTranscript(action.label);
      case "stream_text":
        return this.#stream(action, signal);
      default:
        this.#boundaries.inputBegins();
        return this.#write(action, notes, signal);
    }
  }

  async #write(action: Action, notes: Set<string>, signal?: AbortSignal): Promise<void> {
    // Modes are read only now: an earlier action may have changed them.
    this.#requireOpen();
    const { terminal } = this.#view;
    const modes = terminal.inputModes;
    const bytes = inputBytes(action, modes);
    if (action.type === "mouse") requireOnScreen("mouse", action, terminal.size);
    if (bytes === undefined) return;
    if (action.type === "focus") terminal.isFocused = action.focused;
    const note = inputNote(action, modes);
    if (note !== undefined) notes.add(note);
    // Never cut: half a key, or a paste without its end, would be worse than a late one.
    if (signal === undefined || action.type !== "text") await this.#pty.write(bytes);
    else await this.#writeInPieces(bytes, signal);
  }

  async #writeInPieces(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const stopListening = onAbort(signal, () => (this.#keptBytes = 0));
    try {
      for (let at = 0; at < bytes.length && !signal.aborted;) {
        const end = endOfPiece(bytes, at + PIECE_BYTES);
        this.#keptBytes = bytes.length - end;
        await this.#pty.write(bytes.subarray(at, end));
        at = end;
      }
    } finally {
      stopListening();
      this.#keptBytes = 0;
    }
  }

  async #stream(action: Extract<Action, { type: "stream_text" }>, signal: AbortSignal | undefined): Promise<void> {
    const { text, chunkChars, delayMs = DEFAULT_STREAM_DELAY_MS } = action;
    this.#boundaries.inputBegins();
    let isFirst = true;
    for (const chunk of streamChunks(text, chunkChars)) {
      if (!isFirst && delayMs > 0) await this.#pause(delayMs, signal);
      if (signal?.aborted === true) return;
      isFirst = false;
      this.#requireOpen();
      await this.#pty.write(Buffer.from(chunk));
    }
  }

  /** Ends early when the program exits, or when the typing is cancelled. */
  #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const ends = [this.#ended.signal, signal];
    if (ends.some((end) => end?.aborted)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const stop of stops) stop();
        resolve();
      };
      const timer = setTimeout(done, ms);
      const stops = ends.map((end) => onAbort(end, done));
    });
  }
}

/** Several lines are one paste, and so is a tab, which a line editor would complete; other control characters are keys, also in a paste. */
function typingOf(line: string, bracketedPaste: boolean): Action {
  if (bracketedPaste && /[\t\r\n]/.test(line) && !KEYS.test(line)) return Action.bracketedPaste(line);
  const key = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/.exec(line)?.[0];
  if (key !== undefined)
    throw new InvalidArgumentError(
      "line",
      `line must be text: ${shown(key)} in it is a key here, which the program would act on; if that is meant, send Action.text(line) and Action.key("enter")`,
    );
  if (!/[\r\n]/.test(line)) return Action.text(line);
  throw new InvalidArgumentError(
    "line",
    "line must be one line here: the program has not asked for bracketed paste, so that each line would be taken by itself; submit them one by one",
  );
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Never splits a character. */
function endOfPiece(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let at = end;
  while ((bytes[at] & 0xc0) === 0x80) at--;
  return at;
}

/** Actions that the program's terminal sees nothing of, or another way. */
const NOT_TYPED: ReadonlySet<Action["type"]> = new Set(["mark_transcript", "resize", "signal", "kill"]);
/** Called before it is known whether it is an action at all. */
const isTyped = (action: Partial<Action> | null | undefined): boolean =>
  action?.type === undefined || !NOT_TYPED.has(action.type);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** About how many bytes an action adds to the queue; exact enough for a limit. */
function sizeOf(action: Action): number {
  return "text" in action ? Buffer.byteLength(action.text) : 1;
}
