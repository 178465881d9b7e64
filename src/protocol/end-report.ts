import { array, boolean, integer, optional, required, word } from "./schema/schema.js";

/** How a program ended, and what became of all that it started. */
export const endReportFields = {
  exit_code: optional(integer(), "How the program ended by itself."),
  signal: optional(word(), "The signal that ended it."),
  descendants_reaped: required(integer(), "Processes besides the program that were found, and are gone."),
  forced: required(boolean(), "Some did not go by themselves and got SIGKILL."),
  still_running: required(array(integer()), "Processes that are alive after everything was tried."),
} as const;
