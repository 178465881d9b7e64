import { InvalidArgumentError } from "../../base/index.js";
import { RedactionPolicy, contextOfRest, requirePolicy } from "../../text/redaction/index.js";
import type { ScreenCell, ScreenSnapshot } from "../../protocol/index.js";
import { redactCells } from "./redact-cells.js";
import { rowText } from "./row-text.js";
import type { CellSource } from "./screen-cells.js";
import { buildCells } from "./screen-cells.js";
import type { Span } from "./span-cells.js";
import type { ScreenState } from "./screen-state.js";
import type { CellVisitor, Cover } from "./visit-cells.js";
import { visitCells } from "./visit-cells.js";

/** Everything of a snapshot but its cells. */
type SnapshotFacts = Omit<ScreenSnapshot, "cells">;

/** The facts as fields of their own, without a list of them. */
const Facts = class {
  constructor(facts: SnapshotFacts) {
    Object.assign(this, facts);
  }
} as unknown as new (facts: SnapshotFacts) => SnapshotFacts;

/** Immutable; `cells` is built when first asked for. */
class LazySnapshot extends Facts implements ScreenSnapshot {
  readonly #source: CellSource;
  readonly #build: () => readonly ScreenCell[];
  readonly #cover: Cover | undefined;
  /** With the default policy: many may ask for the same moment. */
  #redacted: ScreenSnapshot | undefined;
  #cells: readonly ScreenCell[] | undefined;

  constructor(facts: SnapshotFacts, source: CellSource, build: () => readonly ScreenCell[], cover?: Cover) {
    super(facts);
    this.#source = source;
    this.#build = build;
    this.#cover = cover;
  }

  visit(visitor: CellVisitor): Generator<void> {
    return visitCells(this.#source, this.#cover, visitor);
  }

  get cells(): readonly ScreenCell[] {
    return (this.#cells ??= this.#build());
  }

  /** `cells` is a getter, which JSON.stringify would leave out. */
  toJSON(): ScreenSnapshot {
    return { ...this, cells: this.cells };
  }

  redacted(policy: RedactionPolicy): ScreenSnapshot {
    if (policy !== RedactionPolicy.default()) return this.#redactedBy(policy);
    return (this.#redacted ??= this.#redactedBy(policy));
  }

  #redactedBy(policy: RedactionPolicy): ScreenSnapshot {
    const source = this.#source;
    const facts = {
      ...this,
      plainText: this.redactedText(policy, 0, this.plainText.length),
      title: this.title === null ? null : policy.redact(this.title),
    };
    const spans = (): readonly Span[] => this.#secrets(policy);
    const build = (): readonly ScreenCell[] => redactCells(this.cells, source.rows, source.clusters, spans(), policy);
    return new LazySnapshot(facts, source, build, { policy, spans });
  }

  redactedText(policy: RedactionPolicy, start: number, end: number): string {
    const head = this.#headText();
    return policy.redactSlice(head + this.plainText, head.length + start, head.length + end);
  }

  #secrets(policy: RedactionPolicy): Span[] {
    const head = this.#headText();
    return policy
      .spans(head + this.plainText)
      .map(({ start, end }) => ({ start: Math.max(0, start - head.length), end: end - head.length }))
      .filter(({ end }) => end > 0);
  }

  /** What the screen began with before it scrolled away: a secret may be known by that only. */
  #headText(): string {
    const { head, clusters, context } = this.#source;
    const line = head.map((row) => rowText(row, row.chars.length, clusters)).join("");
    return (context || contextOfRest(line + this.plainText)) + line;
  }
}

export function takeSnapshot(state: ScreenState, plainText: string, sequence: number): ScreenSnapshot {
  const { rowCount: rows, cols, pixelWidth, pixelHeight, modes } = state;
  const source: CellSource = {
    rows: state.grid.rows.map((row) => row.frozen()),
    head: state.grid.head.map((row) => row.frozen()),
    context: state.grid.trail.context,
    cols,
    styles: state.styles,
    clusters: state.clusters.values,
  };
  const facts: SnapshotFacts = {
    size: { rows, cols, pixelWidth, pixelHeight },
    cursor: { row: state.y, col: state.x, visible: modes.cursorVisible },
    sequence,
    plainText,
    alternateScreen: state.isAlternate,
    applicationCursor: modes.applicationCursor,
    applicationKeypad: modes.applicationKeypad,
    bracketedPaste: modes.bracketedPaste,
    mouseTracking: modes.mouseTracking,
    mouseEncoding: modes.mouseEncoding,
    title: state.title ?? null,
  };
  return new LazySnapshot(facts, source, () => buildCells(source));
}

/**
 * Shows the visitor each cell of the snapshot, in the order of `cells`, without making an object for it. Each step of the
 * iteration is a row, so that a large screen can be walked over in turns.
 */
export function visitSnapshotCells(snapshot: ScreenSnapshot, visitor: CellVisitor): Iterator<void> {
  return own(snapshot).visit(visitor);
}

/**
 * The snapshot with secrets covered in its text, title, cells and links.
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

function own(snapshot: ScreenSnapshot): LazySnapshot {
  if (snapshot instanceof LazySnapshot) return snapshot;
  throw new InvalidArgumentError("snapshot", "snapshot must come from session.snapshot() or a wait's result");
}
