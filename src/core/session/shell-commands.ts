import { constants } from "node:os";
import type { ExitStatus, RunResult } from "../../api/index.js";
import { ProgramEndedError, WaitTimeoutError, exitFields, waitsForKeys } from "../../api/index.js";
import {
  InvalidArgumentError,
  MAX_COMMAND_CHARS,
  MAX_RUN_OUTPUT_CHARS,
  Mutex,
  WaitCancelledError,
  checkMilliseconds,
  checkOptionNames,
  checkSignal,
  onAbort,
  shown,
} from "../../base/index.js";
import { Action } from "../action/index.js";
import type { ShellMark } from "../screen/index.js";
import { ShellMarks } from "../screen/index.js";
import { EscapeStripper } from "../transcript/index.js";
import type { PendingWaits, Watcher } from "./pending-waits.js";
import type { Typist } from "./input-lease.js";
import type { SessionInput } from "./session-input.js";
import type { RunOptionsWithin } from "./session-options.js";
import { AT_ONCE, TYPIST } from "./session-options.js";
import type { SessionView } from "./session-view.js";
import type { CommandFile } from "./shell-command-file.js";
import { commandFileFor } from "./shell-command-file.js";
import { lineFor } from "./shell-line.js";
import { RunOutput } from "./shell-output.js";
import type { MarkedShell } from "./shell-start.js";

/** How long a shell gets to show its prompt after a command was interrupted. */
const INTERRUPT_MS = 2_000;

/** How often it is looked whether another program has the terminal by then: the system tells nobody. */
const LOOK_AGAIN_MS = 50;

const WAITS_FOR_INPUT =
  "it waits for input from the terminal, and nothing was typed: give it its input in the command (< FILE, <<< TEXT)";

/** What the marks say: a prompt is not there yet, is shown, or a command runs. */
type Phase = "between" | "prompt" | "command";

/** The command that runs now. */
interface Running {
  /** How its beginning is marked: what the user of the session typed may run before it. */
  readonly name: string;
  readonly newOutput: (jobs?: readonly string[]) => RunOutput;
  output: RunOutput;
  /** Undefined until it has begun. */
  startedAt: number | undefined;
  /** Undefined while it runs. */
  exitCode: number | undefined;
}

interface Parts {
  readonly view: SessionView;
  readonly waits: PendingWaits;
  readonly input: SessionInput;
  readonly timeoutMs: number;
  readonly shellPid: number;
  /** Who has the terminal; undefined where the system does not tell. */
  readonly foreground: () => { readonly pid: number; readonly command: string } | undefined;
}

/** The commands of one shell, told apart by the marks that it was started with. Marks without its nonce are any program's, and are ignored. */
export class ShellCommands implements Watcher {
  readonly #shell: MarkedShell;
  readonly #parts: Parts;
  readonly #line = new Mutex();
  readonly #marks: ShellMarks;
  readonly #stripper = new EscapeStripper();
  readonly #changes = new Set<() => void>();
  #cursor = 0;
  #phase: Phase = "between";
  /** How much had been typed when the prompt was shown. */
  #askedAtPrompt = 0;
  #hasMarked = false;
  #runCount = 0;
  /** The jobs that there were when the last command ended, where the shell tells that. */
  #jobsLeft: readonly string[] = [];
  #running: Running | undefined;
  #givenUp = withResolver();

  constructor(shell: MarkedShell, parts: Parts) {
    this.#shell = shell;
    this.#marks = new ShellMarks(shell.nonce);
    this.#parts = parts;
    parts.waits.watch(this, () => this.#tell());
    parts.input.lease.watch(() => this.#tell());
  }

  changed(): void {
    const { text, cursor } = this.#parts.view.transcript.since(this.#cursor);
    this.#cursor = cursor;
    this.#stripper.feed(text, {
      text: (said) => {
        if (this.#isInCommand) this.#running?.output.add(said);
      },
      command: (content) => this.#mark(content),
    });
    this.#tell();
  }

  /** Who is told of a command's output takes it as fast as they can; nobody waits for them once the command is given up. */
  get searching(): Promise<void> | undefined {
    const { telling } = this.#running?.output ?? {};
    if (telling === undefined) return undefined;
    return Promise.race([telling.then(() => this.#tell()), this.#givenUp.promise]);
  }

  lookAgain(): void {
    this.#tell();
  }

  cancel(): void {
    this.#giveUp();
    this.#tell();
  }

  #giveUp(): void {
    this.#running = undefined;
    this.#givenUp.resolve();
    this.#givenUp = withResolver();
  }

  async run(command: string, options: RunOptionsWithin): Promise<RunResult> {
    checkOptionNames("run options", options, ["timeoutMs", "signal", "onOutput"]);
    if (typeof command !== "string" || command.length > MAX_COMMAND_CHARS)
      throw new InvalidArgumentError("command", `command must be a string of at most ${MAX_COMMAND_CHARS} characters`);
    if (options.onOutput !== undefined && typeof options.onOutput !== "function")
      throw new InvalidArgumentError("onOutput", `onOutput must be a function, got ${shown(options.onOutput)}`);
    const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? this.#parts.timeoutMs);
    checkSignal(options.signal);
    return this.#line.run(async () => {
      const file = await commandFileFor(command, this.#shell.name);
      try {
        return await this.#run(command, timeoutMs, options, file);
      } finally {
        await file?.remove();
      }
    }, options.signal);
  }

  async #run(
    command: string,
    timeoutMs: number,
    { signal, onOutput, [TYPIST]: typist }: RunOptionsWithin,
    file: CommandFile | undefined,
  ): Promise<RunResult> {
    const { waits, input } = this.#parts;
    const startedAt = performance.now();
    const awaited = `the end of the command ${shown(command)}`;
    const inTime = (isSo: () => boolean): Promise<boolean> =>
      this.#until(isSo, timeoutMs - (performance.now() - startedAt), signal);
    const late = (...hints: string[]): Error => new WaitTimeoutError(waits.evidenceOf(awaited, startedAt, hints));
    const cancelled = (): Error =>
      new WaitCancelledError(`the wait for ${awaited} was cancelled`, { cause: signal?.reason });
    input.lease.requirePatience(typist);
    if (!(await inTime(() => this.#isAtPrompt && input.lease.admits(typist)))) {
      if (signal?.aborted === true) throw cancelled();
      if (!input.lease.admits(typist)) throw late("it was not typed: somebody else has the input for themselves");
      throw late(
        this.#phase === "prompt"
          ? "it was not typed: something else was typed at the prompt, and no other one has come"
          : this.#hasMarked
            ? "it was not typed: the shell has shown no prompt; if it shows one, its marks are gone: start another session"
            : "it was not typed: the shell has marked no prompt since it was started; start it interactively, so that it reads its start-up files",
      );
    }
    this.#requireShell(awaited, startedAt);
    const { name: shell } = this.#shell;
    const newOutput = (jobs: readonly string[] = []): RunOutput =>
      new RunOutput({ maxChars: MAX_RUN_OUTPUT_CHARS, shell, jobs, onOutput });
    const number = ++this.#runCount;
    const name = `run=${number}`;
    const running: Running = { name, newOutput, output: newOutput(), startedAt: undefined, exitCode: undefined };
    this.#running = running;
    this.#phase = "between";
    try {
      const line = lineFor(command, this.#shell.name, number, file?.path);
      await input.run(command, line, typist);
      const isEnded = (): boolean => running.exitCode !== undefined;
      if (file !== undefined && (await inTime(() => running.startedAt !== undefined || isEnded()))) await file.remove();
      const isInTime = await inTime(() => isEnded() || running.output.failure !== undefined);
      if (running.output.failure !== undefined && !isEnded()) {
        const { error } = running.output.failure;
        await this.#interrupt(typist);
        throw error;
      }
      if (!isInTime) {
        // What comes now is about the interrupt.
        this.#giveUp();
        const evidence = waits.evidenceOf(awaited, startedAt, []);
        const isBack = await this.#interrupt(typist);
        if (signal?.aborted === true) throw cancelled();
        const stays = isBack ? "" : `; ${INTERRUPT_MS} ms later it is still there: type what ends it`;
        const reads = evidence.foreground !== undefined && waitsForKeys(evidence.foreground) ? [WAITS_FOR_INPUT] : [];
        throw new WaitTimeoutError({ ...evidence, hints: [...reads, `it was interrupted with Ctrl+C${stays}`] });
      }
      const ended = this.#resultOf(running, awaited, startedAt);
      void running.output.telling?.then(() => this.#tell());
      if (!(await inTime(() => running.output.telling === undefined)))
        throw late("the command has ended, and onOutput has not taken all of its output");
      if (running.output.failure !== undefined) throw running.output.failure.error;
      return ended;
    } finally {
      this.#giveUp();
    }
  }

  #resultOf(running: Running, awaited: string, startedAt: number): RunResult {
    const { exitStatus } = this.#parts.view;
    if (running.exitCode === undefined && (exitStatus === undefined || running.startedAt === undefined))
      this.#requireShell(awaited, startedAt);
    const { text, truncated } = running.output.end(running.exitCode === undefined);
    return {
      exitCode: running.exitCode ?? codeOf(exitStatus),
      output: text,
      durationMs: performance.now() - (running.startedAt ?? startedAt),
      ...(truncated ? { truncated } : {}),
    };
  }

  /** Throws if the shell is gone, or the session is closed. */
  #requireShell(awaited: string, startedAt: number): void {
    const { waits, view } = this.#parts;
    waits.requireOpen();
    if (view.exitStatus === undefined) return;
    throw new ProgramEndedError({ ...waits.evidenceOf(awaited, startedAt, []), ...exitFields(view.exitStatus) });
  }

  /**
   * Leaves the shell at a prompt, if the command heeds Ctrl+C; false if it does not. Each program that has the terminal gets one Ctrl+C: a
   * shell forgets one that comes while it starts the next program, also in the child that is about to become that program.
   */
  async #interrupt(typist: Typist | undefined): Promise<boolean> {
    const { input, shellPid, foreground } = this.#parts;
    const deadline = performance.now() + INTERRUPT_MS;
    const interrupted = new Set<string>();
    const isBack = (): boolean => this.#phase === "prompt";
    do {
      const { pid, command } = foreground() ?? {};
      const program = `${pid} ${command}`;
      const isProgram = pid !== undefined && pid !== shellPid;
      const isNext = interrupted.size === 0 || (isProgram && !interrupted.has(program));
      interrupted.add(program);
      if (isNext) await input.send(Action.interrupt(), { [TYPIST]: typist, [AT_ONCE]: true }).catch(() => undefined);
      if (await this.#until(isBack, LOOK_AGAIN_MS)) return true;
    } while (performance.now() < deadline);
    return false;
  }

  /** Whether it came true in time, or can no longer because the shell is gone; false too if the signal fires. */
  async #until(isSo: () => boolean, limitMs: number, signal?: AbortSignal): Promise<boolean> {
    const isOver = (): boolean => isSo() || this.#parts.view.exitStatus !== undefined || this.#parts.waits.isClosed;
    if (isOver() || limitMs <= 0 || signal?.aborted === true) return isOver();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stopListening();
        this.#changes.delete(look);
        resolve(isOver());
      };
      const look = (): void => {
        if (isOver()) done();
      };
      const timer = setTimeout(done, limitMs);
      const stopListening = onAbort(signal, done);
      this.#changes.add(look);
    });
  }

  #tell(): void {
    for (const look of [...this.#changes]) look();
  }

  /** What came before is the shell's own. */
  #begin(running: Running, { fields }: ShellMark): void {
    running.startedAt ??= performance.now();
    running.output = running.newOutput([...this.#jobsLeft, ...jobsIn(fields)]);
  }

  /** The command that is run has begun, and has not ended. */
  get #isInCommand(): boolean {
    return this.#running?.startedAt !== undefined && this.#running.exitCode === undefined;
  }

  /** Its prompt is shown, and nothing was typed at it. */
  get #isAtPrompt(): boolean {
    return this.#phase === "prompt" && this.#parts.input.askedCount === this.#askedAtPrompt;
  }

  #mark(content: string): void {
    const mark = this.#marks.read(content);
    if (mark === undefined) return;
    switch (mark.letter) {
      case "B":
        this.#hasMarked = true;
        this.#phase = "prompt";
        this.#askedAtPrompt = this.#parts.input.askedCount;
        return;
      case "C":
        this.#phase = "command";
        if (this.#running !== undefined && this.#running.name === mark.fields[0]) this.#begin(this.#running, mark);
        return;
      case "D":
        if (this.#isInCommand && this.#running !== undefined) this.#running.exitCode = Number(mark.fields[0]);
        this.#jobsLeft = jobsIn(mark.fields);
        this.#phase = "between";
    }
  }
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** The numbers of the jobs that there were at a mark. */
function jobsIn(fields: readonly string[]): string[] {
  const numbers = fields.find((field) => field.startsWith("jobs="))?.slice("jobs=".length) ?? "";
  return numbers.split(",").filter((number) => number !== "");
}

/** As shells tell of a program that a signal ended. */
function codeOf(status: ExitStatus | undefined): number {
  const { exitCode = null, signal = null } = status ?? {};
  return exitCode ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
