import {
  RedactionPolicy,
  SecretMemory,
  StreamRedactor,
  extendedPolicy,
  policyVersion,
  secretTexts,
} from "../../text/redaction/index.js";
import { secretsOnScreen } from "../screen/index.js";
import type { SessionView } from "./session-view.js";

/** While output comes, the screen is looked at so often at most, and a screen that takes long more rarely still. */
const LOOK_EVERY_MS = 20;
/** Of its time a session may spend one part in so many on looking. */
const LOOK_SHARE = 20;

/**
 * The secrets that a session has shown, known again in pieces: a program that scrolls, or writes row by row, shows parts that tell
 * nothing by themselves. Only hashes are kept.
 */
export class SessionSecrets {
  readonly #view: SessionView;
  readonly #memory = new SecretMemory();
  /** The default one, with what this session has shown. */
  readonly policy = extendedPolicy(RedactionPolicy.default(), { memory: this.#memory });
  #nextLookAt = -Infinity;
  #seenSequence = -1;
  #learnedAt = -1;
  #isWatching = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(view: SessionView) {
    this.#view = view;
  }

  /** A reader's policy with what this session has shown up to now. */
  covering(policy: RedactionPolicy): RedactionPolicy {
    if (policy.enabled) this.look();
    return this.knowing(policy);
  }

  /** The same with what is known by now, for words that are not the program's. */
  knowing(policy: RedactionPolicy): RedactionPolicy {
    if (!policy.enabled) return policy;
    return policy === RedactionPolicy.default() ? this.policy : extendedPolicy(policy, { memory: this.#memory });
  }

  /** Learns what is on the screen now. */
  look(): void {
    if (this.#seenSequence === this.#view.sequence) return;
    this.#seenSequence = this.#view.sequence;
    const began = performance.now();
    for (const secret of secretsOnScreen(this.#view.snapshot(), this.policy)) this.#learn(secret);
    const now = performance.now();
    this.#nextLookAt = now + Math.max(LOOK_EVERY_MS, (now - began) * LOOK_SHARE);
  }

  #learn(secret: string): void {
    const { version } = this.#memory;
    this.#memory.learn(secret);
    if (this.#memory.version !== version) this.#learnedAt = this.#view.sequence;
  }

  /** Whether what was shown at this moment might be covered now. */
  hasLearnedSince(sequence: number): boolean {
    return this.#learnedAt >= sequence;
  }

  /** From now on also looks when nobody reads: what is on the screen only for a moment is known when a rest of it is read. */
  watch(): void {
    this.#isWatching = true;
  }

  /** Something was written, or the size is another one. */
  changed(): void {
    if (!this.#isWatching || this.#timer !== undefined) return;
    const inMs = this.#nextLookAt - performance.now();
    if (inMs <= 0) return this.look();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.look();
    }, inMs);
    this.#timer.unref();
  }

  /** The same as `redact` for a long text, a piece with each step; put together, they are the text. */
  *redactInPieces(text: string, policy: RedactionPolicy, headCut: boolean): Generator<string> {
    const covering = this.covering(policy);
    if (policy.enabled)
      for (const piece of piecesOf(text)) {
        for (const secret of secretTexts(piece, this.policy.spans(piece))) this.#learn(secret);
        yield "";
      }
    const stream = new StreamRedactor(covering, { headCut });
    for (const piece of piecesOf(text)) yield stream.push(piece);
    yield stream.flush();
  }

  /** A text of the session with its secrets covered; those that are whole in it are known in pieces too. */
  redact(text: string, policy: RedactionPolicy, headCut: boolean): string {
    const covering = this.covering(policy);
    const redact = (): string => covering.redactSlice(text, 0, text.length, { headCut });
    const first = redact();
    if (!policy.enabled || first === text) return first;
    const before = policyVersion(this.policy);
    for (const secret of secretTexts(text, this.policy.spans(text))) this.#learn(secret);
    return policyVersion(this.policy) === before ? first : redact();
  }
}

/** Redacted in one step; the slowest texts take some milliseconds for this. */
const PIECE_CHARS = 16_384;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield text.slice(at, at + PIECE_CHARS);
}
