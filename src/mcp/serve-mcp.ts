import { once } from "node:events";
import type { Server as McpServer, Transport } from "@modelcontextprotocol/server";
import { Mutex } from "../base/index.js";
import { loadSdk } from "./load-sdk.js";
import { mcpServer } from "./mcp-server.js";
import type { Server } from "./own-sessions.js";
import { OwnSessions } from "./own-sessions.js";
import type { AskPolicy } from "./running-asks.js";
import { RunningAsks } from "./running-asks.js";
import { SessionResources } from "./session-resources.js";
import type { StartLimits } from "./start-limits.js";

export interface McpOptions {
  readonly server: Server;
  readonly limits: StartLimits;
  readonly ask: AskPolicy;
  /** No tool takes longer. */
  readonly longestMs: number;
  /** Told of what goes wrong in the protocol. */
  readonly onError: (error: Error) => void;
}

/** Serves the one client at our stdin and stdout until it is gone or the signal fires; then nothing of it is left. */
export async function serveMcp(
  { server, limits, ask, longestMs, onError }: McpOptions,
  end: AbortSignal,
): Promise<void> {
  const sdk = await loadSdk();
  let speaking: { readonly to: McpServer; readonly isModern: boolean } | undefined;
  const subscribed = new Set<string>();
  const say = (said: Promise<void> | undefined): void => void said?.catch(onError);
  const sessions = new OwnSessions(server, () => {
    say(speaking?.to.sendResourceListChanged());
    // A newer client subscribes where we do not see it.
    if (speaking?.isModern === true) resources.watchAll();
  });
  const resources = new SessionResources(sessions, (uri) => {
    if (speaking?.isModern === true || subscribed.has(uri)) say(speaking?.to.sendResourceUpdated({ uri }));
  });
  const asks = new RunningAsks(ask);
  const oneAtATime = new Mutex();
  const transport = new sdk.StdioServerTransport();
  const connection = sdk.serveStdio(
    ({ era }) => {
      const to = mcpServer(sdk, { sessions, limits, asks, oneAtATime, longestMs }, resources, subscribed);
      speaking = { to, isModern: era === "modern" };
      return to;
    },
    { onerror: onError, transport },
  );
  try {
    await Promise.race([closed(transport), clientGone(), aborted(end)]);
  } finally {
    resources.close();
    await connection.close().catch(onError);
    await Promise.all([sessions.end(), asks.end()]);
  }
}

/** The SDK gives up on a client that says what is no message, or one without end. */
async function closed(transport: Transport): Promise<void> {
  const { onclose } = transport;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

async function clientGone(): Promise<void> {
  const { stdin, stdout } = process;
  const readerGone = new Promise<void>((resolve) => stdout.on("error", () => resolve()));
  if (!stdin.readableEnded && !stdin.destroyed)
    await Promise.race([once(stdin, "end"), once(stdin, "close"), readerGone]);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
