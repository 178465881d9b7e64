import { secretsOf } from "../../core/session/index.js";
import type { AdapterOptions } from "../../plugins/adapter/index.js";
import { Adapter } from "../../plugins/adapter/index.js";
import { PermissionDeniedError } from "../../base/index.js";
import { bodyAndStatus } from "../../plugins/extension/index.js";
import type { LoadedPlugin, PluginManifest } from "../../plugins/manifest/index.js";
import type { CheckedParams, LibraryResult, MethodName } from "../../protocol/index.js";
import { redactSnapshot } from "../../core/screen/index.js";
import type { ReadPolicy } from "../../disclosure/index.js";
import { Disclosed, invalidParams, redactedText } from "../../disclosure/index.js";
import {
  adapterWaitAnswer,
  policyWithSeenIn,
  readingOf,
  redactedIntentFailure,
  redactedPluginFailure,
  redactedState,
  redactedTail,
  screenAnswer,
  transcriptAnswer,
} from "../../disclosure/program/index.js";
import type { AdapterReservation, RegisteredAdapter } from "../registry/adapter-registry.js";
import type { Waiter } from "../registry/wait-registry.js";
import type { ConnectionScope } from "../connection-scope.js";
import type { HandlersOf } from "./handler.js";
import { StagedAnswer } from "../../jsonrpc/index.js";
import { denied, requireGranted } from "./permission-gate.js";
import { guarded, policyFor } from "./read-policy.js";

type Start = CheckedParams<"adapter.start">;

export const adapterHandlers: HandlersOf<"adapter"> = {
  "adapter.list": async (_, { plugins }) => ({
    plugins: (await plugins()).list(),
  }),

  "adapter.live": (_, { adapters }) => ({
    adapters: adapters.list().map(({ id, adapter: { manifest, session: running }, session }) => ({
      adapter: id,
      plugin: manifest.name,
      session: session.id,
      sequence: running.sequence,
      finished: running.isFinished,
    })),
  }),

  "adapter.start": (params, scope) => start(() => prepare("adapter.start", params, scope), scope),

  "adapter.resume": ({ priorAdapter: prior, ...params }, scope) =>
    start(
      async () => {
        const wanted = await prepare("adapter.resume", params, scope);
        Adapter.check(wanted.plugin, wanted.options);
        if (prior !== undefined && scope.adapters.has(prior)) await scope.adapters.remove(prior);
        return wanted;
      },
      scope,
      prior,
    ),

  "adapter.state": async ({ adapter: id, ...read }, scope) => {
    const { adapter } = granted("adapter.state", id, scope);
    const policy = policyFor("adapter.state", read, scope);
    const look = await adapter.handle.look();
    return new Disclosed({ state: redactedState(look, secretsOf(adapter.session).covering(policy)) });
  },

  "adapter.send": ({ adapter: id, intent, params, waitId: name, ...read }, scope) => {
    const entry = granted("adapter.send", id, scope);
    const { handle } = entry.adapter;
    const policy = policyFor("adapter.send", read, scope);
    // A send is carried out also if its client is gone.
    const sent = scope.adapterWaits.run({ name, owner: id }, (signal) =>
      attempt("adapter.send", entry, policy, async () => {
        const look = await handle.sendAndLook(intent, params ?? {}, { signal });
        return new Disclosed({ state: redactedState(look, secretsOf(entry.adapter.session).covering(policy)) });
      }),
    );
    // A send behind a wait must not hold up other requests.
    return new StagedAnswer(entry.waits === 0 ? sent.catch(() => undefined) : undefined, sent);
  },

  "adapter.wait": ({ adapter: id, intent, params, waitId: name, ...rest }, scope) => {
    const { timeoutMs, since, frame, result, tailChars, ...read } = rest;
    const entry = granted("adapter.wait", id, scope);
    const policy = policyFor("adapter.wait", read, scope);
    return waiting(entry, { name, owner: id, gone: scope.gone }, scope, (signal) =>
      attempt("adapter.wait", entry, policy, async () => {
        const waited = await entry.adapter.handle.wait(intent, params ?? {}, { timeoutMs, since, frame, signal });
        return adapterWaitAnswer(entry.adapter, policy, waited, { name, result, tailChars });
      }),
    );
  },

  "adapter.turn": ({ adapter: id, ...params }, scope) => {
    const entry = granted("adapter.turn", id, scope);
    const policy = policyFor("adapter.turn", params, scope);
    const { intent, intentParams, name, ...wait } = turnFrom(params);
    return waiting(entry, { name, owner: id, gone: scope.gone }, scope, (signal) =>
      attempt("adapter.turn", entry, policy, async () => {
        const turned = await entry.adapter.handle.turn(intent, intentParams, { ...wait, signal });
        return adapterWaitAnswer(entry.adapter, policy, turned, { name, result: "none", tailChars: 0 });
      }),
    );
  },

  "adapter.cancel_wait": ({ waitId: name, adapter }, { adapterWaits }) => {
    if (name === undefined && adapter === undefined)
      throw invalidParams("waitId", "waitId or adapter is needed, to say which wait is meant");
    const ended = name === undefined ? adapterWaits.cancelOwner(adapter as string) : adapterWaits.cancel(name);
    if (ended === undefined) return { cancelled: false };
    return { cancelled: true, adapter: ended.owner, waitId: ended.name };
  },

  "adapter.snapshot": ({ adapter: id, cells, since, frame, ...read }, scope) => {
    const { session } = granted("adapter.snapshot", id, scope).adapter;
    const policy = policyFor("adapter.snapshot", read, scope);
    return screenAnswer(session, policy, { cells, since, frame });
  },

  "adapter.transcript": ({ adapter: id, ...read }, scope) => {
    const { session } = granted("adapter.transcript", id, scope).adapter;
    return transcriptAnswer(session, policyFor("adapter.transcript", read, scope));
  },

  "adapter.inspect": async ({ adapter: id, ...read }, scope) => {
    const { adapter, session } = granted("adapter.inspect", id, scope);
    const asked = policyFor("adapter.inspect", read, scope);
    const look = await adapter.handle.look();
    const policy = secretsOf(adapter.session).covering(asked);
    const { moment } = look;
    const { lastIntent } = adapter.handle;
    const { plainText } = redactSnapshot(moment.snapshot, policy);
    const { body, status } = bodyAndStatus(plainText);
    return new Disclosed({
      adapter: id,
      plugin: shownName(adapter.manifest),
      session: session.id,
      state: redactedState(look, policy),
      plainText,
      bodyText: body,
      statusText: status,
      transcriptTail: redactedTail(moment.transcriptTail, readingOf(adapter, policy)),
      lastIntent: lastIntent === undefined ? undefined : policyWithSeenIn(look, policy).redact(lastIntent),
      sequence: moment.sequence,
    });
  },

  "adapter.close": async ({ adapter: id }, scope) => {
    granted("adapter.close", id, scope);
    return { closed: true, ...(await scope.adapters.remove(id)) };
  },
};

function granted(
  method: Extract<MethodName, `adapter.${string}`>,
  id: string,
  scope: ConnectionScope,
): RegisteredAdapter {
  const entry = scope.adapters.get(id);
  requireGranted(method, entry.adapter.manifest);
  return entry;
}

interface Wanted {
  readonly plugin: LoadedPlugin;
  readonly options: AdapterOptions;
  readonly policy: ReadPolicy;
}

/** All checks of a start that come before anything is done. */
async function prepare(
  method: "adapter.start" | "adapter.resume",
  params: Start,
  scope: ConnectionScope,
): Promise<Wanted> {
  const plugins = await scope.plugins();
  const plugin = plugins.get(params.plugin);
  requireGranted(method, plugin.manifest);
  const options = { ...optionsFrom(params), registry: plugins.predicates };
  return { plugin, options, policy: policyFor(method, params, scope) };
}

/** Its lanes are free once it is registered: the first classification may take long. */
function start(
  prepared: () => Promise<Wanted>,
  scope: ConnectionScope,
  prior?: string,
): StagedAnswer<Disclosed<LibraryResult<"adapter.start">>> {
  const { adapters, holdNotifications } = scope;
  const reserved = adapters.reserve();
  const release = holdNotifications([reserved.id, reserved.session.id, ...(prior === undefined ? [] : [prior])]);
  const registered = registering(prepared, reserved, scope);
  const answer = registered
    .then(async ({ adapter, policy }) => {
      const look = await adapter.handle.look().catch((error: unknown) => {
        throw redactedPluginFailure(error, policy);
      });
      return new Disclosed({
        adapter: reserved.id,
        plugin: shownName(adapter.manifest),
        session: reserved.session.id,
        state: redactedState(look, secretsOf(adapter.session).covering(policy)),
      });
    })
    .finally(release);
  return new StagedAnswer(
    registered.catch(() => undefined),
    answer,
  );
}

async function registering(
  prepared: () => Promise<Wanted>,
  reserved: AdapterReservation,
  scope: ConnectionScope,
): Promise<{ readonly adapter: Adapter; readonly policy: ReadPolicy }> {
  try {
    const { plugin, options, policy } = await prepared();
    try {
      const start = async (): Promise<Adapter> => {
        const adapter = await Adapter.start(plugin, options);
        guarded(adapter.session, scope);
        return adapter;
      };
      const { adapter } = await scope.adapters.add(start, reserved, (look, { session }) =>
        redactedState(look, secretsOf(session).policy),
      );
      return { adapter, policy };
    } catch (error) {
      throw redactedPluginFailure(error, policy);
    }
  } catch (error) {
    reserved.release();
    throw error;
  }
}

/** Counted, so that a send behind it is known to wait in line. */
async function waiting<T>(
  entry: RegisteredAdapter,
  waiter: Waiter,
  { adapterWaits }: ConnectionScope,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  entry.waits++;
  try {
    return await adapterWaits.run(waiter, wait);
  } finally {
    entry.waits--;
  }
}

const shownName = ({ name }: PluginManifest): string => redactedText(name);

function optionsFrom(params: Start): AdapterOptions {
  const { program, args, cwd, env, clearEnv, rows, cols, pixelWidth, pixelHeight } = params;
  const { timeoutMs, sideChannel } = params;
  return { program, args, cwd, env, clearEnv, rows, cols, pixelWidth, pixelHeight, timeoutMs, sideChannel };
}

/** Params are nested (`send`, `wait`) or flat. */
function turnFrom({ send, wait, ...flat }: Omit<CheckedParams<"adapter.turn">, "adapter">) {
  if (send !== undefined && flat.intent !== undefined)
    throw invalidParams("intent", "intent stands in send already; give it once");
  const intent = send?.intent ?? flat.intent;
  if (intent === undefined) throw invalidParams("send", "send.intent is needed, or intent beside adapter");
  return {
    intent,
    intentParams: (send === undefined ? flat.params : send.params) ?? {},
    waitIntent: wait?.intent ?? flat.waitIntent,
    waitParams: wait?.params ?? flat.waitParams ?? {},
    timeoutMs: wait?.timeoutMs ?? flat.timeoutMs,
    since: wait?.since ?? flat.since,
    frame: wait?.frame ?? flat.frame,
    name: wait?.waitId ?? flat.waitId,
  };
}

/** Errors name the method and hold no secrets. */
async function attempt<T>(
  method: MethodName,
  { adapter }: RegisteredAdapter,
  policy: ReadPolicy,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PermissionDeniedError) throw denied(method, error.plugin, error.permission);
    throw redactedIntentFailure(error, adapter, readingOf(adapter, policy));
  }
}
