import { InvalidArgumentError, shown } from "../../base/index.js";
import {
  RedactionPolicy,
  contextOfRest,
  covered,
  policyVersion,
  requirePolicy,
  secretTexts,
  spansWith,
} from "../../text/redaction/index.js";
import type { ScreenCell, ScreenChanges, ScreenSnapshot, StyledRun, TerminalView } from "../../protocol/index.js";
import { coveredLines } from "./covered-lines.js";
import { visibleImages } from "./placed-images.js";
import { promptMarks } from "./prompt-marks.js";
import { redactCells } from "./redact-cells.js";
import type { ChangedRows, RowChanges } from "./row-changes.js";
import { joinedRows, rowText, trimmedEnd } from "./row-text.js";
import type { ReadText } from "./rows-as-read.js";
import { textsAsRead } from "./rows-as-read.js";
import type { RowCopy } from "./row.js";
import type { CellSource } from "./screen-cells.js";
import { buildCells } from "./screen-cells.js";
import type { Span } from "./span-cells.js";
import type { ScreenState } from "./screen-state.js";
import { ShownScreen } from "./shown-screen.js";
import { CellStyles } from "./style.js";
import { runRows } from "./styled-runs.js";
import { viewedRows } from "./terminal-view.js";
import type { CellVisitor, Cover } from "./visit-cells.js";
import { visitCells } from "./visit-cells.js";

/** Everything of a snapshot but its cells. */
type SnapshotFacts = Omit<ScreenSnapshot, "cells" | "runs">;

/** The facts as fields of their own, without a list of them. */
const Facts = class {
  constructor(facts: SnapshotFacts) {
    Object.assign(this, facts);
  }
} as unknown as new (facts: SnapshotFacts) => SnapshotFacts;

/** Immutable; `cells` and `runs` are built when first asked for. */
class LazySnapshot extends Facts implements ScreenSnapshot {
  readonly #source: CellSource;
  readonly #build: () => readonly ScreenCell[];
  readonly #cover: Cover | undefined;
  readonly #changed: ChangedRows;
  /** Under the policy that was asked for last: many may ask for the same moment. */
  #redacted: (Judgement & { readonly snapshot: ScreenSnapshot }) | undefined;
  #secrets: (Judgement & Secrets) | undefined;
  #texts: readonly ReadText[] | undefined;
  #cells: readonly ScreenCell[] | undefined;
  #runs: readonly (readonly StyledRun[])[] | undefined;
  #shown: ShownScreen | undefined;

  constructor(
    facts: SnapshotFacts,
    source: CellSource,
    changed: ChangedRows,
    build: () => readonly ScreenCell[],
    cover?: Cover,
  ) {
    super(facts);
    this.#source = source;
    this.#changed = changed;
    this.#build = build;
    this.#cover = cover;
  }

  visit(visitor: CellVisitor): Generator<void> {
    return visitCells(this.#source, this.#cover, visitor);
  }

  runRows(): Generator<readonly StyledRun[]> {
    return runRows(this.#source, this.#cover);
  }

  changesSince(since: number, withRuns: boolean): ScreenChanges {
    const { size, cursor, sequence, frame, alternateScreen, title, lines } = this;
    if (!Number.isSafeInteger(since) || since < 0 || since > sequence)
      throw new InvalidArgumentError(
        "since",
        `since must be the sequence number of an earlier read, from 0 to ${sequence}, got ${shown(since)}`,
      );
    const { lookedAt, sizedAt } = this.#changed;
    const allRows = since < sizedAt;
    const rows = [...lookedAt.keys()].filter((row) => allRows || lookedAt[row] > since);
    // An iteration is a row: those that did not change are passed over.
    const runs = withRuns && rows.length > 0 ? this.runs : undefined;
    const changedRows = rows.map((row) => ({ row, text: lines[row], ...(runs && { runs: runs[row] }) }));
    return { size, cursor, sequence, frame, changedRows, allRows, alternateScreen, title };
  }

  /** As it is read by those who look for something on it, with what this snapshot covers covered. */
  shown(parts?: readonly Span[]): ShownScreen {
    if (parts !== undefined) return new ShownScreen(this.#source, this.#cover, parts);
    return (this.#shown ??= new ShownScreen(this.#source, this.#cover));
  }

  links(): readonly string[] {
    return this.#source.styles.links(this.#source.rows);
  }

  view(): TerminalView | undefined {
    const viewed = viewedRows(this.#source);
    if (viewed === undefined) return undefined;
    const { size, cursor, alternateScreen, title } = this;
    return {
      size: { rows: size.rows, cols: size.cols },
      cursor,
      alternateScreen,
      ...(title === null ? {} : { title }),
      ...viewed,
    };
  }

  get cells(): readonly ScreenCell[] {
    return (this.#cells ??= this.#build());
  }

  get runs(): readonly (readonly StyledRun[])[] {
    return (this.#runs ??= [...this.runRows()]);
  }

  /** These are getters, which JSON.stringify would leave out. */
  toJSON(): ScreenSnapshot {
    return { ...this, cells: this.cells, runs: this.runs };
  }

  /** The same with other rows. */
  withRows(rows: readonly RowCopy[]): ScreenSnapshot {
    const { clusters } = this.#source;
    const texts = rows.map((row) => rowText(row, row.chars.length, clusters));
    const source: CellSource = { ...this.#source, rows, head: [], context: "" };
    const facts = { ...this, plainText: joinedRows(rows, texts), lines: texts.map(trimmedEnd) };
    return new LazySnapshot(facts, source, UNSEEN, () => buildCells(source));
  }

  get rows(): readonly RowCopy[] {
    return this.#source.rows;
  }

  at(sequence: number, changes: RowChanges): ScreenSnapshot {
    const source = this.#source;
    return new LazySnapshot({ ...this, sequence }, source, changes.look(source, sequence), this.#build);
  }

  redacted(policy: RedactionPolicy): ScreenSnapshot {
    if (!holdsFor(this.#redacted, policy))
      this.#redacted = { policy, version: policyVersion(policy), snapshot: this.#redactedBy(policy) };
    return this.#redacted.snapshot;
  }

  #redactedBy(policy: RedactionPolicy): ScreenSnapshot {
    const source = this.#source;
    const { head, spans: found } = this.#secretsBy(policy);
    const spans = (): readonly Span[] =>
      found
        .map(({ start, end }) => ({ start: Math.max(0, start - head.length), end: end - head.length }))
        .filter(({ end }) => end > 0);
    const cover: Cover = { policy, spans };
    const facts = {
      ...this,
      plainText: this.redactedText(policy, 0, this.plainText.length),
      lines: found.length === 0 ? this.lines : coveredLines(source, cover),
      title: this.title === null ? null : policy.redact(this.title),
      ...(this.iconTitle === undefined ? {} : { iconTitle: policy.redact(this.iconTitle) }),
      ...(this.workingDirectory === undefined ? {} : { workingDirectory: policy.redact(this.workingDirectory) }),
    };
    const build = (): readonly ScreenCell[] => redactCells(this.cells, source.rows, source.clusters, spans(), policy);
    return new LazySnapshot(facts, source, this.#changed, build, cover);
  }

  redactedText(policy: RedactionPolicy, start: number, end: number): string {
    const { head, spans } = this.#secretsBy(policy);
    return covered(head + this.plainText, spans, policy.replacement, head.length + start, head.length + end);
  }

  /** The secrets as a reader puts them together. */
  secretTexts(policy: RedactionPolicy): readonly string[] {
    return this.#secretsBy(policy).texts;
  }

  #secretsBy(policy: RedactionPolicy): Secrets {
    if (!holdsFor(this.#secrets, policy))
      this.#secrets = { policy, version: policyVersion(policy), ...this.#findSecrets(policy) };
    return this.#secrets;
  }

  #findSecrets(policy: RedactionPolicy): Secrets {
    if (!policy.enabled) return { head: "", spans: [], texts: [] };
    const head = this.#headText();
    const text = head + this.plainText;
    const known: Span[] = [];
    const texts: string[] = [];
    const { rows, clusters, cols } = this.#source;
    for (const read of (this.#texts ??= textsAsRead(rows, clusters, cols))) {
      const spans = policy.spans(read.text);
      texts.push(...secretTexts(read.text, spans));
      for (const { start, end } of spans)
        for (const span of read.spansOf(start, end))
          known.push({ start: head.length + span.start, end: head.length + span.end });
    }
    known.sort((a, b) => a.start - b.start);
    const spans = spansWith(policy, text, known);
    return { head, spans, texts: [...texts, ...secretTexts(text, spans)] };
  }

  /** What the screen began with before it scrolled away: a secret may be known by that only. */
  #headText(): string {
    const { head, clusters, context } = this.#source;
    const line = head.map((row) => rowText(row, row.chars.length, clusters)).join("");
    return (context || contextOfRest(line + this.plainText)) + line;
  }
}

/** Under which policy something was found, and what that knew. */
interface Judgement {
  readonly policy: RedactionPolicy;
  readonly version: number;
}

interface Secrets {
  /** What the text is judged with. */
  readonly head: string;
  /** In the head and the plain text. */
  readonly spans: readonly Span[];
  readonly texts: readonly string[];
}

function holdsFor<T extends Judgement>(kept: T | undefined, policy: RedactionPolicy): kept is T {
  return kept !== undefined && kept.policy === policy && kept.version === policyVersion(policy);
}

/** What the terminal knows of a moment beside its state. */
export interface Moment extends Pick<ScreenSnapshot, "sequence" | "frame"> {
  /** Of each row. */
  readonly texts: readonly string[];
  /** What they are together, if that is known already. */
  readonly plainText?: string;
  /** Left out for a screen that is kept, to be seen later. */
  readonly changes?: RowChanges;
}

const UNSEEN: ChangedRows = { lookedAt: [], sizedAt: 0 };

export function takeSnapshot(state: ScreenState, moment: Moment): ScreenSnapshot {
  const { texts, sequence, frame, changes } = moment;
  const { rowCount: rows, cols, pixelWidth, pixelHeight, modes, announced } = state;
  const source: CellSource = {
    rows: state.grid.rows.map((row) => row.frozen()),
    head: state.grid.head.map((row) => row.frozen()),
    context: state.grid.trail.context,
    cols,
    styles: new CellStyles(state.extras.values),
    clusters: state.clusters.values,
  };
  const palette = state.palette.changes;
  const facts: SnapshotFacts = {
    size: { rows, cols, pixelWidth, pixelHeight },
    cursor: { row: state.y, col: state.x, visible: modes.cursorVisible },
    sequence,
    frame,
    plainText: moment.plainText ?? joinedRows(state.grid.rows, texts),
    lines: texts.map(trimmedEnd),
    scrollback: state.normal.history === undefined ? 0 : state.normal.history.end - state.normal.history.first,
    alternateScreen: state.isAlternate,
    applicationCursor: modes.applicationCursor,
    applicationKeypad: modes.applicationKeypad,
    bracketedPaste: modes.bracketedPaste,
    mouseTracking: modes.mouseTracking,
    mouseEncoding: modes.mouseEncoding,
    cursorShape: announced.cursorShape,
    cursorBlink: modes.cursorBlink,
    bellCount: state.bellCount,
    title: state.title ?? null,
    ...(palette === undefined ? {} : { palette }),
    ...announcedFacts(state),
  };
  return new LazySnapshot(facts, source, changes?.look(source, sequence) ?? UNSEEN, () => buildCells(source));
}

/** What most programs never say is left out of most snapshots. */
function announcedFacts(state: ScreenState): Partial<SnapshotFacts> {
  const { iconTitle, workingDirectory, progress, exitCode: lastExitCode } = state.announced;
  const marks = promptMarks(state);
  const images = visibleImages(state);
  return {
    ...(iconTitle === undefined ? {} : { iconTitle }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    ...(progress === undefined ? {} : { progress }),
    ...(marks === undefined ? {} : { promptMarks: marks }),
    ...(images === undefined ? {} : { images }),
    ...(lastExitCode === undefined ? {} : { lastExitCode }),
  };
}

/** The rows of a snapshot, as they were then. */
export const snapshotRows = (snapshot: ScreenSnapshot): readonly RowCopy[] => own(snapshot).rows;

/** Other rows of the same terminal, to be read and covered as those of a screen. */
export const snapshotOfRows = (snapshot: ScreenSnapshot, rows: readonly RowCopy[]): ScreenSnapshot =>
  own(snapshot).withRows(rows);

/** The same screen at a later moment. */
export const snapshotAt = (snapshot: ScreenSnapshot, sequence: number, changes: RowChanges): ScreenSnapshot =>
  own(snapshot).at(sequence, changes);

/**
 * Shows the visitor each cell of the snapshot, in the order of `cells`, without making an object for it. Each step of the
 * iteration is a row, so that a large screen can be walked over in turns.
 */
export function visitSnapshotCells(snapshot: ScreenSnapshot, visitor: CellVisitor): Iterator<void> {
  return own(snapshot).visit(visitor);
}

/** The `runs` of a snapshot, a row with each step, so that a large screen can be walked over in turns. */
export function snapshotRuns(snapshot: ScreenSnapshot): Iterator<readonly StyledRun[]> {
  return own(snapshot).runRows();
}

/** What of the snapshot is another since an earlier one of the same session. Covered as the snapshot is. */
export function changesSince(snapshot: ScreenSnapshot, since: number, withRuns: boolean): ScreenChanges {
  return own(snapshot).changesSince(since, withRuns);
}

/** The snapshot's rows without the blanks at their ends, to be searched; of these parts of its plain text alone, if they are given. */
export function shownScreen(snapshot: ScreenSnapshot, parts?: readonly Span[]): ShownScreen {
  return own(snapshot).shown(parts);
}

/** Where the cells link to, and the ids of the links, each once. */
export function snapshotLinks(snapshot: ScreenSnapshot): readonly string[] {
  return own(snapshot).links();
}

/** The screen as plugins have it, with nothing covered; undefined if it has too many styles to be handed on. */
export function terminalView(snapshot: ScreenSnapshot): TerminalView | undefined {
  return own(snapshot).view();
}

/**
 * The snapshot with secrets covered in its text, titles, directory, cells and links.
 *
 * @example
 * ```ts
 * console.log(redactSnapshot(session.snapshot()).plainText);
 * ```
 */
export function redactSnapshot(
  snapshot: ScreenSnapshot,
  policy: RedactionPolicy = RedactionPolicy.default(),
): ScreenSnapshot {
  return own(snapshot).redacted(requirePolicy(policy));
}

/** A part of the snapshot's text with secrets covered, judged with all that stands around it. */
export function redactSnapshotText(
  snapshot: ScreenSnapshot,
  start: number,
  end: number,
  policy: RedactionPolicy = RedactionPolicy.default(),
): string {
  return own(snapshot).redactedText(requirePolicy(policy), start, end);
}

/** The secrets that the policy finds on the screen, each as it is read: over rows, past what stands between. */
export function secretsOnScreen(snapshot: ScreenSnapshot, policy: RedactionPolicy): readonly string[] {
  return own(snapshot).secretTexts(requirePolicy(policy));
}

function own(snapshot: ScreenSnapshot): LazySnapshot {
  if (snapshot instanceof LazySnapshot) return snapshot;
  throw new InvalidArgumentError("snapshot", "snapshot must come from session.snapshot() or a wait's result");
}
