import { NAME, escapeText } from "../../base/index.js";
import type { DecidedBy, Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import type { Look } from "../../plugins/extension/index.js";
import { RedactedStream, failureMessage, safeLine } from "../../disclosure/program/index.js";
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
  #lastLook: Look | undefined;

  onStarted(): void {
    this.#status.show("starting");
  }

  onLook(look: Look): void {
    this.#lastLook = look;
    const { state } = look;
    for (const event of state.events ?? []) {
      if (event.kind !== "text_delta") continue;
      const text = printable(event.text);
      this.#answer.add(text);
      this.#write(this.#redacted.push(text, look));
    }
    this.#status.show(safeLine(state.state));
  }

  onText(text: string, look: Look): void {
    this.#write(this.#redacted.push(printable(text), look));
  }

  onPromptSent(): void {}

  onTrusted(): void {
    this.#notice("the folder is trusted, as --trust says");
  }

  onAsked(): void {}

  onAnswered({ tool, look }: PermissionAsked, decision: Decision, by: DecidedBy): void {
    if (by === "user") return;
    this.#notice(
      failureMessage(`${decision === "approve" ? "allowed once" : "not allowed"}: ${tool ?? "something"}`, look),
    );
  }

  onNotApprovable(asked: PermissionAsked, error: Error): void {
    this.#notice(failureMessage(error, asked.look));
  }

  pause(): void {
    this.#status.pause();
    this.#endLine();
  }

  resume(): void {
    this.#status.resume();
  }

  onEnd({ answer, message }: Ending): void {
    if (answer !== undefined && this.#lastLook !== undefined) {
      const rest = this.#answer.rest(printable(answer));
      this.#write(this.#redacted.push(rest, this.#lastLook));
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
    // A terminal would obey what turns the direction of text round; in a pipe it is a part of the text.
    process.stdout.write(process.stdout.isTTY ? escapeText(text) : text);
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
