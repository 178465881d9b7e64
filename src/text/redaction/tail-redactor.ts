import { redactCutHead } from "./cut-head.js";
import { applyEdits, findEdits } from "./edits.js";
import { hasControls, stripControls } from "./escapes.js";
import { mayTouchHeadlessKey } from "./headless-key.js";
import { findPemHeader, followPem } from "./pem.js";
import { RedactionPolicy, policyVersion, requirePolicy, rulesOf } from "./policy.js";

/** Whole lines of at least so many characters are redacted once and kept: few pieces to put together, little to do again. */
const PIECE_CHARS = 256;
/** The first piece: less seldom tells whether it is the rest of a private key. */
const MIN_HEAD_CHARS = 128;
/** Of the new tail, to find where in the old one it begins. */
const PROBE_CHARS = 64;
/** Places that look like it; output that repeats itself has many. */
const MAX_PROBES = 8;

/** A part of a redacted tail. The same object for as long as that part stays the same. */
export interface RedactedPiece {
  readonly text: string;
  /** The text as whoever reads it needs it. */
  readonly form: string;
}

interface Piece extends RedactedPiece {
  /** Of how many characters of the tail it was made. */
  readonly length: number;
}

/** Pieces that need no second look, and where they stand in the new tail. */
interface Kept {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

const NOTHING: Kept = { start: 0, end: 0, pieces: [] };

/**
 * Redacts the end of an output that moves on between one look and the next. Secrets do not cross lines, but for private keys,
 * so that the lines both tails have need no second look; with a key in it, all is looked at as one. The pieces put together
 * always equal {@link RedactionPolicy.redactSlice} of the whole tail.
 */
export class TailRedactor {
  readonly policy: RedactionPolicy;
  readonly #form: (text: string) => string;
  #tail = "";
  #isHeadCut = false;
  #version = 0;
  /** In the order of the tail, without gaps; all but the last end with a line. */
  #pieces: readonly Piece[] = [];

  /** `form` is applied to each piece once; that of the whole must be those of its parts put together. */
  constructor(form: (text: string) => string, policy: RedactionPolicy = RedactionPolicy.default()) {
    this.#form = form;
    this.policy = requirePolicy(policy);
  }

  /** `headCut`: the tail begins in the middle of something. The same array while nothing has changed. */
  redact(tail: string, headCut: boolean): readonly RedactedPiece[] {
    const version = policyVersion(this.policy);
    // What was learnt since may be in what was kept.
    if (version !== this.#version) this.forget();
    this.#version = version;
    if (tail !== this.#tail || headCut !== this.#isHeadCut) {
      this.#pieces = this.#inPieces(tail, headCut) ?? [this.#whole(tail, headCut)];
      this.#tail = tail;
      this.#isHeadCut = headCut;
    }
    return this.#pieces;
  }

  /** Lets go of the last tail; the next one is redacted afresh. */
  forget(): void {
    this.#tail = "";
    this.#pieces = [];
  }

  /** Undefined if the tail has to be looked at as one. */
  #inPieces(tail: string, headCut: boolean): Piece[] | undefined {
    if (!this.policy.enabled || !rulesOf(this.policy).extra.isEmpty) return undefined;
    const kept = this.#stillThere(tail, headCut);
    const pieces: Piece[] = [];
    if (!this.#redactLines(tail, 0, kept.start, headCut, pieces)) return undefined;
    pieces.push(...kept.pieces);
    return this.#redactLines(tail, kept.end, tail.length, headCut, pieces) ? pieces : undefined;
  }

  /** The pieces that the new tail has too, and where. The first depends on where a tail was cut, the last may grow. */
  #stillThere(tail: string, headCut: boolean): Kept {
    const before = this.#pieces;
    const shift = before.length < 3 ? undefined : shiftBetween(this.#tail, tail);
    if (shift === undefined) return NOTHING;
    let first = 0;
    let start = 0;
    if (shift > 0 || headCut !== this.#isHeadCut)
      do start += before[first++].length;
      while (first < before.length && start < shift + MIN_HEAD_CHARS);
    const pieces = before.slice(first, -1);
    if (pieces.length === 0) return NOTHING;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return { start: start - shift, end: start - shift + length, pieces };
  }

  /** Cuts a part of the tail at line ends; false if a line of it cannot stand alone. */
  #redactLines(tail: string, from: number, to: number, headCut: boolean, into: Piece[]): boolean {
    for (let start = from; start < to;) {
      const end = to - start < 2 * PIECE_CHARS ? to : Math.min(to, lineEnd(tail, start + PIECE_CHARS));
      const text = this.#alone(tail.slice(start, end), headCut && start === 0, end === tail.length);
      if (text === undefined) return false;
      into.push({ length: end - start, text, form: this.#form(text) });
      start = end;
    }
    return true;
  }

  #alone(raw: string, headCut: boolean, isLast: boolean): string | undefined {
    const rules = rulesOf(this.policy);
    const visible = hasControls(raw) ? stripControls(raw).visible : raw;
    if (findPemHeader(visible, 0) !== null || mayTouchHeadlessKey(visible)) return undefined;
    // The rest of a private key whose beginning is gone may go on behind these lines.
    if (headCut && !isLast && followPem(raw, 0, rules.replacement, false).state !== null) return undefined;
    const { edits } = findEdits(raw, rules, true);
    return applyEdits(raw, headCut ? redactCutHead(raw, edits, rules) : edits, 0, raw.length);
  }

  #whole(tail: string, headCut: boolean): Piece {
    const text = this.policy.redactSlice(tail, 0, tail.length, { headCut });
    return { length: tail.length, text, form: this.#form(text) };
  }
}

/** How many characters of `before` are no longer in front of what both have; any answer for which the rest is equal will do. */
function shiftBetween(before: string, after: string): number | undefined {
  if (after.slice(0, before.length) === before) return 0;
  const probe = after.slice(0, PROBE_CHARS);
  let at = before.indexOf(probe);
  for (let probes = 0; at >= 0 && probes < MAX_PROBES; probes++) {
    if (after.slice(0, before.length - at) === before.slice(at)) return at;
    at = before.indexOf(probe, at + 1);
  }
  return undefined;
}

/** Behind the next line break. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return at + 1;
    if (code === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
  }
  return text.length;
}
