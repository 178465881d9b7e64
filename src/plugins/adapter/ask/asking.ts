import { IntentRefusedError, MAX_WAIT_TIMEOUT_MS, orAborted } from "../../../base/index.js";
import type { Conversation, ExtensionHandle, ExtensionState, Look } from "../../extension/index.js";
import { ProgramEndedError } from "../../../core/session/index.js";
import { dialogParams, encode } from "../../../protocol/index.js";
import { answerPermission } from "./answer-permission.js";
import type { AskOptions } from "./ask-options.js";
import { textAt } from "./metadata-at.js";
import type { Outcome, OutcomeKind } from "./outcome.js";
import { permissionAskedIn } from "./permission-asked.js";
import { PersonWatch } from "./person-watch.js";

/** A program that was told to stop gets so long to do it. */
const CANCEL_MS = 5_000;

/** Not in a mode in which it is known to ask before it does something. */
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
  #isSent = false;

  constructor(handle: ExtensionHandle, table: Conversation, options: AskOptions) {
    this.#handle = handle;
    this.#table = table;
    this.#options = options;
  }

  /** Rejects with the error of an intent or of the plugin; when the signal has fired, after the turn was cancelled. */
  async run(): Promise<Outcome> {
    const { observer, signal } = this.#options;
    const stop = this.#handle.on((event) => {
      if (event.type === "classified") observer.onLook(event.look);
    });
    try {
      return (await this.#untilAsked()) ?? (await this.#untilOver());
    } catch (error) {
      if (signal.aborted) await this.#cancel();
      else if (this.#handle.session.isFinished) return { kind: "exited", look: await this.#handle.look() };
      throw error;
    } finally {
      stop();
    }
  }

  /** Undefined: the prompt was sent. */
  async #untilAsked(): Promise<Outcome | undefined> {
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
      // A question of the program's own may come up just when it seems to be ready.
      if (error instanceof IntentRefusedError && !known.includes(look.state.state))
        return this.#ended("person_needed", look);
      throw error;
    }
  }

  async #untilOver(): Promise<Outcome> {
    const { states, permission, waits } = this.#table;
    const known = [...states.done, ...states.failed, ...states.working, ...(permission?.states ?? [])];
    for (;;) {
      const look = await this.#next(waits.turn, known);
      const { state } = look;
      if (states.done.includes(state.state)) return { kind: "answered", look };
      if (states.failed.includes(state.state)) return { kind: "failed", look };
      if (permission?.states.includes(state.state) === true) {
        const asked = permissionAskedIn(look, this.#table);
        await answerPermission(this.#handle, permission, asked, this.#options);
      } else if (states.ready.includes(state.state)) return this.#ended("stopped", look);
      else if (!states.working.includes(state.state)) return this.#ended("person_needed", look);
      else await this.#change();
    }
  }

  #ended(kind: OutcomeKind, look: Look): Outcome {
    return { kind: this.#handle.session.isFinished ? "exited" : kind, look };
  }

  /** What there is when what the plugin waits for has come, or when what nobody here can answer does not go away. */
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

  /** What was awaited has come, and yet the program is at work: whatever it shows next decides. */
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

  /** As far as it lets itself be stopped: it is ended in any case. */
  async #cancel(): Promise<void> {
    if (!this.#isSent || this.#handle.session.isFinished) return;
    const signal = AbortSignal.timeout(CANCEL_MS);
    try {
      await this.#handle.send(this.#table.cancel, {}, { signal });
      await this.#handle.wait(this.#table.waits.turn, {}, { timeoutMs: CANCEL_MS, signal });
    } catch {
      // Nothing is under way any more, or it does not heed it.
    }
  }
}
