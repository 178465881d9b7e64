import type { AdapterOptions } from "../../plugins/adapter/index.js";
import { Adapter } from "../../plugins/adapter/index.js";
import { DEFAULT_TURN_TIMEOUT_MS, PermissionDeniedError } from "../../base/index.js";
import type { ExtensionState } from "../../plugins/extension/index.js";
import { bodyAndStatus } from "../../plugins/extension/index.js";
import type { LoadedPlugin, PluginManifest } from "../../plugins/manifest/index.js";
import type { CheckedParams, MethodName, Result, WireAdapterState } from "../../protocol/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactSnapshot } from "../../core/screen/index.js";
import { redactedState, policyWithSeenIn } from "../../disclosure/index.js";
import type { AdapterRegistry, AdapterReservation, RegisteredAdapter } from "../registry/adapter-registry.js";
import type { Waiter } from "../registry/wait-registry.js";
import type { ConnectionScope } from "../connection-scope.js";
import type { HandlersOf } from "./handler.js";
import { StagedAnswer } from "../../jsonrpc/index.js";
import { denied, requireGranted } from "./permission-gate.js";
import { policyFor } from "./read-policy.js";
import { redactedManifest } from "../redacted-manifest.js";
import { redactedPluginFailure } from "../redacted-plugin-failure.js";
import { readingOf, redactedIntentFailure, redactedWait } from "../redacted-intent.js";
import { redactedTail } from "../redacted-wait.js";
import { invalidParams } from "../rpc-error.js";
import { snapshotAnswer } from "../snapshot-on-the-wire.js";

type Start = CheckedParams<"adapter.start">;

export const adapterHandlers: HandlersOf<"adapter"> = {
  "adapter.list": async (_, { plugins }) => ({
    plugins: (await plugins()).list().map((manifest) => redactedManifest(manifest)),
  }),

  "adapter.live": (_, { adapters }) => ({
    adapters: adapters.list().map(({ id, adapter: { manifest, session: running }, session }) => ({
      adapter: id,
      plugin: shownName(manifest),
      session: session.id,
      sequence: running.sequence,
      finished: running.isFinished,
    })),
  }),

  "adapter.start": (params, scope) => start(() => prepare("adapter.start", params, scope), scope),

  "adapter.resume": ({ prior_adapter: prior, ...params }, scope) =>
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
    return { state: redactedState(await adapter.handle.state(), policy) };
  },

  "adapter.send": ({ adapter: id, intent, params, ...read }, scope) => {
    const entry = granted("adapter.send", id, scope);
    const { handle } = entry.adapter;
    const policy = policyFor("adapter.send", read, scope);
    // What a client sent is carried out also when it is gone meanwhile.
    const sent = scope.adapterWaits.run({ owner: id }, (signal) =>
      attempt("adapter.send", entry, policy, async () => ({
        state: redactedState(await handle.send(intent, params ?? {}, { signal }), policy),
      })),
    );
    // Nothing but a send waits for somebody's wait.
    return new StagedAnswer(entry.waits === 0 ? sent.catch(() => undefined) : undefined, sent);
  },

  "adapter.wait": ({ adapter: id, intent, params, timeout_ms: timeoutMs, wait_id: name, ...read }, scope) => {
    const entry = granted("adapter.wait", id, scope);
    const policy = policyFor("adapter.wait", read, scope);
    return waiting(entry, { name, owner: id, gone: scope.gone }, scope, (signal) =>
      attempt("adapter.wait", entry, policy, async () => {
        const waited = await entry.adapter.handle.wait(intent, params ?? {}, { timeoutMs, signal });
        return redactedWait(waited, name, readingOf(entry.adapter, policy));
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
        return redactedWait(turned, name, readingOf(entry.adapter, policy));
      }),
    );
  },

  "adapter.cancel_wait": ({ wait_id: name, adapter }, { adapterWaits }) => {
    if (name === undefined && adapter === undefined)
      throw invalidParams("wait_id", "wait_id or adapter is needed, to say which wait is meant");
    const ended = name === undefined ? adapterWaits.cancelOwner(adapter as string) : adapterWaits.cancel(name);
    if (ended === undefined) return { cancelled: false };
    return {
      cancelled: true,
      adapter: ended.owner,
      ...(ended.name === undefined ? {} : { wait_id: RedactionPolicy.default().redact(ended.name) }),
    };
  },

  "adapter.snapshot": ({ adapter: id, cells, ...read }, scope) => {
    const { session } = granted("adapter.snapshot", id, scope).adapter;
    const policy = policyFor("adapter.snapshot", read, scope);
    return snapshotAnswer(session.snapshot(), policy, cells);
  },

  "adapter.transcript": ({ adapter: id, ...read }, scope) => {
    const { session } = granted("adapter.transcript", id, scope).adapter;
    return { text: session.redactedTranscript(policyFor("adapter.transcript", read, scope)) };
  },

  "adapter.inspect": async ({ adapter: id, ...read }, scope) => {
    const { adapter, session } = granted("adapter.inspect", id, scope);
    const policy = policyFor("adapter.inspect", read, scope);
    const { state, moment } = await adapter.handle.look();
    const { lastIntent } = adapter.handle;
    const { plainText } = redactSnapshot(moment.snapshot, policy);
    const { body, status } = bodyAndStatus(plainText);
    return {
      adapter: id,
      plugin: shownName(adapter.manifest),
      session: session.id,
      state: redactedState(state, policy),
      plain_text: plainText,
      body_text: body,
      status_text: status,
      transcript_tail: redactedTail(moment.transcriptTail, readingOf(adapter, policy)),
      ...(lastIntent === undefined ? {} : { last_intent: policyWithSeenIn(state, policy).redact(lastIntent) }),
      sequence: moment.sequence,
    };
  },

  "adapter.close": async ({ adapter: id }, scope) => {
    granted("adapter.close", id, scope);
    await scope.adapters.remove(id);
    return { closed: true };
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
  readonly policy: RedactionPolicy;
}

/** Everything about a start that can be refused before anything is done. */
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

/** Its lanes go on once it is registered: what its plugin makes of the first screen may take its time. */
function start(
  prepared: () => Promise<Wanted>,
  { adapters, holdNotifications }: ConnectionScope,
  prior?: string,
): StagedAnswer<Result<"adapter.start">> {
  const reserved = adapters.reserve();
  const release = holdNotifications([reserved.id, reserved.session.id, ...(prior === undefined ? [] : [prior])]);
  const registered = registering(prepared, reserved, adapters);
  const answer = registered
    .then(async ({ adapter, policy }) => {
      const state = await adapter.handle.state().catch((error: unknown) => {
        throw redactedPluginFailure(error, policy);
      });
      const [id, session] = [reserved.id, reserved.session.id];
      return { adapter: id, plugin: shownName(adapter.manifest), session, state: redactedState(state, policy) };
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
  adapters: AdapterRegistry,
): Promise<{ readonly adapter: Adapter; readonly policy: RedactionPolicy }> {
  const toWire = (state: ExtensionState): WireAdapterState => redactedState(state, RedactionPolicy.default());
  try {
    const { plugin, options, policy } = await prepared();
    try {
      const { adapter } = await adapters.add(() => Adapter.start(plugin, options), reserved, toWire);
      return { adapter, policy };
    } catch (error) {
      throw redactedPluginFailure(error, policy);
    }
  } catch (error) {
    reserved.release();
    throw error;
  }
}

/** Counted, so that a send behind it is known to stand in line. */
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

const shownName = ({ name }: PluginManifest): string => RedactionPolicy.default().redact(name);

function optionsFrom({ program, args, cwd, env, rows, cols, ...rest }: Start): AdapterOptions {
  const { clear_env: clearEnv, pixel_width: pixelWidth, pixel_height: pixelHeight } = rest;
  return { program, args, cwd, env, clearEnv, rows, cols, pixelWidth, pixelHeight };
}

/** Both forms of a turn. */
function turnFrom({ send, wait, ...flat }: Omit<CheckedParams<"adapter.turn">, "adapter">) {
  if (send !== undefined && flat.intent !== undefined)
    throw invalidParams("intent", "intent stands in send already; give it once");
  const intent = send?.intent ?? flat.intent;
  if (intent === undefined) throw invalidParams("send", "send.intent is needed, or intent beside adapter");
  return {
    intent,
    intentParams: (send === undefined ? flat.params : send.params) ?? {},
    waitIntent: wait?.intent ?? flat.wait_intent,
    waitParams: wait?.params ?? flat.wait_params ?? {},
    timeoutMs: wait?.timeout_ms ?? flat.timeout_ms ?? DEFAULT_TURN_TIMEOUT_MS,
    name: wait?.wait_id ?? flat.wait_id,
  };
}

/** What goes wrong is told in the words of the method and without secrets. */
async function attempt<T>(
  method: MethodName,
  { adapter }: RegisteredAdapter,
  policy: RedactionPolicy,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PermissionDeniedError) throw denied(method, error.plugin, error.permission);
    throw redactedIntentFailure(error, adapter, readingOf(adapter, policy));
  }
}
