import { rmSync } from "node:fs";
import type {
  AnySession,
  Condition,
  ConditionOutcome,
  EndReport,
  ExitStatus,
  ExpectOptions,
  ExpectPattern,
  ExpectResult,
  MatchResult,
  RunOptions,
  RunResult,
  SendOptions,
  SendResult,
  SessionEvent,
  SessionOptions,
  SubmitOptions,
  WaitOptions,
  WaitTimeoutError,
} from "../../api/index.js";
import { checkSessionOptions, exitFields } from "../../api/index.js";
import type { ActionSize, Key, Signal } from "../action/index.js";
import { Action, nodeSignal, validateAction } from "../action/index.js";
import {
  InvalidArgumentError,
  SessionClosedError,
  checkMilliseconds,
  checkOptionNames,
  checkSignal,
  shown,
} from "../../base/index.js";
import { Paths, toldTimeoutMs } from "../../home/config/index.js";
import { logger } from "../../home/logging/index.js";
import type { Matcher, OwnCode, PluginRegistry, SessionPlugins } from "../matcher/index.js";
import { waitForCondition } from "../../locator/index.js";
import type { Guardian, ProcessGroup, PtyOutput, PtyProcess } from "../pty/index.js";
import { foregroundProcess, guardianFor, launchGuarded, prepareLaunch, requireGone } from "../pty/index.js";
import type { Scrollback } from "../screen/index.js";
import { Target, type TargetLike } from "../target/index.js";
import type { RawTranscriptFile } from "../transcript/index.js";
import { CoveredView } from "./covered-view.js";
import { Expecting } from "./expect.js";
import { LocatingSession, type WaitUntil } from "./locating-session.js";
import { openRawFile } from "./open-raw-file.js";
import type { Pause } from "./output-feed.js";
import { OutputIntake } from "./output-intake.js";
import { resized } from "./resized.js";
import { settledWithin } from "./settled-within.js";
import { EventHub, type SessionListeners } from "./session-events.js";
import { SessionInput } from "./session-input.js";
import { withName } from "./session-names.js";
import { SessionSecrets } from "./session-secrets.js";
import { SessionView } from "./session-view.js";
import { ShellCommands } from "./shell-commands.js";
import { markedShell } from "./shell-start.js";
import { SinceBoundaries } from "./since-boundary.js";
import { PendingWaits, type ProgramFacts } from "./pending-waits.js";

/** How long processes have to heed SIGHUP before SIGKILL follows, when a session is killed or closed. */
const KILL_GRACE_MS = 200;
const DEFAULT_TERMINATE_GRACE_MS = 5_000;
/** How long the exit of a process that is gone may take to be reported. */
const EXIT_REPORT_MS = 1_000;
/** When it is looked whether a program that ended left anybody behind; most sessions are closed by then. */
const FORGET_AFTER_MS = 1_000;
const log = logger("session");

/** What was typed into it, and who may; what it has shown of secrets; and makes its waits see what a reader is shown. Within the package. */
export let inputOf: Of<SessionInput>, secretsOf: Of<SessionSecrets>, coverWaits: Of<void>;
/** What left at the top of its screen; and the same for a search that takes turns, one at a time. Within the package. */
export let scrollbackOf: Of<Scrollback>, searchScrollback: ScrollbackSearches;

type Of<T> = (session: Session) => T;
type ScrollbackSearches = <T>(session: Session, search: (scrollback: Scrollback) => Promise<T>) => Promise<T>;

/**
 * A program on a terminal of its own: typed into, looked at, waited for, and gone with everything it started when the
 * session is closed. Made by `Session.spawn`; best held with `await using`.
 *
 * @example
 * ```ts
 * await using session = await Session.spawn({ program: "python3", args: ["-i"] });
 * await session.waitFor(Matcher.containsText(">>> "));
 * await session.writeText("6 * 7\r");
 * await session.waitFor(Matcher.containsText("42"));
 * ```
 */
export class Session extends LocatingSession implements AnySession {
  /** A command's name or a path. */
  readonly program: string;
  /** As it was given, if it was. */
  readonly name: string | undefined;
  readonly #view: SessionView;
  readonly #boundaries: SinceBoundaries;
  readonly #pty: PtyProcess;
  readonly #group: ProcessGroup;
  readonly #guardian: Guardian;
  readonly #waits: PendingWaits;
  readonly #input: SessionInput;
  readonly #expecting: Expecting;
  readonly #commands: ShellCommands | undefined;
  readonly #events = new EventHub();
  readonly #secrets: SessionSecrets;
  readonly #rawFile: RawTranscriptFile | undefined;
  readonly #giveNameBack: () => void;
  #isClosed = false;
  #closing: Promise<EndReport> | undefined;
  #forgetTimer: NodeJS.Timeout | undefined;
  #pluginRegistry: PluginRegistry | undefined;
  #ownPlugins: SessionPlugins | undefined;
  static {
    secretsOf = (session) => session.#secrets;
    inputOf = (session) => session.#input;
    scrollbackOf = (session) => session.#view.scrollback;
    searchScrollback = (session, search) => session.#view.searchScrollback(search);
    coverWaits = (session) => session.#waits.seeOnly(new CoveredView(session.#view, session.#secrets));
  }

  private constructor(target: Target, options: SessionOptions, giveNameBack: () => void) {
    const shell = options.shellIntegration === true ? markedShell(target) : undefined;
    const prepared = prepareLaunch(shell?.target ?? target);
    const view = new SessionView(prepared.launch.size, options, (text) => intake.reply(text));
    if (shell !== undefined) view.terminal.believeMarksOf(shell.nonce);
    view.onFrameReleased = () => void this.#changed();
    const secrets = new SessionSecrets(view);
    const boundaries = new SinceBoundaries(view, () => this.#waits.lookAgain());
    const told = options.timeoutMs ?? toldTimeoutMs();
    const waitUntil: WaitUntil = (what, wanted) => this.#waitUntil(what, wanted);
    super({ view, secrets, boundaries, waits: () => this.#waits, toldTimeoutMs: told }, waitUntil);
    this.#boundaries = boundaries;
    this.program = target.program;
    this.name = options.name;
    this.#giveNameBack = giveNameBack;
    this.#view = view;
    this.#secrets = secrets;
    this.#guardian = guardianFor(
      () => Paths.fromEnv().ensureLedgerDir(),
      (message, fields) => log.warn(message, fields),
    );
    // Last before the fork: whatever else fails leaves no file behind.
    const { rawTranscript } = options;
    this.#rawFile = rawTranscript && openRawFile(rawTranscript);
    const intake = new OutputIntake({
      view,
      rawFile: this.#rawFile,
      pty: () => this.#pty,
      maxBatchBytes: () => this.#waits.maxBatchBytes,
      endsAtLines: () => boundaries.echo?.looksForLines === true,
      changed: () => this.#changed(),
    });
    try {
      const onOutput = (output: PtyOutput): boolean => intake.take(output);
      const listener = { onOutput, onExit: (status: ExitStatus) => this.#onExit(status) };
      ({ pty: this.#pty, group: this.#group } = launchGuarded(prepared, listener, this.#guardian));
    } catch (error) {
      void this.#rawFile?.close();
      if (rawTranscript !== undefined && rawTranscript.append !== true) rmSync(rawTranscript.path, { force: true });
      throw error;
    }
    const { timeoutMs } = this;
    const foreground = (): ProgramFacts["foreground"] =>
      this.isFinished ? undefined : foregroundProcess(this.#pty.pid);
    const about = (): ProgramFacts => ({
      ...this.#input.facts,
      foreground: foreground(),
      openQuestions: view.terminal.openQuestions,
    });
    this.#waits = new PendingWaits(view, { boundaries, timeoutMs, about });
    this.#expecting = new Expecting(view, { boundaries, timeoutMs, waits: this.#waits });
    this.#input = new SessionInput(this.#pty, view, this, boundaries);
    const parts = { view, timeoutMs, waits: this.#waits, input: this.#input, shellPid: this.#pty.pid, foreground };
    this.#commands = shell && new ShellCommands(shell, parts);
  }

  /**
   * Starts the program. Rejects with a SpawnError, before anything was forked, if it cannot be started.
   *
   * @example
   * ```ts
   * await using session = await Session.spawn({ program: "vim", args: ["a.txt"], size: { rows: 40 } });
   * ```
   */
  static async spawn(target: TargetLike, options: SessionOptions = {}): Promise<Session> {
    checkSessionOptions(options);
    return withName(options.name, (giveBack) => new Session(Target.from(target), options, giveBack));
  }

  /** Throws what `spawn` would reject with because of the program, its directory or its size, and starts nothing. */
  static check(target: TargetLike): void {
    prepareLaunch(Target.from(target));
  }

  /** The child's process id; undefined once it has exited. */
  get pid(): number | undefined {
    return this.isFinished ? undefined : this.#pty.pid;
  }

  /** The first failure to write the raw transcript file; the session goes on without it. */
  get rawTranscriptError(): Error | undefined {
    return this.#rawFile?.error;
  }

  /**
   * Carries out an action, or several in order with nothing typed in between. Resolves once the terminal has the bytes, and
   * tells what was done otherwise than asked for. Rejects with an InputBacklogError, or a WaitCancelledError when the signal fires.
   *
   * @example
   * ```ts
   * await session.send([Action.text("ls"), Action.key("enter")], { signal: AbortSignal.timeout(1_000) });
   * ```
   */
  async send(action: Action | readonly Action[], options: SendOptions = {}): Promise<SendResult> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("send options", options, ["signal"]);
    checkSignal(options.signal);
    return this.#input.send(action, options);
  }

  /**
   * Types a text as it is; `\r` is the Enter key.
   *
   * @example
   * ```ts
   * await session.writeText("ls -l\r");
   * ```
   */
  async writeText(text: string): Promise<SendResult> {
    return this.send(Action.text(text));
  }

  /**
   * Presses a key, in any spelling that `parseKey` knows.
   *
   * @example
   * ```ts
   * await session.sendKey("Ctrl+C");
   * ```
   */
  async sendKey(key: Key | (string & {})): Promise<SendResult> {
    return this.send(Action.key(key));
  }

  /**
   * Types a line and Enter, and remembers where its echo ends: a wait with `since: "input"`, and `expect`, look behind that. Best when the
   * program waits for input; of a line that is typed ahead, and echoed again by a line editor, the second echo is the one. `echo` false saves the look for an echo where a program reads
   * keys by itself and shows none. Resolves once the terminal has the Enter.
   *
   * @example
   * ```ts
   * await session.submit("sleep 1; echo done");
   * await session.waitFor(Matcher.containsText("done"), { since: "input" });
   * ```
   */
  async submit(line: string, options: SubmitOptions = {}): Promise<SendResult> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("submit options", options, ["echo", "signal"]);
    checkSignal(options.signal);
    return this.#input.submit(line, options);
  }

  /** Delivers a signal to the program itself, not to what it started. */
  signal(signal: Signal): void {
    this.#requireOpen("nothing can be sent to it");
    validateAction(Action.signal(signal), "");
    if (this.isFinished) throw new SessionClosedError("the program has exited; nothing can be sent to it any more");
    this.#pty.signal(nodeSignal(signal));
  }

  /**
   * Gives the terminal another size. What is left out keeps its value.
   *
   * @example
   * ```ts
   * session.resize({ cols: 132 });
   * ```
   */
  resize(size: Partial<ActionSize>): void {
    const next = resized(this.#view.terminal.size, size);
    this.#pty.resize(next);
    this.#view.resize(next);
    void this.#changed();
  }

  /**
   * Waits until it holds, looking at every batch of output: a matcher, a text on the screen, a locator; a RegExp; or a function of the
   * screen, whose errors are the wait's. Rejects with a WaitTimeoutError that tells what was nearest, a WaitCancelledError, or a
   * SessionClosedError once it can no longer come true.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.screenRegex("port ([0-9]+)"), { timeoutMs: 5_000 });
   * console.log(outcome.capture);
   * await session.waitFor("ready");
   * await session.waitFor(({ cursor }) => cursor.row > 3);
   * ```
   */
  async waitFor<C extends Condition>(
    condition: C,
    options: WaitOptions = {},
  ): Promise<MatchResult<ConditionOutcome<C>>> {
    this.#requireOpen("nothing can be waited for");
    return (await waitForCondition(this.located, condition, options)) as MatchResult<ConditionOutcome<C>>;
  }

  async #waitUntil(condition: Matcher | OwnCode, options: WaitOptions): Promise<MatchResult> {
    this.#requireOpen("nothing can be waited for");
    return this.#waits.waitFor(condition, options, this.#ownPlugins ?? this.#pluginRegistry);
  }

  /**
   * Waits for what the program says next, as text without escape sequences: a match takes all up to its end, and the next `expect` goes on
   * behind it. Of several patterns, that counts which is found first. One at a time: a second one begins, with its time, when the first is
   * over. Rejects as `waitFor` does; `Expect.eof` and `Expect.timeout` among the patterns make a result of both.
   *
   * @example
   * ```ts
   * await session.submit("uname -s");
   * const { before } = await session.expect("$ ");
   * const { index } = await session.expect(["$ ", { regex: "error: ([^\\r\\n]+)" }, Expect.eof]);
   * ```
   */
  async expect(patterns: ExpectPattern | readonly ExpectPattern[], options: ExpectOptions = {}): Promise<ExpectResult> {
    this.#requireOpen("nothing can be expected");
    return this.#expecting.expect(patterns, options);
  }

  /**
   * Runs a command in a shell that was started with `shellIntegration`, and tells how it ended and what it alone printed. It waits for the
   * prompt first. What takes too long is interrupted with Ctrl+C, and rejects with a WaitTimeoutError.
   *
   * @example
   * ```ts
   * await using shell = await Session.spawn({ program: "bash", args: ["-i"] }, { shellIntegration: true });
   * const { exitCode, output } = await shell.run("grep -c model /proc/cpuinfo");
   * console.log(exitCode, output);
   * ```
   */
  async run(command: string, options: RunOptions = {}): Promise<RunResult> {
    this.#requireOpen("nothing can be run");
    if (this.#commands === undefined)
      throw new InvalidArgumentError(
        "shellIntegration",
        "run needs a shell that was started with shellIntegration: true",
      );
    return this.#commands.run(command, options);
  }

  /** It was started with `shellIntegration`. */
  get canRun(): boolean {
    return this.#commands !== undefined;
  }

  /** The error of a wait whose time was up before everything was sent that comes before it. */
  timedOutWhileSending(matcher: Matcher, elapsedMs: number): WaitTimeoutError {
    return this.#waits.timedOutWhileSending(matcher, elapsedMs);
  }

  /** Who answers `lua` matchers. */
  get pluginRegistry(): PluginRegistry | undefined {
    return this.#pluginRegistry;
  }

  /** Lets `lua` matchers ask plugins; without it they never match. */
  setPluginRegistry(registry: PluginRegistry | undefined): void {
    if (registry === this.#pluginRegistry) return;
    this.#pluginRegistry = registry;
    this.#ownPlugins = registry?.forSession?.();
  }

  /** Has pending waits ask again: something that a predicate knows has changed, and the screen has not. */
  lookAgain(): void {
    this.#waits.lookAgain();
  }

  /**
   * Calls the listener for each event; the returned function ends it. Who comes after the exit is told of it too.
   *
   * @example
   * ```ts
   * const stop = session.on("changed", (sequence) => console.log(sequence));
   * session.on("exited", stop);
   * ```
   */
  on<K extends keyof SessionListeners>(event: K, listener: SessionListeners[K]): () => void {
    if (!["changed", "exited"].includes(event))
      throw new InvalidArgumentError("event", `there is no event ${shown(event)}; there are "changed" and "exited"`);
    if (typeof listener !== "function")
      throw new InvalidArgumentError("listener", `listener must be a function, got ${shown(listener)}`);
    return this.#events.on(event, listener);
  }

  /**
   * Events from now on, ending with `exited`. A slow reader gets one `changed` for many.
   *
   * @example
   * ```ts
   * for await (const event of session.events()) console.log(event.type);
   * ```
   */
  events(): AsyncIterableIterator<SessionEvent> {
    return this.#events.iterate();
  }

  /**
   * Resolves when the program has ended and all its output was processed.
   *
   * @example
   * ```ts
   * const { exitCode, signal } = await session.wait();
   * ```
   */
  async wait(): Promise<ExitStatus> {
    if (this.exitStatus !== undefined) return this.exitStatus;
    return new Promise((resolve) => {
      const stop = this.#events.on("exited", (status) => {
        stop();
        resolve(status);
      });
    });
  }

  /** Ends the program and all that it started: SIGHUP, then SIGKILL. The screen and the transcript stay readable. */
  async kill(): Promise<EndReport> {
    return this.#end("SIGHUP", KILL_GRACE_MS);
  }

  /** SIGTERM to all, then SIGKILL to what is left after the grace. */
  async terminate(graceMs = DEFAULT_TERMINATE_GRACE_MS): Promise<EndReport> {
    return this.#end("SIGTERM", checkMilliseconds("graceMs", graceMs));
  }

  /**
   * Kills, ends all waits and lets go of the terminal. Reads still work. Calling it again changes nothing. Rejects with a
   * StillRunningError while a process lives that it cannot end; called again it tries again.
   *
   * @example
   * ```ts
   * const { stillRunning } = await session.close();
   * ```
   */
  close(): Promise<EndReport> {
    return (this.#closing ??= this.#close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #requireOpen(consequence: string): void {
    if (this.#isClosed) throw new SessionClosedError(`the session is closed; ${consequence}`);
  }

  async #close(): Promise<EndReport> {
    this.#isClosed = true;
    this.#waits.close();
    void this.#ownPlugins?.close();
    const report = await this.#end("SIGHUP", KILL_GRACE_MS);
    this.#pty.close();
    clearTimeout(this.#forgetTimer);
    await this.#rawFile?.close();
    if (report.stillRunning.length > 0) this.#closing = undefined;
    requireGone(report);
    this.#guardian.remove(this.#group);
    this.#giveNameBack();
    return report;
  }

  async #end(signal: NodeJS.Signals, graceMs: number): Promise<EndReport> {
    const report = await this.#group.end(signal, graceMs);
    if (report.stillRunning.length > 0) log.warn("processes survived SIGKILL", { pids: report.stillRunning });
    // The processes are gone; what they wrote last, and the leader's exit status, arrive with the event loop.
    const isAllSaid = this.wait().then(() => this.#pty.drained());
    if (!report.stillRunning.includes(this.#pty.pid)) await settledWithin(isAllSaid, EXIT_REPORT_MS);
    return { ...exitFields(this.exitStatus), ...report };
  }

  #changed(): Pause {
    this.#secrets.changed();
    this.#boundaries.echo?.changed();
    const waits = this.#waits.changed();
    this.#events.emit({ type: "changed", sequence: this.#view.sequence });
    return waits;
  }

  #onExit(status: ExitStatus): void {
    if (this.#view.outputEnded()) void this.#changed();
    this.#view.exitStatus = status;
    this.#input.end();
    this.#boundaries.echo?.end();
    this.#waits.lookAgain();
    this.#events.emit({ type: "exited", status });
    this.#forgetTimer = setTimeout(() => void this.#forgetIfAlone(), FORGET_AFTER_MS).unref();
  }

  /** A program that ended by itself and left nobody in its session needs no guard, and nobody has to close it. */
  async #forgetIfAlone(): Promise<void> {
    if (await this.#group.isNumberFree()) this.#guardian.remove(this.#group);
  }
}
