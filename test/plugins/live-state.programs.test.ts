import { TEST_HOME } from "../support/home.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LISTENS = `
  import { Adapter, PluginCatalog } from "ptywright/plugins";
  const plugins = new PluginCatalog();
  const adapter = await Adapter.start(plugins.get("shell"), { program: "/bin/sh", args: ["-c", "printf begun; read x"] });
  const events = adapter.handle.subscribe();
  await events.next();
  await adapter.session.writeText("\\r");
  for await (const event of events) {
    if (event.type === "state_changed" && event.state.state === "exited") break;
  }
  console.log("told");
  await adapter.close();
  await plugins.close();`;

test("a program that only listens is told of the end too, though nothing else keeps it alive", async () => {
  const { PATH = "/usr/bin:/bin" } = process.env;
  const options = { cwd: ROOT, env: { PATH, PTYWRIGHT_HOME: TEST_HOME }, timeout: 30_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", LISTENS], options);
  assert.equal(stdout, "told\n");
});
