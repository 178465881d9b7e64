import { Params } from "./params.js";
import { StringCollector } from "./string-collector.js";

/** What a terminal does with what the parser finds. `key` is sequenceKey(final, intermediates, prefix). */
export interface ParserHandler {
  /** A run of printable ASCII. */
  printAscii(bytes: Uint8Array, start: number, end: number): void;
  printCodePoint(codePoint: number): void;
  /** A run of characters, some of them outside ASCII. */
  printCodePoints(codes: Uint32Array, count: number): void;
  execute(control: number): void;
  escape(key: number): void;
  control(key: number, params: Params): void;
  operatingSystemCommand(payload: Uint8Array, endedByBell: boolean): void;
  /** The payload is undefined if it was too long. */
  deviceControl(key: number, payload: Uint8Array | undefined): void;
  /** A string begins that may be long; `key` is that of a DCS. */
  stringBegins(kind: "dcs" | "apc" | "osc", key: number): void;
  stringPiece(bytes: Uint8Array, start: number, end: number): void;
  /** False: it was broken off. */
  stringEnds(isWhole: boolean): void;
  /** Asked after each sequence: true ends the call to `parse` here. */
  shouldPause(): boolean;
}

/** One number for a sequence: its final byte, up to two intermediates and a private prefix (`<=>?`). */
export function sequenceKey(final: string, intermediates = "", prefix = ""): number {
  let key = final.charCodeAt(0);
  for (let i = 0; i < intermediates.length; i++) key |= intermediates.charCodeAt(i) << (8 * (i + 1));
  return prefix === "" ? key : key | (prefix.charCodeAt(0) << 24);
}

const enum State {
  Ground,
  Escape,
  EscapeIntermediate,
  ControlParams,
  ControlIntermediate,
  ControlIgnore,
  DeviceParams,
  DeviceIntermediate,
  /** OSC and DCS payloads. */
  CollectString,
  /** SOS, PM, APC and malformed DCS. */
  IgnoreString,
}

const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const DEL = 0x7f;
const REPLACEMENT = 0xfffd;
/** Of ASCII that are printed at once: between side margins each row of two columns may scroll the whole screen. */
const RUN_BYTES = 512;
/** Characters that are decoded before they are printed. */
const RUN_CHARS = 256;
/** Of ASCII in a row, as between the words of many languages; more are printed faster by themselves. */
const RUN_ASCII = 8;

const isTrail = (byte: number): boolean => (byte & 0xc0) === 0x80;

/**
 * The state machine of a VT500 (https://vt100.net/emu/dec_ansi_parser) on UTF-8 bytes. All state lives in the object, so
 * that input may be cut anywhere. Bytes 0x80-0x9f are parts of UTF-8 and never controls; U+0080-U+009F are nothing at all, for text that
 * was encoded twice is full of them.
 */
export class Parser {
  readonly #handler: ParserHandler;
  readonly #params = new Params();
  readonly #string = new StringCollector();
  #state: State = State.Ground;
  #intermediates = 0;
  #intermediateCount = 0;
  #prefix = 0;
  /** The key of the DCS whose payload is being collected; 0 for an OSC. */
  #deviceKey = 0;
  #utf8Needed = 0;
  #utf8Value = 0;
  #utf8Low = 0x80;
  #utf8High = 0xbf;
  readonly #codes = new Uint32Array(RUN_CHARS);

  constructor(handler: ParserHandler) {
    this.#handler = handler;
  }

  /** Parses bytes [start, end) and returns where it stopped: `end`, or earlier if the handler asked to pause. */
  parse(bytes: Uint8Array, start: number, end: number): number {
    const handler = this.#handler;
    let at = start;
    while (at < end) {
      if (this.#state === State.Ground && this.#utf8Needed === 0) {
        const runStart = at;
        const runEnd = Math.min(end, at + RUN_BYTES);
        while (at < runEnd && bytes[at] >= 0x20 && bytes[at] < DEL) at++;
        if (at > runStart) {
          handler.printAscii(bytes, runStart, at);
          if (at === runEnd && handler.shouldPause()) break;
          continue;
        }
        const byte = bytes[at];
        if (byte >= 0x80) {
          const printed = this.#wholeCharacters(bytes, at, end);
          if (printed > at) {
            at = printed;
            if (handler.shouldPause()) break;
            continue;
          }
        } else if (byte === ESC && at + 1 < end && bytes[at + 1] === 0x5b) {
          this.#enterEscape();
          this.#params.reset();
          this.#state = State.ControlParams;
          at += 2;
          if (at < end && this.#isControlDone(bytes, (at = this.#params.scan(bytes, at, end)), end)) {
            at++;
            if (handler.shouldPause()) break;
          }
          continue;
        }
      } else if (this.#state === State.CollectString || this.#state === State.IgnoreString) {
        at = this.#skipString(bytes, at, end);
        continue;
      } else if (this.#state === State.ControlParams) {
        at = this.#params.scan(bytes, at, end);
        if (at === end) break;
      }
      this.#byte(bytes[at++]);
      if (handler.shouldPause()) break;
    }
    return at;
  }

  /** Runs the sequence if its parameters are followed by its last byte; what is rarer is left to the state machine. */
  #isControlDone(bytes: Uint8Array, at: number, end: number): boolean {
    const final = at < end ? bytes[at] : 0;
    if (final < 0x40 || final >= DEL) return false;
    this.#state = State.Ground;
    this.#handler.control(final, this.#params);
    return true;
  }

  /**
   * Prints characters that are there whole, with the few of ASCII between them; what is broken or a control is left to the state machine.
   */
  #wholeCharacters(bytes: Uint8Array, start: number, end: number): number {
    const codes = this.#codes;
    let count = 0;
    let asciiCount = 0;
    let at = start;
    while (count < RUN_CHARS && at < end) {
      const lead = bytes[at];
      const left = end - at;
      let code = lead;
      if (lead < 0x80) {
        if (lead < 0x20 || lead === DEL || ++asciiCount > RUN_ASCII) break;
        at++;
      } else if ((lead & 0xf0) === 0xe0) {
        if (left < 3 || !isTrail(bytes[at + 1]) || !isTrail(bytes[at + 2])) break;
        code = ((lead & 0x0f) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f);
        // A form that is longer than needed, or half a surrogate pair.
        if (code < 0x800 || (code & 0xf800) === 0xd800) break;
        at += 3;
        asciiCount = 0;
      } else if ((lead & 0xe0) === 0xc0) {
        if (left < 2 || !isTrail(bytes[at + 1])) break;
        code = ((lead & 0x1f) << 6) | (bytes[at + 1] & 0x3f);
        if (code < 0xa0) break;
        at += 2;
        asciiCount = 0;
      } else if ((lead & 0xf8) === 0xf0) {
        if (left < 4 || !isTrail(bytes[at + 1]) || !isTrail(bytes[at + 2]) || !isTrail(bytes[at + 3])) break;
        code =
          ((lead & 0x07) << 18) |
          ((bytes[at + 1] & 0x3f) << 12) |
          ((bytes[at + 2] & 0x3f) << 6) |
          (bytes[at + 3] & 0x3f);
        if (code < 0x10000 || code > 0x10ffff) break;
        at += 4;
        asciiCount = 0;
      } else break;
      codes[count++] = code;
    }
    if (count > 0) this.#handler.printCodePoints(codes, count);
    return at;
  }

  #byte(byte: number): void {
    if (this.#state === State.Ground) return this.#ground(byte);
    // A character in the middle of a sequence ends it; the character itself is not lost.
    if (byte >= 0x80) {
      this.#state = State.Ground;
      return this.#ground(byte);
    }
    if (byte < 0x20) return this.#controlInSequence(byte);
    if (byte === DEL) return;
    switch (this.#state) {
      case State.Escape:
      case State.EscapeIntermediate:
        return this.#escapeByte(byte);
      case State.ControlParams:
      case State.ControlIntermediate:
      case State.ControlIgnore:
        return this.#controlByte(byte);
      default:
        return this.#deviceByte(byte);
    }
  }

  #ground(byte: number): void {
    if (this.#utf8Needed > 0 && this.#continueUtf8(byte)) return;
    if (byte >= 0x80) this.#startUtf8(byte);
    else if (byte === ESC) this.#enterEscape();
    else if (byte < 0x20) this.#handler.execute(byte);
    else if (byte !== DEL) this.#handler.printCodePoint(byte);
  }

  /** The WHATWG decoder: one U+FFFD for each maximal part that cannot become a character. */
  #startUtf8(byte: number): void {
    this.#utf8Low = 0x80;
    this.#utf8High = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) {
      this.#utf8Needed = 1;
      this.#utf8Value = byte & 0x1f;
    } else if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.#utf8Low = 0xa0;
      if (byte === 0xed) this.#utf8High = 0x9f;
      this.#utf8Needed = 2;
      this.#utf8Value = byte & 0x0f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#utf8Low = 0x90;
      if (byte === 0xf4) this.#utf8High = 0x8f;
      this.#utf8Needed = 3;
      this.#utf8Value = byte & 0x07;
    } else {
      this.#handler.printCodePoint(REPLACEMENT);
    }
  }

  /** True if the byte was used up; false if it ended a broken character and still has to be looked at. */
  #continueUtf8(byte: number): boolean {
    if (byte < this.#utf8Low || byte > this.#utf8High) {
      this.#utf8Needed = 0;
      this.#handler.printCodePoint(REPLACEMENT);
      return false;
    }
    this.#utf8Low = 0x80;
    this.#utf8High = 0xbf;
    this.#utf8Value = (this.#utf8Value << 6) | (byte & 0x3f);
    if (--this.#utf8Needed > 0) return true;
    if (this.#utf8Value >= 0xa0) this.#handler.printCodePoint(this.#utf8Value);
    return true;
  }

  #controlInSequence(byte: number): void {
    if (byte === ESC) return this.#enterEscape();
    if (byte === CAN || byte === SUB) {
      this.#state = State.Ground;
      return this.#handler.execute(byte);
    }
    // Inside a DCS header they are ignored, elsewhere they act at once, as on a VT.
    if (this.#state !== State.DeviceParams && this.#state !== State.DeviceIntermediate) this.#handler.execute(byte);
  }

  #enterEscape(): void {
    this.#state = State.Escape;
    this.#clear();
  }

  #clear(): void {
    this.#intermediates = 0;
    this.#intermediateCount = 0;
    this.#prefix = 0;
  }

  #collectIntermediate(byte: number): void {
    if (this.#intermediateCount < 2) this.#intermediates |= byte << (8 * (this.#intermediateCount + 1));
    this.#intermediateCount++;
  }

  #key(final: number): number {
    // Three intermediates belong to no known sequence; 0 is no key.
    return this.#intermediateCount > 2 ? 0 : final | this.#intermediates | (this.#prefix << 24);
  }

  #escapeByte(byte: number): void {
    if (byte < 0x30) {
      this.#collectIntermediate(byte);
      this.#state = State.EscapeIntermediate;
      return;
    }
    if (this.#state === State.Escape) {
      switch (byte) {
        case 0x5b: // [
          this.#params.reset();
          this.#state = State.ControlParams;
          return;
        case 0x5d: // ]
          this.#deviceKey = 0;
          this.#handler.stringBegins("osc", 0);
          this.#string.start();
          this.#state = State.CollectString;
          return;
        case 0x50: // P
          this.#params.reset();
          this.#state = State.DeviceParams;
          return;
        case 0x58: // X, SOS
        case 0x5e: // ^, PM
        case 0x5f: // _, APC
          if (byte === 0x5f) this.#handler.stringBegins("apc", 0);
          this.#state = State.IgnoreString;
          return;
      }
    }
    this.#state = State.Ground;
    this.#handler.escape(this.#key(byte));
  }

  #controlByte(byte: number): void {
    if (byte >= 0x40) {
      const ignored = this.#state === State.ControlIgnore;
      this.#state = State.Ground;
      if (!ignored) this.#handler.control(this.#key(byte), this.#params);
    } else if (this.#state === State.ControlIgnore) {
      return;
    } else if (byte < 0x30) {
      this.#collectIntermediate(byte);
      this.#state = State.ControlIntermediate;
    } else if (this.#state === State.ControlIntermediate || !this.#parameterByte(byte)) {
      this.#state = State.ControlIgnore;
    }
  }

  #deviceByte(byte: number): void {
    if (byte >= 0x40) {
      this.#deviceKey = this.#key(byte);
      this.#handler.stringBegins("dcs", this.#deviceKey);
      this.#string.start();
      this.#state = State.CollectString;
    } else if (byte < 0x30) {
      this.#collectIntermediate(byte);
      this.#state = State.DeviceIntermediate;
    } else if (this.#state === State.DeviceIntermediate || !this.#parameterByte(byte)) {
      this.#state = State.IgnoreString;
    }
  }

  /** False for a private prefix in the middle, which makes the sequence malformed. */
  #parameterByte(byte: number): boolean {
    if (byte <= 0x39) this.#params.digit(byte - 0x30);
    else if (byte === 0x3a) this.#params.separate(true);
    else if (byte === 0x3b) this.#params.separate(false);
    else if (this.#prefix === 0 && this.#params.isUntouched) this.#prefix = byte;
    else return false;
    return true;
  }

  /** Consumes a payload up to its end; the byte that ends it decides what happens. */
  #skipString(bytes: Uint8Array, start: number, end: number): number {
    const collects = this.#state === State.CollectString;
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      if (byte === ESC || byte === CAN || byte === SUB || (byte === BEL && collects && this.#deviceKey === 0)) break;
      at++;
    }
    if (collects) this.#string.append(bytes, start, at);
    if (at > start) this.#handler.stringPiece(bytes, start, at);
    if (at === end) return at;
    const terminator = bytes[at];
    if (terminator === ESC) this.#enterEscape();
    else this.#state = State.Ground;
    this.#handler.stringEnds(terminator !== CAN && terminator !== SUB);
    if (collects && terminator !== CAN && terminator !== SUB) this.#dispatchString(terminator === BEL);
    return at + 1;
  }

  #dispatchString(endedByBell: boolean): void {
    const payload = this.#string.finish();
    if (this.#deviceKey !== 0) return this.#handler.deviceControl(this.#deviceKey, payload);
    if (payload !== undefined) this.#handler.operatingSystemCommand(payload, endedByBell);
  }
}
