import { TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ShownScreen, Terminal, TextPart } from "../screen/index.js";
import type { Transcript } from "../transcript/index.js";
import type { Boundary } from "./change-history.js";
import { SessionMoment } from "./session-moment.js";
import type { Boundaries, WaitSource } from "./wait-source.js";

/** How texts of a session are shown: as they are, or with secrets covered. */
export interface ShownTexts {
  /** These parts of the screen's text. */
  screen(parts: readonly TextPart[]): readonly string[];
  /** The same, to be searched. */
  shown(parts: readonly TextPart[]): ShownScreen;
  title(): string | null;
  /** The output between two positions, as far as it is kept. */
  output(from: number, to: number): string;
}

/** A whole session. */
interface Whole extends WaitSource {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
}

/** No row and no column: where the cursor stood is not known. */
const NOWHERE = -1;

/**
 * What a wait sees that counts from a moment: rows that were written after it, without what stood before the cursor, and the output after
 * it. Before an echo has ended there is nothing to be seen.
 */
export class SinceView implements WaitSource {
  readonly #view: Whole;
  readonly #bounds: Boundaries;
  readonly #texts: ShownTexts;
  readonly #uncovered: SinceView | undefined;

  /** `uncovered` is the same for plugins, where secrets are covered in the texts. */
  constructor(view: Whole, bounds: Boundaries, texts: ShownTexts, uncovered?: SinceView) {
    this.#uncovered = uncovered;
    this.#view = view;
    this.#bounds = bounds;
    this.#texts = texts;
  }

  within(): WaitSource {
    return this;
  }

  hiddenUntil(): undefined {
    return undefined;
  }

  get screenText(): string {
    return this.#texts.screen(this.#parts()).join("\n");
  }

  get screen(): ShownScreen {
    return this.#texts.shown(this.#parts());
  }

  /** The one that was set within the bounds. Which one it was before that is not known. */
  get title(): string | null {
    const range = this.#range();
    const { titledAt } = this.#view.terminal;
    if (range === undefined || titledAt > (range.upTo?.sequence ?? Infinity)) return null;
    return titledAt > (range.after?.sequence ?? -1) ? this.#texts.title() : null;
  }

  #parts(): readonly TextPart[] {
    const range = this.#range();
    if (range === undefined) return [];
    const [after, upTo] = [range.after?.sequence ?? -1, range.upTo?.sequence ?? Infinity];
    return this.#view.terminal.written(after, upTo, range.after?.place);
  }

  get transcriptTail(): string {
    const range = this.#range();
    if (range === undefined) return "";
    const to = range.upTo?.cursor ?? this.#view.transcript.charsWritten;
    return this.#texts.output(Math.max(range.after?.cursor ?? 0, to - TRANSCRIPT_TAIL_CHARS), to);
  }

  moment(stableMs: number): SessionMoment {
    const moment = this.#view.moment(stableMs);
    return new SinceMoment(moment, this, this.#uncovered && new SinceMoment(moment, this.#uncovered));
  }

  get cursorRow(): number {
    return this.#isWritten ? this.#view.cursorRow : NOWHERE;
  }
  get cursorCol(): number {
    return this.#isWritten ? this.#view.cursorCol : NOWHERE;
  }
  get cursorVisible(): boolean {
    return this.#view.cursorVisible;
  }
  /** Since the moment. */
  get bellCount(): number {
    const range = this.#range();
    if (range === undefined) return 0;
    return (range.upTo?.bells ?? this.#view.bellCount) - (range.after?.bells ?? 0);
  }
  get exited(): boolean {
    return this.#view.exited;
  }
  get exitStatus(): ExitStatus | undefined {
    return this.#view.exitStatus;
  }
  get sequence(): number {
    return this.#view.sequence;
  }

  /** Something came after the moment. */
  get #isWritten(): boolean {
    const range = this.#range();
    return range !== undefined && this.#bounds.upTo === undefined && this.sequence > (range.after?.sequence ?? -1);
  }

  #range(): { readonly after?: Boundary | undefined; readonly upTo?: Boundary | undefined } | undefined {
    const { after, upTo } = this.#bounds;
    const boundary = after?.();
    return after !== undefined && boundary === undefined ? undefined : { after: boundary, upTo };
  }
}

/** The same, to be kept. */
class SinceMoment extends SessionMoment {
  readonly #screenText: string;
  readonly #screen: ShownScreen;
  readonly #transcriptTail: string;
  readonly #cursor: readonly [number, number];
  readonly #bells: number;
  readonly #title: string | null;

  constructor(
    moment: SessionMoment,
    seen: SinceView,
    readonly uncovered?: SessionMoment,
  ) {
    super(moment);
    this.#screenText = seen.screenText;
    this.#screen = seen.screen;
    this.#transcriptTail = seen.transcriptTail;
    this.#cursor = [seen.cursorRow, seen.cursorCol];
    this.#bells = seen.bellCount;
    this.#title = seen.title;
  }

  /** Its cells are those of the whole screen. */
  override terminal(): undefined {
    return undefined;
  }

  override get screenText(): string {
    return this.#screenText;
  }
  override get screen(): ShownScreen {
    return this.#screen;
  }
  override get title(): string | null {
    return this.#title;
  }
  override get transcriptTail(): string {
    return this.#transcriptTail;
  }
  override get cursorRow(): number {
    return this.#cursor[0];
  }
  override get cursorCol(): number {
    return this.#cursor[1];
  }
  override get bellCount(): number {
    return this.#bells;
  }
}
