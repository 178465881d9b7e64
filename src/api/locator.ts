import type {
  Action,
  CellStyle,
  FoundText,
  LibraryResult,
  ScreenBox,
  ScreenSnapshot,
  WantedStyle,
} from "../protocol/index.js";
import type { MatchResult, WaitOptions } from "./wait.js";

/** What is looked for on a screen, and where. A JavaScript RegExp is taken in this process only. */
export interface FindQuery {
  /** The text; case counts. */
  readonly text?: string | undefined;
  /** A pattern of the Rust regex dialect, or a RegExp, instead of a text. */
  readonly regex?: string | RegExp | undefined;
  /** How it must be drawn; alone, anything that is drawn so. */
  readonly style?: WantedStyle | undefined;
  /** Only where it is no part of a longer word. */
  readonly exact?: boolean | undefined;
  readonly within?: ScreenBox | undefined;
  /** Also in the rows that left at the top: -1 is the row right above the screen. Lines are searched one by one. */
  readonly scrollback?: boolean | undefined;
}

/** What was found, of one sequence number. */
export type FindResult = LibraryResult<"session.find">;

/** Code of the caller's own that is called with the screen after each batch of output: it holds when that returns something true. */
export type SnapshotTest = (snapshot: ScreenSnapshot) => unknown;

/** How a locator by text looks. */
export interface TextLocatorOptions {
  /** Only where it is no part of a longer word. */
  readonly exact?: boolean | undefined;
  /** Which of several, from zero; negative counts from the last. */
  readonly nth?: number | undefined;
  /** Only in this part of the screen. */
  readonly within?: Locator | ScreenBox | undefined;
  /** Also in the rows that left at the top, to be waited for and read, not clicked. Their numbers are negative: -1 is right above the screen. */
  readonly scrollback?: boolean | undefined;
}

/** How long a locator may wait until it has a place, and what ends that early. */
export type LocatorOptions = Pick<WaitOptions, "timeoutMs" | "signal">;

/** What a locator waits for; with `since`, only what was written after that counts. */
export interface LocatorWaitOptions extends WaitOptions {
  /** "visible" unless said otherwise; "changed": what stands there is another text, or drawn otherwise, than at the start. */
  readonly state?: "visible" | "hidden" | "changed" | undefined;
  /** Drawn like this. */
  readonly style?: WantedStyle | undefined;
}

type MouseButton = NonNullable<Extract<Action, { readonly type: "mouse" }>["button"]>;

/** Keys that are held while the mouse does something. */
export interface MouseOptions extends LocatorOptions {
  readonly modifiers?: readonly ("shift" | "alt" | "ctrl")[] | undefined;
}

/** How something is clicked. */
export interface ClickOptions extends MouseOptions {
  /** Left unless said otherwise. */
  readonly button?: MouseButton | undefined;
  /** 2 is a double click. */
  readonly count?: number | undefined;
}

/**
 * A place on the screen, looked up anew each time it is used. Those who use it wait until it is there. It stands for one place: if several fit,
 * an AmbiguousLocatorError lists them.
 */
export interface Locator {
  /** The first of several. */
  first(): Locator;
  /** The one with this number, from zero; negative counts from the last. */
  nth(index: number): Locator;
  last(): Locator;
  /** All that fit now. */
  matches(): Promise<readonly FoundText[]>;
  /** Whether it is there now. */
  isVisible(): Promise<boolean>;
  /** Waits until it is there, no longer there, or shows something else. */
  waitFor(options?: LocatorWaitOptions): Promise<MatchResult>;
  text(options?: LocatorOptions): Promise<string>;
  /** How its first character is drawn. */
  style(options?: LocatorOptions): Promise<CellStyle>;
  /** The smallest rectangle that holds it, also where it wraps over rows. */
  box(options?: LocatorOptions): Promise<ScreenBox>;
  /** Clicks on its first cell; on the middle of a row or region. */
  click(options?: ClickOptions): Promise<void>;
  /** Moves the mouse there with no button held. */
  hover(options?: MouseOptions): Promise<void>;
  /** Presses the button there, and lets it go at the other place. */
  drag(to: Locator | { readonly row: number; readonly col: number }, options?: MouseOptions): Promise<void>;
  /** Turns the wheel there, down or if negative up, one step for each line; many programs scroll by several lines a step. */
  scroll(lines: number, options?: MouseOptions): Promise<void>;
}
