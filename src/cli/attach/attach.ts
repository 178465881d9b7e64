import { userInfo } from "node:os";
import { StringDecoder } from "node:string_decoder";
import type { ExitStatus } from "../../api/index.js";
import { exitStatusOf } from "../../api/index.js";
import { MAX_WAIT_TIMEOUT_MS, NAME, PtywrightError, escapeControls, shown } from "../../base/index.js";
import type { Client, RemoteSession } from "../../client/index.js";
import { Action } from "../../core/action/index.js";
import { Matcher } from "../../core/matcher/index.js";
import { deferred } from "../deferred.js";
import { EXIT_OK } from "../exit-codes.js";
import { onFatalSignal } from "../fatal-signals.js";
import { HoldLimit } from "../hold-limit.js";
import { InputFilter } from "../run/input-filter.js";
import type { DrawnScreen } from "../sessions/next-screen.js";
import { FRAME_MS, nextScreen } from "../sessions/next-screen.js";
import type { SessionVerbOptions } from "../sessions/verb.js";
import { withServer } from "../sessions/verb.js";
import { stdoutDrained } from "../stdout-drained.js";
import { UsageError } from "../usage-error.js";
import { UserTerminal } from "../user-terminal.js";
import { isAncestor } from "./is-ancestor.js";
import { AttachedInput } from "./attached-input.js";
import { MODES_OFF, modesFor } from "./mirrored-modes.js";
import type { ViewerSize } from "./picture.js";
import { Picture } from "./picture.js";

export interface AttachOptions extends SessionVerbOptions {
  readonly readOnly: boolean;
  /** The session gets the size of this terminal, and its own back at the end. */
  readonly take: boolean;
  /** What becomes of what others type while somebody types here. */
  readonly others: "wait" | "fail" | undefined;
  /** Such as `Ctrl+\`, pressed twice. */
  readonly detachKey: string;
}

type AttachmentOptions = Pick<AttachOptions, "session" | "readOnly" | "take" | "others" | "detachKey">;

const DETACH_KEY = "Ctrl+\\";
const ENTER = "\x1b[?1049h\x1b[22;0t\x1b[?7l\x1b[?2004h";
const LEAVE = `${MODES_OFF}\x1b[?2004l\x1b[?7h\x1b[m\x1b[23;0t\x1b[?1049l\x1b[?25h`;
/** A frame in one go, where the terminal knows that. */
const [FRAME_START, FRAME_END] = ["\x1b[?2026h\x1b[?25l", "\x1b[?2026l"];
const CTRL_C = "\x03";
/** As often the input is asked for again by who types. */
const RENEW_MS = 1_000;
/** They have it for themselves until 3 s after the last key at least. */
const LEASE_MS = 3_000 + RENEW_MS;
/** How long it is told how to leave, where there is no line for it. */
const HINT_MS = 2_000;
/** A key has come back within so many. */
const PROMPT_FRAMES = 8;

/** `attach` and `watch`: this terminal, joined to a session until its user leaves or the program ends. */
export async function attach(options: AttachOptions): Promise<number> {
  const terminal = new UserTerminal();
  if (!terminal.isInteractive)
    throw new UsageError(`no terminal to attach; ${NAME} screen ${options.session} --watch needs none`);
  const detachKey = controlCharacter(options.detachKey);
  return withServer(options, async (client) => {
    try {
      process.stderr.write(`${NAME}: ${await attached(client, terminal, { ...options, detachKey })}\n`);
      return EXIT_OK;
    } finally {
      process.stdin.destroy();
    }
  });
}

/** The same for a command that goes on afterwards: stdin is left paused. Resolves to what is said at the end. */
export async function attachHere(client: Client, session: string): Promise<string> {
  const detachKey = controlCharacter(DETACH_KEY);
  return attached(client, new UserTerminal(), { session, readOnly: false, take: false, others: undefined, detachKey });
}

async function attached(client: Client, terminal: UserTerminal, options: AttachmentOptions): Promise<string> {
  const session = client.session(options.session);
  const details = (await client.sessions()).find((known) => [known.session, known.name].includes(session.id));
  if (details?.pid !== undefined && isAncestor(details.pid))
    throw new UsageError(`this terminal is that of ${shown(options.session)}: it would show itself`);
  // Fails if there is no such session, before anything of the terminal is changed.
  const first = await session.snapshot({ cells: "runs" });
  return new Attachment(session, terminal, options).run(first);
}

/** `Ctrl+X` as the terminal sends it. */
function controlCharacter(key: string): string {
  const [, letter = ""] = /^ctrl[+-](.)$/i.exec(key) ?? [];
  const code = letter.toUpperCase().charCodeAt(0) - 0x40;
  if (!(code > 0 && code < 0x20) || code === 0x1b)
    throw new UsageError(`--detach-key must be Ctrl+ and a letter or one of \\ ] ^ _, got ${JSON.stringify(key)}`);
  return String.fromCharCode(code);
}

class Attachment {
  readonly #session: RemoteSession;
  readonly #terminal: UserTerminal;
  readonly #options: AttachmentOptions;
  readonly #picture: Picture;
  readonly #how: string;
  readonly #end = deferred<string>();
  readonly #stop = new AbortController();
  #snapshot!: DrawnScreen;
  #modes = "";
  #title: string | null = null;
  #isOver = false;
  readonly #userName = userName();
  #leasedAt = -Infinity;
  /** How many frames are drawn without a pause. */
  #promptFrames = 0;
  /** Ends the pause. */
  #hurry: () => void = () => undefined;

  constructor(session: RemoteSession, terminal: UserTerminal, options: AttachmentOptions) {
    this.#session = session;
    this.#terminal = terminal;
    this.#options = options;
    this.#how = options.readOnly ? "watching, Ctrl+C leaves" : `${keyName(options.detachKey)} twice leaves`;
    this.#picture = new Picture(options.session, this.#how);
  }

  /** Resolves to what is said at the end. */
  async run(first: DrawnScreen): Promise<string> {
    this.#snapshot = first;
    const restore = (): void => this.#restore();
    process.on("exit", restore);
    process.on("uncaughtExceptionMonitor", restore);
    const stopListening = onFatalSignal(() => this.#end.resolve("detached"));
    this.#terminal.makeRaw(() => this.#resized());
    this.#terminal.writeNow(ENTER);
    try {
      if (this.#options.take) await this.#takeSize();
      const watching = this.#watch();
      this.#listen();
      return await Promise.race([this.#end.promise, watching]);
    } finally {
      this.#restore();
      this.#stop.abort();
      stopListening();
      process.off("exit", restore);
      process.off("uncaughtExceptionMonitor", restore);
    }
  }

  get #viewer(): ViewerSize {
    const { rows, cols } = this.#terminal.size ?? this.#snapshot.size;
    return { rows, cols };
  }

  /** Draws whenever something has changed, and never faster than the terminal takes it. */
  async #watch(): Promise<string> {
    let status: ExitStatus | undefined;
    const how = { timeoutMs: MAX_WAIT_TIMEOUT_MS, result: "none", signal: this.#stop.signal } as const;
    this.#session.waitFor(Matcher.processExited(), how).then(
      (ended) => (status = exitStatusOf(ended)),
      () => undefined,
    );
    await this.#draw();
    this.#tellHowToLeave();
    while (!this.#isOver) {
      const next = await nextScreen(this.#session, this.#snapshot).catch(ifClosed);
      if (next === undefined) return "the session was closed";
      this.#snapshot = next;
      await this.#draw();
      if (status !== undefined) return endOf(status);
      await this.#pace();
    }
    return "detached";
  }

  /** Where the screen takes the whole terminal, there is no other line for it; for a moment. */
  #tellHowToLeave(): void {
    const { rows } = this.#viewer;
    if (this.#picture.hasLastLine) return;
    process.stdout.write(`\x1b7\x1b[${rows};1H\x1b[7m ${this.#how} \x1b[m\x1b8`);
    const timer = setTimeout(() => {
      this.#picture.forget();
      void this.#draw();
    }, HINT_MS);
    this.#stop.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** What a key brings about is drawn at once; what comes by itself, as often as an eye sees it. */
  async #pace(): Promise<void> {
    if (this.#promptFrames-- > 0) return;
    await new Promise<void>((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, FRAME_MS);
    });
  }

  async #draw(): Promise<void> {
    if (this.#isOver) return;
    const snapshot = this.#snapshot;
    let text = FRAME_START + this.#picture.draw(snapshot, this.#viewer) + FRAME_END;
    const modes = modesFor(snapshot, this.#options.readOnly);
    if (modes !== this.#modes) text += modes;
    this.#modes = modes;
    if (snapshot.title !== this.#title) text += `\x1b]2;${escapeControls(snapshot.title ?? "")}\x07`;
    this.#title = snapshot.title;
    if (!process.stdout.write(text)) await stdoutDrained();
  }

  #resized(): void {
    this.#picture.forget();
    if (this.#options.take) void this.#takeSize().catch(() => undefined);
    void this.#draw();
  }

  /** The server gives it back when we are gone, however that comes. */
  #takeSize(): Promise<void> {
    return this.#session.resize({ ...this.#viewer, lend: true });
  }

  #listen(): void {
    const { detachKey, readOnly } = this.#options;
    const leave = (): void => this.#end.resolve("detached");
    const filter = new InputFilter();
    const typed = new AttachedInput({
      detachKey,
      onDetach: leave,
      paste: (text) => (this.#snapshot.bracketedPaste ? Action.bracketedPaste(text) : Action.paste(text)),
      onActions: (actions) => {
        if (!readOnly) this.#type(actions);
        else if (actions.some((action) => action.type === "text" && action.text.includes(CTRL_C))) leave();
      },
      placeOf: (row, col) => this.#picture.placeOf(this.#snapshot, row, col),
    });
    const limit = new HoldLimit(
      () => filter.hold ?? typed.hold,
      () => {
        typed.feed(Buffer.from(filter.release()).toString());
        typed.release();
      },
    );
    const decoder = new StringDecoder("utf8");
    const onData = (bytes: Buffer): void => {
      typed.feed(decoder.write(Buffer.from(filter.feed(bytes))));
      limit.watch();
    };
    // Whoever had it before may have paused it.
    process.stdin.on("data", onData).resume();
    process.stdin.once("end", leave);
    this.#stop.signal.addEventListener("abort", () => {
      limit.stop();
      process.stdin.off("data", onData).off("end", leave).pause();
    });
  }

  #type(actions: readonly Action[]): void {
    this.#promptFrames = PROMPT_FRAMES;
    this.#hurry();
    this.#takeInput();
    // The bell: the program does not read, or has not asked for the mouse after all.
    void this.#session.send(actions).catch(() => this.#isOver || process.stdout.write("\x07"));
  }

  /** What others type waits while somebody types here; the bell: somebody else does. */
  #takeInput(): void {
    const now = performance.now();
    if (now - this.#leasedAt < RENEW_MS) return;
    this.#leasedAt = now;
    const terms = { forMs: LEASE_MS, as: "person", who: this.#userName, others: this.#options.others } as const;
    void this.#session.lease(terms).catch(() => this.#isOver || process.stdout.write("\x07"));
  }

  #restore(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#terminal.writeNow(LEAVE);
    this.#terminal.restore();
  }
}

/** Undefined if somebody has removed the session. */
function ifClosed(error: unknown): undefined {
  if (error instanceof PtywrightError && ["no_such_session", "session_closed"].includes(error.code)) return undefined;
  throw error;
}

const endOf = ({ exitCode, signal }: ExitStatus): string =>
  signal === null ? `the program has ended with code ${exitCode}` : `the program was ended by ${signal}`;

/** A user without an entry in the table of users has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "somebody";
  }
}

const keyName = (character: string): string => `Ctrl+${String.fromCharCode(character.charCodeAt(0) + 0x40)}`;
