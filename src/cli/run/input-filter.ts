import type { Hold } from "../hold-limit.js";

/** How long the first bytes of a sequence wait for the next: they may be a key (Escape, Alt-[, Alt-Shift-P). */
const KEY_HOLD_MS = 25;
/** How long an unfinished sequence may take from its first byte to its last; no hand types one, but a line may be slow. */
const REPLY_HOLD_MS = 250;
/** The longest key reports, with the text they stand for, have less. */
const MAX_CSI_BYTES = 256;
/** Replies in DCS strings are a line long; more is no reply. */
const MAX_DCS_BYTES = 8_192;

const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const DCS_8BIT = 0x90;
const CSI_8BIT = 0x9b;
const ST_8BIT = 0x9c;

const PASTE_END = Buffer.from("\x1b[201~");
/** The button and the two coordinates of an old mouse report are bytes of any value. */
const X10_MOUSE_BYTES = 3;

const FOCUS = /^[IO]$/;
const DEVICE_ATTRIBUTES = /^[?>=][\d;]*c$/;

type State = "ground" | "escape" | "csi" | "dcs" | "dcs_escape" | "mouse" | "paste";

/**
 * Takes out of the user's input what the terminal itself says: focus changes, device attributes, DCS strings. Keys, mouse,
 * cursor positions and pasted text pass. Whatever the pieces the input comes in, the result is the same.
 */
export class InputFilter {
  #state: State = "ground";
  #held: number[] = [];
  #serial = 0;
  #mouseBytesLeft = 0;
  #pasteEndSeen = 0;
  readonly #utf8 = new Utf8Progress();
  #out = Buffer.alloc(0);
  #outLength = 0;

  /** What is held back; undefined if nothing is. */
  get hold(): Hold | undefined {
    if (this.#held.length === 0) return undefined;
    return { limitMs: this.#held.length <= 2 ? KEY_HOLD_MS : REPLY_HOLD_MS, serial: this.#serial };
  }

  /** What of the input so far is for the program. */
  feed(bytes: Uint8Array): Uint8Array {
    this.#out = Buffer.allocUnsafe(this.#held.length + bytes.length);
    this.#outLength = 0;
    for (const byte of bytes) this.#step(byte, this.#utf8.take(byte));
    return this.#out.subarray(0, this.#outLength);
  }

  /** Gives out what is held: its time is up, or nothing more comes. */
  release(): Uint8Array {
    const held = Buffer.from(this.#held);
    this.#held = [];
    this.#state = "ground";
    return held;
  }

  #step(byte: number, isContinuation: boolean): void {
    switch (this.#state) {
      case "ground":
        return this.#ground(byte, isContinuation);
      case "escape":
        if (byte === 0x5b) return this.#keep(byte, "csi");
        if (byte === 0x50) return this.#keep(byte, "dcs");
        return this.#pass(byte, isContinuation);
      case "csi":
        return this.#csi(byte, isContinuation);
      case "dcs":
        if (byte === ESC) return this.#keep(byte, "dcs_escape");
        if (byte === ST_8BIT && !isContinuation) return this.#drop();
        if (byte === CAN || byte === SUB || this.#held.length >= MAX_DCS_BYTES) return this.#pass(byte, isContinuation);
        return this.#keep(byte, "dcs");
      case "dcs_escape":
        if (byte === 0x5c) return this.#drop();
        // The escape begins something else, and the string was none.
        this.#held.pop();
        this.#giveHeld();
        this.#begin(ESC, "escape");
        return this.#step(byte, isContinuation);
      case "mouse":
        this.#give(byte);
        if (--this.#mouseBytesLeft === 0) this.#state = "ground";
        return;
      case "paste":
        return this.#paste(byte, isContinuation);
    }
  }

  #ground(byte: number, isContinuation: boolean): void {
    if (byte === ESC) this.#begin(byte, "escape");
    else if (byte === CSI_8BIT && !isContinuation) this.#begin(byte, "csi");
    else if (byte === DCS_8BIT && !isContinuation) this.#begin(byte, "dcs");
    else this.#give(byte);
  }

  #csi(byte: number, isContinuation: boolean): void {
    if (byte < 0x20 || byte > 0x7e || this.#held.length >= MAX_CSI_BYTES) return this.#pass(byte, isContinuation);
    this.#keep(byte, "csi");
    if (byte < 0x40) return;
    const body = String.fromCharCode(...this.#held.slice(this.#held[0] === ESC ? 2 : 1));
    if (FOCUS.test(body) || DEVICE_ATTRIBUTES.test(body)) return this.#drop();
    this.#giveHeld();
    if (body === "200~") {
      this.#state = "paste";
      this.#pasteEndSeen = 0;
    } else if (body === "M") {
      this.#state = "mouse";
      this.#mouseBytesLeft = X10_MOUSE_BYTES;
    }
  }

  /** Nothing is held back here: the text must pass whatever it contains. */
  #paste(byte: number, isContinuation: boolean): void {
    this.#give(byte);
    if (byte === ESC) this.#pasteEndSeen = 1;
    else if (byte === CSI_8BIT && !isContinuation) this.#pasteEndSeen = 2;
    else this.#pasteEndSeen = byte === PASTE_END[this.#pasteEndSeen] ? this.#pasteEndSeen + 1 : 0;
    if (this.#pasteEndSeen === PASTE_END.length) this.#state = "ground";
  }

  #begin(byte: number, state: State): void {
    this.#serial++;
    this.#keep(byte, state);
  }

  #keep(byte: number, state: State): void {
    this.#held.push(byte);
    this.#state = state;
  }

  #drop(): void {
    this.#held = [];
    this.#state = "ground";
  }

  /** What is held is no reply, and the byte begins anew. */
  #pass(byte: number, isContinuation: boolean): void {
    this.#giveHeld();
    this.#ground(byte, isContinuation);
  }

  #giveHeld(): void {
    for (const byte of this.#held) this.#give(byte);
    this.#drop();
  }

  #give(byte: number): void {
    this.#out[this.#outLength++] = byte;
  }
}

/** Follows UTF-8 byte by byte, to distinguish 0x80-0xbf inside a character from the 8-bit controls with the same values. */
class Utf8Progress {
  #missing = 0;

  /** True if the byte continues a character that was begun. */
  take(byte: number): boolean {
    if (this.#missing > 0 && (byte & 0xc0) === 0x80) {
      this.#missing--;
      return true;
    }
    this.#missing = continuationsAfter(byte);
    return false;
  }
}

function continuationsAfter(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}
