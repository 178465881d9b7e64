/**
 * client: a typed client of a ptywright server, over a local socket, a child's stdio, or any channel. It loads without the
 * native terminal module. Should avoid: sessions, screens and everything else that only a server needs.
 */
export { Action, KEYS } from "../core/action/index.js";
export { InvalidArgumentError, PtywrightError, WaitCancelledError } from "../base/index.js";
export type { MessageChannel } from "../jsonrpc/index.js";
export { Matcher } from "../core/matcher/index.js";
export type { MethodName, NotificationName, Params, Result } from "../protocol/index.js";
export type {
  RemoteAdapterMatch,
  RemoteAdapterState,
  RemoteConversation,
  RemoteInspection,
  RemoteManifest,
  RemotePluginDescription,
  RemoteTurnEvent,
} from "./adapter-answers.js";
export type { RemoteAdapterWaitOptions, RemoteIntentOptions, RemoteTurnOptions } from "./adapter-options.js";
export type { RemoteAdapterEvent } from "./adapter-events.js";
export { Client } from "./client.js";
export type {
  AdapterStartOptions,
  ConnectOptions,
  NotificationOptions,
  RequestOptions,
  SpawnOptions,
  StartOptions,
} from "./client-options.js";
export { ConnectionLostError, ConnectError, RemoteError } from "./errors.js";
export type { LiveAdapter } from "./remote-adapter.js";
export { RemoteAdapter } from "./remote-adapter.js";
export type { RemoteMatch, RemoteSnapshot } from "./remote-answers.js";
export type { RemoteNotification } from "./remote-notification.js";
export { RemoteSession } from "./remote-session.js";
export type { RemoteWaitOptions } from "./remote-session.js";
