import { TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import { TailRedactor } from "../../text/redaction/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot, ShownScreen } from "../screen/index.js";
import { redactSnapshot, redactSnapshotText, shownScreen } from "../screen/index.js";
import type { Boundaries, WaitSource } from "./wait-source.js";
import { SessionMoment } from "./session-moment.js";
import type { SessionSecrets } from "./session-secrets.js";
import type { SessionView } from "./session-view.js";
import { SinceView, type ShownTexts } from "./since-view.js";

/**
 * What a wait sees of a session where secrets may not be asked for: its texts as a reader is shown them. Else, with one wait for each
 * guess, a whole secret can be had. Covered when a matcher reads it, and once for each change.
 */
export class CoveredView implements WaitSource {
  readonly #view: SessionView;
  readonly #secrets: SessionSecrets;
  readonly #tails: TailRedactor;

  constructor(view: SessionView, secrets: SessionSecrets) {
    this.#view = view;
    this.#secrets = secrets;
    this.#tails = new TailRedactor((text) => text, secrets.policy);
  }

  get screenText(): string {
    return this.#snapshot.plainText;
  }

  get screen(): ShownScreen {
    return shownScreen(this.#snapshot);
  }

  get title(): string | null {
    return this.#snapshot.title;
  }

  get #snapshot(): ScreenSnapshot {
    this.#secrets.look();
    return redactSnapshot(this.#view.snapshot(), this.#secrets.policy);
  }

  get transcriptTail(): string {
    this.#secrets.look();
    return this.#coveredTail(this.#view.transcriptTail);
  }

  #coveredTail(tail: string): string {
    return this.#tails
      .redact(tail, this.#isCut(tail))
      .map(({ text }) => text)
      .join("");
  }

  #isCut(tail: string): boolean {
    return tail.length >= TRANSCRIPT_TAIL_CHARS || this.#view.transcript.slice(0, 0) === null;
  }

  moment(stableMs: number): SessionMoment {
    const moment = this.#view.moment(stableMs);
    this.#secrets.look();
    return new CoveredMoment(
      moment,
      () => redactSnapshot(moment.snapshot, this.#secrets.policy),
      () => this.#coveredTail(moment.transcriptTail),
    );
  }

  within(bounds: Boundaries): WaitSource {
    const view = this.#view;
    const texts: ShownTexts = {
      // Parts are of the text as it is; what is covered has the same cells.
      shown: (parts) => shownScreen(this.#snapshot, parts),
      title: () => this.title,
      screen: (parts) => {
        this.#secrets.look();
        const snapshot = view.snapshot();
        return parts.map(({ start, end }) => redactSnapshotText(snapshot, start, end, this.#secrets.policy));
      },
      output: (from, to) => {
        this.#secrets.look();
        // Judged with what stands around it: what makes a secret of it may have come before.
        const tail = view.transcriptTail;
        const behind = view.transcript.since(to).text.length;
        const asked = view.transcript.since(from).text.length;
        const [start, end] = [Math.max(0, tail.length - asked), tail.length - behind];
        const { policy } = this.#secrets;
        return policy.redactSlice(tail, start, Math.max(start, end), { headCut: this.#isCut(tail) });
      },
    };
    return new SinceView(view, bounds, texts, view.within(bounds));
  }

  hiddenUntil(text: string, start: number, end: number): number | undefined {
    this.#secrets.look();
    const hidden = this.#secrets.policy.spans(text).find((span) => span.start < end && span.end > start);
    return hidden && Math.max(hidden.end, start + 1);
  }

  get cursorRow(): number {
    return this.#view.cursorRow;
  }
  get cursorCol(): number {
    return this.#view.cursorCol;
  }
  get cursorVisible(): boolean {
    return this.#view.cursorVisible;
  }
  get bellCount(): number {
    return this.#view.bellCount;
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
}

/** Its texts are those that matchers see; plugins, which are trusted, see the others. */
class CoveredMoment extends SessionMoment {
  readonly #cover: () => ScreenSnapshot;
  readonly #tail: () => string;
  #snapshot: ScreenSnapshot | undefined;
  #tailText: string | undefined;

  constructor(
    readonly uncovered: SessionMoment,
    cover: () => ScreenSnapshot,
    tail: () => string,
  ) {
    super(uncovered);
    this.#cover = cover;
    this.#tail = tail;
  }

  override get screenText(): string {
    return this.#covered.plainText;
  }

  override get screen(): ShownScreen {
    return shownScreen(this.#covered);
  }

  override get title(): string | null {
    return this.#covered.title;
  }

  get #covered(): ScreenSnapshot {
    return (this.#snapshot ??= this.#cover());
  }

  override get transcriptTail(): string {
    return (this.#tailText ??= this.#tail());
  }
}
