import type { Action } from "../../core/action/index.js";
import type { Hold } from "../hold-limit.js";
import { Action as Do } from "../../core/action/index.js";

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** A mouse report of the terminal: ESC [ < button ; column ; row M, or m for a release. */
const MOUSE = /^\x1b\[<(\d{1,4});(\d{1,4});(\d{1,4})([Mm])/;
/** What may become a report of the mouse or the start of a paste, when more has come. */
const UNFINISHED = /^\x1b(?:\[(?:<[\d;]{0,14})?|\[2(?:0(?:0)?)?)?$/;

/** How long a key may wait for the rest of a sequence that begins like it. */
const KEY_MS = 25;
/** How long a paste may pause before it is taken for over, and how long it may be. */
const PASTE_MS = 2_000;
const MAX_PASTE_CHARS = 16_777_216;
/** How fast a key must be pressed twice. */
const TWICE_MS = 500;

const SHIFT = 4;
const ALT = 8;
const CTRL = 16;
const MOTION = 32;
const WHEEL = 64;
const BUTTONS = ["left", "middle", "right"] as const;

export interface AttachedInputOptions {
  /** One byte: pressed twice, it ends the attachment. */
  readonly detachKey: string;
  readonly onDetach: () => void;
  /** A paste, as the program wants it. */
  readonly paste: (text: string) => Action;
  readonly onActions: (actions: readonly Action[]) => void;
  /** The place in the session that a place in the viewer's terminal stands for; undefined if for none. */
  readonly placeOf: (row: number, col: number) => { readonly row: number; readonly col: number } | undefined;
}

/** What a person types at their terminal, as actions: keys as they are, the mouse and pastes by what they mean. */
export class AttachedInput {
  readonly #options: AttachedInputOptions;
  #rest = "";
  #paste: string | undefined;
  #isDetachPressed = false;
  #isLeft = false;
  #serial = 0;
  #keys = "";
  #actions: Action[] = [];

  constructor(options: AttachedInputOptions) {
    this.#options = options;
  }

  /** What is held back: it may be a key by itself, or the first of two that detach. */
  get hold(): Hold | undefined {
    if (this.#isDetachPressed) return { limitMs: TWICE_MS, serial: this.#serial };
    if (this.#paste !== undefined) return { limitMs: PASTE_MS, serial: this.#serial };
    return this.#rest === "" ? undefined : { limitMs: KEY_MS, serial: this.#serial };
  }

  /** Nothing more has come: what is held back is keys. */
  release(): void {
    if (this.#isDetachPressed) this.#keys += this.#options.detachKey;
    this.#isDetachPressed = false;
    if (this.#paste !== undefined) {
      this.#paste += this.#rest;
      this.#endPaste();
    } else this.#keys += this.#rest;
    this.#rest = "";
    this.#flush();
  }

  feed(input: string): void {
    this.#serial++;
    let text = this.#rest + input;
    this.#rest = "";
    while (text !== "" && !this.#isLeft) {
      const taken = this.#paste === undefined ? this.#typed(text) : this.#pasted(text, this.#paste);
      if (taken === 0) {
        this.#rest = text;
        break;
      }
      text = text.slice(taken);
    }
    this.#flush();
    if (this.#isLeft) this.#options.onDetach();
  }

  /** Takes one thing from the start of what was typed; nothing if it may go on. */
  #typed(text: string): number {
    const [first] = text;
    if (first === this.#options.detachKey) {
      this.#isLeft = this.#isDetachPressed;
      this.#isDetachPressed = true;
      return first.length;
    }
    if (first === "\x1b" && UNFINISHED.test(text)) return 0;
    // It was pressed once, and is a key like any other.
    if (this.#isDetachPressed) this.#keys += this.#options.detachKey;
    this.#isDetachPressed = false;
    if (text.startsWith(PASTE_START)) {
      this.#paste = "";
      return PASTE_START.length;
    }
    const mouse = MOUSE.exec(text);
    if (mouse === null) {
      this.#keys += first;
      return first.length;
    }
    this.#do(this.#mouse(mouse));
    return mouse[0].length;
  }

  /** Takes what is pasted; of its end, which may be cut anywhere, nothing until it is whole. */
  #pasted(text: string, before: string): number {
    const end = text.indexOf(PASTE_END);
    if (end !== -1) {
      this.#do(this.#options.paste(before + text.slice(0, end)));
      this.#paste = undefined;
      return end + PASTE_END.length;
    }
    const taken = Math.max(0, text.length - PASTE_END.length + 1);
    this.#paste = before + text.slice(0, taken);
    if (this.#paste.length > MAX_PASTE_CHARS) this.#endPaste();
    return taken;
  }

  /** A paste whose end does not come is over: what was pasted is, and what follows is typed. */
  #endPaste(): void {
    this.#do(this.#options.paste(this.#paste ?? ""));
    this.#paste = undefined;
  }

  /** Keys that were typed before it come before it. */
  #do(action: Action | undefined): void {
    if (this.#keys !== "") this.#actions.push(Do.text(this.#keys));
    this.#keys = "";
    if (action !== undefined) this.#actions.push(action);
  }

  #flush(): void {
    this.#do(undefined);
    const actions = this.#actions;
    this.#actions = [];
    if (actions.length > 0) this.#options.onActions(actions);
  }

  #mouse([, code, col, row, end]: RegExpExecArray): Action | undefined {
    const bits = Number(code);
    const place = this.#options.placeOf(Number(row) - 1, Number(col) - 1);
    if (place === undefined) return undefined;
    const held = { shift: (bits & SHIFT) !== 0, alt: (bits & ALT) !== 0, ctrl: (bits & CTRL) !== 0 };
    const modifiers = Object.fromEntries(Object.entries(held).filter(([, isHeld]) => isHeld));
    if ((bits & WHEEL) !== 0)
      return (bits & 3) < 2
        ? Do.mouse({ kind: (bits & 1) === 0 ? "scroll_up" : "scroll_down", ...place, ...modifiers })
        : undefined;
    const button = (bits & 3) < 3 ? { button: BUTTONS[bits & 3] } : {};
    const kind = (bits & MOTION) !== 0 ? "move" : end === "m" ? "release" : "press";
    return Do.mouse({ kind, ...button, ...place, ...modifiers });
  }
}
