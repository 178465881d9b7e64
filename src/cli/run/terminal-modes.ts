import { KittyKeyboard } from "./kitty-keyboard.js";
import { sgrEffect } from "./sgr-effect.js";

const ALTERNATE_SCREENS = new Set([47, 1047, 1049]);
/** These save the cursor with its attributes when set, and bring it back when reset. */
const SAVES_CURSOR = new Set([1048, 1049]);
/**
 * Private modes that are off in a fresh terminal: application cursor keys, reverse video, origin, X10 mouse, keypad, side
 * margins, mouse and its encodings, focus, bracketed paste, colour and size reports.
 */
const OFF_AT_FIRST = new Set([
  1, 5, 6, 9, 66, 69, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2031, 2048,
]);
const SYNCHRONISED_OUTPUT = 2026;
/** Autowrap and the cursor. */
const ON_AT_FIRST = new Set([7, 25]);
const RESET_SOFTLY = [1, 6, 7, 25, 66, 69];

/** What a program has switched on in its terminal and not off again. */
export class TerminalModes {
  #changed = new Set<number>();
  #alternateScreen: number | undefined;
  #hasKeypad = false;
  #hasInsert = false;
  #hasCharset = false;
  #hasOtherKeys = false;
  #hasCursorShape = false;
  #hasRegion = false;
  /** A bit for each that is on. */
  #attributes = 0;
  #savedAttributes = 0;
  #mainKeyboard = new KittyKeyboard();
  #alternateKeyboard = new KittyKeyboard();
  #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** Terminals forget their scroll region with it. */
  resize(rows: number): void {
    this.#rows = rows;
    this.#hasRegion = false;
  }

  /** ESC and one character. */
  escape(final: string): void {
    if (final === "=" || final === ">") this.#hasKeypad = final === "=";
    else if (final === "7") this.#savedAttributes = this.#attributes;
    else if (final === "8") this.#attributes = this.#savedAttributes;
  }

  /** ESC ( and the name of a character set. */
  charset(name: string): void {
    this.#hasCharset = name !== "B";
  }

  /** A control sequence, by what is between CSI and its last character. */
  csi(body: string, final: string): void {
    const effect = final === "m" ? sgrEffect(body) : undefined;
    if (effect !== undefined) {
      this.#attributes = (this.#attributes & effect.keep) | effect.add;
      return;
    }
    const kind = /^[<=>?]?/.exec(body)?.[0] + (/[ -/]*$/.exec(body)?.[0] ?? "") + final;
    const params = body.replaceAll(/^[<=>?]|[ -/]*$/g, "");
    const [first, second] = params.split(";").map((text) => (text === "" ? undefined : Number.parseInt(text, 10)));
    switch (kind) {
      case "?h":
      case "?l":
        for (const mode of params.split(";")) this.#setPrivate(Number(mode), final === "h");
        return;
      case "h":
      case "l":
        if (params.split(";").includes("4")) this.#hasInsert = final === "h";
        return;
      case "r":
        this.#hasRegion = (first || 1) > 1 || (second || this.#rows) < this.#rows;
        return;
      case " q":
        this.#hasCursorShape = (first ?? 0) !== 0;
        return;
      case ">m":
        if (first === 4 || first === undefined) this.#hasOtherKeys = (second ?? 0) > 0;
        return;
      case ">n":
        if (first === 4) this.#hasOtherKeys = false;
        return;
      case ">u":
      case "<u":
      case "=u":
        this.#keyboard().change(kind[0], first, second);
        return;
      case "!p":
        return this.#softReset();
    }
  }

  /** What brings the terminal back to where nothing was left on; empty if that is so. */
  restoring(): string {
    const off = [...this.#changed].filter((mode) => OFF_AT_FIRST.has(mode));
    const isSavedLeftOn = this.#alternateScreen === 1049 && this.#savedAttributes !== 0;
    return [
      // First, or the terminal may keep the rest to itself for a while.
      ...off.sort((a, b) => Number(b === SYNCHRONISED_OUTPUT) - Number(a === SYNCHRONISED_OUTPUT)).map(resetPrivate),
      this.#hasKeypad ? "\x1b>" : "",
      this.#hasOtherKeys ? "\x1b[>4m" : "",
      this.#hasInsert ? "\x1b[4l" : "",
      this.#hasCharset ? "\x1b(B" : "",
      this.#alternateScreen === undefined
        ? ""
        : this.#alternateKeyboard.restoring() + resetPrivate(this.#alternateScreen),
      this.#mainKeyboard.restoring(),
      // It moves the cursor to the top.
      this.#hasRegion ? "\x1b7\x1b[r\x1b8" : "",
      this.#attributes !== 0 || isSavedLeftOn ? "\x1b[0m" : "",
      this.#hasCursorShape ? "\x1b[0 q" : "",
      this.#changed.has(7) ? "\x1b[?7h" : "",
      this.#changed.has(25) ? "\x1b[?25h" : "",
    ].join("");
  }

  #keyboard(): KittyKeyboard {
    return this.#alternateScreen === undefined ? this.#mainKeyboard : this.#alternateKeyboard;
  }

  #setPrivate(mode: number, isOn: boolean): void {
    if (SAVES_CURSOR.has(mode)) this.escape(isOn ? "7" : "8");
    if (ALTERNATE_SCREENS.has(mode)) this.#alternateScreen = isOn ? mode : undefined;
    else if (OFF_AT_FIRST.has(mode) ? isOn : ON_AT_FIRST.has(mode) && !isOn) this.#changed.add(mode);
    else this.#changed.delete(mode);
  }

  /** DECSTR leaves mouse, paste and screens alone. */
  #softReset(): void {
    for (const mode of RESET_SOFTLY) this.#changed.delete(mode);
    this.#hasKeypad = this.#hasInsert = this.#hasCharset = this.#hasRegion = false;
    this.#attributes = this.#savedAttributes = 0;
  }
}

function resetPrivate(mode: number): string {
  return `\x1b[?${mode}l`;
}
