import type { Action } from "../../core/action/index.js";
import { InvalidArgumentError, onAbort, shown, wholeWords } from "../../base/index.js";
import { matchersIn } from "../../core/matcher/index.js";
import type { ExpectPattern, MatchResult } from "../../api/index.js";
import { exitFields } from "../../api/index.js";
import type { CheckedParams, LibraryResult, Matcher, SpokenPattern } from "../../protocol/index.js";
import type { SendOptionsWithin, SessionOptions, WaitOptionsWithin } from "../../core/session/index.js";
import { Session, TYPIST, WITHOUT_STACK, requireGone, secretsOf } from "../../core/session/index.js";
import type { TargetOptions } from "../../core/target/index.js";
import { Disclosed, invalidParams, redactedText, resolvedPolicy } from "../../disclosure/index.js";
import {
  RunStream,
  awaitedAnswer,
  expectAnswer,
  failureAnswer,
  foundAnswer,
  quotesProgram,
  redactedFailure,
  redactedResult,
  runAnswer,
  screenAnswer,
  scrollbackAnswer,
  snapshotTexts,
  tailRedactorOf,
  transcriptAnswer,
} from "../../disclosure/program/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import type { RegisteredSession } from "../registry/session-registry.js";
import { rawErrorField } from "../registry/session-registry.js";
import type { HandlersOf } from "./handler.js";
import { guarded, policyFor } from "./read-policy.js";
import { inputHandlers } from "./session-inputs.js";
import type { WaitReading } from "../../disclosure/program/index.js";
import type { ReadPolicy } from "../../disclosure/index.js";

/** Longer than a kill takes. */
const MAX_HOLD_MS = 1_000;

export const sessionHandlers: HandlersOf<"session"> = {
  "session.create": async (params, scope) => {
    const { sessions, holdNotifications } = scope;
    const options = sessionOptions(params);
    const { name } = params;
    const reserved = sessions.reserve();
    const release = holdNotifications([reserved.id]);
    let takeNameAway = (): void => undefined;
    try {
      takeNameAway = sessions.giveName(name, reserved.id);
      const start = async (): Promise<Session> => guarded(await Session.spawn(target(params), options), scope);
      await sessions.add(start, reserved, { name, command: [params.program, ...params.args], cwd: params.cwd });
    } catch (error) {
      takeNameAway();
      reserved.release();
      throw error;
    } finally {
      release();
    }
    return { session: reserved.id };
  },

  "session.list": ({ details }, { sessions }) => {
    const all = sessions.list();
    const names = all.flatMap(({ id, name }) => (name === undefined ? [] : [{ session: id, name }]));
    return {
      sessions: all.map(({ id }) => id),
      ...(names.length === 0 ? {} : { names }),
      ...(details ? { details: all.map(detailsOf) } : {}),
    };
  },

  "session.input": async ({ session: id, action, waitId: name }, scope) => {
    const session = scope.sessions.get(id);
    const release = holdForKill(id, action, scope);
    try {
      // What a client sent is typed also when it is gone meanwhile.
      return await (name === undefined
        ? session.send(action, as(scope))
        : scope.waits.run({ name }, (signal) => session.send(action, { signal, ...as(scope) })));
    } finally {
      release();
    }
  },

  "session.snapshot": ({ session: id, cells, since, frame, newerThan, timeoutMs, ...read }, scope) => {
    const policy = policyFor("session.snapshot", read, scope);
    const session = scope.sessions.get(id);
    const answer = (): ReturnType<typeof screenAnswer> => screenAnswer(session, policy, { cells, since, frame });
    if (newerThan === undefined || newerThan < session.sequence) return answer();
    return nextChange(session, timeoutMs ?? session.timeoutMs, scope.gone).then(answer);
  },

  "session.transcript": ({ session, since, ...read }, scope) => {
    const policy = policyFor("session.transcript", read, scope);
    return transcriptAnswer(scope.sessions.get(session), policy, since);
  },

  "session.scrollback": ({ session, from, to, find, ...read }, scope) => {
    const policy = policyFor("session.scrollback", read, scope);
    return scrollbackAnswer(scope.sessions.get(session), policy, { from, to, find });
  },

  "session.wait": (params, scope) => {
    const { session: id, matcher, timeoutMs, since, frame, waitId: name, ...rest } = params;
    const { cells, result: told, tailChars, ...read } = rest;
    const policy = policyFor("session.wait", read, scope);
    const session = scope.sessions.get(id);
    const coveringFor = async (seen: unknown, mayQuote: boolean): Promise<ReadPolicy> => {
      const resolved = policy.extraRegexes.length === 0 ? policy : await resolvedPolicy(policy, textsOf(seen, matcher));
      return mayQuote ? secretsOf(session).covering(resolved) : secretsOf(session).knowing(resolved);
    };
    const reading = async (seen: unknown, mayQuote = true): Promise<WaitReading> => ({
      policy: await coveringFor(seen, mayQuote),
      tails: tailRedactorOf(session),
      headGone: session.transcriptSlice(0, 0) === null,
      exitStatus: session.exitStatus,
      grants: { screen: true, transcript: true },
    });
    return scope.waits.run({ name, gone: scope.gone }, async (signal) => {
      try {
        const asked = pluginsIn(matcher);
        if (asked.length > 0) await letPluginsAnswer(session, asked, scope);
        const options: WaitOptionsWithin = { timeoutMs, since, frame, signal, [WITHOUT_STACK]: true };
        const result = await session.waitFor(matcher, options);
        const mayQuote = told !== "none" || quotesProgram(result.outcome);
        return redactedResult(result, await reading(result, mayQuote), { result: told, cells, tailChars });
      } catch (error) {
        throw redactedFailure(error, matcher, await reading(error));
      }
    });
  },

  "session.submit": async ({ session: id, line, echo, waitId: name }, scope) => {
    const session = scope.sessions.get(id);
    await (name === undefined
      ? session.submit(line, { echo, ...as(scope) })
      : scope.waits.run({ name }, (signal) => session.submit(line, { echo, signal, ...as(scope) })));
    return { sent: true };
  },

  "session.expect": (params, scope) => {
    const { session: id, patterns, timeoutMs, waitId: name, ...read } = params;
    const policy = policyFor("session.expect", read, scope);
    const session = scope.sessions.get(id);
    return scope.waits.run({ name, gone: scope.gone }, async (signal) => {
      try {
        const result = await session.expect(spokenPatterns(patterns), { timeoutMs, signal });
        return await expectAnswer(session, policy, result);
      } catch (error) {
        throw await failureAnswer(session, policy, asSpoken(error));
      }
    });
  },

  "session.run": (params, scope) => {
    const { session: id, command, timeoutMs, stream: isStreamed, waitId: name, ...read } = params;
    const policy = policyFor("session.run", read, scope);
    const session = scope.sessions.get(id);
    const stream = isStreamed ? runStream(scope.sessions.entry(id), policy, name, scope) : undefined;
    const onOutput = stream && ((text: string): Promise<void> => stream.push(text));
    return scope.waits.run({ name, gone: scope.gone }, async (signal) => {
      try {
        const result = await session.run(command, { timeoutMs, signal, onOutput, ...as(scope) });
        return await runAnswer(session, policy, result);
      } catch (error) {
        throw await failureAnswer(session, policy, error);
      } finally {
        stream?.end();
      }
    });
  },

  ...inputHandlers,

  "session.find": ({ session: id, text, regex, style, exact, within, scrollback, ...rest }, scope) => {
    const { timeoutMs, count, waitId: name, ...read } = rest;
    const policy = policyFor("session.find", read, scope);
    const session = scope.sessions.get(id);
    const query = { text, regex, style, exact, within, scrollback };
    const reading = { policy, seesSecrets: scope.allowsRawReads };
    if (timeoutMs === undefined) return foundAnswer(session, query, reading);
    if (scrollback !== true)
      throw invalidParams("timeoutMs", "timeout_ms needs scrollback: true; wait for the screen with session.wait");
    return scope.waits.run({ name, gone: scope.gone }, async (signal) => {
      try {
        return await awaitedAnswer(session, query, reading, { count, timeoutMs, signal });
      } catch (error) {
        throw await failureAnswer(session, policy, error);
      }
    });
  },

  "session.cancel_wait": ({ waitId }, { waits }) =>
    waits.cancel(waitId) !== undefined ? { cancelled: true, waitId } : { cancelled: false },

  "session.resize": ({ session: id, lend, ...size }, { sessions, typist }) => {
    const { session, sizes } = sessions.entry(id);
    if (lend) typist.borrow(sizes, size);
    else session.resize(size);
    return { resized: true };
  },

  "session.kill": async ({ session }, { sessions }) => {
    const report = await sessions.get(session).kill();
    requireGone(report);
    return { killed: true, ...report };
  },

  "session.close": async ({ session: id }, { sessions }) => {
    const session = sessions.get(id);
    const report = await sessions.remove(id);
    return { closed: true, ...rawErrorField(session), ...report };
  },
};

/** Who types is known. */
const as = ({ typist }: ConnectionScope): SendOptionsWithin => ({ [TYPIST]: typist });

function detailsOf({ id, name, session, command, cwd, createdAt }: RegisteredSession): SessionDetails {
  const { pid, sequence, exitStatus, size } = session;
  return {
    session: id,
    ...(name === undefined ? {} : { name }),
    command: wholeWords(command),
    cwd: cwd ?? process.cwd(),
    ...(pid === undefined ? {} : { pid }),
    rows: size.rows,
    cols: size.cols,
    sequence,
    ageMs: Math.round(performance.now() - createdAt),
    ...exitFields(exitStatus),
  };
}

/** Tells the client that asked for a run what it prints. */
function runStream(
  { id, name, session }: RegisteredSession,
  policy: ReadPolicy,
  waitId: string | undefined,
  { push, gone }: ConnectionScope,
): RunStream {
  if (push === undefined)
    throw invalidParams("stream", "stream must be left out: whoever fetches answers is sent nothing before them");
  if (policy.extraRegexes.length > 0)
    throw invalidParams("stream", "stream must be left out with extra_regexes, which take the whole output to find");
  const about = { session: id, name: name && redactedText(name), waitId: waitId && redactedText(waitId) };
  return new RunStream(session, policy, (output) =>
    gone.aborted
      ? undefined
      : push("session.run_output", new Disclosed({ ...about, sequence: session.sequence, output })),
  );
}

/** Resolves when the screen has changed, the program has ended, the time is over, or nobody waits any more. */
function nextChange(session: Session, timeoutMs: number, gone: AbortSignal): Promise<void> {
  if (session.isFinished) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const stops = [session.on("changed", done), session.on("exited", done), onAbort(gone, done)];
  });
}

/** Patterns as the library takes them. */
function spokenPatterns(patterns: SpokenPattern | readonly SpokenPattern[]): ExpectPattern | readonly ExpectPattern[] {
  if (Array.isArray(patterns)) return (patterns as readonly SpokenPattern[]).map(spokenPattern);
  return spokenPattern(patterns as SpokenPattern);
}

function spokenPattern(pattern: SpokenPattern): ExpectPattern {
  if (pattern.type === "text") return pattern.text;
  return pattern.type === "regex" ? { regex: pattern.pattern } : pattern;
}

/** The error of a pattern names the place that the library's form has: `pattern[1].regex`. */
function asSpoken(error: unknown): unknown {
  if (!(error instanceof InvalidArgumentError)) return error;
  const { field, message, code } = error;
  const place = /^patterns?(\[[0-9]+\])?(?:\.regex)?$/.exec(field);
  if (place === null) return error;
  const name = `patterns${place[1] ?? ""}.pattern`;
  const said = message.startsWith(field) ? name + message.slice(field.length) : message;
  return new InvalidArgumentError(name, said, code, { cause: error });
}

/** All that the answer to a wait may quote. */
function textsOf(seen: unknown, matcher: Matcher): string {
  const { snapshot, transcriptTail = "" } = seen as Partial<MatchResult>;
  return [snapshot && snapshotTexts(snapshot), transcriptTail, JSON.stringify(matcher)].join("\n");
}

/** A kill takes a moment, and its end is seen before it is done. In a list it may stand behind what takes long. */
function holdForKill(session: string, actions: Action | readonly Action[], scope: ConnectionScope): () => void {
  const list = Array.isArray(actions) ? (actions as readonly Action[]) : [actions as Action];
  if (!list.some(({ type }) => type === "kill")) return () => undefined;
  const release = scope.holdNotifications([session]);
  const limit = setTimeout(release, MAX_HOLD_MS);
  return () => {
    clearTimeout(limit);
    release();
  };
}

/** A predicate that nobody answers would be waited for in vain. */
async function letPluginsAnswer(session: Session, asked: string[], { plugins }: ConnectionScope): Promise<void> {
  if (session.pluginRegistry === undefined) session.setPluginRegistry((await plugins()).predicates);
  const unknown = asked.find((name) => session.pluginRegistry?.has(name) !== true);
  if (unknown !== undefined)
    throw invalidParams("matcher", `there is no plugin ${shown(unknown)}; adapter.list has those that there are`);
}

const pluginsIn = (matcher: Matcher): string[] =>
  matchersIn(matcher).flatMap((part) => (part.type === "lua" ? [part.plugin] : []));

type SessionDetails = NonNullable<LibraryResult<"session.list">["details"]>[number];
type CreateParams = CheckedParams<"session.create">;

function target(params: CreateParams): TargetOptions {
  const { program, args, cwd, env, clearEnv, rows, cols, pixelWidth, pixelHeight } = params;
  return { program, args, cwd, env, clearEnv, size: { rows, cols, pixelWidth, pixelHeight } };
}

function sessionOptions(params: CreateParams): SessionOptions {
  const { transcriptMaxChars, scrollback, timeoutMs, shellIntegration } = params;
  const { rawTranscriptPath: path, rawTranscriptAppend: append } = params;
  if (append && path === undefined)
    throw invalidParams("rawTranscriptAppend", "rawTranscriptAppend needs a raw_transcript_path to append to");
  if (path?.includes("\0") === true)
    throw invalidParams("rawTranscriptPath", "rawTranscriptPath must not have NUL bytes");
  const rawTranscript = path === undefined ? undefined : { path, append };
  return { transcriptMaxChars, scrollback, timeoutMs, shellIntegration, rawTranscript };
}
