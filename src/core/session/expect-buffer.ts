import type { ExpectResult } from "../../api/index.js";
import {
  InvalidArgumentError,
  MAX_AWAITED_CHARS,
  MAX_EXPECT_BACKLOG_CHARS,
  MAX_EXPECT_CHARS,
} from "../../base/index.js";
import type { ExpectLeft } from "./expect-miss.js";
import { EscapeStripper } from "../transcript/index.js";
import type { Found } from "./expect-pattern.js";
import type { SessionView } from "./session-view.js";
import type { SinceBoundaries } from "./since-boundary.js";
import type { LineEcho } from "./submit-echo.js";

type Texts = Pick<ExpectResult, "before" | "match" | "groups" | "after" | "moreAfter" | "dropped">;

/**
 * What a program has said and no `expect` has taken yet, without escape sequences. It is read from the transcript when it is looked for, so
 * that a session in which nobody expects anything pays nothing. Only the end of it is searched again when more comes.
 */
export class ExpectBuffer {
  readonly #view: SessionView;
  readonly #boundaries: SinceBoundaries;
  #stripper = new EscapeStripper();
  /** Where the transcript has been read to. */
  #cursor = 0;
  /** The last line that it begins behind. */
  #line: LineEcho | undefined;
  /** The second echo of that line, once it was passed over. */
  #second: LineEcho["second"];
  /** Right behind an echo, what may still belong to it; undefined anywhere else. */
  #echoEnd: string | undefined;
  /** What was read and not looked at. */
  #unseen = "";
  /** What has been looked at and is too far back to be looked at again. */
  #past: string[] = [];
  #pastChars = 0;
  /** What is searched. */
  #window = "";
  #dropped = false;
  /** The end of what was taken, for who looks for it again. */
  #taken = "";

  constructor(view: SessionView, boundaries: SinceBoundaries) {
    this.#view = view;
    this.#boundaries = boundaries;
  }

  /** What is searched, and from where: what stands before that is there for `^` and look-behind. */
  get window(): { readonly text: string; readonly from: number } {
    return { text: this.#window, from: this.#pastChars > 0 || this.#dropped ? Math.min(1, this.#window.length) : 0 };
  }

  /** Makes all that is there the window: other patterns are looked for. */
  rewind(): void {
    this.#window = this.#past.join("") + this.#window;
    this.#past = [];
    this.#pastChars = 0;
  }

  /** The echo of a line that was submitted has not ended: until then there is nothing to look at. */
  get isHeld(): boolean {
    const { line } = this.#boundaries;
    return line !== undefined && line.boundary === undefined;
  }

  /** Begins behind the last line that was submitted; false if its echo has not ended. */
  sync(): boolean {
    if (this.isHeld) return false;
    this.#read();
    return true;
  }

  /** Takes in the next piece of what has come; false if there is none. */
  readMore(): boolean {
    if (!this.sync()) return false;
    if (this.#unseen === "") return false;
    this.#keep(this.#window.slice(0, Math.max(0, this.#window.length - MAX_AWAITED_CHARS)));
    this.#window = this.#window.slice(-MAX_AWAITED_CHARS) + this.#unseen.slice(0, MAX_AWAITED_CHARS);
    this.#unseen = this.#unseen.slice(MAX_AWAITED_CHARS);
    return true;
  }

  /** Takes what was found, and all before it. */
  take({ start, end, groups }: Found): Texts {
    const text = this.#window;
    const texts = { ...this.#texts(text.slice(0, start)), match: text.slice(start, end), groups };
    const after = text.slice(end);
    this.#took(texts.before + texts.match);
    this.#forget();
    this.#window = after;
    const behind = after + this.#unseen;
    const moreAfter = behind.length > MAX_EXPECT_CHARS;
    return { ...texts, after: behind.slice(0, MAX_EXPECT_CHARS), ...(moreAfter ? { moreAfter } : {}) };
  }

  /** Everything, since no more comes. */
  takeAll(): Texts {
    const texts = this.peek();
    this.#took(texts.before);
    this.#restart();
    return texts;
  }

  /** What there is to tell of when something has not come. */
  get left(): ExpectLeft {
    const { before: pending, dropped: isCut = false } = this.peek();
    return { pending, isCut, taken: this.#taken };
  }

  /** The end of what was taken. */
  get taken(): string {
    return this.#taken;
  }

  #took(text: string): void {
    this.#taken = (this.#taken + text).slice(-MAX_AWAITED_CHARS);
  }

  /** Everything; it stays. */
  peek(): Texts {
    return { ...this.#texts(this.#window), match: "", groups: [], after: "" };
  }

  #texts(before: string): Pick<Texts, "before" | "dropped"> {
    const all = this.#past.join("") + before;
    const dropped = this.#dropped || all.length > MAX_EXPECT_CHARS;
    return { before: all.slice(-MAX_EXPECT_CHARS), ...(dropped ? { dropped } : {}) };
  }

  #keep(text: string): void {
    if (text === "") return;
    this.#past.push(text);
    this.#pastChars += text.length;
    while (this.#pastChars - this.#past[0].length >= MAX_EXPECT_CHARS) {
      this.#pastChars -= this.#past[0].length;
      this.#past.shift();
      this.#dropped = true;
    }
  }

  /** What has been looked at is taken. */
  #forget(): void {
    this.#past = [];
    this.#pastChars = 0;
    this.#window = "";
    this.#dropped = false;
  }

  #restart(): void {
    this.#forget();
    this.#unseen = "";
  }

  #read(): void {
    const { line } = this.#boundaries;
    if (line?.first !== undefined && line !== this.#line) {
      this.#line = line;
      this.#second = undefined;
      this.#restart();
      // What comes now is not the rest of a line that was taken in part.
      this.#took("\n");
      this.#cursor = line.first.cursor;
      this.#stripper = new EscapeStripper();
      this.#echoEnd = line.endedLine ? "" : undefined;
    }
    if (line?.second !== undefined && line.second !== this.#second) {
      this.#second = line.second;
      this.#passOver(line.second);
    }
    const { transcript } = this.#view;
    const oldest = transcript.charsWritten - MAX_EXPECT_BACKLOG_CHARS;
    const isTooMuch = this.#cursor < oldest;
    const { text, cursor, dropped } = transcript.since(isTooMuch ? oldest : this.#cursor);
    if (isTooMuch) this.#stripper = new EscapeStripper();
    if (dropped || isTooMuch) {
      this.#restart();
      this.#echoEnd = undefined;
      this.#dropped = true;
    }
    this.#cursor = cursor;
    this.#unseen += this.#withoutEchoEnd(this.#stripper.strip(text));
  }

  /** A line that was typed ahead is shown again, behind what came before. */
  #passOver({ from, to }: { readonly from: number; readonly to: number }): void {
    if (this.#cursor > from) return;
    const text = this.#view.transcript.slice(this.#cursor, from);
    // What is lost of it is found to be lost below.
    if (text === null) return;
    this.#unseen += this.#withoutEchoEnd(this.#stripper.strip(text));
    this.#cursor = to;
    this.#stripper = new EscapeStripper();
    this.#echoEnd = "";
  }

  /**
   * Line editors such as readline write a carriage return behind the line feed with which they leave a line. One that is followed by a line
   * feed is that of a line end; which of them it is may come to light later.
   */
  #withoutEchoEnd(text: string): string {
    if (this.#echoEnd === undefined) return text;
    const all = this.#echoEnd + text;
    const returns = /^\r*/.exec(all)![0].length;
    if (returns === all.length) {
      this.#echoEnd = all.slice(-1);
      return "";
    }
    this.#echoEnd = undefined;
    return all.slice(returns > 0 && all[returns] === "\n" ? returns - 1 : returns);
  }

  /** A transcript that keeps nothing leaves nothing to look at. */
  requireTranscript(): void {
    if (this.#view.transcript.maxChars > 0) return;
    throw new InvalidArgumentError(
      "transcriptMaxChars",
      "this session keeps no output (transcriptMaxChars is 0), so that nothing can be expected of it",
    );
  }
}
