import { logger } from "../../home/logging/index.js";
import type { Session, SessionMoment } from "../../core/session/index.js";
import { PluginError } from "../runtime/index.js";
import { failureFields } from "./failure-fields.js";
import type { ClassifyContext } from "./classify-context.js";
import { contextOf } from "./classify-context.js";
import type { Extension } from "./extension.js";
import type { Classification, ExtensionState, NewTurnEvent, TurnEvent } from "./extension-state.js";
import { PLUGIN_ERROR_STATE } from "./extension-state.js";

const log = logger("extension");

/** What was found, and the moment it was found in. */
export interface Look {
  readonly state: ExtensionState;
  readonly moment: SessionMoment;
}

const moments = new WeakMap<ExtensionState, SessionMoment>();

/** What could be seen when the state was found. */
export const momentOf = (state: ExtensionState): SessionMoment | undefined => moments.get(state);

/** Enough to tell what a piece of an answer belongs to. */
const MAX_TEXT_BEFORE = 4_096;

const textsBefore = new WeakMap<TurnEvent, string>();

/** The end of what was told of the answer before this piece of it. */
export const textBefore = (event: TurnEvent): string => textsBefore.get(event) ?? "";

/** The later of two states with the events of both, for somebody who is told of one look only. */
export function mergeStates(before: ExtensionState, after: ExtensionState): ExtensionState {
  if (before === after || !before.events?.length) return after;
  const state = { ...after, events: [...before.events, ...(after.events ?? [])] };
  const moment = moments.get(after);
  if (moment !== undefined) moments.set(state, moment);
  return state;
}

/**
 * Has an extension look at a session, one look after the other: events are numbered and markers set in the order of the looks.
 * Whoever asks while a look has not begun yet gets that one.
 */
export class Classifier {
  readonly #extension: Extension;
  readonly #session: Session;
  readonly #completedTurnStableMs: number;
  readonly #onState: (state: ExtensionState) => void;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<Look> | undefined;
  #lastEventSeq: number | undefined;
  #textBefore = "";
  lastIntent: string | undefined;

  constructor(
    extension: Extension,
    session: Session,
    completedTurnStableMs: number,
    onState: (state: ExtensionState) => void,
  ) {
    this.#extension = extension;
    this.#session = session;
    this.#completedTurnStableMs = completedTurnStableMs;
    this.#onState = onState;
  }

  look(): Promise<Look> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      return this.#lookNow();
    });
    this.#last = this.#next.catch(() => undefined);
    return this.#next;
  }

  async #lookNow(): Promise<Look> {
    const moment = this.#session.moment();
    const context = this.#context(moment);
    let state;
    try {
      state = this.#taken(await this.#extension.classify(context), context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isClosed = error instanceof PluginError && error.reason === "unavailable";
      log[isClosed ? "debug" : "warn"]("a plugin could not look at its program", {
        plugin: this.#extension.name,
        ...failureFields(error),
      });
      state = failed(reason, context);
    }
    moments.set(state, moment);
    this.#onState(state);
    return { state, moment };
  }

  #context(moment: SessionMoment): ClassifyContext {
    return contextOf(moment, {
      completedTurnStableMs: this.#completedTurnStableMs,
      lastIntent: this.lastIntent,
      lastEventSeq: this.#lastEventSeq,
    });
  }

  #taken({ events, ...rest }: Classification, { cursor }: ClassifyContext): ExtensionState {
    for (const { label } of rest.hostMarks ?? []) this.#session.markTranscript(label, cursor);
    const numbered = events && this.#numbered(events);
    return numbered === undefined ? rest : { ...rest, events: numbered };
  }

  /** An event whose number was given before has been told before. */
  #numbered(events: readonly NewTurnEvent[]): TurnEvent[] {
    const numbered: TurnEvent[] = [];
    for (const event of events) {
      const last = this.#lastEventSeq ?? 0;
      const seq = event.seq ?? last + 1;
      if (seq <= last) continue;
      this.#lastEventSeq = seq;
      const told = { ...event, seq };
      this.#remember(told);
      numbered.push(told);
    }
    return numbered;
  }

  #remember(event: TurnEvent): void {
    if (event.kind === "text_delta") {
      textsBefore.set(event, this.#textBefore);
      this.#textBefore = (this.#textBefore + event.text).slice(-MAX_TEXT_BEFORE);
    } else if (event.kind === "turn_complete" || event.kind === "error") this.#textBefore = "";
  }
}

function failed(message: string, { sequence }: ClassifyContext): ExtensionState {
  return { state: PLUGIN_ERROR_STATE, confidence: 1, evidence: message, sequence, candidates: [] };
}
