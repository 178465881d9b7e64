import { MARKER_VARIABLE, guardianFor, prepareLaunch } from "../../core/pty/index.js";
import { Target, childEnvironment } from "../../core/target/index.js";
import { Config, Paths } from "../../home/config/index.js";
import { Bridge } from "./bridge.js";
import { RunLog } from "./run-log.js";
import { UserTerminal, sizeFor } from "../user-terminal.js";

export interface RunOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** What is left out is the size of the user's terminal, and follows it. */
  readonly rows?: number | undefined;
  readonly cols?: number | undefined;
}

/**
 * Bridges this process's stdin and stdout to the program's terminal; resolves to the exit code. Throws a PtywrightError if
 * it cannot start.
 */
export async function run(options: RunOptions): Promise<number> {
  const { program, args } = options;
  const paths = Paths.fromEnv();
  const log = new RunLog(paths, Config.load(paths.configPath).logging);
  const terminal = new UserTerminal();
  const size = (): { rows: number; cols: number } =>
    sizeFor(options, terminal.isInteractive ? terminal.size : undefined);
  const env = runEnvironment(program, process.env, terminal.isOutput);
  const { launch } = prepareLaunch(new Target({ program, args, env, clearEnv: true, size: size() }));
  // It must be there before the child is.
  const guardian = guardianFor(
    () => paths.ensureLedgerDir(),
    (message, fields) => log.write("warn", message, fields),
  ).ready();
  let bridge: Bridge | undefined;
  let code: number | undefined;
  try {
    terminal.makeRaw(() => {
      const { rows, cols } = size();
      bridge?.resize(rows, cols);
    });
    bridge = new Bridge(launch, guardian, terminal);
    log.write("info", "started", { program: launch.file, pid: bridge.pid, interactive: terminal.isInteractive });
    code = await bridge.done;
    log.write("info", "ended", { pid: bridge.pid, code });
    return code;
  } finally {
    terminal.restore();
    await log.close();
    if (bridge?.isStuck === true) process.exit(code);
  }
}

/** The program takes its size from its terminal, and pinentry must ask in that terminal. */
const NOT_PASSED_ON = new Set(["COLUMNS", "LINES", "GPG_TTY"]);

/**
 * What the program inherits. If the user's terminal shows its output, the variables that describe that terminal are kept; else it gets
 * what every session gets.
 */
function runEnvironment(
  program: string,
  parent: Readonly<Record<string, string | undefined>>,
  isShownInTerminal: boolean,
): Record<string, string> {
  if (isShownInTerminal)
    return Object.fromEntries(
      Object.entries(parent).filter(
        (entry): entry is [string, string] => entry[1] !== undefined && !NOT_PASSED_ON.has(entry[0]),
      ),
    );
  const marker = parent[MARKER_VARIABLE];
  // If we run inside a session, that one must find what we started, so its mark is kept. We add none of our own: what the program
  // leaves running on purpose belongs to the user.
  return { ...childEnvironment(new Target({ program }), parent), ...(marker ? { [MARKER_VARIABLE]: marker } : {}) };
}
