import type { ScreenChanges, ScreenSnapshot } from "../../core/screen/index.js";
import {
  changesSince,
  redactSnapshot,
  snapshotLinks,
  snapshotRuns,
  visitSnapshotCells,
} from "../../core/screen/index.js";
import { Disclosed } from "../index.js";
import { EncodedResult, LargeText } from "../../jsonrpc/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import { cellJson, changedRowJson, changesHead, runsJson, snapshotHead } from "../../protocol/index.js";
import type { Session } from "../../core/session/index.js";
import { secretsOf } from "../../core/session/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";

/** How a screen is told: with its cells, as runs, or as text alone. */
export type CellsWanted = boolean | "runs";

/** The spread does not create the cells and the runs: they are getters. */
export const withoutCells = (snapshot: ScreenSnapshot): ScreenSnapshot => ({ ...snapshot, cells: [], runs: [] });

/** All texts of a snapshot that are covered by themselves. */
export function snapshotTexts(snapshot: ScreenSnapshot): string {
  const { plainText, title, iconTitle, workingDirectory } = snapshot;
  return [plainText, title, iconTitle, workingDirectory, ...snapshotLinks(snapshot)].join("\n");
}

/** What of a screen is asked for. */
export interface ScreenReading {
  readonly cells: CellsWanted;
  readonly since?: number | undefined;
  readonly frame: "complete" | "any";
}

/** The answer to a read of a session's screen as it is now. */
export function screenAnswer(
  session: Session,
  policy: RedactionPolicy,
  { cells, since, frame }: ScreenReading,
): ScreenAnswer | Promise<ScreenAnswer> {
  const snapshot = session.snapshot({ frame });
  const answer = (read: RedactionPolicy): ScreenAnswer => {
    const secrets = secretsOf(session);
    const redacted = redactSnapshot(snapshot, secrets.covering(read));
    if (since === undefined) return snapshotAnswer(redacted, cells);
    // A row that was read before it was known that it shows a secret is told again.
    const isCovered = since <= snapshot.sequence && secrets.hasLearnedSince(since);
    return changesAnswer(redacted, isCovered ? 0 : since, cells === "runs");
  };
  if (policy.extraRegexes.length === 0) return answer(policy);
  return resolvedPolicy(policy, snapshotTexts(snapshot)).then(answer);
}

type ScreenRead = LibraryResult<"session.snapshot">;
type ScreenAnswer = Disclosed<ScreenRead> | EncodedResult<ScreenRead>;

const snapshotAnswer = (redacted: ScreenSnapshot, cells: CellsWanted): ScreenAnswer =>
  cells === false ? new Disclosed(withoutCells(redacted)) : new EncodedResult(snapshotJson(redacted, cells));

function changesAnswer(redacted: ScreenSnapshot, since: number, withRuns: boolean): ScreenAnswer {
  const changes = changesSince(redacted, since, false);
  if (!withRuns) return new Disclosed(changes);
  return new EncodedResult(
    new LargeText(function* () {
      yield changesHead({ ...changes, modes: redacted });
      yield* changedRunRows(changes, redacted);
      yield "]}";
    }),
  );
}

/** All rows are walked over, since the place of a secret is counted from the first one on. */
function* changedRunRows({ changedRows }: ScreenChanges, redacted: ScreenSnapshot): Generator<string> {
  const write = runsJson();
  const rows = snapshotRuns(redacted);
  let at = 0;
  for (let row = 0, next = rows.next(); next.done !== true; row++, next = rows.next()) {
    const isChanged = changedRows[at]?.row === row;
    yield isChanged ? `${at > 0 ? "," : ""}${changedRowJson(changedRows[at], write(next.value))}` : "";
    if (isChanged) at++;
  }
}

/** For a screen that may not be read. */
export const hiddenSnapshot = (snapshot: ScreenSnapshot): ScreenSnapshot => ({
  ...snapshot,
  cells: [],
  runs: [],
  plainText: "",
  lines: [],
  title: "",
  iconTitle: undefined,
  workingDirectory: undefined,
  progress: undefined,
  promptMarks: undefined,
  images: undefined,
  lastExitCode: undefined,
  cursor: { row: 0, col: 0, visible: snapshot.cursor.visible },
});

/** The same with its cells or runs, as JSON, made one row at a time. */
export function snapshotJson(snapshot: ScreenSnapshot, cells: true | "runs"): LargeText {
  return new LargeText(function* () {
    yield snapshotHead(snapshot, cells === "runs" ? "runs" : "cells");
    yield* cells === "runs" ? runRows(snapshot) : cellRows(snapshot);
    yield "]}";
  });
}

function* runRows(snapshot: ScreenSnapshot): Generator<string> {
  const write = runsJson();
  const rows = snapshotRuns(snapshot);
  let separator = "";
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    yield separator + write(next.value);
    separator = ",";
  }
}

function* cellRows(snapshot: ScreenSnapshot): Generator<string> {
  const write = cellJson();
  let json = "";
  let separator = "";
  const rows = visitSnapshotCells(snapshot, (...cell) => {
    json += separator + write(...cell);
    separator = ",";
  });
  while (rows.next().done !== true) {
    yield json;
    json = "";
  }
}
