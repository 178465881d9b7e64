import { InvalidArgumentError, shown } from "../../base/index.js";
import type { Since } from "../../api/index.js";
import type { Boundary, BoundarySource } from "./change-history.js";
import { START } from "./change-history.js";
import { LineEcho } from "./submit-echo.js";
import type { SessionView } from "./session-view.js";

/** What waits of one session may count from. */
export class SinceBoundaries {
  readonly #view: SessionView;
  readonly #onLateEnd: () => void;
  readonly #markers = new Map<string, Boundary>();
  #input: Boundary = START;
  #echo: LineEcho | undefined;
  /** The line that was submitted last. */
  line: LineEcho | undefined;

  /** `onLateEnd` is called when an echo has ended without a change of the screen. */
  constructor(view: SessionView, onLateEnd: () => void) {
    this.#view = view;
    this.#onLateEnd = onLateEnd;
  }

  /** Something is typed: what comes from now on is after it, and so is its echo. */
  inputBegins(): void {
    this.#endEcho();
    this.#input.place?.forget();
    this.#input = this.#view.boundary();
  }

  /** A line is submitted: what comes after its echo is after it. */
  lineBegins(line: string): LineEcho {
    const echo = new LineEcho(this.#view, line, this.#onLateEnd, this.line);
    this.inputBegins();
    this.line = this.#echo = echo;
    return echo;
  }

  /** Of the line that was submitted last, if nothing was typed since. */
  get echo(): LineEcho | undefined {
    return this.#echo;
  }

  /** Nobody waits for the end of an echo any more. */
  #endEcho(): void {
    this.#echo?.end();
    this.#echo?.boundary?.place?.forget();
    this.#echo = undefined;
  }

  mark(label: string, cursor: number): void {
    const { transcript, history } = this.#view;
    this.#markers.get(label)?.place?.forget();
    this.#markers.set(label, cursor === transcript.charsWritten ? this.#view.boundary() : history.before(cursor));
  }

  of(since: Since): BoundarySource {
    if (since === "input") {
      const [echo, input] = [this.#echo, this.#input];
      return echo === undefined ? () => input : () => echo.boundary;
    }
    const boundary = typeof since === "number" ? this.#atSequence(since) : this.#atMarker(since);
    return () => boundary;
  }

  #atSequence(since: number): Boundary {
    const { sequence, history } = this.#view;
    if (Number.isSafeInteger(since) && since >= 0 && since <= sequence) return history.at(since);
    throw new InvalidArgumentError(
      "since",
      `since must be "input", {marker}, or a sequence number from 0 to ${sequence}, which is now; got ${shown(since)}`,
    );
  }

  #atMarker(since: Exclude<Since, "input" | number>): Boundary {
    const label = (since as { marker?: unknown } | null)?.marker;
    if (typeof label !== "string")
      throw new InvalidArgumentError(
        "since",
        `since must be "input", a sequence number, or {marker: "label"}, got ${shown(since)}`,
      );
    const boundary = this.#markers.get(label);
    if (boundary !== undefined) return boundary;
    throw new InvalidArgumentError(
      "since",
      `there is no marker ${shown(label)}; Action.markTranscript(label) puts one`,
    );
  }
}
