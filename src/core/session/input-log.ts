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
/** Of a line that is typed, so many are looked for. */
const MAX_LINE_CHARS = 4_096;
/** Actions that end the line that is being typed, or leave it. */
const ENDING: ReadonlySet<Action["type"]> = new Set(["key", "interrupt", "eof", "kill"]);
/** Keys of the keypad, unless the program asked for them as such. */
const KEYPAD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`kp_${digit}`, String(digit)])),
  ...{ kp_decimal: ".", kp_divide: "/", kp_multiply: "*", kp_minus: "-", kp_plus: "+", kp_equal: "=" },
};
/** Keys that change the text before them into another one. */
const EDITING = new Set(["backspace", "delete", "left", "right", "home", "end", "tab", "insert"]);

/** What was typed since the last line end, by whomever and however: a piece of a password would be found on any screen. */
interface TypedLine {
  /** Undefined if it is not known any more what it comes to, or known that it is not shown. */
  text: string | undefined;
  /** How much the program had written before. */
  readonly from: number;
  isOver: boolean;
  /** The program has shown it, and nothing is added to it any more. */
  isShown?: true;
}

interface Noted {
  readonly type: Action["type"] | "submit" | "run";
  /** Undefined if it may not be told. */
  text: string | undefined;
  /** Of all that was typed, kept or not. */
  chars: number;
  at: number;
  /** Of the mouse. */
  readonly mouse?: Pick<Input, "kind" | "row" | "col"> | undefined;
  readonly author: Author;
  /** Of what was typed. */
  readonly line?: TypedLine;
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
  #line: TypedLine | undefined;

  constructor(transcript: Pick<Transcript, "charsWritten" | "slice">) {
    this.#transcript = transcript;
  }

  note(action: Action, author: Author = {}, at = performance.now()): void {
    const letter = action.type === "key" ? letterOf(action.key) : undefined;
    const typed = letter ?? typedBy(action);
    if (typed !== undefined) return this.#type(letter === undefined ? action.type : "text", typed, author, at);
    const isEdit = action.type === "key" && EDITING.has(action.key);
    if (isEdit && this.#line !== undefined) {
      this.#line.text = undefined;
      if (this.#openText(author) !== undefined) return;
    } else if (ENDING.has(action.type)) this.#endLine();
    const text = action.type === "key" ? action.key : action.type === "signal" ? action.signal : "";
    const mouse = action.type === "mouse" ? { kind: action.kind, row: action.row, col: action.col } : undefined;
    this.#keep({ type: action.type, text, chars: text.length, at, mouse, author });
  }

  /**
   * A line is submitted, of which nobody is told more than the length if it is known that it is not echoed: the same words may stand on the
   * screen for another reason. What is returned is called when its Enter is typed.
   */
  noteLine(line: string, isEchoed: boolean, author: Author = {}): () => void {
    const typed = this.#added(line);
    if (!isEchoed) typed.text = undefined;
    const text = line.slice(0, MAX_CHARS);
    const noted: Noted = { type: "submit", text, chars: line.length, at: performance.now(), author, line: typed };
    this.#keep(noted);
    return () => {
      noted.text += "\r";
      noted.chars++;
      noted.at = performance.now();
      if (this.#line === typed) this.#endLine();
    };
  }

  #type(type: Action["type"], typed: string, author: Author, at: number): void {
    const open = type === "text" ? this.#openText(author) : undefined;
    const line = this.#added(typed);
    const text = typed.slice(0, MAX_CHARS);
    // A line typed letter by letter is one text.
    if (open === undefined) this.#keep({ type, text, chars: typed.length, at, author, line });
    else {
      open.text = `${open.text}${text}`.slice(0, MAX_CHARS);
      open.chars += typed.length;
      open.at = at;
    }
    if (/[\r\n]$/.test(typed)) this.#endLine();
  }

  /** The last thing, if it is text of the line that is being typed, by the same one. */
  #openText({ by }: Author): Noted | undefined {
    const last = this.#kept.at(-1);
    const isOpen = last?.type === "text" && last.line !== undefined && last.line === this.#line;
    return isOpen && last.author.by === by ? last : undefined;
  }

  #added(typed: string): TypedLine {
    const line = (this.#line ??= { text: "", from: this.#transcript.charsWritten, isOver: false });
    // Of a long one the beginning must be shown, and nothing of the rest is told.
    if (line.text !== undefined)
      line.text = line.text.length < MAX_LINE_CHARS ? line.text + typed.slice(0, MAX_CHARS) : undefined;
    return line;
  }

  #endLine(): void {
    if (this.#line !== undefined) this.#line.isOver = true;
    this.#line = undefined;
  }

  /** A command is run, for which a shell is typed more than that. */
  noteCommand(command: string, author: Author = {}): void {
    // Half a word might be half a secret, which looks like none.
    const text = command.length > MAX_CHARS ? command.slice(0, MAX_CHARS).replace(/\S*$/, "") || undefined : command;
    const at = performance.now();
    this.#endLine();
    this.#keep({ type: "run", text, chars: command.length, at, author });
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
  #told({ type, text, chars, at, mouse, author, line }: Noted, now: number): Input {
    const input = { type, agoMs: now - at, ...(chars > 0 && { chars }), ...mouse, ...author };
    if (text === undefined || chars === 0) return input;
    return line === undefined || this.#isShown(line) ? { ...input, text } : input;
  }

  #isShown(line: TypedLine): boolean {
    if (line.isShown === true) return true;
    if (line.text === undefined || !isShown(line.text, this.#written(line.from))) return false;
    // Of an open one more may be typed, which is not shown.
    if (line.isOver) line.isShown = true;
    return true;
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

/** What a key types, if that is one character. */
function letterOf(key: string): string | undefined {
  if (key === "space") return " ";
  return KEYPAD[key] ?? /^(?:shift_)?(.)$/u.exec(key)?.[1];
}

function typedBy(action: Action): string | undefined {
  switch (action.type) {
    case "text":
    case "stream_text":
    case "paste":
    case "bracketed_paste":
      return action.text;
    default:
      return undefined;
  }
}
