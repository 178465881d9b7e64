import type { MatchOutcome } from "../core/matcher/index.js";
import type { Result, WireAdapterState, WireConversation, WireManifest, WireTurnEvent } from "../protocol/index.js";
import { camelCased } from "../wire/index.js";

// Never the whole of an answer through camelCased: metadata, candidates, a tool's input and result, and environments are data,
// whose names are the plugin's own.

/** Something that happened within a turn. */
export type RemoteTurnEvent = WireTurnEvent;

/** What a plugin makes of the screen; wherever the library's ExtensionState can be used, so can this. */
export interface RemoteAdapterState extends Omit<WireAdapterState, "host_marks"> {
  readonly hostMarks?: readonly { readonly label: string }[] | undefined;
}

/** How a wait or a turn of an adapter ended. */
export interface RemoteAdapterMatch {
  readonly state: RemoteAdapterState;
  readonly matched: true;
  /** Which branch of the plugin's matcher held. */
  readonly outcome: MatchOutcome;
  readonly waitId?: string | undefined;
}

/** What a plugin sees and makes of it, all of one moment. */
export interface RemoteInspection {
  readonly adapter: string;
  readonly plugin: string;
  readonly session: string;
  readonly state: RemoteAdapterState;
  readonly plainText: string;
  readonly bodyText: string;
  readonly statusText: string;
  readonly transcriptTail: string;
  readonly lastIntent?: string | undefined;
  readonly sequence: number;
}

type WireTarget = NonNullable<WireManifest["default_target"]>;

/** What a plugin is, with the library's names. */
export interface RemoteManifest extends Omit<WireManifest, "default_target"> {
  readonly defaultTarget?:
    (Omit<WireTarget, "required_env"> & { readonly requiredEnv?: WireTarget["required_env"] }) | undefined;
}

/** What a plugin understands. */
export interface RemotePluginDescription {
  readonly plugin: string;
  readonly manifest: RemoteManifest;
  readonly intents: readonly string[];
  readonly waitMatchers: readonly string[];
  /** Empty if it does not say. */
  readonly states: readonly string[];
  /** How it is asked something and answers, if it says so. */
  readonly conversation?: RemoteConversation | undefined;
}

/** How a program is asked something and answers, in its plugin's words. */
export interface RemoteConversation extends Omit<WireConversation, "dialog_id"> {
  readonly dialogId?: string | undefined;
}

export function remoteState({ host_marks: hostMarks, ...rest }: WireAdapterState): RemoteAdapterState {
  return hostMarks === undefined ? rest : { ...rest, hostMarks };
}

export function remoteAdapterMatch(answer: Result<"adapter.wait">): RemoteAdapterMatch {
  const { state, matched, outcome, wait_id: waitId } = answer;
  return {
    state: remoteState(state),
    matched,
    outcome: camelCased<unknown>(outcome) as MatchOutcome,
    ...(waitId === undefined ? {} : { waitId }),
  };
}

export function remoteInspection({ state, ...rest }: Result<"adapter.inspect">): RemoteInspection {
  return { ...camelCased(rest), state: remoteState(state) };
}

export function remoteManifest({ default_target: target, ...rest }: WireManifest): RemoteManifest {
  if (target === undefined) return rest;
  const { required_env: requiredEnv, ...others } = target;
  return { ...rest, defaultTarget: requiredEnv === undefined ? others : { ...others, requiredEnv } };
}

export function remoteDescription(answer: Result<"plugin.describe">): RemotePluginDescription {
  const { wait_matchers: waitMatchers, manifest, conversation, ...rest } = answer;
  const description = { ...rest, waitMatchers, manifest: remoteManifest(manifest) };
  return conversation === undefined ? description : { ...description, conversation: camelCased(conversation) };
}
