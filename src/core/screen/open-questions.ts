import { sequenceKey } from "./parser.js";
import type { Params } from "./params.js";

const MAX_KEPT = 8;
const MAX_CHARS = 40;

/**
 * Questions of the program that the terminal gave no answer to: some programs wait for one. The last few, each once, and of them only numbers,
 * no text of the program.
 */
export class OpenQuestions {
  readonly #kept = new Set<string>();
  /** How many were answered. */
  answered = 0;

  /** Asks, and keeps the question unless that made an answer. */
  ask(answer: () => void, question: () => string): void {
    const before = this.answered;
    answer();
    if (this.answered === before) this.#keep(question());
  }

  #keep(question: string): void {
    const text = question.length > MAX_CHARS ? `${question.slice(0, MAX_CHARS)}…` : question;
    this.#kept.delete(text);
    this.#kept.add(text);
    if (this.#kept.size > MAX_KEPT) for (const oldest of this.#kept) return void this.#kept.delete(oldest);
  }

  get all(): readonly string[] {
    return [...this.#kept];
  }
}

/** Sequences that ask for an answer, by their final byte, what stands before it, and their prefix. */
const ASKING: readonly (readonly [final: string, intermediates?: string, prefix?: string])[] = [
  ["c"],
  ["c", "", ">"],
  ["c", "", "="],
  ["n"],
  ["n", "", "?"],
  ["p", "$"],
  ["p", "$", "?"],
  ["q", "", ">"],
  ["u", "", "?"],
  ["m", "", "?"],
  ["g", "", "?"],
  ["x"],
  ["y", "*"],
  ["u", "&"],
  ["w", "$"],
  ["S", "", "?"],
  ["|", "'"],
  ["t"],
];

interface QuestionName {
  readonly prefix: string;
  readonly end: string;
}

/** How each is written, without its numbers, by its key. */
export const QUESTIONS: ReadonlyMap<number, QuestionName> = new Map(
  ASKING.map(([final, intermediates = "", prefix = ""]) => [
    sequenceKey(final, intermediates, prefix),
    { prefix, end: `${intermediates}${final}` },
  ]),
);
const WINDOW_OPERATION = sequenceKey("t");
const FIRST_WINDOW_REPORT = 11;
const LAST_WINDOW_REPORT = 21;

/** Of the operations on windows, some ask for something. */
export function isAsking(key: number, params: Params): boolean {
  const operation = params.get(0, 0);
  return key !== WINDOW_OPERATION || (operation >= FIRST_WINDOW_REPORT && operation <= LAST_WINDOW_REPORT);
}

/** A question as manuals write it. */
export function written({ prefix, end }: QuestionName, params: Params): string {
  const numbers = Array.from({ length: params.length }, (_, at) => params.get(at, 0)).join(";");
  return `CSI ${prefix}${params.isUntouched ? "" : `${numbers} `}${end}`;
}
