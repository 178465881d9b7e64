import type { Interface } from "node:readline";
import { createInterface } from "node:readline";
import { constants } from "node:os";
import { NAME, escapeControls } from "../base/index.js";
import type { Client } from "../client/index.js";
import type { ScreenSnapshot } from "../protocol/index.js";
import { completion } from "./completion.js";
import { ConsoleScreen } from "./console-screen.js";
import { History, MAX_HISTORY_LINES } from "./history.js";
import type { ConsoleHost } from "./host.js";
import type { Entered } from "./interpreter.js";
import { Interpreter } from "./interpreter.js";
import { NotificationPrinter } from "./notification-printer.js";
import { PreviewWatch, previewRows } from "./preview.js";
import type { Tab } from "./tabs.js";

const [PROMPT, MORE] = ["> ", ".. "];
const [RED, DIM, PLAIN] = ["\x1b[31m", "\x1b[2m", "\x1b[m"];
const WELCOME = `${NAME} console: :help tells what it can do, TAB completes, :quit leaves`;
/** How long completion waits for a server. */
const COMPLETION_MS = 1_000;
/** Alt and a digit. */
const TAB_KEY = /^\x1b([1-9])$/;

/** A console at a terminal. */
export class TerminalConsole {
  readonly #host: ConsoleHost;
  readonly #screen: ConsoleScreen;
  readonly #interpreter: Interpreter;
  readonly #history: History;
  readonly #notifications: NotificationPrinter;
  readonly #queue: string[] = [];
  #lines: string[];
  #line!: Interface;
  /** The lines of an entry that is not finished. */
  #entry = "";
  #interrupter: AbortController | undefined;
  #watch: PreviewWatch | undefined;
  #watched: Tab | undefined;
  #snapshot: ScreenSnapshot | undefined;
  #exitCode: number | undefined;
  #end: (code: number) => void = () => undefined;

  constructor(host: ConsoleHost) {
    this.#host = host;
    this.#screen = new ConsoleScreen(host.output, host.isDumb);
    this.#history = new History(host.historyPath, (message) => this.#note(message));
    this.#lines = [...this.#history.lines()].reverse();
    this.#notifications = new NotificationPrinter((text) => this.#screen.print(this.#coloured(DIM, text)));
    this.#interpreter = new Interpreter(() => host.connect(), {
      print: (text) => this.#print(text),
      error: (text) => void this.#screen.print(this.#coloured(RED, text)),
      note: (text) => this.#note(text),
      tabsChanged: () => void this.#look(),
      connected: (client) => this.#connected(client),
      setNotifications: (isOn) => this.#notifications.set(isOn, () => this.#interpreter.server.client()),
      setPreview: (isOn) => {
        this.#screen.wantsPreview = isOn;
        void this.#look();
      },
      attach: (client, session) => this.#attach(client, session),
    });
  }

  /** Resolves to the exit code. Rejects if there is no server at the start. */
  async run(): Promise<number> {
    await this.#interpreter.server.client();
    const { output, input } = this.#host;
    const ended = new Promise<number>((resolve) => (this.#end = resolve));
    const restore = (): void => this.#restore();
    const stopListening = this.#host.onFatalSignal((signal) => this.#leave(128 + constants.signals[signal]));
    const resized = (): void => this.#resized();
    const gone = (): void => this.#leave(1);
    process.on("exit", restore);
    process.on("uncaughtExceptionMonitor", restore);
    process.on("SIGCONT", this.#continued);
    // A terminal that goes away is the end of input.
    input.on("error", gone);
    output.on("error", gone);
    void this.#screen.print(WELCOME);
    this.#open();
    this.#screen.open();
    output.on("resize", resized);
    void this.#look();
    try {
      return await ended;
    } finally {
      this.#watch?.stop();
      this.#notifications.end();
      this.#restore();
      stopListening();
      process.off("exit", restore);
      process.off("uncaughtExceptionMonitor", restore);
      process.off("SIGCONT", this.#continued);
      output.off("resize", resized);
      await this.#interpreter.close();
      input.destroy();
    }
  }

  /** Begins to edit a line. */
  #open(): void {
    const { input, output } = this.#host;
    this.#line = createInterface({
      input,
      output,
      terminal: output.isTTY,
      history: this.#lines,
      historySize: MAX_HISTORY_LINES,
      removeHistoryDuplicates: true,
      prompt: this.#interrupter === undefined ? PROMPT : "",
      completer: (before: string, done: (error: null, result: [string[], string]) => void) => {
        void this.#complete(before).then((result) => done(null, result));
      },
    });
    this.#screen.edits(this.#line);
    // It tells of errors of its input, too.
    this.#line.on("error", () => this.#leave(1));
    this.#line.on("line", (line) => this.#entered(line));
    this.#line.on("history", (lines) => {
      // As shells have it: a line that begins with a blank is not kept.
      if (lines[0]?.startsWith(" ") === true) lines.shift();
      this.#lines = [...lines];
    });
    this.#line.on("SIGINT", () => this.#interrupted());
    this.#line.on("SIGTSTP", () => this.#suspended());
    this.#line.on("close", () => {
      if (!this.#screen.isAway) this.#leave(0);
    });
    input.on("keypress", this.#pressed);
  }

  readonly #pressed = (
    _: string | undefined,
    key: { readonly sequence?: string; readonly name?: string; readonly ctrl?: boolean },
  ): void => {
    const [, digit] = TAB_KEY.exec(key.sequence ?? "") ?? [];
    const tab = digit === undefined ? undefined : this.#interpreter.tabs.all[Number(digit) - 1];
    if (tab !== undefined) {
      this.#interpreter.tabs.select(tab);
      void this.#look();
    }
    // Whoever edits the line has cleared the terminal.
    if (key.ctrl === true && key.name === "l") this.#resized();
  };

  #entered(line: string): void {
    this.#screen.remember(this.#line.getPrompt() + escapeControls(line));
    this.#queue.push(line);
    if (this.#interrupter === undefined) void this.#work();
  }

  /** One entry after the other. */
  async #work(): Promise<void> {
    this.#line.setPrompt("");
    for (let line = this.#queue.shift(); line !== undefined; line = this.#queue.shift()) {
      this.#interrupter = new AbortController();
      const entry = this.#entry + line;
      const entered: Entered = await this.#interpreter.enter(entry, this.#interrupter.signal);
      this.#entry = entered === "unfinished" ? `${entry}\n` : "";
      if (entered !== "unfinished") this.#history.add(entry);
      if (entered === "quit") return this.#leave(0);
      if (entered === "unfinished") continue;
      if (entered === "interrupted") this.#queue.length = 0;
      // A server that does not answer holds nobody up.
      void this.#interpreter.refresh().then(() => this.#look());
    }
    this.#interrupter = undefined;
    if (this.#exitCode !== undefined) return;
    this.#line.setPrompt(this.#entry === "" ? PROMPT : MORE);
    this.#line.prompt(true);
  }

  /** Ctrl+C: a call or a loop ends; else what was typed is given up. */
  #interrupted(): void {
    if (this.#interrupter !== undefined) return this.#interrupter.abort();
    const isEmpty = this.#line.line === "" && this.#entry === "";
    const { output } = this.#host;
    this.#screen.remember(this.#line.getPrompt() + escapeControls(this.#line.line));
    this.#entry = "";
    this.#line.setPrompt(PROMPT);
    output.write("\n");
    // Takes the text out of the line without doing it.
    this.#line.write(null, { ctrl: true, name: "e" });
    this.#line.write(null, { ctrl: true, name: "u" });
    if (isEmpty) this.#note(":quit or Ctrl+D leaves");
  }

  #suspended(): void {
    const { input, output } = this.#host;
    output.write(this.#screen.leaving());
    input.setRawMode(false);
    process.kill(process.pid, "SIGTSTP");
  }

  /** Whoever had the terminal in the meantime may have changed everything about it. */
  readonly #continued = (): void => {
    const { input } = this.#host;
    if (this.#screen.isAway || !input.isTTY || !this.#host.output.isTTY) return;
    // Node may believe that it is raw, and would do nothing.
    input.setRawMode(false);
    input.setRawMode(true);
    this.#resized();
  };

  async #complete(before: string): Promise<[string[], string]> {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<[string[], string]>((resolve) => {
      limit = setTimeout(() => resolve([[], ""]), COMPLETION_MS);
    });
    const found = completion(before, this.#interpreter, this.#entry).then(
      ({ words, fragment }): [string[], string] => [words.map(escapeControls), fragment],
      (): [string[], string] => [[], ""],
    );
    return Promise.race([found, late]).finally(() => clearTimeout(limit));
  }

  #connected(client: Client): void {
    this.#notifications.connected(client);
    this.#watchNothing();
    this.#snapshot = undefined;
  }

  /** Shows what is current now. */
  async #look(): Promise<void> {
    if (this.#screen.isAway) return;
    if (this.#screen.place === undefined) return this.#watchNothing();
    if (this.#interpreter.tabs.current === undefined) await this.#interpreter.refresh();
    const { current } = this.#interpreter.tabs;
    const isSame = current?.id === this.#watched?.id && current?.isOver === this.#watched?.isOver;
    if (!isSame) {
      if (current?.id !== this.#watched?.id) this.#snapshot = undefined;
      this.#watchNothing();
      this.#watched = current;
      const client = await this.#interpreter.server.present?.catch(() => undefined);
      // Something else may be current by now.
      if (client !== undefined && current !== undefined && this.#watched === current)
        this.#watch = this.#watchOf(client, current);
    }
    void this.#redraw();
  }

  #watchNothing(): void {
    this.#watch?.stop();
    this.#watch = undefined;
    this.#watched = undefined;
  }

  #watchOf(client: Client, tab: Tab): PreviewWatch {
    return new PreviewWatch(client, tab, {
      screen: (snapshot) => {
        if (this.#watched?.id !== tab.id) return;
        this.#snapshot = snapshot;
        return this.#redraw();
      },
      end: () => void this.#interpreter.refresh().then(() => this.#look()),
    });
  }

  #redraw(): Promise<void> {
    const { place } = this.#screen;
    if (place === undefined) return Promise.resolve();
    const { all, current } = this.#interpreter.tabs;
    const snapshot = current?.id === this.#watched?.id ? this.#snapshot : undefined;
    const { hasColors } = this.#host;
    const paint = ({ runs, lines }: ScreenSnapshot, row: number): string =>
      hasColors ? this.#host.paintedRow(runs[row]) : escapeControls(lines[row]);
    return this.#screen.draw(previewRows(all, current, snapshot, place, paint));
  }

  #resized(): void {
    this.#screen.repaint();
    void this.#look();
    void this.#redraw();
  }

  /** The terminal is the session's until its user leaves it. */
  async #attach(client: Client, session: string): Promise<string> {
    this.#watchNothing();
    this.#giveAway();
    try {
      return await this.#host.attach(client, session);
    } finally {
      if (this.#exitCode === undefined) {
        this.#screen.isAway = false;
        this.#open();
        this.#screen.repaint();
      }
    }
  }

  /** Leaves the terminal as it was found. */
  #giveAway(): void {
    const { rows, cols } = this.#line.getCursorPos();
    const leaving = this.#screen.leaving();
    this.#screen.isAway = true;
    this.#screen.edits(undefined);
    this.#host.input.off("keypress", this.#pressed);
    this.#line.close();
    this.#host.writeNow(`${leaving}${rows > 0 || cols > 0 ? "\n" : ""}`);
  }

  #leave(code: number): void {
    if (this.#exitCode !== undefined) return;
    this.#exitCode = code;
    this.#interrupter?.abort();
    this.#end(code);
  }

  #restore(): void {
    if (!this.#screen.isAway) this.#giveAway();
  }

  async #print(text: string): Promise<void> {
    const printed = this.#screen.print(text);
    const lines = text.split("\n").length;
    if (lines > (this.#screen.room ?? Infinity))
      this.#note(`${lines} lines; :preview off lets you scroll back to them`);
    await printed;
  }

  #note(text: string): void {
    void this.#screen.print(this.#coloured(DIM, escapeControls(text)));
  }

  #coloured(code: string, text: string): string {
    return this.#host.hasColors ? `${code}${text}${PLAIN}` : text;
  }
}
