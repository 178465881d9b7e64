import type { ScreenSnapshot, TerminalSize } from "../../protocol/index.js";
import { runControlSequence } from "./control-sequences.js";
import { runEscapeSequence } from "./escape-sequences.js";
import { ImageStrings } from "./image-strings.js";
import { runOperatingSystemCommand } from "./operating-system-command.js";
import { OpenQuestions } from "./open-questions.js";
import type { Params } from "./params.js";
import type { ParserHandler } from "./parser.js";
import { Parser, sequenceKey } from "./parser.js";
import { Printer } from "./printer.js";
import { resizeScreen } from "./resize.js";
import { RowChanges } from "./row-changes.js";
import { joinedRows } from "./row-text.js";
import { selectGraphicRendition } from "./sgr.js";
import { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";
import { Scrollback } from "./scrollback.js";
import { ShellMarks } from "./shell-marks.js";
import { snapshotAt, takeSnapshot } from "./snapshot.js";
import { inkBeforeCursor, inkBehindCursor, lastInk } from "./last-ink.js";
import { capabilities, statusString } from "./status-string.js";
import type { TextPart } from "./written-rows.js";
import type { Reached } from "./history-rows.js";
import { HeldRows, WrittenPlace, stampRows, textsOf, unkeptTexts, writtenParts } from "./written-rows.js";

/** Cells that costly operations may touch before `write` returns early, so that its caller can let others run. */
const WORK_PER_WRITE = 500_000;

const SELECT_GRAPHIC_RENDITION = sequenceKey("m");
const FULL_RESET = sequenceKey("c");
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
  readonly #images = new ImageStrings();
  /** The last `write` ended behind a frame that the program marked. */
  isFrameComplete = false;
  readonly #changes = new RowChanges();
  #text: string | undefined;
  #snapshot: ScreenSnapshot | undefined;
  /** Of those who look into frames that are being drawn. */
  #runningChanges: RowChanges | undefined;
  #runningSnapshot: ScreenSnapshot | undefined;
  /** What was to be seen when the frame began that is being drawn, and when it was written. */
  #held:
    { readonly screen: ScreenSnapshot; readonly rows: HeldRows; readonly reached: Reached | undefined } | undefined;
  /** Somebody looks at what is being drawn. */
  #looksInside = false;
  #frameCount = 0;
  #stamped = 0;
  /** Of the title that is seen: at which change it was set, and how often one had been by then. */
  #titled = { sequence: 0, count: 0 };

  /** `scrollback`: so many rows that leave at the top are kept. */
  constructor(size: TerminalSize, onReply: (text: string) => void, scrollback = 0) {
    this.#state = new ScreenState(size.rows, size.cols, scrollback);
    this.#state.pixelWidth = size.pixelWidth;
    this.#state.pixelHeight = size.pixelHeight;
    this.#printer = new Printer(this.#state);
    this.#parser = new Parser(this);
    const questions = new OpenQuestions();
    const reply = (text: string): void => {
      questions.answered++;
      onReply(text);
    };
    this.#context = { state: this.#state, printer: this.#printer, reply, questions };
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
    this.#held = undefined;
    this.#state.pixelWidth = size.pixelWidth;
    this.#state.pixelHeight = size.pixelHeight;
    this.#printer.interrupt();
    resizeScreen(this.#state, size.rows, size.cols);
  }

  /** From now on only the marks of prompts and commands count that have this nonce. */
  believeMarksOf(nonce: string): void {
    this.#state.announced.marks = new ShellMarks(nonce);
  }

  /** The program draws a frame, and what is seen is the screen before it. */
  get isFrameHeld(): boolean {
    return this.#held !== undefined;
  }

  /** How many frames the program has completed. */
  get frameCount(): number {
    return this.#frameCount;
  }

  /** From now on the frame is seen as it is drawn. */
  releaseFrame(): void {
    this.#changed();
    this.#held = undefined;
  }

  /** What is read meanwhile is the screen as it is drawn, also in the middle of a frame. */
  insideFrame<T>(read: () => T): T {
    const before = this.#looksInside;
    this.#looksInside = true;
    try {
      return read();
    } finally {
      this.#looksInside = before;
    }
  }

  /** The screen that is seen in place of the one that is being drawn. */
  get #seen(): { readonly screen: ScreenSnapshot; readonly rows: HeldRows } | undefined {
    return this.#looksInside ? undefined : this.#held;
  }

  get bellCount(): number {
    return this.#seen?.screen.bellCount ?? this.#state.bellCount;
  }

  get isAlternate(): boolean {
    return this.#state.isAlternate;
  }

  /** What the program asked and got no answer to, in words of a manual. */
  get openQuestions(): readonly string[] {
    return this.#context.questions.all;
  }

  /** The window title, if the program set one. */
  get title(): string | null {
    if (this.#seen !== undefined) return this.#seen.screen.title;
    return this.#state.title ?? null;
  }

  /** Whether its window has the focus. */
  get isFocused(): boolean {
    return this.#state.isFocused;
  }

  set isFocused(focused: boolean) {
    this.#state.isFocused = focused;
  }

  get size(): TerminalSize {
    const { rowCount: rows, cols, pixelWidth, pixelHeight } = this.#state;
    return { rows, cols, pixelWidth, pixelHeight };
  }

  /** So many rows that leave at the top are kept. */
  get rowsKept(): number {
    return this.#state.normal.history?.limit ?? 0;
  }

  get cursor(): { readonly row: number; readonly col: number; readonly visible: boolean } {
    if (this.#seen !== undefined) return this.#seen.screen.cursor;
    return { row: this.#state.y, col: this.#state.x, visible: this.#state.modes.cursorVisible };
  }

  /** How often the program has asked for bracketed paste. */
  get pasteRequests(): number {
    return this.#state.announced.pasteRequests;
  }

  /** What keys and pastes must be encoded for. */
  get inputModes(): {
    readonly applicationCursor: boolean;
    readonly applicationKeypad: boolean;
    readonly bracketedPaste: boolean;
    readonly focusEvents: boolean;
    readonly mouseTracking: ScreenState["modes"]["mouseTracking"];
    readonly mouseEncoding: ScreenState["modes"]["mouseEncoding"];
    readonly keyboardFlags: number;
    readonly modifyOtherKeys: number;
    readonly formatOtherKeys: number;
  } {
    const { applicationCursor, applicationKeypad, bracketedPaste, focusEvents } = this.#state.modes;
    const { mouseTracking, mouseEncoding } = this.#state.modes;
    const { current: keyboardFlags, modifyOtherKeys, formatOtherKeys } = this.#state.keyboard;
    const modes = { applicationCursor, applicationKeypad, bracketedPaste, focusEvents, mouseTracking };
    return { ...modes, mouseEncoding, keyboardFlags, modifyOtherKeys, formatOtherKeys };
  }

  /** The screen as text: soft-wrapped rows joined with nothing, others with a newline, none at the end. */
  get plainText(): string {
    return this.#seen?.screen.plainText ?? this.#runningText;
  }

  get #texts(): string[] {
    return this.#held === undefined ? textsOf(this.#state) : unkeptTexts(this.#state);
  }

  get #runningText(): string {
    return (this.#text ??= joinedRows(this.#state.grid.rows, this.#texts));
  }

  /** One immutable view; the same object until something changes. With `any`, also of a frame that is not complete. */
  snapshot(sequence: number, frame: "complete" | "any" = "complete"): ScreenSnapshot {
    if ((frame === "any" || this.#looksInside) && this.#held !== undefined) {
      if (this.#runningSnapshot?.sequence !== sequence)
        this.#runningSnapshot = this.#take(sequence, (this.#runningChanges ??= new RowChanges()));
      return this.#runningSnapshot;
    }
    if (this.#snapshot?.sequence !== sequence)
      this.#snapshot =
        this.#held === undefined
          ? this.#take(sequence, this.#changes)
          : snapshotAt(this.#held.screen, sequence, this.#changes);
    return this.#snapshot;
  }

  /** What left at the top, as it is now; of a frame that is being drawn as it was before. */
  scrollback(sequence: number): Scrollback {
    const { normal, clusters } = this.#state;
    return new Scrollback(
      normal.history?.until(this.#looksInside ? undefined : this.#held?.reached),
      this.snapshot(sequence),
      clusters.values,
    );
  }

  #take(sequence: number, changes: RowChanges): ScreenSnapshot {
    const frame = { complete: !this.#state.modes.synchronizedOutput, id: this.#frameCount };
    const texts = this.#texts;
    const plainText = (this.#text ??= joinedRows(this.#state.grid.rows, texts));
    return takeSnapshot(this.#state, { texts, plainText, sequence, frame, changes });
  }

  /** The rows are copied that changed since they were last looked at, which is less work than drawing them was. */
  #frameBegan(): void {
    const state = this.#state;
    const frame = { complete: true, id: this.#frameCount };
    state.work += state.rowCount;
    // What was written before it is seen with this batch.
    stampRows(state.grid.rows, this.#stamped + 1);
    this.#stampTitle(this.#stamped + 1);
    const rows = new HeldRows(state, this.#stamped + 1);
    const reached = state.normal.history?.reached;
    this.#held = { screen: takeSnapshot(state, { texts: rows.texts, sequence: 0, frame }), rows, reached };
  }

  #frameEnded(): void {
    this.#held = undefined;
    this.#frameCount++;
    this.isFrameComplete = true;
  }

  /** Numbers what was written since the last call; the numbers only grow. */
  stamp(sequence: number): void {
    this.#stamped = sequence;
    // What is drawn in a frame counts as written when it is seen.
    if (this.#held !== undefined) return;
    stampRows(this.#state.grid.rows, sequence);
    this.#stampTitle(sequence);
  }

  #stampTitle(sequence: number): void {
    const { titleCount: count } = this.#state;
    if (count !== this.#titled.count) this.#titled = { sequence, count };
  }

  /** The change at which the title was set; 0 before that. */
  get titledAt(): number {
    const isNew = this.#looksInside && this.#state.titleCount !== this.#titled.count;
    return isNew ? this.#stamped : this.#titled.sequence;
  }

  /** Remembers where the cursor is: what stands before it in its row was there already. */
  place(): WrittenPlace {
    return WrittenPlace.atCursor(this.#state);
  }

  /** The parts of the plain text that were written after one number and no later than another; of the row of a place, what is behind it. */
  written(after: number, upTo: number, place?: WrittenPlace): readonly TextPart[] {
    const written = { after, upTo, place };
    if (this.#held === undefined) return writtenParts(this.#state, written);
    return this.#looksInside
      ? new HeldRows(this.#state, this.#stamped + 1).parts(written)
      : this.#held.rows.parts(written);
  }

  /** The text in front of the cursor, or in the rows above it, without blanks: at most so many characters, from the end. */
  lastInk(chars: number, from: "cursor" | "row_above"): string {
    return lastInk(this.#state, chars, from);
  }

  /** The text behind the cursor in its row, without blanks. */
  get inkBehindCursor(): string {
    return inkBehindCursor(this.#state);
  }

  /** What is printed before the cursor in its row, without blanks. */
  get inkBeforeCursor(): string {
    return inkBeforeCursor(this.#state);
  }

  #changed(): void {
    this.#text = undefined;
    this.#snapshot = undefined;
    this.#runningSnapshot = undefined;
  }

  printAscii(bytes: Uint8Array, start: number, end: number): void {
    this.#printer.printAscii(bytes, start, end);
  }

  printCodePoint(codePoint: number): void {
    this.#printer.printCodePoint(codePoint);
  }

  printCodePoints(codes: Uint32Array, count: number): void {
    this.#printer.printCodePoints(codes, count);
  }

  execute(control: number): void {
    const state = this.#state;
    this.#printer.interrupt();
    switch (control) {
      case 0x07:
        state.bellCount++;
        return;
      case 0x08:
        return state.moveBack(1);
      case 0x09:
        return state.tab(1);
      case 0x0a:
      case 0x0b:
      case 0x0c:
        state.lineFeed();
        if (state.modes.newLine) state.carriageReturn();
        return;
      case 0x0d:
        return state.carriageReturn();
      case 0x0e:
        state.charsets.active = 1;
        return;
      case 0x0f:
        state.charsets.active = 0;
    }
  }

  escape(key: number): void {
    this.#printer.interrupt();
    const wasInFrame = this.#state.modes.synchronizedOutput;
    runEscapeSequence(this.#context, key);
    if (key !== FULL_RESET) return;
    this.#images.reset();
    if (wasInFrame) this.#frameEnded();
  }

  control(key: number, params: Params): void {
    if (key === SELECT_GRAPHIC_RENDITION) {
      // The sequence of coloured output, by far the most frequent one.
      selectGraphicRendition(this.#state.pen, params);
      this.#state.penChanged();
      return this.#printer.interrupt();
    }
    const wasInFrame = this.#state.modes.synchronizedOutput;
    runControlSequence(this.#context, key, params);
    this.#printer.interrupt();
    const isInFrame = this.#state.modes.synchronizedOutput;
    if (isInFrame !== wasInFrame) {
      if (isInFrame) this.#frameBegan();
      else this.#frameEnded();
    }
  }

  operatingSystemCommand(payload: Uint8Array, endedByBell: boolean): void {
    runOperatingSystemCommand(this.#context, payload, endedByBell);
  }

  deviceControl(key: number, payload: Uint8Array | undefined): void {
    if (key === REQUEST_STATUS_STRING) this.#context.reply(statusString(this.#state, payload));
    if (key === REQUEST_TERMCAP) this.#context.reply(capabilities(payload));
  }

  stringBegins(kind: "dcs" | "apc" | "osc", key: number): void {
    this.#images.begin(kind, key);
  }

  stringPiece(bytes: Uint8Array, start: number, end: number): void {
    this.#images.piece(bytes, start, end);
  }

  stringEnds(isWhole: boolean): void {
    if (this.#images.end(this.#state, isWhole)) this.#printer.interrupt();
  }

  shouldPause(): boolean {
    return this.isFrameComplete || this.#state.work > WORK_PER_WRITE;
  }
}
