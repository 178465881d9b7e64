import { TerminalModes } from "./terminal-modes.js";

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;

/** No sequence that matters here is as long. */
const MAX_SEQUENCE_BYTES = 128;
const INCOMPLETE = -1;

/** OSC, DCS, SOS, PM, APC: what follows is a string, up to the next ESC or BEL. */
const STRING_STARTS = new Set(["]", "P", "X", "^", "_"]);
/** Last characters of sequences that change a mode. */
const MODE_FINALS = new Set([..."hlmnpqru"].map((char) => char.charCodeAt(0)));

/** Reads along what a program prints, and knows what it leaves switched on in the terminal. */
export class ModeTracker {
  #modes: TerminalModes;
  #rows: number;
  /** The beginning of a sequence that was cut. */
  #carry = Buffer.alloc(0);
  #isInString = false;

  constructor(rows: number) {
    this.#rows = rows;
    this.#modes = new TerminalModes(rows);
  }

  resize(rows: number): void {
    this.#rows = rows;
    this.#modes.resize(rows);
  }

  track(bytes: Uint8Array): void {
    let data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#carry.length > 0) {
      data = Buffer.concat([this.#carry, data]);
      this.#carry = Buffer.alloc(0);
    }
    for (let at = 0; at < data.length;) {
      const escape = data.indexOf(ESC, at);
      if (this.#isInString) {
        const end = data.subarray(at, escape === -1 ? data.length : escape).indexOf(BEL);
        if (escape !== -1 || end !== -1) this.#isInString = false;
      }
      if (escape === -1) return;
      at = this.#sequence(data, escape);
      if (at === INCOMPLETE) {
        this.#carry = Buffer.from(data.subarray(escape));
        return;
      }
    }
  }

  /** What brings the terminal back to where nothing was left on or half said; empty if that is so. */
  restoring(): string {
    const isCut = this.#carry.length > 0 || this.#isInString;
    return (isCut ? "\x1b\\" : "") + this.#modes.restoring();
  }

  /** Takes one sequence and says where it ends. */
  #sequence(data: Buffer, start: number): number {
    if (start + 1 >= data.length) return INCOMPLETE;
    const kind = String.fromCharCode(data[start + 1]);
    if (kind === "[") return this.#csi(data, start);
    if (kind === "\x1b") return start + 1;
    if (kind === "(") {
      if (start + 2 >= data.length) return INCOMPLETE;
      if (data[start + 2] === ESC) return start + 2;
      this.#modes.charset(String.fromCharCode(data[start + 2]));
      return start + 3;
    }
    if (STRING_STARTS.has(kind)) this.#isInString = true;
    else if (kind === "c") this.#modes = new TerminalModes(this.#rows);
    else this.#modes.escape(kind);
    return start + 2;
  }

  #csi(data: Buffer, start: number): number {
    let hasControls = false;
    for (let at = start + 2; at < data.length; at++) {
      const byte = data[at];
      if (byte >= 0x40 && byte <= 0x7e) {
        if (MODE_FINALS.has(byte)) {
          const body = data.toString("latin1", start + 2, at);
          // A terminal acts on control characters inside of a sequence, and goes on with it.
          this.#modes.csi(hasControls ? body.replaceAll(/[^ -?]/g, "") : body, String.fromCharCode(byte));
        }
        return at + 1;
      }
      if (byte === ESC) return at;
      if (byte === CAN || byte === SUB || at - start >= MAX_SEQUENCE_BYTES) return at + 1;
      if (byte < 0x20 || byte > 0x3f) hasControls = true;
    }
    return INCOMPLETE;
  }
}
