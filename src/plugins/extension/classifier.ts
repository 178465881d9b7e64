import { logger } from "../../home/logging/index.js";
import type { Session, SessionMoment } from "../../core/session/index.js";
import type { SideChannel, SideFacts } from "../signals/index.js";
import { PluginError } from "../runtime/index.js";
import { failureFields } from "./failure-fields.js";
import type { ClassifyContext } from "./classify-context.js";
import { contextOf } from "./classify-context.js";
import type { Extension } from "./extension.js";
import type { Classification, ExtensionState, NewTurnEvent, TurnEvent } from "./extension-state.js";
import { PLUGIN_ERROR_STATE } from "./extension-state.js";

const log = logger("extension");

/** What was found, and what it was found in: whoever tells of the state has to know what could be seen beside it. */
export interface Look {
  readonly state: ExtensionState;
  readonly moment: SessionMoment;
  /** The end of the answer as it was told before the events of this look. */
  readonly answerBefore: string;
}

/** The later of two looks with the events of both, for somebody who is told of one only. */
export function mergeLooks(before: Look, after: Look): Look {
  const { events } = before.state;
  if (before === after || !events?.length) return after;
  const state = { ...after.state, events: [...events, ...(after.state.events ?? [])] };
  return { ...after, state, answerBefore: before.answerBefore };
}

/** Enough to tell what a piece of an answer belongs to. */
const MAX_ANSWER_BEFORE = 4_096;

/** The end of the answer once this event was told. */
export function answerAfter(before: string, event: TurnEvent): string {
  if (event.kind === "text_delta") return (before + event.text).slice(-MAX_ANSWER_BEFORE);
  return event.kind === "turn_complete" || event.kind === "error" ? "" : before;
}

/**
 * Has an extension look at a session, one look after the other: events are numbered and markers set in the order of the looks.
 * Whoever asks while a look has not begun yet gets that one.
 */
export class Classifier {
  readonly #extension: Extension;
  readonly #session: Session;
  readonly #completedTurnStableMs: number;
  readonly #onLook: (look: Look) => void;
  readonly #channel: SideChannel | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<Look> | undefined;
  #lastEventSeq: number | undefined;
  #answer = "";
  lastIntent: string | undefined;

  constructor(
    extension: Extension,
    session: Session,
    completedTurnStableMs: number,
    onLook: (look: Look) => void,
    channel?: SideChannel,
  ) {
    this.#extension = extension;
    this.#session = session;
    this.#completedTurnStableMs = completedTurnStableMs;
    this.#onLook = onLook;
    this.#channel = channel;
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
    // Before the screen is read: what was told may be older than the screen, never newer than what the state says of it.
    const side = await this.#channel?.factsWithRecord();
    const moment = this.#session.moment();
    const context = this.#context(moment, side);
    const answerBefore = this.#answer;
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
    const look = { state, moment, answerBefore };
    this.#onLook(look);
    return look;
  }

  #context(moment: SessionMoment, side: SideFacts | undefined): ClassifyContext {
    const remembered = {
      completedTurnStableMs: this.#completedTurnStableMs,
      lastIntent: this.lastIntent,
      lastEventSeq: this.#lastEventSeq,
    };
    return contextOf(moment, remembered, side);
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
      this.#answer = answerAfter(this.#answer, told);
      numbered.push(told);
    }
    return numbered;
  }
}

function failed(message: string, { sequence }: ClassifyContext): ExtensionState {
  return { state: PLUGIN_ERROR_STATE, confidence: 1, evidence: message, sequence, candidates: [] };
}
