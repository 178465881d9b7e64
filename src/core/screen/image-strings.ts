import { InlineFiles } from "./inline-files.js";
import { KittyGraphics } from "./kitty-graphics.js";
import { sequenceKey } from "./parser.js";
import type { ScreenState } from "./screen-state.js";
import { SixelReader } from "./sixel-reader.js";
import type { StringReader } from "./string-reader.js";

const SIXEL = sequenceKey("q");
const ONE = 0x31;

/** Images in string sequences: sixels in a DCS, kitty's in an APC, iTerm2's in an OSC. */
export class ImageStrings {
  readonly #kitty = new KittyGraphics();
  readonly #files = new InlineFiles();
  #reader: StringReader | undefined;
  #isOperatingSystemCommand = false;

  /** A string begins; `key` is that of a DCS. */
  begin(kind: "dcs" | "apc" | "osc", key: number): void {
    this.#isOperatingSystemCommand = kind === "osc";
    if (kind === "osc") this.#reader = undefined;
    else if (kind === "apc") this.#reader = this.#kitty.command();
    else this.#reader = key === SIXEL ? new SixelReader() : undefined;
  }

  piece(bytes: Uint8Array, start: number, end: number): void {
    // Titles and links are many, and begin with another digit.
    if (this.#isOperatingSystemCommand && bytes[start] === ONE) this.#reader = this.#files.command();
    this.#isOperatingSystemCommand = false;
    if (this.#reader?.piece(bytes, start, end) === false) this.#reader = undefined;
  }

  /** True if something may have happened to the screen. */
  end(state: ScreenState, isWhole: boolean): boolean {
    const reader = this.#reader;
    // SOS and PM do not begin here: nothing may be left for their pieces.
    this.#reader = undefined;
    this.#isOperatingSystemCommand = false;
    if (isWhole) reader?.end(state);
    return reader !== undefined;
  }

  /** RIS: what was sent but not shown yet is forgotten. */
  reset(): void {
    this.#kitty.reset();
    this.#files.reset();
  }
}
