import type { Conversation, ExtensionHandle, ExtensionState, Look } from "../../extension/index.js";
import { IntentRefusedError, MAX_WAIT_TIMEOUT_MS, orAborted } from "../../../base/index.js";
import { ProgramEndedError } from "../../../core/session/index.js";
import { dialogParams, encode } from "../../../protocol/index.js";
import { answerPermission } from "./answer-permission.js";
import type { AskOptions } from "./ask-options.js";
import { textAt } from "./metadata-at.js";
import type { PermissionAsked } from "./permission-asked.js";
import { permissionAskedIn } from "./permission-asked.js";
import { PersonWatch } from "./person-watch.js";

export type OutcomeKind =
  /** The turn is over and has its answer. */
  | "answered"
  /** The program says that the turn went wrong. */
  | "failed"
  /** The turn is over without an answer: stopped by the program, or by what was refused. */
  | "stopped"
  /** The program asks whether it may work here, and nobody said so. */
  | "trust_needed"
  /** The program shows what only a person can answer, or what its plugin does not know. */
  | "person_needed"
  /** The program is in a mode in which it does things without asking; it was not asked anything. */
  | "unguarded"
  /** The program has ended. */
  | "exited";

/** How a turn ended, and in which state. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly look: Look;
  /** The answer that the last `turn_complete` event had, if any. */
  readonly answer: string | undefined;
  /** What was denied. */
  readonly refused: readonly PermissionAsked[];
}

type End = Pick<Outcome, "kind" | "look">;

/** How long a program gets to stop after a cancel. */
const CANCEL_MS = 5_000;

/** The program is not in a mode in which it is known to ask for permission. */
function doesNotAsk(state: ExtensionState, { permission }: Conversation): boolean {
  if (permission?.mode === undefined) return false;
  const mode = textAt(state, permission.mode);
  return mode === undefined || permission.asksIn?.includes(mode) !== true;
}

/** One prompt in one program, from its start to the end of the turn. */
export class Asking {
  readonly #handle: ExtensionHandle;
  readonly #table: Conversation;
  readonly #options: AskOptions;
  readonly #refused: PermissionAsked[] = [];
  #answer: string | undefined;
  #isSent = false;

  constructor(handle: ExtensionHandle, table: Conversation, options: AskOptions) {
    this.#handle = handle;
    this.#table = table;
    this.#options = options;
  }

  /** Rejects with the error of an intent or of the plugin, or, if the signal fires, after the turn was cancelled. */
  async run(): Promise<Outcome> {
    const { observer, signal } = this.#options;
    const stop = this.#handle.on((event) => {
      if (event.type !== "classified") return;
      this.#answer = answerIn(event.state) ?? this.#answer;
      observer.onLook(event.look);
    });
    try {
      return this.#outcome((await this.#untilAsked()) ?? (await this.#untilOver()));
    } catch (error) {
      if (signal.aborted) await this.#cancel();
      else if (this.#handle.session.isFinished)
        return this.#outcome({ kind: "exited", look: await this.#handle.look() });
      throw error;
    } finally {
      stop();
    }
  }

  #outcome(end: End): Outcome {
    return { ...end, answer: this.#answer, refused: this.#refused };
  }

  /** Undefined if the prompt was sent. */
  async #untilAsked(): Promise<End | undefined> {
    const { states, trust, prompt, waits } = this.#table;
    const { observer, signal } = this.#options;
    const known = [...states.ready, ...states.working, ...(trust?.states ?? [])];
    for (;;) {
      const look = await this.#next(waits.ready, known);
      const { state } = look;
      if (states.ready.includes(state.state)) {
        if (!this.#options.allowsAll && doesNotAsk(state, this.#table)) return { kind: "unguarded", look };
        break;
      }
      if (trust?.states.includes(state.state) === true) {
        if (!this.#options.trust) return { kind: "trust_needed", look };
        await this.#handle.send(trust.accept, this.#dialog(state), { signal });
        observer.onTrusted(look);
      } else if (!states.working.includes(state.state)) return this.#ended("person_needed", look);
      else await this.#change();
    }
    this.#isSent = true;
    try {
      const sent = await this.#handle.sendAndLook(prompt.intent, { [prompt.param]: this.#options.prompt }, { signal });
      observer.onPromptSent(sent);
      return undefined;
    } catch (error) {
      const look = await this.#handle.look();
      // The program may show a question just when it seems ready.
      if (error instanceof IntentRefusedError && !known.includes(look.state.state))
        return this.#ended("person_needed", look);
      throw error;
    }
  }

  async #untilOver(): Promise<End> {
    const { states, permission, waits } = this.#table;
    const known = [...states.done, ...states.failed, ...states.working, ...(permission?.states ?? [])];
    for (;;) {
      const look = await this.#next(waits.turn, known);
      const { state } = look;
      if (states.done.includes(state.state)) return { kind: "answered", look };
      if (states.failed.includes(state.state)) return { kind: "failed", look };
      if (permission?.states.includes(state.state) === true) {
        const asked = permissionAskedIn(look, this.#table);
        const decision = await answerPermission(this.#handle, permission, asked, this.#options);
        if (decision === "deny") this.#refused.push(asked);
      } else if (states.ready.includes(state.state)) return this.#ended("stopped", look);
      else if (!states.working.includes(state.state)) return this.#ended("person_needed", look);
      else await this.#change();
    }
  }

  #ended(kind: OutcomeKind, look: Look): End {
    return { kind: this.#handle.session.isFinished ? "exited" : kind, look };
  }

  /** The state when the plugin's matcher holds, or when the program stays in a state that only a person can answer. */
  async #next(waitMatcher: string, known: readonly string[]): Promise<Look> {
    const { signal } = this.#options;
    const watch = new PersonWatch(this.#handle, (state) => known.includes(state));
    try {
      const both = AbortSignal.any([signal, watch.signal]);
      const options = { timeoutMs: MAX_WAIT_TIMEOUT_MS, signal: both };
      return (await this.#handle.wait(waitMatcher, {}, options)).look;
    } catch (error) {
      if (signal.aborted || !(watch.signal.aborted || error instanceof ProgramEndedError)) throw error;
      return await this.#handle.look();
    } finally {
      watch.end();
    }
  }

  /** The matcher held, but the program is still working: waits for the next classification. */
  #change(): Promise<void> {
    let stop = (): void => undefined;
    const looked = new Promise<void>((resolve) => {
      stop = this.#handle.on((event) => {
        if (event.type === "classified") resolve();
      });
    });
    return orAborted(looked, this.#options.signal, "cancelled while the program was at work").finally(stop);
  }

  #dialog(state: ExtensionState): object {
    return encode(dialogParams, { dialogId: textAt(state, this.#table.dialogId) });
  }

  /** Best effort: the program is ended in any case. */
  async #cancel(): Promise<void> {
    if (!this.#isSent || this.#handle.session.isFinished) return;
    const signal = AbortSignal.timeout(CANCEL_MS);
    try {
      await this.#handle.send(this.#table.cancel, {}, { signal });
      await this.#handle.wait(this.#table.waits.turn, {}, { timeoutMs: CANCEL_MS, signal });
    } catch {
      // The turn is over, or the program ignores the cancel.
    }
  }
}

function answerIn({ events = [] }: ExtensionState): string | undefined {
  for (const event of events) if (event.kind === "turn_complete" && event.text !== undefined) return event.text;
  return undefined;
}
