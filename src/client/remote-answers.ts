import type { MatchOutcome } from "../core/matcher/index.js";
import type { Result } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";
import { camelCased } from "../wire/index.js";

/** What JSON leaves out is not there, never undefined. */
type Parsed<T> = T extends readonly (infer Item)[]
  ? readonly Parsed<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Parsed<Exclude<T[K], undefined>> }
    : T;

type Answer<M extends "session.wait" | "session.snapshot"> = Parsed<CamelCased<Result<M>>>;
type Color = "default" | `idx:${number}` | `rgb:${number}:${number}:${number}`;
type Colors = Readonly<Record<"foreground" | "background", Color>>;
type Cell = Answer<"session.snapshot">["cells"][number];
type RemoteCell = Omit<Cell, "style"> & { readonly style: Omit<Cell["style"], keyof Colors> & Colors };

/** A screen; wherever the library's ScreenSnapshot can be used, so can this. */
export type RemoteSnapshot = Omit<Answer<"session.snapshot">, "cells"> & { readonly cells: readonly RemoteCell[] };

/** What a wait saw, with the library's names. */
export type RemoteMatch = Omit<Answer<"session.wait">, "snapshot" | "outcome"> & {
  readonly snapshot: RemoteSnapshot;
  readonly outcome: MatchOutcome;
};

export function remoteSnapshot(answer: Result<"session.snapshot">): RemoteSnapshot {
  return camelCased<unknown>(answer) as RemoteSnapshot;
}

export function remoteMatch(answer: Result<"session.wait">): RemoteMatch {
  return camelCased<unknown>(answer) as RemoteMatch;
}
