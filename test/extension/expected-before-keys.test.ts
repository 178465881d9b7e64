import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ExtensionHandle,
  LuaPlugin,
  LuaPluginRegistry,
  Matcher,
  PlanInterruptedError,
  PluginExtension,
} from "ptywright";
import { failure } from "../support/failure.js";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";

/** Judges for a while, in which the screen changes. */
const SLOW = `local M = {}
  function M.classify() return { state = "x" } end
  function M.is_safe(input)
    local n = 0
    for i = 1, 900000 do n = n + i % 7 end
    return input.screen:find("SAFE", 1, true) ~= nil and input.screen:find("DANGER", 1, true) == nil
  end
  function M.go()
    return { actions = {
      ptywright.step.expect(ptywright.matcher.lua("demo", "is_safe"), "it is not safe any more"),
      ptywright.action.text("k"),
    } }
  end
  return M`;

test("no key is sent on a look at what the screen does not show any more", async (t) => {
  const program =
    "stty raw -echo; printf SAFE; read -r -n1 x; sleep 0.03; printf ' DANGER '; dd bs=1 count=1 2>/dev/null | od -An -c";
  const permissions = ["screen.read", "input.write", "matcher.wait"] as const;
  const plugin = LuaPlugin.builtin("demo", SLOW, { permissions });
  const registry = new LuaPluginRegistry();
  registry.add("demo", () => plugin);
  t.after(() => registry.close());
  const session = await start(t, { ...shell(program), program: "/bin/bash", args: ["-c", program] });
  session.setPluginRegistry(registry);
  const handle = ExtensionHandle.start(await PluginExtension.start(plugin), session);
  t.after(() => handle.close());
  await session.waitFor(Matcher.containsText("SAFE"));
  await session.waitFor(Matcher.lua("demo", "is_safe"));

  const sent = failure(handle.send("go"), PlanInterruptedError);
  await session.writeText("x");
  const { message } = await sent;
  assert.match(message, /it is not safe any more/);
  await session.waitFor(Matcher.containsText("DANGER"));
  await session.writeText("z");
  const { snapshot } = await session.waitFor(Matcher.processExited());
  assert.match(snapshot.plainText, /DANGER\s+z/);
});
