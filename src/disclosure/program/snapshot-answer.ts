import type { ScreenSnapshot } from "../../core/screen/index.js";
import { redactSnapshot, visitSnapshotCells } from "../../core/screen/index.js";
import { Disclosed } from "../index.js";
import { EncodedResult, LargeText } from "../../jsonrpc/index.js";
import { cellJson, snapshotHead } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";

/** The spread does not create the cells: they are a getter. */
export const withoutCells = (snapshot: ScreenSnapshot): ScreenSnapshot => ({ ...snapshot, cells: [] });

/** The answer to a read of the screen. */
export function snapshotAnswer(
  snapshot: ScreenSnapshot,
  policy: RedactionPolicy,
  cells: boolean,
): Disclosed<ScreenSnapshot> | EncodedResult<ScreenSnapshot> {
  const redacted = redactSnapshot(snapshot, policy);
  return cells ? new EncodedResult(snapshotJson(redacted)) : new Disclosed(withoutCells(redacted));
}

/** For a screen that may not be read. */
export const hiddenSnapshot = (snapshot: ScreenSnapshot): ScreenSnapshot => ({
  ...snapshot,
  cells: [],
  plainText: "",
  title: "",
  cursor: { row: 0, col: 0, visible: snapshot.cursor.visible },
});

/** The same with its cells, as JSON, made one row at a time. */
export function snapshotJson(snapshot: ScreenSnapshot): LargeText {
  return new LargeText(function* () {
    yield snapshotHead(snapshot);
    yield* cellRows(snapshot);
    yield "]}";
  });
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
