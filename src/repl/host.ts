import type { Client } from "../client/index.js";
import type { ScreenSnapshot } from "../protocol/index.js";

/** What a console needs of the command that it runs in. */
export interface ConsoleHost {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WritableStream;
  /** Colours may be used. */
  readonly hasColors: boolean;
  /** The terminal understands nothing but lines. */
  readonly isDumb: boolean;
  /** Where lines are kept for the next time; made when there is one to keep. */
  readonly historyPath: string;
  /** Connects to the server, starts it if need be. */
  connect(): Promise<Client>;
  /** A row of a screen in its colours, with nothing in it that a terminal would obey. */
  paintedRow(runs: ScreenSnapshot["runs"][number]): string;
  /** Joins the terminal to a session until its user leaves; resolves to what is said then. */
  attach(client: Client, session: string): Promise<string>;
  /** For the very end, when nothing can be waited for. */
  writeNow(text: string): void;
  /** Calls the listener when somebody wants us to end; the returned function ends it. */
  onFatalSignal(listener: (signal: NodeJS.Signals) => void): () => void;
}
