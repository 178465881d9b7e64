import assert from "node:assert/strict";
import test from "node:test";
import { pluginErrorOf, startPlugin, withFunction } from "./plugin.test.support.js";

/** What a plugin writes, and what is on the wire for it. */
const SHAPES: readonly (readonly [string, unknown])[] = [
  ["action.text('hi')", { type: "text", value: "hi" }],
  ["action.text(5)", { type: "text", value: "5" }],
  ["action.stream_text('hi')", { type: "stream_text", value: { text: "hi" } }],
  ["action.stream_text('hi', 8, 5)", { type: "stream_text", value: { text: "hi", chunk_chars: 8, delay_ms: 5 } }],
  ["action.paste('hi')", { type: "paste", value: "hi" }],
  ["action.bracketed_paste('hi')", { type: "bracketed_paste", value: "hi" }],
  ["action.key('enter')", { type: "key", value: "enter" }],
  ["action.interrupt()", { type: "interrupt" }],
  ["action.eof()", { type: "eof" }],
  ["action.mark_transcript('here')", { type: "mark_transcript", value: { label: "here" } }],
  ["action.kill()", { type: "kill" }],
  ["action.signal('term')", { type: "signal", value: "term" }],
  ["action.resize(40, 120)", { type: "resize", value: { rows: 40, cols: 120 } }],
  ["matcher.contains_text('x')", { type: "contains_text", value: "x" }],
  ["matcher.screen_regex('x+')", { type: "screen_regex", value: "x+" }],
  ["matcher.transcript_contains('x')", { type: "transcript_contains", value: "x" }],
  ["matcher.transcript_regex('x+')", { type: "transcript_regex", value: "x+" }],
  ["matcher.cursor_at(1, 2)", { type: "cursor_at", value: { row: 1, col: 2 } }],
  ["matcher.screen_stable(150)", { type: "screen_stable", value: { min_ms: 150 } }],
  ["matcher.process_exited()", { type: "process_exited" }],
  ["matcher.any({})", { type: "any", value: [] }],
  ["matcher.all({ ptywright.matcher.process_exited() })", { type: "all", value: [{ type: "process_exited" }] }],
  [
    "step.wait(ptywright.matcher.process_exited(), 500, 'it did not end')",
    { type: "wait", value: { matcher: { type: "process_exited" }, timeout_ms: 500, message: "it did not end" } },
  ],
  [
    "step.expect(ptywright.matcher.process_exited())",
    { type: "expect", value: { matcher: { type: "process_exited" } } },
  ],
  ["matcher.not_(ptywright.matcher.bell())", { type: "not", value: { type: "bell" } }],
  [
    "matcher.row(-1, ptywright.matcher.contains_text('x'))",
    { type: "row", value: { row: -1, matcher: { type: "contains_text", value: "x" } } },
  ],
  [
    "matcher.region(0, 1, 2, 3, ptywright.matcher.changed())",
    { type: "region", value: { row: 0, col: 1, rows: 2, cols: 3, matcher: { type: "changed", value: {} } } },
  ],
  ["matcher.style({ bold = true }, 'x')", { type: "style", value: { style: { bold: true }, text: "x" } }],
  ["matcher.style({ bold = true }, nil, 'x+')", { type: "style", value: { style: { bold: true }, regex: "x+" } }],
  ["matcher.changed(3)", { type: "changed", value: { row: 3 } }],
  ["matcher.cursor_visible(false)", { type: "cursor_visible", value: false }],
  ["matcher.title('x')", { type: "title", value: "x" }],
  ["matcher.title_regex('x')", { type: "title_regex", value: "x" }],
  ["matcher.exit_code(0)", { type: "exit_code", value: 0 }],
  ["matcher.lua('p', 'is_done')", { type: "lua", value: { plugin: "p", predicate: "is_done" } }],
  ["matcher.lua('p', 'f', { n = 1 })", { type: "lua", value: { plugin: "p", predicate: "f", params: { n: 1 } } }],
];

test("Actions and matchers are built in the shapes of the wire.", async (t) => {
  const all = SHAPES.map(([code]) => `ptywright.${code}`).join(", ");
  const plugin = await startPlugin(t, withFunction(`return { ${all} }`));
  assert.deepEqual(
    await plugin.call("run", {}),
    SHAPES.map(([, shape]) => shape),
  );
});

const MISTAKES: readonly (readonly [string, string])[] = [
  ["action.key()", "ptywright.action.key expects a string, got nil"],
  ["action.key(nil)", "ptywright.action.key expects a string, got nil"],
  ["action.text({})", "ptywright.action.text expects a string, got table"],
  ["action.resize(40)", "ptywright.action.resize expects an integer as argument 2, got nil"],
  ["action.stream_text('x', 'many')", "ptywright.action.stream_text expects an integer as argument 2, got string"],
  ["matcher.screen_stable(1.5)", "ptywright.matcher.screen_stable expects an integer, got number"],
  ["matcher.any('x')", "ptywright.matcher.any expects a table, got string"],
  ["log.info(print)", "ptywright.log.info expects a string, got function"],
  ["array(1)", "ptywright.array expects a table, got number"],
];

test("A mistake in an argument is an error in the line that made it, also in a tail call.", async (t) => {
  const plugin = await startPlugin(
    t,
    `local M = {}\n${MISTAKES.map(([code], i) => `function M.f${i}() return ptywright.${code} end`).join("\n")}\nreturn M`,
  );
  for (const [i, [, message]] of MISTAKES.entries()) {
    const error = await pluginErrorOf(plugin.call(`f${i}`, {}));
    assert.equal(error.message, `plugin "trial": f${i} failed: main.lua:${i + 2}: ${message}`);
    assert.equal(error.line, i + 2);
  }
});

const NAMES = withFunction(
  "local names = {} for _, group in ipairs({ 'action', 'matcher' }) do for name in pairs(ptywright[group]) do names[#names + 1] = name end end table.sort(names) return ptywright.array(names)",
);

test("P5: Without a permission its functions are not there.", async (t) => {
  const expected = {
    "screen.read": [],
    "session.kill": ["kill", "signal"],
    "session.resize": ["resize"],
    "input.write": [
      "bracketed_paste",
      "eof",
      "focus",
      "interrupt",
      "key",
      "mark_transcript",
      "paste",
      "stream_text",
      "text",
    ],
    "matcher.wait": [
      ...[
        "all",
        "any",
        "bell",
        "changed",
        "contains_text",
        "cursor_at",
        "cursor_visible",
        "exit_code",
        "lua",
        "not_",
        "process_exited",
      ],
      ...["region", "row", "screen_regex", "screen_stable", "style", "title", "title_regex"],
      ...["transcript_contains", "transcript_regex"],
    ],
  };
  for (const [permission, names] of Object.entries(expected)) {
    const plugin = await startPlugin(t, NAMES, {}, { permissions: [permission] });
    assert.deepEqual(await plugin.call("run", {}), names);
  }
});

test("P4: What a plugin finds in its world is this and nothing else.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction(
      "local function names(t) local r = {} for k in pairs(t) do r[#r + 1] = k end table.sort(r) return table.concat(r, ' ') end return { names(_G), names(string), names(coroutine), names(table), names(utf8), names(ptywright) }",
    ),
  );
  assert.deepEqual(await plugin.call("run", {}), [
    "_G _VERSION assert collectgarbage coroutine error getmetatable ipairs load math next pairs pcall print ptywright rawequal rawget rawlen rawset require select setmetatable string table tonumber tostring type utf8 warn xpcall",
    "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    "close create isyieldable resume running status wrap yield",
    "concat insert move pack remove sort unpack",
    "char charpattern codepoint codes len offset",
    "action array log matcher step",
  ]);
});

test("P8: print, warn and log go to the log, up to a number of lines and a length.", async (t) => {
  const lines: string[] = [];
  const onLog = (level: string, text: string) => lines.push(`${level}: ${text}`);
  const plugin = await startPlugin(
    t,
    withFunction(
      "if input then for i = 1, 150 do print(('x'):rep(10000)) end return end print(1, nil, 'two', {} ~= nil) warn('careful') ptywright.log.debug('fine\\0print') ptywright.log.info(5)",
    ),
    { onLog },
  );
  await plugin.call("run", null);
  assert.deepEqual(lines, ["info: 1\tnil\ttwo\ttrue", "warn: careful", "debug: fine\0print", "info: 5"]);
  lines.length = 0;
  await plugin.call("run", true);
  assert.equal(lines.length, 101);
  assert.equal(lines[0]?.length, "info: ".length + 4_097);
  assert.equal(lines[100], "warn: 50 more log lines of this call were dropped");
});

test("P8: What is printed at great length does not fill the thread's own memory.", async (t) => {
  const lines: string[] = [];
  const plugin = await startPlugin(
    t,
    withFunction(
      "local s = ('ż'):rep(12000000) print(s) print(s, s) ptywright.log.warn(s) print(table.unpack({}, 1, 200000))",
    ),
    { onLog: (_, text) => lines.push(text) },
  );
  await plugin.call("run", {});
  assert.deepEqual(
    lines.map((line) => line.length),
    [4_097, 4_097, 4_097, 4_097],
  );
});

test("xpcall, load, collectgarbage and string.rep do what Lua says, within bounds.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction(
      "return { { xpcall(function(a) return a, 2 end, print, 1) }, { xpcall(error, function(e) return 'handled ' .. e end, 'it') }, load('return 1 + 1')(), load('return x', 'c', 't', { x = 5 })(), { load(')') }, load('return 7', 'c', 'b')(), collectgarbage('count') > 0, collectgarbage(), ('').rep('', 1 << 60), ('ab'):rep(2, '-') }",
    ),
  );
  assert.deepEqual(await plugin.call("run", {}), [
    [true, 1, 2],
    [false, "handled it"],
    2,
    5,
    { "2": "[string \")\"]:1: unexpected symbol near ')'" },
    7,
    true,
    0,
    "",
    "ab-ab",
  ]);
});
