import type { ScreenSnapshot } from "../../protocol/index.js";
import { ShellMarks } from "./shell-marks.js";

type Progress = NonNullable<ScreenSnapshot["progress"]>;

/** As many as xterm keeps. */
const MAX_TITLES = 10;

interface Titles {
  readonly title: string | undefined;
  readonly iconTitle: string | undefined;
}

/** CSI 22 and 23 t: which of the titles are meant. */
const ICON_TITLE = 1;
const WINDOW_TITLE = 2;

/** DECSCUSR's numbers in pairs: blinking, steady. */
export const CURSOR_SHAPES: readonly ScreenSnapshot["cursorShape"][] = ["block", "underline", "bar"];

const PROGRESS_STATES: ReadonlyMap<string, Progress["state"]> = new Map([
  ["1", "normal"],
  ["2", "error"],
  ["3", "indeterminate"],
  ["4", "paused"],
]);

/** What a program tells of itself beside what it shows. */
export class Announced {
  iconTitle: string | undefined;
  cursorShape: ScreenSnapshot["cursorShape"] = "block";
  workingDirectory: string | undefined;
  progress: Progress | undefined;
  /** How the last command ended, as the shell says. */
  exitCode: number | undefined;
  /** How often bracketed paste was asked for: line editors do when they begin to read a line. */
  pasteRequests = 0;
  /** Whose marks of prompts and commands are believed: anybody's, unless the shell is known. */
  marks = new ShellMarks();
  readonly #titles: Titles[] = [];

  /** CSI 22 t. With its oldest entry gone a full stack still brings the newest back. */
  saveTitles(title: string | undefined): void {
    if (this.#titles.length === MAX_TITLES) this.#titles.shift();
    this.#titles.push({ title, iconTitle: this.iconTitle });
  }

  /** CSI 23 t; returns the window title that is there then. */
  restoreTitles(which: number, current: string | undefined): string | undefined {
    const saved = this.#titles.pop();
    if (saved === undefined) return current;
    if (which !== WINDOW_TITLE) this.iconTitle = saved.iconTitle;
    return which === ICON_TITLE ? current : saved.title;
  }

  /** DECSCUSR; returns whether the cursor blinks, or undefined if there is no such style. 0 is the shape that it has at the start. */
  setCursorStyle(style: number): boolean | undefined {
    if (style > 2 * CURSOR_SHAPES.length) return undefined;
    this.cursorShape = CURSOR_SHAPES[Math.ceil(style / 2) - 1] ?? "block";
    return style % 2 === 1;
  }

  /** OSC 9;4: `state;percent`. */
  setProgress(argument: string): void {
    const [number = "", percent = ""] = argument.split(";", 2);
    if (number === "" || number === "0") this.progress = undefined;
    const state = PROGRESS_STATES.get(number);
    if (state === undefined) return;
    const value = /^\d{1,3}$/.test(percent) ? Math.min(100, Number(percent)) : this.progress?.value;
    this.progress = Object.freeze(state === "indeterminate" || value === undefined ? { state } : { state, value });
  }

  /** RIS. Titles and the directory stay: they are about the program, not about its screen. */
  reset(): void {
    this.cursorShape = "block";
    this.progress = undefined;
    this.exitCode = undefined;
    this.#titles.length = 0;
  }
}

/** The directory that OSC 7 names as a URL, without its host; undefined if it names none. */
export function directoryOf(url: string): string | undefined {
  const path = /^(?:file|kitty-shell-cwd):\/\/[^/]*(\/.*)$/s.exec(url)?.[1];
  if (path === undefined || url.startsWith("kitty")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
