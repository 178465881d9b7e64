import type { Action } from "../../core/action/index.js";
import { shown } from "../../base/index.js";
import { matchersIn } from "../../core/matcher/index.js";
import { exitFields } from "../../api/index.js";
import type { CheckedParams, Matcher } from "../../protocol/index.js";
import type { SessionOptions, WaitOptionsWithin } from "../../core/session/index.js";
import { Session, WITHOUT_STACK } from "../../core/session/index.js";
import type { TargetOptions } from "../../core/target/index.js";
import { Disclosed, invalidParams } from "../../disclosure/index.js";
import { redactedFailure, redactedResult, snapshotAnswer, tailRedactorOf } from "../../disclosure/program/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import { rawErrorField } from "../registry/session-registry.js";
import type { HandlersOf } from "./handler.js";
import { policyFor } from "./read-policy.js";
import type { WaitReading } from "../../disclosure/program/index.js";

/** Longer than a kill takes. */
const MAX_HOLD_MS = 1_000;

export const sessionHandlers: HandlersOf<"session"> = {
  "session.create": async (params, { sessions, holdNotifications }) => {
    const options = sessionOptions(params);
    const reserved = sessions.reserve();
    const release = holdNotifications([reserved.id]);
    try {
      await sessions.add(() => Session.spawn(target(params), options), reserved);
    } catch (error) {
      reserved.release();
      throw error;
    } finally {
      release();
    }
    return { session: reserved.id };
  },

  "session.list": (_, { sessions }) => ({ sessions: sessions.list().map(({ id }) => id) }),

  "session.input": async ({ session: id, action, waitId: name }, scope) => {
    const session = scope.sessions.get(id);
    const release = holdForKill(id, action, scope);
    try {
      // What a client sent is typed also when it is gone meanwhile.
      await (name === undefined
        ? session.send(action)
        : scope.waits.run({ name }, (signal) => session.send(action, { signal })));
    } finally {
      release();
    }
    return { sent: true };
  },

  "session.snapshot": ({ session, cells, ...read }, scope) => {
    const policy = policyFor("session.snapshot", read, scope);
    return snapshotAnswer(scope.sessions.get(session).snapshot(), policy, cells);
  },

  "session.transcript": ({ session, ...read }, scope) => {
    const policy = policyFor("session.transcript", read, scope);
    return new Disclosed({ text: scope.sessions.get(session).redactedTranscript(policy) });
  },

  "session.wait": (params, scope) => {
    const { session: id, matcher, timeoutMs, waitId: name, cells, ...read } = params;
    const policy = policyFor("session.wait", read, scope);
    const session = scope.sessions.get(id);
    const reading = (): WaitReading => ({
      policy,
      tails: tailRedactorOf(session),
      cells,
      headGone: session.transcriptSlice(0, 0) === null,
      exitStatus: session.exitStatus,
      grants: { screen: true, transcript: true },
    });
    return scope.waits.run({ name, gone: scope.gone }, async (signal) => {
      try {
        const asked = pluginsIn(matcher);
        if (asked.length > 0) await letPluginsAnswer(session, asked, scope);
        const options: WaitOptionsWithin = { timeoutMs, signal, [WITHOUT_STACK]: true };
        return redactedResult(await session.waitFor(matcher, options), reading());
      } catch (error) {
        throw redactedFailure(error, matcher, reading());
      }
    });
  },

  "session.cancel_wait": ({ waitId }, { waits }) =>
    waits.cancel(waitId) !== undefined ? { cancelled: true, waitId } : { cancelled: false },

  "session.resize": ({ session, ...size }, { sessions }) => {
    sessions.get(session).resize(size);
    return { resized: true };
  },

  "session.kill": async ({ session }, { sessions }) => {
    await sessions.get(session).kill();
    return { killed: true };
  },

  "session.close": async ({ session }, { sessions }) => {
    const { session: closed } = await sessions.remove(session);
    return { closed: true, ...rawErrorField(closed), ...exitFields(closed.exitStatus) };
  },
};

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

type CreateParams = CheckedParams<"session.create">;

function target(params: CreateParams): TargetOptions {
  const { program, args, cwd, env, clearEnv, rows, cols, pixelWidth, pixelHeight } = params;
  return { program, args, cwd, env, clearEnv, size: { rows, cols, pixelWidth, pixelHeight } };
}

function sessionOptions(params: CreateParams): SessionOptions {
  const { transcriptMaxChars, rawTranscriptPath: path, rawTranscriptAppend: append } = params;
  if (append && path === undefined)
    throw invalidParams("rawTranscriptAppend", "rawTranscriptAppend needs a raw_transcript_path to append to");
  if (path?.includes("\0") === true)
    throw invalidParams("rawTranscriptPath", "rawTranscriptPath must not have NUL bytes");
  return { transcriptMaxChars, rawTranscript: path === undefined ? undefined : { path, append } };
}
