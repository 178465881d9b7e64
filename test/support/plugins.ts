import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Params, Result, WireManifest } from "ptywright/protocol";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import type { RpcServerState } from "ptywright/rpc";
import { shell } from "./fixture.js";
import type { Owner } from "./owner.js";
import { connect, serverState, type RpcPeer } from "./rpc-peer.js";
import { tempDir } from "./temp-dir.js";

/** A line of Lua that turns a string into a literal of it. */
export const luaText = (text: string): string =>
  `"${Buffer.from(text).reduce((out, byte) => `${out}\\x${byte.toString(16).padStart(2, "0")}`, "")}"`;

/** A program for plugins to drive: a line of shell, with none of this process's variables that matter. */
export const driving = (script: string): NonNullable<WireManifest["default_target"]> => {
  const { program = "/bin/sh", args } = shell(script) as { program?: string; args: string[] };
  return { program, args };
};

/** Writes a plugin of one file; the path of its manifest. Granted everything, and driving cat, unless said otherwise. */
export function pluginFile(t: Owner, lua: string, manifest: Partial<WireManifest> = {}): string {
  const folder = join(tempDir(t), "plugin");
  mkdirSync(folder);
  const entrypoint = manifest.entrypoint ?? "main.lua";
  writeFileSync(join(folder, entrypoint), lua);
  const path = join(folder, "manifest.json");
  const whole: WireManifest = {
    name: "demo",
    kind: "adapter",
    version: "1.0.0",
    runtime: "lua",
    entrypoint,
    permissions: PLUGIN_PERMISSIONS,
    default_target: driving("stty -echo; printf ready; exec cat"),
    ...manifest,
  };
  writeFileSync(path, JSON.stringify(whole));
  return path;
}

/** A server with that plugin, and a client of it. */
export async function withPlugin(
  t: TestContext,
  lua: string,
  manifest: Partial<WireManifest> = {},
): Promise<{ readonly state: RpcServerState; readonly peer: RpcPeer }> {
  const state = serverState(t, { allowPluginLoad: true });
  const peer = connect(t, state);
  await peer.request("plugin.load", { manifest_path: pluginFile(t, lua, manifest) });
  return { state, peer };
}

/** The same, with one adapter running. */
export async function withAdapter(
  t: TestContext,
  lua: string,
  manifest: Partial<WireManifest> = {},
  start: Partial<Params<"adapter.start">> = {},
): Promise<{
  readonly state: RpcServerState;
  readonly peer: RpcPeer;
  readonly adapter: string;
  readonly started: Result<"adapter.start">;
}> {
  const { state, peer } = await withPlugin(t, lua, manifest);
  const started = await peer.request("adapter.start", { plugin: manifest.name ?? "demo", ...start });
  return { state, peer, adapter: started.adapter, started };
}

/** What a classifier is given, as MIRROR shows it. */
export interface ShownContext {
  readonly screen: string;
  readonly body_text: string;
  readonly status_text: string;
  readonly transcript: string;
  readonly sequence: number;
  readonly markers: Readonly<Record<string, number>>;
  readonly cursor: number;
  readonly completed_turn_stable_ms: number;
  readonly stable_ms: number;
  readonly last_intent?: string;
  readonly last_event_seq?: number;
}

/** Says what it is given, and how often it was asked; types and waits for what it is told. */
export const MIRROR = `
  local M, looks = {}, 0
  function M.classify(ctx)
    looks = looks + 1
    return { state = string.match(ctx.screen, "state:(%w+)") or "ready", metadata = { ctx = ctx, looks = looks } }
  end
  function M.say(params) return { actions = { ptywright.action.text(params.text or "") }, last_intent = params.last } end
  function M.plan(params) return params end
  function M.fail() error("what a mess") end
  function M.wait_turn_matcher(params) return ptywright.matcher.contains_text(params.text or "ready") end
  function M.exit_matcher() return ptywright.matcher.process_exited() end
  return M`;

export const shownIn = (state: { metadata?: unknown }): { readonly ctx: ShownContext; readonly looks: number } =>
  state.metadata as { ctx: ShownContext; looks: number };
