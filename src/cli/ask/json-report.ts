import { MAX_RUN_OUTPUT_CHARS, NAME, escapeJson } from "../../base/index.js";
import type { Conversation, Look } from "../../plugins/extension/index.js";
import type { DecidedBy, Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import { metadataAt } from "../../plugins/adapter/index.js";
import { redactedJson } from "../../disclosure/index.js";
import {
  failureMessage,
  policyWithSeenIn,
  redactedState,
  RedactedStream,
  safeLine,
} from "../../disclosure/program/index.js";
import type { AskLineFields, AskLineType, Schema } from "../../protocol/index.js";
import { askLine, encode } from "../../protocol/index.js";
import { AnswerText } from "./answer-text.js";
import type { Ending } from "./ending.js";
import type { Report } from "./report.js";

/** One JSON object a line on stdout; a failure is told on stderr too. */
export class JsonReport implements Report {
  readonly #table: Conversation;
  readonly #startedAt = performance.now();
  readonly #answer = new AnswerText();
  readonly #covered = new RedactedStream();
  readonly #permissions: { readonly tool: string | undefined; readonly decision: Decision }[] = [];
  #coveredText = "";
  #lastLook: Look | undefined;
  #delivery: unknown;
  #sentMs: number | undefined;
  #firstTextMs: number | undefined;

  constructor(table: Conversation) {
    this.#table = table;
  }

  onStarted(plugin: string): void {
    this.#tell("started", { plugin });
  }

  onLook(look: Look): void {
    const { state } = look;
    const isChange = state.state !== this.#lastLook?.state.state;
    this.#lastLook = look;
    this.#delivery = metadataAt(state, this.#table.delivery) ?? this.#delivery;
    const covered = redactedState(look);
    (state.events ?? []).forEach((event, at) => {
      if (event.kind === "text_delta") {
        this.#answer.add(event.text);
        this.#tellText(this.#covered.push(event.text, look));
      } else {
        // Texts are put together and cut anew in here: numbers would mean nothing.
        this.#tell("event", { event: { ...(covered.events?.[at] ?? event), seq: undefined } });
      }
    });
    const { state: name, confidence, evidence } = covered;
    if (isChange) this.#tell("state", { state: name, confidence, evidence });
  }

  onText(text: string, look: Look): void {
    this.#lastLook = look;
    this.#tellText(this.#covered.push(text, look));
  }

  onPromptSent(): void {
    this.#sentMs = this.#elapsedMs();
    this.#tell("prompt_sent", { delivery: this.#delivery });
  }

  onTrusted({ state }: Look): void {
    this.#tell("trusted", { evidence: state.evidence });
  }

  onAsked({ tool, summary, doubt, dialogId }: PermissionAsked): void {
    this.#tell("permission_asked", { tool, summary, doubt, dialogId });
  }

  onAnswered(asked: PermissionAsked, decision: Decision, by: DecidedBy): void {
    this.#permissions.push({ tool: asked.tool, decision });
    const { tool, dialogId } = asked;
    this.#tell("permission_answered", { tool, dialogId, decision, by });
  }

  onNotApprovable(asked: PermissionAsked, error: Error): void {
    this.#tell("not_approvable", { tool: asked.tool, message: failureMessage(error, asked.look) });
  }

  pause(): void {}

  resume(): void {}

  onEnd({ outcome, exitCode, message, answer, state }: Ending): void {
    if (answer !== undefined && this.#lastLook !== undefined)
      this.#tellText(this.#covered.push(this.#answer.rest(answer), this.#lastLook));
    this.#tellText(this.#covered.flush());
    this.#tell("end", {
      outcome,
      exitCode,
      state: state?.state,
      text: answer ?? this.#coveredText,
      message,
      delivery: this.#delivery,
      permissions: this.#permissions,
      sentMs: this.#sentMs,
      firstTextMs: this.#firstTextMs,
    });
    if (message !== undefined) process.stderr.write(`${NAME}: ${safeLine(message)}\n`);
  }

  clear(): void {}

  #tellText(text: string): void {
    if (text === "") return;
    this.#firstTextMs ??= this.#elapsedMs();
    this.#coveredText = (this.#coveredText + text).slice(-MAX_RUN_OUTPUT_CHARS);
    this.#tell("event", { event: { kind: "text_delta", text } });
  }

  #tell<T extends AskLineType>(type: T, fields: AskLineFields<T>): void {
    const policy = policyWithSeenIn(this.#lastLook);
    const covered = redactedJson(fields, policy) as AskLineFields<T>;
    const line = encode(askLine as Schema, { type, elapsedMs: this.#elapsedMs(), ...covered });
    process.stdout.write(`${escapeJson(JSON.stringify(line))}\n`);
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}
