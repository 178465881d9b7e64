// What soaks are called, in what they print and by --only.
import { basename } from "node:path";
import { splitTitle } from "./guarantee-results.mjs";

/** The ids that it shows; one that shows none has the name of its file. @param {string} file @param {import("./run-soak.mjs").Soak} soak */
export function soakNames(file, soak) {
  const { ids } = splitTitle(soak.guarantee);
  return ids.length > 0 ? ids : [basename(file, ".mjs")];
}

/** @param {string} file @param {import("./run-soak.mjs").Soak} soak */
export const soakName = (file, soak) => soakNames(file, soak).join(", ");
