import type { ExitFields } from "../api/index.js";
import { ProgramEndedError, WaitTimeoutError, describeExit, exitStatusOf, waitsForKeys } from "../api/index.js";
import { PtywrightError, shown } from "../base/index.js";
import { ConnectionLostError } from "../client/index.js";

/** A program that has written nothing for so long is taken for still. */
const QUIET_MS = 1_000;

/** What went wrong, and what an agent can do about it. */
export function whyNot(error: unknown, limitMs?: number): string {
  if (error instanceof WaitTimeoutError) return late(error, limitMs ?? error.elapsedMs);
  if (error instanceof ProgramEndedError) return ended(error);
  if (error instanceof ConnectionLostError)
    return "the terminal server has ended, and all sessions with it; start what you need again with terminal_start";
  if (!(error instanceof PtywrightError)) return error instanceof Error ? error.message : String(error);
  return ADVICE.reduce((text, [advice, here]) => text.replace(advice, here), error.message);
}

/** Advice for programmers, and what it is here. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^run needs.*$/s, "commands run only in bash, zsh or fish; leave out session, or type with terminal_type"],
  [
    /; say which with first\(\), nth\(n\) or last\(\)[^:]*:/,
    "; click on a longer text that is there once, or use mouse:",
  ],
  [/wait until the snapshot's mouseTracking says so, turn the mouse on in the program, or use keys/, "use keys"],
  [/KEYS lists them/, "such as Enter, Escape, Tab, Up, PageDown, Home, F5, Ctrl+C, Alt+x"],
];

/** Of a wait that took too long: what was not there, and what the program does instead. */
function late(error: WaitTimeoutError, limitMs: number): string {
  const { awaited, hints, unreadInputBytes } = error;
  const repeated = `${awaited.replace(/ on the screen$/, "")} is not on the screen`;
  const facts = [
    missed(awaited, seconds(limitMs)),
    doesInstead(error),
    ...hints.map((hint) => withoutPrefix(hint, repeated)).filter(Boolean),
    ...(unreadInputBytes > 0 ? [`it has not read ${unreadInputBytes} bytes of what was typed`] : []),
  ];
  return facts.join("; ");
}

/** What a hint says beyond what was said already. */
const withoutPrefix = (hint: string, said: string): string =>
  hint.startsWith(said) ? hint.slice(said.length).replace(/^; /, "") : hint;

/** Of a thing that it did not come, of anything else that it was waited for in vain. */
const missed = (awaited: string, time: string): string =>
  /^(text|a) /.test(awaited) ? `no ${awaited.replace(/^a /, "")} in ${time}` : `waited ${time} in vain for ${awaited}`;

function ended(error: ProgramEndedError): string {
  return `${howItEnded(error)} before there was ${error.awaited}`;
}

export function howItEnded(exit: ExitFields): string {
  const status = exitStatusOf(exit);
  return `the program ${status === undefined ? "has ended" : describeExit(status)}`;
}

function doesInstead(error: WaitTimeoutError): string {
  const { snapshot, foreground, quietMs } = error;
  if (error.exitStatus !== undefined) return howItEnded(error);
  const { row } = snapshot.cursor;
  const at = `at row ${row}: ${shown((snapshot.lines[row] ?? "").trim())}`;
  if (foreground !== undefined && waitsForKeys(foreground))
    return `the program waits for input ${at}: answer with terminal_type`;
  if (quietMs === undefined) return "it has written nothing yet: wait longer";
  return quietMs >= QUIET_MS
    ? `it has written nothing for ${seconds(quietMs)}, and may wait for a key; the cursor is ${at}`
    : `it is still busy, the cursor is ${at}: wait longer`;
}

export const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
