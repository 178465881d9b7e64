import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError } from "../../base/index.js";
import { Config, levelFor, parseLogDirective, type LogDirective } from "./index.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-config-"));
after(() => rmSync(directory, { recursive: true }));
const defaults = { level: "warn", file: true, maxDays: 14, format: "text" };
const parse = (source: string): Config => Config.parse(source, "/x/config.toml");

test("a missing file, an empty one and a missing key all mean the defaults", () => {
  assert.deepEqual({ ...Config.load(join(directory, "none.toml")).logging }, defaults);
  assert.deepEqual({ ...parse("").logging }, defaults);
  assert.deepEqual({ ...parse("[logging]\nfile = false").logging }, { ...defaults, file: false });
});

test("a file's values are taken, and unknown keys are fine", () => {
  const path = join(directory, "config.toml");
  writeFileSync(
    path,
    '\ufeffcolour = "blue"\n[logging]\nlevel = "info,rpc=debug"\nfile = false\nmax_days = 0\nformat = "json"\nsoon = 1\n[other]\nx = 1\n',
  );
  const expected = { level: "info,rpc=debug", file: false, maxDays: 0, format: "json" };
  assert.deepEqual({ ...Config.load(path).logging }, expected);
  assert.deepEqual(
    { ...parse('logging = { level = "off", max_days = 3 }').logging },
    { ...defaults, level: "off", maxDays: 3 },
  );
});

for (const [source, message] of [
  [
    '[logging]\n\nmax_days = "soon"',
    '/x/config.toml:3: logging.max_days must be a whole number of 0 or more, got "soon"',
  ],
  ["[logging]\nmax_days = -1", "/x/config.toml:2: logging.max_days must be a whole number of 0 or more, got -1"],
  ["[logging]\nmax_days = 1.5", "/x/config.toml:2: logging.max_days must be a whole number of 0 or more, got 1.5"],
  ["a = 1\nlogging = 5 # x", "/x/config.toml:2: logging must be a table, got 5"],
  ["logging = 2020-01-01", "/x/config.toml:1: logging must be a table, got a date"],
  ["[[logging]]", "/x/config.toml:1: logging must be a table, got an array"],
  ["logging.file = 'yes'", '/x/config.toml:1: logging.file must be true or false, got "yes"'],
  ['[logging]\n"format" = "xml"', '/x/config.toml:2: logging.format must be "text" or "json", got "xml"'],
  ["logging = { format = { a = 1 } }", '/x/config.toml:1: logging.format must be "text" or "json", got a table'],
  // What looks like the key, but stands in a string, a comment or another table, is not it.
  [
    'a = """\n[logging]\nfile = 1\n"""\n# file = 2\n[other]\nfile = 3\r\n[logging]\r\n# file = 4\r\nfile = 5\r\n',
    "/x/config.toml:10: logging.file must be true or false, got 5",
  ],
  ["[logging]\nfile = [\n  1,\n  2,\n]\n", "/x/config.toml:2: logging.file must be true or false, got an array"],
  [
    '[logging]\nlevel = "info,rpc=loud"',
    "/x/config.toml:2: logging.level must be a level (off, error, warn, info, debug, trace) or a list of them such as " +
      '"info,rpc=debug", got "rpc=loud"',
  ],
] as const)
  test(`a wrong value is one line with file, line and key: ${message.slice(0, 60)}`, () => {
    assert.throws(
      () => parse(source),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.message, message);
        assert.deepEqual([error.code, error.path], ["config_invalid", "/x/config.toml"]);
        return true;
      },
    );
  });

test("the side channels of plugins can be turned off", () => {
  assert.equal(parse("").plugins.sideChannel, true);
  assert.equal(parse("[plugins]\nside_channel = false").plugins.sideChannel, false);
  assert.throws(
    () => parse("[plugins]\nside_channel = 1"),
    /config.toml:2: plugins.side_channel must be true or false, got 1/,
  );
});

test("a file that does not parse is one line with file, line and reason", () => {
  for (const [source, line] of [
    ["[logging]\nlevel = ", 2],
    ["\n\n[logging\n", 3],
    ["a = 1\na = 2", 2],
    ["x = \u0001", 1],
  ] as const)
    assert.throws(
      () => parse(source),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, new RegExp(`^/x/config\\.toml:${line}: not valid TOML at column \\d+: .`));
        assert.doesNotMatch(error.message, /\p{Cc}/u);
        return true;
      },
    );
});

test("a value with control characters does not break the line", () => {
  assert.throws(
    () => parse('logging = "a\\nb\\u001b\\u2028"'),
    (error: Error) => !/[\p{Cc}\u2028]/u.test(error.message),
  );
});

test("a path that is a directory, or a huge file, is an error", () => {
  assert.throws(() => Config.load(directory), /it is a directory/);
  assert.throws(() => parse("#".repeat(70_000)), ConfigError);
});

const directive = (text: string): LogDirective => {
  const result = parseLogDirective(text);
  assert.ok(!("problem" in result), text);
  return result;
};

test("a directive is a level and levels for modules", () => {
  const parsed = directive(" INFO , rpc=Debug,rpc.frames = off");
  assert.equal(parsed.level, "info");
  assert.equal(levelFor(parsed, "rpc"), "debug");
  assert.equal(levelFor(parsed, "rpc.server"), "debug");
  assert.equal(levelFor(parsed, "rpc.frames.lsp"), "off");
  assert.equal(levelFor(parsed, "rpcx"), "info");
  assert.equal(levelFor(directive("rpc=trace"), "other"), "warn");
});

test("a directive that says nothing known is refused with the part that is wrong", () => {
  for (const text of ["", "loud", "info,", "rpc", "rpc=", "=info", "a=b=info", "rpc=loud,info"]) {
    const result = parseLogDirective(text);
    assert.ok("problem" in result, text);
    assert.match(result.problem, /info,rpc=debug/);
  }
});
