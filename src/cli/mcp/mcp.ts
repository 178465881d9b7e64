import { Console } from "node:console";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError } from "../../base/index.js";
import { Client } from "../../client/index.js";
import { Config, Paths } from "../../home/config/index.js";
import { initForServeStdio, logger } from "../../home/logging/index.js";
import type { AskPolicy, Server } from "../../mcp/index.js";
import { StartLimits, serveMcp } from "../../mcp/index.js";
import { BUILT_IN_PLUGINS, builtInPlugin, loadPlugin } from "../../plugins/manifest/index.js";
import type { AllowPolicy } from "../ask/allow-policy.js";
import type { AskOrder } from "../ask/index.js";
import { EXIT_OK, exitCodeOfSignal } from "../exit-codes.js";
import { onFatalSignal } from "../fatal-signals.js";
import { reachServer } from "../sessions/reach-server.js";
import { UsageError } from "../usage-error.js";

/** A turn of an agent may take long, and is waited for in several calls. */
const ASK_LIMIT_S = 3_600;

export interface McpCommandOptions {
  readonly shared: boolean;
  readonly socket: string | undefined;
  readonly programs: readonly string[];
  readonly cwdRoot: string | undefined;
  readonly allow: AllowPolicy;
  readonly trust: boolean;
  /** Manifests of plugins for `agent_ask`. */
  readonly plugins: readonly string[];
  readonly longestS: number;
}

/** Serves one client until it is gone or a signal comes, and returns the exit code. */
export async function mcp(options: McpCommandOptions): Promise<number> {
  const { shared: isShared, socket, longestS } = options;
  if (socket !== undefined && !isShared) throw new UsageError("--socket is for --shared: give both", "mcp");
  if (options.allow.kind === "ask")
    throw new UsageError("--allow ask has nobody to ask; expected none, all or names of tools", "mcp");
  const limits = limitsOf(options);
  const ask = askPolicy(options);
  const paths = Paths.fromEnv();
  // Stdout carries the protocol and nothing else.
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stdout.removeAllListeners("error");
  const guard = initForServeStdio(paths, Config.load(paths.configPath).logging);
  const end = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const stopListening = onFatalSignal((one) => {
    // The server sees us go, and ends the programs.
    if (signal !== undefined) process.exit(exitCodeOfSignal(one));
    signal = one;
    end.abort();
  });
  try {
    const connect = isShared ? () => reachServer({ socket, starts: true }) : privateServer;
    const server: Server = { connect, isShared };
    const onError = (error: Error): void => logger("mcp").warn(error.message);
    await serveMcp({ server, limits, ask, longestMs: longestS * 1_000, onError }, end.signal);
    process.stdin.destroy();
    return signal === undefined ? EXIT_OK : exitCodeOfSignal(signal);
  } finally {
    stopListening();
    await guard.close();
  }
}

/** A server of our own, which ends with us, and never shows what it covers. */
async function privateServer(): Promise<Client> {
  const binary = fileURLToPath(import.meta.resolve("../../../bin/ptywright"));
  return Client.start({ command: [process.execPath, binary, "serve", "--stdio", "--always-redact"] });
}

function limitsOf({ programs, cwdRoot }: McpCommandOptions): StartLimits {
  try {
    return new StartLimits(programs, cwdRoot);
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new UsageError(error.message, "mcp") : error;
  }
}

/** Who can be asked, and what they may do: the user says so here, and no caller more. */
function askPolicy({ allow, trust, plugins }: McpCommandOptions): AskPolicy {
  const manifests = plugins.map((path) => resolve(path));
  const known = [...BUILT_IN_PLUGINS.map((name) => builtInPlugin(name)), ...manifests.map((path) => loadPlugin(path))];
  return {
    programs: known.map(({ manifest }) => ({ name: manifest.name, program: manifest.defaultTarget?.program })),
    orderFor: (asked) => ({ ...asked, plugins: manifests, trust, allow, timeoutS: ASK_LIMIT_S }) satisfies AskOrder,
  };
}
