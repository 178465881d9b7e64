import type { MatchView } from "../match-view.js";
import { boxOf } from "../view-within.js";
import { quoted } from "./quoted-text.js";

/** What a single row that is looked at shows, as the end of a sentence; nothing for larger parts. */
export function shownThere(view: MatchView): string {
  if (boxOf(view)?.rows !== 1) return "";
  return view.screenText === "" ? ", which is empty" : `, which shows ${quoted(view.screenText)}`;
}
