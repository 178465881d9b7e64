import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type {
  AnySession,
  ExitStatus,
  MatchResult,
  OutcomeOf,
  SendOptions,
  SessionEvent,
  SessionOptions,
  WaitOptions,
  WaitTimeoutError,
} from "../../api/index.js";
import { checkSessionOptions } from "../../api/index.js";
import type { ActionSize, Key, Signal } from "../action/index.js";
import { Action, nodeSignal, validateAction } from "../action/index.js";
import {
  InvalidArgumentError,
  MAX_PENDING_INPUT_BYTES,
  SessionClosedError,
  checkOptionNames,
  checkSignal,
  shown,
} from "../../base/index.js";
import { Paths } from "../../home/config/index.js";
import { logger } from "../../home/logging/index.js";
import type { Matcher, PluginRegistry, SessionPlugins } from "../matcher/index.js";
import type { EndReport, Guardian, PtyOutput, PtyProcess } from "../pty/index.js";
import { ProcessGroup, guardianFor, prepareLaunch, spawnPty } from "../pty/index.js";
import { RedactionPolicy, requirePolicy } from "../../text/redaction/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
import type { TargetLike } from "../target/index.js";
import { Target } from "../target/index.js";
import type { TranscriptDelta } from "../transcript/index.js";
import { RawTranscriptFile } from "../transcript/index.js";
import { checkMilliseconds } from "./milliseconds.js";
import { OutputFeed } from "./output-feed.js";
import { resized } from "./resized.js";
import type { SessionListeners } from "./session-events.js";
import { EventHub } from "./session-events.js";
import { SessionInput } from "./session-input.js";
import type { SessionMoment } from "./session-moment.js";
import { SessionView } from "./session-view.js";
import { PendingWaits } from "./pending-waits.js";

/** How long processes have to heed SIGHUP before SIGKILL follows, when a session is killed or closed. */
const KILL_GRACE_MS = 200;
const DEFAULT_TERMINATE_GRACE_MS = 5_000;
/** How long the exit of a process that is gone may take to be reported before nobody waits for it any longer. */
const EXIT_REPORT_MS = 1_000;
/** When it is looked whether a program that ended left anybody behind; most sessions are closed by then. */
const FORGET_AFTER_MS = 1_000;

const log = logger("session");

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
export class Session implements AnySession {
  /** A command's name or a path. */
  readonly program: string;
  readonly #view: SessionView;
  readonly #feed: OutputFeed;
  readonly #pty: PtyProcess;
  readonly #group: ProcessGroup;
  readonly #guardian: Guardian;
  readonly #waits: PendingWaits;
  readonly #input: SessionInput;
  readonly #events = new EventHub();
  readonly #rawFile: RawTranscriptFile | undefined;
  #closing: Promise<EndReport> | undefined;
  #isDraining = false;
  #replies = "";
  #forgetTimer: NodeJS.Timeout | undefined;
  #pluginRegistry: PluginRegistry | undefined;
  #ownPlugins: SessionPlugins | undefined;

  private constructor(target: Target, options: SessionOptions) {
    this.program = target.program;
    checkSessionOptions(options);
    const { launch, marker } = prepareLaunch(target);
    // It must be there before the child is.
    this.#guardian = guardianFor(
      () => Paths.fromEnv().ensureLedgerDir(),
      (message, fields) => log.warn(message, fields),
    ).ready();
    this.#view = new SessionView(launch.size, options.transcriptMaxChars, (text) => (this.#replies += text));
    this.#feed = new OutputFeed(
      this.#view.terminal,
      (bytes) => this.#batchTaken(bytes),
      () => this.#resumeReading(),
    );
    // Last before the fork: whatever else fails leaves no file behind.
    const { rawTranscript } = options;
    this.#rawFile =
      rawTranscript &&
      RawTranscriptFile.open(rawTranscript.path, {
        append: rawTranscript.append,
        onError: (error) => log.error(error.message),
      });
    try {
      this.#pty = spawnPty(launch, {
        onOutput: (output) => this.#onOutput(output),
        onExit: (status) => this.#onExit(status),
      });
    } catch (error) {
      void this.#rawFile?.close();
      if (rawTranscript !== undefined && rawTranscript.append !== true) rmSync(rawTranscript.path, { force: true });
      throw error;
    }
    this.#group = new ProcessGroup(this.#pty.pid, marker);
    this.#guardian.add(this.#group);
    this.#waits = new PendingWaits(this.#view, () => this.#input.unreadBytes);
    this.#input = new SessionInput(this.#pty, this.#view, this);
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
    return new Session(Target.from(target), options);
  }

  /** Throws what `spawn` would reject with because of the program, its directory or its size, and starts nothing. */
  static check(target: TargetLike): void {
    prepareLaunch(Target.from(target));
  }

  /** The child's process id; undefined once it has exited. */
  get pid(): number | undefined {
    return this.isFinished ? undefined : this.#pty.pid;
  }

  /** The process has ended and all it wrote has been processed. */
  get isFinished(): boolean {
    return this.exitStatus !== undefined;
  }

  /** How it ended; undefined while it runs. */
  get exitStatus(): ExitStatus | undefined {
    return this.#view.exitStatus;
  }

  /** 0 at the start, one more for each batch of output and each resize. */
  get sequence(): number {
    return this.#view.sequence;
  }

  /**
   * The screen as it is now; the same object until something changes. Not redacted.
   *
   * @example
   * ```ts
   * console.log(session.snapshot().plainText, session.snapshot().cursor.row);
   * ```
   */
  snapshot(): ScreenSnapshot {
    return this.#view.snapshot();
  }

  /** The output kept in memory, escape sequences included. Not redacted. */
  transcript(): string {
    return this.#view.transcript.text();
  }

  /** The output kept in memory with secrets replaced. */
  redactedTranscript(policy: RedactionPolicy = RedactionPolicy.default()): string {
    const { text, dropped } = this.#view.transcript.since(0);
    // Where the window begins, a secret may have lost the part by which it is known.
    return requirePolicy(policy).redactSlice(text, 0, text.length, { headCut: dropped });
  }

  /** Characters written since the start: the cursor that markers and slices count in. */
  get transcriptCursor(): number {
    return this.#view.transcript.charsWritten;
  }

  /**
   * Stamps a label at the current end of the transcript, or where it ended before; returns the position. At most 64 labels are kept.
   *
   * @example
   * ```ts
   * const start = session.markTranscript("question");
   * console.log(session.transcriptSlice(start, session.transcriptCursor));
   * ```
   */
  markTranscript(label: string, at = this.transcriptCursor): number {
    validateAction(Action.markTranscript(label), "");
    const { cursor, stored } = this.#view.transcript.mark(label, at);
    if (!stored) log.warn("the marker table is full; the label is not kept", { label });
    return cursor;
  }

  /** Where a label was put; undefined if it was not, or if the table was full. */
  transcriptMarker(label: string): number | undefined {
    return this.#view.transcript.marker(label);
  }

  /** All labels and where they were put. */
  transcriptMarkers(): ReadonlyMap<string, number> {
    return this.#view.transcript.markers();
  }

  /** The output between two positions; null once a part of it is no longer kept. */
  transcriptSlice(start: number, end: number): string | null {
    return this.#view.transcript.slice(start, end);
  }

  /**
   * What was written after a position, for readers that follow along.
   *
   * @example
   * ```ts
   * const { text, cursor } = session.transcriptSince(0);
   * console.log(text, session.transcriptSince(cursor).text); // the second is what came since
   * ```
   */
  transcriptSince(cursor: number): TranscriptDelta {
    return this.#view.transcript.since(cursor);
  }

  /** The first failure to write the raw transcript file; the session goes on without it. */
  get rawTranscriptError(): Error | undefined {
    return this.#rawFile?.error;
  }

  /**
   * Carries out an action, or several in order with nothing typed in between. Resolves once the terminal has the bytes;
   * rejects with an InputBacklogError while the program does not read, with a WaitCancelledError when the signal fires.
   *
   * @example
   * ```ts
   * await session.send([Action.text("ls"), Action.key("enter")], { signal: AbortSignal.timeout(1_000) });
   * ```
   */
  async send(action: Action | readonly Action[], options: SendOptions = {}): Promise<void> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("send options", options, ["signal"]);
    checkSignal(options.signal);
    return this.#input.send(action, options.signal);
  }

  /**
   * Types a text as it is; `\r` is the Enter key.
   *
   * @example
   * ```ts
   * await session.writeText("ls -l\r");
   * ```
   */
  async writeText(text: string): Promise<void> {
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
  async sendKey(key: Key | (string & {})): Promise<void> {
    return this.send(Action.key(key));
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
    this.#changed();
  }

  /**
   * Waits until the matcher holds, looking at every batch of output. Rejects with a WaitTimeoutError that tells what was
   * nearest, a WaitCancelledError, or a SessionClosedError once it can no longer come true.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.screenRegex("port ([0-9]+)"), { timeoutMs: 5_000 });
   * console.log(outcome.capture);
   * ```
   */
  async waitFor<M extends Matcher>(matcher: M, options: WaitOptions = {}): Promise<MatchResult<OutcomeOf<M>>> {
    this.#requireOpen("nothing can be waited for");
    const result = this.#waits.waitFor(matcher, options, this.#ownPlugins ?? this.#pluginRegistry);
    return result as Promise<MatchResult<OutcomeOf<M>>>;
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

  /** All that can be seen now as one thing that stays as it is; `stableMs` counts from the last change. Not redacted. */
  moment(): SessionMoment {
    return this.#view.moment(this.#view.stableMs);
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
   * Kills, ends all waits and lets go of the terminal. Reads still work. Calling it again changes nothing.
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
    if (this.#closing !== undefined) throw new SessionClosedError(`the session is closed; ${consequence}`);
  }

  async #close(): Promise<EndReport> {
    this.#waits.close();
    void this.#ownPlugins?.close();
    const report = await this.#end("SIGHUP", KILL_GRACE_MS);
    this.#pty.close();
    clearTimeout(this.#forgetTimer);
    this.#guardian.remove(this.#group);
    await this.#rawFile?.close();
    return report;
  }

  async #end(signal: NodeJS.Signals, graceMs: number): Promise<EndReport> {
    const report = await this.#group.end(signal, graceMs);
    if (report.stillRunning.length > 0) log.warn("processes survived SIGKILL", { pids: report.stillRunning });
    // The processes are gone; what the leader wrote last, and its exit status, arrive with the event loop.
    if (!report.stillRunning.includes(this.#pty.pid)) await this.#waitUpTo(EXIT_REPORT_MS);
    return report;
  }

  /** The exit comes after all output, which a raw transcript on a dead disk may hold up for ever. */
  async #waitUpTo(limitMs: number): Promise<void> {
    const limit = new AbortController();
    await Promise.race([this.wait(), delay(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)]);
    limit.abort();
  }

  #onOutput(output: PtyOutput): boolean {
    const isCaughtUp = this.#feed.feed(output);
    const isFileReady = this.#rawFile?.write(output.bytes) ?? true;
    if (!isFileReady) this.#waitForFile();
    return isFileReady && isCaughtUp;
  }

  #batchTaken(bytes: Uint8Array): boolean {
    this.#sendReplies();
    this.#view.batchTaken(bytes);
    return this.#changed();
  }

  /** True if a wait was answered. */
  #changed(): boolean {
    const isAnswer = this.#waits.changed();
    this.#events.emit({ type: "changed", sequence: this.#view.sequence });
    return isAnswer;
  }

  /** A slow disk slows the program down; it does not fill the memory. */
  #waitForFile(): void {
    if (this.#rawFile === undefined || this.#isDraining) return;
    this.#isDraining = true;
    void this.#rawFile.drained().then(() => {
      this.#isDraining = false;
      this.#resumeReading();
    });
  }

  #resumeReading(): void {
    if (!this.#isDraining && !this.#feed.isBusy) this.#pty.resume();
  }

  #onExit(status: ExitStatus): void {
    if (this.#view.outputEnded()) this.#changed();
    this.#view.exitStatus = status;
    this.#input.end();
    this.#waits.exited();
    this.#events.emit({ type: "exited", status });
    this.#forgetTimer = setTimeout(() => void this.#forgetIfAlone(), FORGET_AFTER_MS).unref();
  }

  /** A program that ended by itself and left nobody behind needs no guard, and nobody has to close it. */
  async #forgetIfAlone(): Promise<void> {
    if ((await this.#group.members()).length === 0) this.#guardian.remove(this.#group);
  }

  /** Answers to the program's questions in one batch. One that asks and never reads gets no more of them. */
  #sendReplies(): void {
    const replies = this.#replies;
    if (replies === "") return;
    this.#replies = "";
    if (this.#pty.pendingBytes < MAX_PENDING_INPUT_BYTES) this.#pty.write(Buffer.from(replies)).catch(() => undefined);
  }
}
