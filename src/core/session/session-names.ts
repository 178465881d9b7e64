import { nameTaken } from "../../api/index.js";

/** The names of all sessions of this process that are not closed. */
const taken = new Set<string>();

/** Makes a session under a name, which it gives back when it is closed, and which is free again if it cannot be made. */
export function withName<T>(name: string | undefined, make: (giveBack: () => void) => T): T {
  if (name === undefined) return make(() => undefined);
  if (taken.has(name)) throw nameTaken(name, "another session of this process");
  taken.add(name);
  const giveBack = (): void => void taken.delete(name);
  try {
    return make(giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}
