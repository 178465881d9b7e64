import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { hosted } from "../support/command-host.js";
import { ptywright } from "../support/command.js";
import { folderWith, manifestToml, pluginFolder } from "../support/plugin-folder.js";

const CLASSIFY = `local M = {}
function M.classify(ctx) return { state = "ready" } end
`;

/** Every Lua text with the end of the line that refuses it. */
const REFUSED: Readonly<Record<string, readonly [lua: string, reason: RegExp]>> = {
  "code that does not parse": [
    "return {\n  x =\n}",
    /plugin "sample": main\.lua failed: main\.lua:3: unexpected symbol near .*$/,
  ],
  "code that fails": ["local t = nil\nreturn t.x", /main\.lua:2: attempt to index a nil value/],
  "a loop without end": ["while true do end", /main\.lua was cut off at main\.lua:1 after 5000000 instructions/],
  "an adapter without eyes": ["return { describe = function() return {} end }", /main\.lua: it exports no classify/],
  "a classifier that fails at the first screen": [
    "return {\n  classify = function(ctx)\n    return { state = ctx.nothing.at_all }\n  end,\n}",
    /classify failed: main\.lua:3: attempt to index a nil value/,
  ],
  "a classifier that says nothing": [
    "return { classify = function() return {} end }",
    /main\.lua: classify gave .* answer\.state/,
  ],
  "an intent that does not exist": [
    `${CLASSIFY}function M.describe() return { intents = { "go" } } end\nreturn M`,
    /main\.lua: describe names go, which is no function that it exports/,
  ],
  "a wait matcher by another name": [
    `${CLASSIFY}function M.until_done() end\nfunction M.describe() return { wait_matchers = { "until_done" } } end\nreturn M`,
    /main\.lua: the wait matcher until_done must have a name that ends in _matcher/,
  ],
};

for (const [what, [lua, reason]] of Object.entries(REFUSED))
  test(`plugin check refuses ${what} in one line with the reason`, async (t) => {
    const { status, stdout, stderr } = await hosted(["plugin", "check", join(pluginFolder(t, lua), "manifest.toml")]);
    assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
    assert.match(stderr, /^ptywright: [^\n]*\n$/);
    assert.match(stderr.trimEnd(), reason);
  });

test("plugin check names the file and the line of what is wrong with a manifest", async (t) => {
  const folder = folderWith(t, {
    "manifest.toml": manifestToml("sample").replace('kind = "adapter"', 'kind = "adaptor"'),
    "toml.toml": "name = \n",
    "code.toml": manifestToml("sample"),
  });
  for (const [file, reason] of [
    ["manifest.toml", /manifest\.toml:2: kind must be/],
    ["toml.toml", /toml\.toml:1: not valid TOML/],
    ["code.toml", /"main\.lua" cannot be read: no such file/],
    ["missing.toml", /missing\.toml: cannot be read: no such file/],
  ] as const) {
    const { status, stderr } = await hosted(["plugin", "check", join(folder, file)]);
    assert.equal(status, 1);
    assert.match(stderr, reason);
  }
});

test("plugin check describes a plugin that does not describe itself by what it exports", async (t) => {
  const lua = `${CLASSIFY}function M.go() end\nfunction M.wait_turn_matcher() end\nreturn M`;
  const { status, stdout } = await hosted(["plugin", "check", join(pluginFolder(t, lua), "manifest.toml")]);
  assert.equal(status, 0);
  assert.match(stdout, /^ {2}program +cat$/m);
  assert.match(stdout, /^ {2}intents +go$/m);
  assert.match(stdout, /^ {2}wait matchers +wait_turn_matcher$/m);
  assert.match(stdout, /^ {2}states +not told/m);
});

test("what a plugin prints is seen when it is asked for", async (t) => {
  const folder = pluginFolder(t, `print("loading")\n${CLASSIFY}return M`);
  const args = ["plugin", "check", join(folder, "manifest.toml")];
  assert.equal((await hosted(args)).stderr, "");
  assert.match((await hosted(args, { PTYWRIGHT_LOG: "info" })).stderr, /loading/);
});

test("plugin list has those that are built in", () => {
  const { status, stdout, stderr } = ptywright(["plugin", "list"]);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  assert.match(stdout, /^shell +\d+\.\d+\.\d+ +adapter +\S/m);
});
