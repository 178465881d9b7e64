import "./home.js";
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import type { AnySession, SessionOptions, TargetLike, WaitTimeoutError } from "ptywright";
import { PtywrightError, Session } from "ptywright";
import { Client } from "ptywright/client";
import type { AnyAdapter } from "ptywright/plugins";
import { Adapter, PluginCatalog } from "ptywright/plugins";
import { RpcServerState, connectInMemory } from "ptywright/rpc";

/** Where programs run: in this process, or in a server. */
export interface World {
  readonly name: string;
  spawn(target: TargetLike, options?: SessionOptions): Promise<AnySession>;
  /** Loads a plugin and starts its program; both are gone after the test. */
  startAdapter(t: TestContext, manifestPath: string): Promise<AnyAdapter>;
}

type Ends = (() => unknown)[];
type MakeWorld = (ends: Ends) => Promise<World>;

function worldOf(name: string, client: Client): World {
  return {
    name,
    spawn: (target, options) => client.spawn(target, options),
    startAdapter: async (t, manifestPath) => {
      const plugin = await client.loadPlugin(manifestPath);
      const adapter = await client.startAdapter(plugin);
      t.after(async () => {
        await adapter.close();
        await client.unloadPlugin(plugin);
      });
      return adapter;
    },
  };
}

const MAKERS: readonly MakeWorld[] = [
  async () => ({
    name: "the library",
    spawn: (target, options) => Session.spawn(target, options),
    startAdapter: async (t, manifestPath) => {
      const plugins = new PluginCatalog();
      const { name } = await plugins.load(manifestPath);
      const adapter = await Adapter.start(plugins.get(name), { registry: plugins.predicates });
      t.after(async () => {
        await adapter.close();
        await plugins.close();
      });
      return adapter;
    },
  }),
  async (ends) => {
    const state = new RpcServerState({ allowPluginLoad: true });
    const client = Client.over(connectInMemory(state));
    ends.push(
      () => state.close(),
      () => client.close(),
    );
    return worldOf("a client of a server in memory", client);
  },
  async (ends) => {
    const client = await Client.start({ allowPluginLoad: true });
    ends.push(() => client.close());
    return worldOf("a client of a server on stdio", client);
  },
];

/** Each is made once for all tests of a file. */
let worlds: Promise<readonly World[]> | undefined;
const ends: Ends = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** What a test does in each world; what it returns must be the same in all. */
export type InWorld = (world: World, t: TestContext) => Promise<unknown>;

/** Runs the same in the library and in each client, and compares what comes of it with what the library makes of it. */
export function testInEachWorld(title: string, run: InWorld): void {
  void test(title, async (t) => {
    worlds ??= Promise.all(MAKERS.map((make) => make(ends)));
    let expected: unknown;
    for (const [index, world] of (await worlds).entries()) {
      await t.test(world.name, async (inner) => {
        const result = await run(world, inner);
        if (index === 0) expected = result;
        else assert.deepEqual(result, expected);
      });
    }
  });
}

/** A session that is closed after the test. */
export async function spawnIn(
  world: World,
  t: TestContext,
  target: TargetLike,
  options?: SessionOptions,
): Promise<AnySession> {
  const session = await world.spawn(target, options);
  t.after(() => session.close());
  return session;
}

/** Differ from run to run: how long things took. */
const TIMES = ["elapsedMs", "quietMs"];
/** Belong to where an error was made, and not to what it tells. */
const OF_THE_PLACE = ["stack", "cause"];

/** All that an error tells, its message included; times are left out, and so are the cells of a screen, which a failed wait has only locally. */
export async function factsOf(failing: () => unknown): Promise<Record<string, unknown>> {
  let error: unknown;
  try {
    await failing();
  } catch (reason) {
    error = reason;
  }
  assert.ok(error instanceof PtywrightError, `expected an error of ptywright, got ${String(error)}`);
  const facts: Record<string, unknown> = { message: withoutTimes(error.message) };
  for (const name of Object.getOwnPropertyNames(error)) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (name === "message" || OF_THE_PLACE.includes(name) || value === undefined) continue;
    facts[name] = TIMES.includes(name) ? typeof value : withoutCells(value);
  }
  const { foreground, lastInputs } = error as Partial<WaitTimeoutError>;
  // Each world has a process of its own, which is caught at one thing or another.
  if (foreground !== undefined) facts["foreground"] = typeof foreground.command;
  // Only a server knows who typed.
  if (lastInputs !== undefined)
    facts["lastInputs"] = lastInputs.map((input) => ({ ...input, agoMs: 0, by: undefined }));
  if ("exitStatus" in error) facts["exitStatus"] = error.exitStatus;
  return facts;
}

export const withoutTimes = (text: string): string =>
  text.replace(/\d+ ms/g, "some ms").replace(/in the foreground: .*/g, "in the foreground");

/** A screen that came with a wait: a server sends its cells and runs only to those who ask. */
export function withoutCells(value: unknown): unknown {
  return typeof value === "object" && value !== null && "cells" in value ? { ...value, cells: [], runs: [] } : value;
}
