import { Params } from "./params.js";
import { StringCollector } from "./string-collector.js";

/** What a terminal does with what the parser finds. `key` is sequenceKey(final, intermediates, prefix). */
export interface ParserHandler {
  /** A run of printable ASCII. */
  printAscii(bytes: Uint8Array, start: number, end: number): void;
  printCodePoint(codePoint: number): void;
  execute(control: number): void;
  escape(key: number): void;
  control(key: number, params: Params): void;
  operatingSystemCommand(payload: Uint8Array, endedByBell: boolean): void;
  deviceControl(key: number): void;
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
/** U+009C, the one-character String Terminator, as UTF-8. */
const ST_LEAD = 0xc2;
const ST_TRAIL = 0x9c;

/**
 * The state machine of a VT500 (https://vt100.net/emu/dec_ansi_parser) on UTF-8 bytes. All state lives in the object, so
 * that input may be cut anywhere. Raw bytes 0x80-0x9f are parts of UTF-8 and never controls; U+0080-U+009F are.
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
  /** The last byte seen inside a string, 0 outside. */
  #stringByte = 0;
  #utf8Needed = 0;
  #utf8Value = 0;
  #utf8Low = 0x80;
  #utf8High = 0xbf;

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
        while (at < end && bytes[at] >= 0x20 && bytes[at] < DEL) at++;
        if (at > runStart) {
          handler.printAscii(bytes, runStart, at);
          continue;
        }
        if (bytes[at] >= 0x80) {
          const runEnd = this.#wholeCharacters(bytes, at, end);
          if (runEnd > at) {
            at = runEnd;
            if (handler.shouldPause()) break;
            continue;
          }
        }
      } else if (this.#state === State.CollectString || this.#state === State.IgnoreString) {
        at = this.#skipString(bytes, at, end);
        continue;
      } else if (this.#state === State.ControlParams) {
        // The hot part of coloured output: digits and semicolons.
        const byte = bytes[at];
        if (byte >= 0x30 && byte <= 0x39) {
          this.#params.digit(byte - 0x30);
          at++;
          continue;
        }
      }
      this.#byte(bytes[at++]);
      if (handler.shouldPause()) break;
    }
    return at;
  }

  /** Prints characters of two and three bytes that are there whole; what is rarer or broken is left to the state machine. */
  #wholeCharacters(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    for (;;) {
      const lead = at + 2 < end ? bytes[at] : 0;
      const second = bytes[at + 1] ^ 0x80;
      let codePoint = 0;
      let length = 0;
      if (lead >= 0xc2 && lead <= 0xdf) {
        if (second < 0x40) codePoint = ((lead & 0x1f) << 6) | second;
        length = 2;
      } else if (lead >= 0xe0 && lead <= 0xef) {
        const third = bytes[at + 2] ^ 0x80;
        if (second < 0x40 && third < 0x40) codePoint = ((lead & 0x0f) << 12) | (second << 6) | third;
        length = 3;
      }
      // Controls, forms that are longer than needed, and surrogates.
      if (codePoint < (length === 3 ? 0x800 : 0xa0) || (codePoint & 0xf800) === 0xd800) return at;
      this.#handler.printCodePoint(codePoint);
      at += length;
      if (this.#handler.shouldPause()) return at;
    }
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
    if (this.#utf8Value >= 0x80 && this.#utf8Value < 0xa0) this.#c1(this.#utf8Value);
    else this.#handler.printCodePoint(this.#utf8Value);
    return true;
  }

  /** U+0080-U+009F stand for ESC and the byte 0x40 lower. */
  #c1(codePoint: number): void {
    this.#enterEscape();
    this.#escapeByte(codePoint - 0x40);
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
    let before = this.#stringByte;
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      if (byte === ESC || byte === CAN || byte === SUB || (byte === BEL && collects && this.#deviceKey === 0)) break;
      if (byte === ST_TRAIL && before === ST_LEAD) break;
      before = byte;
      at++;
    }
    if (collects) this.#string.append(bytes, start, at);
    this.#stringByte = at === end ? before : 0;
    if (at === end) return at;
    const terminator = bytes[at];
    if (terminator === ST_TRAIL) this.#string.dropLast();
    if (terminator === ESC) this.#enterEscape();
    else this.#state = State.Ground;
    if (collects && terminator !== CAN && terminator !== SUB) this.#dispatchString(terminator === BEL);
    return at + 1;
  }

  #dispatchString(endedByBell: boolean): void {
    if (this.#deviceKey !== 0) return this.#handler.deviceControl(this.#deviceKey);
    const payload = this.#string.finish();
    if (payload !== undefined) this.#handler.operatingSystemCommand(payload, endedByBell);
  }
}
