import { distanceTo, here, ownLedgerName, parseLedgerName } from "./ledger-name.js";
import { MAX_FAR_AGE_MS, isRunning } from "./orphan-sweep.js";

const SUFFIX = ".ledger";

/** The name of this process, which no other one has had or will have: for what it leaves on the disk. */
export const ownerName = (): string => ownLedgerName().slice(0, -SUFFIX.length);

/**
 * Whether the process of that name is gone. One that may live out of our sight, in another container or on another machine, counts as gone
 * when what it left was not touched for a week. False for what is no such name.
 */
export function isOwnerGone(name: string, untouchedMs: number): boolean {
  const owner = parseLedgerName(name + SUFFIX);
  if (owner === undefined) return false;
  const distance = distanceTo(owner, here());
  if (distance === "near") return !isRunning(owner.pid, owner.start);
  return distance === "past" || untouchedMs > MAX_FAR_AGE_MS;
}
