import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** All that stands in the ledgers of a runtime directory. */
export function ledgersOf(home: string): string {
  const folder = join(home, "data/ledger");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}
