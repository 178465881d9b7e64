import { setTimeout as delay } from "node:timers/promises";
import { NAME, VERSION } from "../../base/index.js";
import { Client, ConnectError, ConnectionLostError, RemoteError } from "../../client/index.js";
import { Paths } from "../../home/config/index.js";
import { PROTOCOL_VERSION } from "../../protocol/index.js";
import { ANSWER_MS } from "./answer-limit.js";
import { otherVersion, silentServer } from "./in-words-of-verbs.js";
import { startInBackground } from "./start-in-background.js";

/** Which server, and whether one is started where none runs. */
export interface ServerChoice {
  readonly socket: string | undefined;
  readonly starts?: boolean;
  /** How the server tells messages apart; one that is started here does it by lines. */
  readonly framing?: "ndjson" | "lsp";
  /** Also one that this version does not understand. */
  readonly isAnyVersion?: boolean;
}

/** Others may start a server, or one may end, at the same moment; each round one of us comes further. */
const MAX_ROUNDS = 20;
const ROUND_MS = 100;

/** Connects to the user's server, or to the one at that socket. Says on stderr if it is of another version. */
export async function reachServer(choice: ServerChoice): Promise<Client> {
  const { socket, framing = "ndjson", starts = false, isAnyVersion = false } = choice;
  const path = socket ?? Paths.fromEnv().socketPath;
  for (let round = 1; ; round++) {
    try {
      const client = await Client.connect({ socket, framing });
      await greet(client, path, isAnyVersion);
      return client;
    } catch (error) {
      if (!starts || !isAbsent(error) || round === MAX_ROUNDS) throw error;
    }
    if ((await startInBackground(path)) === "another_starts") await delay(ROUND_MS);
  }
}

/** Nobody listens there, or not any longer. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ConnectionLostError || (error instanceof ConnectError && error.isAbsent);
}

const majorOf = (version: string): string => version.split(".")[0];

/** Closes the connection and throws if the two cannot understand each other. */
export async function greet(client: Client, path: string, isAnyVersion = false): Promise<void> {
  const limit = AbortSignal.timeout(ANSWER_MS);
  const other = await client.capabilities({ signal: limit }).catch(async (error: unknown) => {
    await client.close();
    throw limit.aborted
      ? new ConnectError(path, silentServer(path))
      : error instanceof RemoteError
        ? new ConnectError(path, `${path} is no server of ${NAME}`)
        : error;
  });
  if (other.version === VERSION || isAnyVersion) return;
  if (majorOf(other.protocolVersion) === majorOf(PROTOCOL_VERSION)) {
    process.stderr.write(`${NAME}: ${otherVersion(path, other.version)}\n`);
    return;
  }
  await client.close();
  throw new ConnectError(path, otherVersion(path, other.version, ": they do not understand each other"));
}
