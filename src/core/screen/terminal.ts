import type { ScreenSnapshot, TerminalSize } from "../../protocol/index.js";
import { runControlSequence } from "./control-sequences.js";
import { runEscapeSequence } from "./escape-sequences.js";
import { runOperatingSystemCommand } from "./operating-system-command.js";
import type { Params } from "./params.js";
import type { ParserHandler } from "./parser.js";
import { Parser, sequenceKey } from "./parser.js";
import { Printer } from "./printer.js";
import { resizeScreen } from "./resize.js";
import { rowText } from "./row-text.js";
import { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";
import { takeSnapshot } from "./snapshot.js";

/** Cells that costly operations may touch before `write` returns early, so that its caller can let others run. */
const WORK_PER_WRITE = 500_000;

const REQUEST_STATUS_STRING = sequenceKey("q", "$");
const REQUEST_TERMCAP = sequenceKey("q", "+");

/**
 * A terminal without a window: bytes in, a screen out. It answers a program's questions through `onReply`, in the
 * order they were asked, and depends on nothing but the bytes, however they are cut.
 */
export class Terminal implements ParserHandler {
  readonly #state: ScreenState;
  readonly #printer: Printer;
  readonly #parser: Parser;
  readonly #context: SequenceContext;
  /** The last `write` ended behind a frame that the program marked. */
  isFrameComplete = false;
  #text: string | undefined;
  #snapshot: ScreenSnapshot | undefined;

  constructor(size: TerminalSize, onReply: (text: string) => void) {
    this.#state = new ScreenState(size.rows, size.cols);
    this.#state.pixelWidth = size.pixelWidth;
    this.#state.pixelHeight = size.pixelHeight;
    this.#printer = new Printer(this.#state);
    this.#parser = new Parser(this);
    this.#context = { state: this.#state, printer: this.#printer, reply: onReply };
  }

  /**
   * Takes bytes [start, end) and returns how far it came: `end`; or earlier, behind the end of a synchronized frame
   * (mode 2026), so that the frame can be looked at before the next one begins, or when it was costly so far.
   */
  write(bytes: Uint8Array, start = 0, end = bytes.length): number {
    this.#changed();
    this.isFrameComplete = false;
    this.#state.work = 0;
    return this.#parser.parse(bytes, start, end);
  }

  resize(size: TerminalSize): void {
    this.#changed();
    this.#state.pixelWidth = size.pixelWidth;
    this.#state.pixelHeight = size.pixelHeight;
    this.#printer.interrupt();
    resizeScreen(this.#state, size.rows, size.cols);
  }

  get size(): TerminalSize {
    const { rowCount: rows, cols, pixelWidth, pixelHeight } = this.#state;
    return { rows, cols, pixelWidth, pixelHeight };
  }

  get cursor(): { readonly row: number; readonly col: number; readonly visible: boolean } {
    return { row: this.#state.y, col: this.#state.x, visible: this.#state.modes.cursorVisible };
  }

  /** What keys and pastes must be encoded for. */
  get inputModes(): {
    readonly applicationCursor: boolean;
    readonly applicationKeypad: boolean;
    readonly bracketedPaste: boolean;
    readonly mouseTracking: ScreenState["modes"]["mouseTracking"];
    readonly mouseEncoding: ScreenState["modes"]["mouseEncoding"];
    readonly keyboardFlags: number;
  } {
    const { applicationCursor, applicationKeypad, bracketedPaste, mouseTracking, mouseEncoding } = this.#state.modes;
    const keyboardFlags = this.#state.keyboard.current;
    return { applicationCursor, applicationKeypad, bracketedPaste, mouseTracking, mouseEncoding, keyboardFlags };
  }

  /** The screen as text: soft-wrapped rows joined with nothing, others with a newline, none at the end. */
  get plainText(): string {
    return (this.#text ??= this.#buildText());
  }

  /** One immutable view; the same object until something changes. */
  snapshot(sequence: number): ScreenSnapshot {
    if (this.#snapshot?.sequence !== sequence) this.#snapshot = takeSnapshot(this.#state, this.plainText, sequence);
    return this.#snapshot;
  }

  #changed(): void {
    this.#text = undefined;
    this.#snapshot = undefined;
  }

  #buildText(): string {
    const { grid } = this.#state;
    const clusters = this.#state.clusters.values;
    let text = "";
    let pendingBreaks = 0;
    for (const row of grid.rows) {
      const line = (row.text ??= rowText(row, row.length, clusters));
      if (line !== "") {
        text += "\n".repeat(pendingBreaks) + line;
        pendingBreaks = 0;
      }
      if (!row.wrapped) pendingBreaks++;
    }
    return text;
  }

  printAscii(bytes: Uint8Array, start: number, end: number): void {
    this.#printer.printAscii(bytes, start, end);
  }

  printCodePoint(codePoint: number): void {
    this.#printer.printCodePoint(codePoint);
  }

  execute(control: number): void {
    const state = this.#state;
    this.#printer.interrupt();
    switch (control) {
      case 0x08:
        return state.backspace();
      case 0x09:
        return state.tab(1);
      case 0x0a:
      case 0x0b:
      case 0x0c:
        state.lineFeed();
        if (state.modes.newLine) state.x = 0;
        return;
      case 0x0d:
        state.x = 0;
        state.pendingWrap = false;
        return;
      case 0x0e:
        state.charsets.active = 1;
        return;
      case 0x0f:
        state.charsets.active = 0;
    }
  }

  escape(key: number): void {
    this.#printer.interrupt();
    runEscapeSequence(this.#state, key);
  }

  control(key: number, params: Params): void {
    const wasInFrame = this.#state.modes.synchronizedOutput;
    runControlSequence(this.#context, key, params);
    this.#printer.interrupt();
    if (wasInFrame && !this.#state.modes.synchronizedOutput) this.isFrameComplete = true;
  }

  operatingSystemCommand(payload: Uint8Array, endedByBell: boolean): void {
    runOperatingSystemCommand(this.#context, payload, endedByBell);
  }

  /** DECRQSS and XTGETTCAP get the "unknown" answer; there is nothing behind them, but a program may wait for one. */
  deviceControl(key: number): void {
    if (key === REQUEST_STATUS_STRING) this.#context.reply("\x1bP0$r\x1b\\");
    if (key === REQUEST_TERMCAP) this.#context.reply("\x1bP0+r\x1b\\");
  }

  shouldPause(): boolean {
    return this.isFrameComplete || this.#state.work > WORK_PER_WRITE;
  }
}
