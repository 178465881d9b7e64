import { stripVTControlCharacters } from "node:util";
import { MAX_INPUTS_TOLD } from "../../base/index.js";
import type { WaitEvidence } from "../../api/index.js";
import type { Action } from "../action/index.js";
import type { Transcript } from "../transcript/index.js";

export type Input = NonNullable<WaitEvidence["lastInputs"]>[number];

/** Of these a wait tells that fails. */
const MAX_RECENT = 5;
const MAX_CHARS = 200;
/** An echo comes within so many characters, or is not looked for. */
const ECHO_CHARS = 8_192;
/** Keys that change the text before them into another one. */
const EDITING = new Set(["backspace", "delete", "left", "right", "home", "end", "tab", "insert"]);

interface Noted {
  readonly type: Action["type"] | "submit" | "run";
  /** Undefined if it may not be told. */
  text: string | undefined;
  /** Of all that was typed, kept or not. */
  chars: number;
  /** It was entered. */
  isLine: boolean;
  /** How much the program had written before. */
  readonly from: number;
  at: number;
  /** Of the mouse. */
  readonly mouse?: Pick<Input, "kind" | "row" | "col"> | undefined;
  readonly author: Author;
  /** The program has shown the text. */
  isShown?: true;
}

/** Who typed. */
type Author = Pick<Input, "by" | "as">;

/** With a number that counts all that was done. */
export type NumberedInput = Input & { readonly number: number };

/** The last things that were done to a session, for who wonders why nothing came of them, or who did it. */
export class InputLog {
  readonly #transcript: Pick<Transcript, "charsWritten" | "slice">;
  readonly #kept: Noted[] = [];
  /** How many were noted that are no longer kept. */
  #forgotten = 0;

  constructor(transcript: Pick<Transcript, "charsWritten" | "slice">) {
    this.#transcript = transcript;
  }

  note(action: Action, author: Author = {}, at = performance.now()): void {
    const letter = action.type === "key" ? letterOf(action.key) : undefined;
    const text = letter ?? textOf(action);
    const type = letter === undefined ? action.type : "text";
    const last = this.#kept.at(-1);
    const isHis = last?.author.by === author.by;
    const open = last?.type === "text" && !last.isLine && isHis ? last : undefined;
    // A line typed letter by letter is one text, also if it was corrected: of a password, letters would be found on any screen.
    if (open !== undefined && type === "text") add(open, text, at);
    else if (open !== undefined && type === "key" && EDITING.has(text)) open.text = undefined;
    else
      this.#keep({
        type,
        text: text.slice(0, MAX_CHARS),
        chars: text.length,
        isLine: endsLine(text),
        at,
        mouse: action.type === "mouse" ? { kind: action.kind, row: action.row, col: action.col } : undefined,
        author,
        ...this.#now,
      });
  }

  get #now(): Pick<Noted, "from"> {
    return { from: this.#transcript.charsWritten };
  }

  /**
   * A line is submitted, of which nobody is told more than the length if it is known that it is not echoed: the same words may stand on the
   * screen for another reason. What is returned is called when its Enter is typed.
   */
  noteLine(line: string, isEchoed: boolean, author: Author = {}): () => void {
    const text = isEchoed ? line.slice(0, MAX_CHARS) : undefined;
    const at = performance.now();
    const noted: Noted = { type: "submit", text, chars: line.length, isLine: false, at, author, ...this.#now };
    this.#keep(noted);
    return () => add(noted, "\r", performance.now());
  }

  /** A command is run, for which a shell is typed more than that. */
  noteCommand(command: string, author: Author = {}): void {
    // Half a word might be half a secret, which looks like none.
    const text = command.length > MAX_CHARS ? command.slice(0, MAX_CHARS).replace(/\S*$/, "") || undefined : command;
    const at = performance.now();
    this.#keep({ type: "run", text, chars: command.length, isLine: true, at, author, ...this.#now });
  }

  #keep(noted: Noted): void {
    this.#kept.push(noted);
    if (this.#kept.length <= MAX_INPUTS_TOLD) return;
    this.#kept.shift();
    this.#forgotten++;
  }

  /** The last few, the oldest first. */
  recent(): readonly Input[] {
    const now = performance.now();
    return this.#kept.slice(-MAX_RECENT).map((noted) => this.#told(noted, now));
  }

  /** All that is kept with a higher number, the oldest first. */
  after(number: number): readonly NumberedInput[] {
    const now = performance.now();
    const first = this.#forgotten + 1;
    return this.#kept
      .slice(Math.max(0, number - this.#forgotten))
      .map((noted, index) => ({ number: Math.max(first, number + 1) + index, ...this.#told(noted, now) }));
  }

  /** A text that the program has not shown since may be a password: only its length is told. */
  #told(noted: Noted, now: number): Input {
    const { type, text, chars, at, mouse, author } = noted;
    const input = { type, agoMs: now - at, ...(chars > 0 && { chars }), ...mouse, ...author };
    if (text === undefined || chars === 0) return input;
    if (noted.isShown !== true && !isNamed(input)) {
      if (!isShown(text, this.#written(noted.from))) return input;
      // Of an open line more may be typed, which is not shown.
      if (noted.isLine) noted.isShown = true;
    }
    return { ...input, text };
  }

  #written(from: number): string {
    const { charsWritten } = this.#transcript;
    return stripVTControlCharacters(this.#transcript.slice(from, Math.min(charsWritten, from + ECHO_CHARS)) ?? "");
  }
}

/** The same for whom less is shown: `shown` is what can be seen of the program, as it may be told. Keys, signals and commands are named. */
export function shownInput<I extends Input>(input: I, shown: string): I {
  const { text } = input;
  return text === undefined || isNamed(input) || isShown(text, shown) ? input : { ...input, text: undefined };
}

const isNamed = ({ type }: Pick<Input, "type">): boolean => ["signal", "key", "run"].includes(type);

function isShown(text: string, shown: string): boolean {
  return text.split(/[\r\n]+/).every((line) => shown.includes(line));
}

function add(noted: Noted, text: string, at: number): void {
  if (noted.text !== undefined) noted.text = (noted.text + text).slice(0, MAX_CHARS);
  noted.chars += text.length;
  noted.isLine = endsLine(text);
  noted.at = at;
}

/** What a key types, if that is one character. */
function letterOf(key: string): string | undefined {
  if (key === "space") return " ";
  const letter = /^(?:shift_)?(.)$/u.exec(key)?.[1];
  return letter;
}

const endsLine = (text: string): boolean => /[\r\n]$/.test(text);

function textOf(action: Action): string {
  switch (action.type) {
    case "text":
    case "stream_text":
    case "paste":
    case "bracketed_paste":
      return action.text;
    case "key":
      return action.key;
    case "signal":
      return action.signal;
    default:
      return "";
  }
}
