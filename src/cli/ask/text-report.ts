import { NAME } from "../../base/index.js";
import type { DecidedBy, Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import type { ExtensionState } from "../../plugins/extension/index.js";
import { RedactedStream, failureMessage } from "../../disclosure/index.js";
import { safeLine } from "../safe-line.js";
import { AnswerText, printable } from "./answer-text.js";
import type { Ending } from "./ending.js";
import type { Report } from "./report.js";
import { StatusLine } from "./status-line.js";

/** The answer on stdout as it grows and nothing else; the rest on stderr. */
export class TextReport implements Report {
  readonly #answer = new AnswerText();
  readonly #redacted = new RedactedStream();
  readonly #status = new StatusLine();
  /** The answer is on the terminal that the status line is on. */
  readonly #isShared = process.stdout.isTTY && process.stderr.isTTY;
  #openLine = "";
  #lastState: ExtensionState | undefined;

  onStarted(): void {
    this.#status.show("starting");
  }

  onLook(state: ExtensionState): void {
    this.#lastState = state;
    for (const event of state.events ?? []) {
      if (event.kind !== "text_delta") continue;
      const text = printable(event.text);
      this.#answer.add(text);
      this.#write(this.#redacted.push(text, state));
    }
    this.#status.show(safeLine(state.state));
  }

  onPromptSent(): void {}

  onTrusted(): void {
    this.#notice("the folder is trusted, as --trust says");
  }

  onAsked(): void {}

  onAnswered({ tool, state }: PermissionAsked, decision: Decision, by: DecidedBy): void {
    if (by === "user") return;
    this.#notice(
      failureMessage(`${decision === "approve" ? "allowed once" : "not allowed"}: ${tool ?? "something"}`, state),
    );
  }

  onNotApprovable(asked: PermissionAsked, error: Error): void {
    this.#notice(failureMessage(error, asked.state));
  }

  pause(): void {
    this.#status.pause();
    this.#endLine();
  }

  resume(): void {
    this.#status.resume();
  }

  onEnd({ answer, message }: Ending): void {
    if (answer !== undefined && this.#lastState !== undefined) {
      const rest = this.#answer.rest(printable(answer));
      this.#write(this.#redacted.push(rest, this.#lastState));
    }
    this.#write(this.#redacted.flush());
    this.#status.end();
    if (this.#openLine !== "") this.#write("\n");
    if (message !== undefined) this.#notice(message);
  }

  clear(): void {
    this.#status.end();
  }

  #write(text: string): void {
    if (text === "") return;
    this.#status.erase();
    process.stdout.write(text);
    // Who reads from a pipe may well write to this terminal.
    if (!process.stdout.isTTY) this.#status.pause();
    this.#openLine = (this.#openLine + text).slice((this.#openLine + text).lastIndexOf("\n") + 1);
    if (this.#isShared) this.#status.behind(this.#openLine);
  }

  #notice(text: string): void {
    this.#status.erase();
    this.#endLine();
    process.stderr.write(`${NAME}: ${safeLine(text)}\n`);
  }

  /** What is said in between begins a line of its own where both are seen together. */
  #endLine(): void {
    if (this.#isShared && this.#openLine !== "") this.#write("\n");
  }
}
