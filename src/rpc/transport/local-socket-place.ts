import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { wayToFile } from "../../base/index.js";
import { LocalSocketError, systemFailure } from "./local-socket-error.js";

/** `sun_path` without its terminating NUL; the BSDs and macOS have four bytes less. */
const MAX_SOCKET_PATH_BYTES = process.platform === "linux" ? 107 : 103;
const PRIVATE = 0o700;

/** A name beside the socket that nobody else has; short, because it has to fit into a socket address too. */
export function nameBeside(path: string): string {
  return join(dirname(path), `~${randomBytes(4).toString("base64url")}`);
}

/** The path made absolute, in a directory that exists and where no other user can put something else in its place. */
export function preparePlace(path: string): string {
  if (path === "" || path.includes("\0"))
    throw new LocalSocketError(
      "invalid_argument",
      path,
      "a socket needs a path; an empty one, or one with a NUL, is none",
    );
  const place = resolve(path);
  const longest = Math.max(Buffer.byteLength(place), Buffer.byteLength(nameBeside(place)));
  if (longest > MAX_SOCKET_PATH_BYTES)
    throw new LocalSocketError(
      "invalid_argument",
      place,
      `the socket path ${place} is too long: it needs ${longest} bytes, and the system allows ${MAX_SOCKET_PATH_BYTES}; choose a shorter one`,
    );
  const directory = dirname(place);
  checkWay(place, directory);
  makeDirectory(place, directory);
  checkWay(place, directory);
  return place;
}

function makeDirectory(place: string, directory: string): void {
  try {
    makeDirectories(directory);
  } catch (error) {
    throw systemFailure(place, `cannot create the directory of the socket ${place}`, error);
  }
}

/** One by one: where a directory cannot be made, as below /proc, Node's recursive call never returns. */
function makeDirectories(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false }) !== undefined) return;
  if (directory !== dirname(directory)) makeDirectories(dirname(directory));
  try {
    mkdirSync(directory, PRIVATE);
    // The umask can only have taken bits away; give the owner's back.
    chmodSync(directory, PRIVATE);
  } catch (error) {
    // Another server may be starting beside us.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Before and after what is missing is made: nothing is made where it could be replaced, nor used where somebody else was faster. */
function checkWay(place: string, directory: string): void {
  const { doubt } = wayToFile(directory);
  if (doubt === undefined) return;
  const { problem, advice } = doubt;
  throw new LocalSocketError("socket_unsafe", place, `refusing to listen at ${place}: ${problem}; ${advice}`);
}
