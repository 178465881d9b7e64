import type { ClickOptions, MouseOptions } from "../api/index.js";
import { MouseNotTrackedError } from "../api/index.js";
import { InvalidArgumentError, shown } from "../base/index.js";
import type { Action, MouseTracking } from "../protocol/index.js";

/** A cell of the screen. */
export interface Point {
  readonly row: number;
  readonly col: number;
}

type Deed = "click" | "hover" | "drag" | "scroll";

/** What a program must have asked for, as the snapshot names it. */
const NEEDED: Readonly<Record<Deed, readonly MouseTracking[]>> = {
  click: ["x10", "normal", "button", "any"],
  scroll: ["normal", "button", "any"],
  drag: ["normal", "button", "any"],
  hover: ["any"],
};

const MODIFIERS = ["shift", "alt", "ctrl"] as const;
/** As many as are sent as one. */
const MAX_STEPS = 256;
/** More is a machine gun. */
const MAX_CLICKS = 10;

export function requireTracking(deed: Deed, tracking: MouseTracking): void {
  if (!NEEDED[deed].includes(tracking)) throw new MouseNotTrackedError(deed, NEEDED[deed].join(", "), tracking);
}

export function clickActions(at: Point, options: ClickOptions): readonly Action[] {
  const { button, count = 1 } = options;
  requireWhole("count", count, 1, MAX_CLICKS);
  const click = mouse("click", at, options, button);
  return Array.from({ length: count }, () => click);
}

export const hoverActions = (at: Point, options: MouseOptions): readonly Action[] => [mouse("move", at, options)];

/** A program that asked for no moves is told where the button was let go. */
export function dragActions(from: Point, to: Point, tracking: MouseTracking, options: MouseOptions): readonly Action[] {
  const moves = tracking === "normal" ? [] : [mouse("move", to, options, "left")];
  return [mouse("press", from, options, "left"), ...moves, mouse("release", to, options, "left")];
}

export function scrollActions(at: Point, lines: number, options: MouseOptions): readonly Action[] {
  requireWhole("lines", lines, -MAX_STEPS, MAX_STEPS);
  const step = mouse(lines < 0 ? "scroll_up" : "scroll_down", at, options);
  return Array.from({ length: Math.abs(lines) }, () => step);
}

type MouseAction = Extract<Action, { readonly type: "mouse" }>;

function mouse(
  kind: MouseAction["kind"],
  { row, col }: Point,
  { modifiers = [] }: MouseOptions,
  button?: MouseAction["button"],
): Action {
  if (!Array.isArray(modifiers) || modifiers.some((name) => !(MODIFIERS as readonly unknown[]).includes(name)))
    throw new InvalidArgumentError(
      "modifiers",
      `modifiers must be a list of ${MODIFIERS.join(", ")}, got ${shown(modifiers)}`,
    );
  const held = Object.fromEntries(modifiers.map((name: string) => [name, true]));
  return { type: "mouse", kind, row, col, ...held, ...(button === undefined ? {} : { button }) };
}

function requireWhole(name: string, value: unknown, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    throw new InvalidArgumentError(name, `${name} must be a whole number from ${min} to ${max}, got ${shown(value)}`);
}
