import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRecord, type LogRecord } from "./format-record.js";
import { RedactingWriter, type TextRedactor } from "./index.js";

const redactor: TextRedactor = {
  redact: (text) =>
    text.replace(/sk-[a-z0-9]{8,}/g, "[REDACTED]").replace(/(\b\w{0,20}(?:token|password)=)[^\s"]+/g, "$1[REDACTED]"),
};
const time = new Date("2026-01-02T03:04:05.678Z");
const text = (message: string, fields?: LogRecord["fields"]): string =>
  formatRecord({ time, level: "warn", module: "rpc", message, fields }, "text", redactor);
const json = (message: string, fields?: LogRecord["fields"]): Record<string, unknown> =>
  JSON.parse(formatRecord({ time, level: "info", module: "rpc", message, fields }, "json", redactor)) as Record<
    string,
    unknown
  >;

test("a text record is time, level, module, message and fields", () => {
  assert.equal(
    text("client left", { id: 7, session: "s1", why: "gone away", ok: true, none: null, missing: undefined }),
    '2026-01-02T03:04:05.678Z WARN  rpc: client left id=7 session=s1 why="gone away" ok=true none=null\n',
  );
});

test("a JSON record is one object", () => {
  assert.deepEqual(json("hi", { a: [1, { b: "x" }] }), {
    timestamp: "2026-01-02T03:04:05.678Z",
    level: "info",
    module: "rpc",
    message: "hi",
    fields: { a: [1, { b: "x" }] },
  });
  assert.equal("fields" in json("hi"), false);
});

test("S1: secrets are taken out of messages, values, keys and whatever stands under a secret's name", () => {
  const fields = {
    deep: { list: ["sk-abcdefgh1"] },
    "sk-abcdefgh2": 1,
    token: "short words",
    password: 1234,
    error: new Error("bad sk-abcdefgh3"),
    map: new Map([["k", "sk-abcdefgh4"]]),
  };
  for (const line of [text("key sk-abcdefgh0", fields), JSON.stringify(json("key sk-abcdefgh0", fields))]) {
    assert.doesNotMatch(line, /sk-|short words|1234/);
    assert.match(line, /key \[REDACTED\]/);
  }
  assert.equal((json("x", fields)["fields"] as Record<string, unknown>)["token"], "[REDACTED]");
});

test("redaction sees the text before it is escaped", () => {
  assert.match(text("token=abc\u001b[0m\nnext"), /token=\[REDACTED\]\\nnext\n$/);
});

test("L1: nothing in a record can end its line or drive a terminal", () => {
  const evil = "a\r\nb\u001b]0;x\u0007\u0085\u009b2J\u2028\u2029\u202e\u2066\u007f\0";
  const expected = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\n$/u;
  for (const format of ["text", "json"] as const) {
    const record = {
      time,
      level: "error",
      module: evil,
      message: evil,
      fields: { [evil]: evil, list: [evil] },
    } as const;
    const line = formatRecord(record, format, redactor);
    assert.match(line, expected);
    if (format === "json") assert.equal((JSON.parse(line) as { message: string }).message, evil);
  }
  assert.match(text(evil), /a\\r\\nb\\u001b/);
});

test("O5: a record stays small whatever it is given", () => {
  const circle: Record<string, unknown> = { big: "x".repeat(10_000_000), bytes: Buffer.alloc(1_000_000) };
  circle["self"] = circle;
  circle["many"] = Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, () => "y".repeat(100)));
  const line = text("m", circle);
  assert.ok(line.length < 60_000, String(line.length));
  assert.match(line, /\(cut\)/);
  assert.match(line, /\[1000000 bytes\]/);
  assert.match(line, /more/);
});

test("odd values are shown, not thrown at the caller", () => {
  const fields = {
    nan: NaN,
    big: 10n,
    symbol: Symbol("s"),
    fn: () => 1,
    date: new Date(0),
    bad: new Date(NaN),
    set: new Set([1]),
    get thrower(): string {
      throw new Error("no");
    },
  };
  assert.deepEqual(json("x", fields)["fields"], {
    nan: "NaN",
    big: "10",
    symbol: "Symbol(s)",
    fn: "[function]",
    date: "1970-01-01T00:00:00.000Z",
    bad: "Invalid Date",
    set: [1],
    thrower: "[unreadable]",
  });
});

test("an error shows its name, message, code and cause", () => {
  const cause = Object.assign(new Error("inner"), { code: "ENOSPC" });
  const fields = json("x", { error: new TypeError("outer", { cause }) })["fields"] as {
    error: Record<string, unknown>;
  };
  assert.equal(fields.error["name"], "TypeError");
  assert.equal((fields.error["cause"] as Record<string, unknown>)["code"], "ENOSPC");
});

test("a redacting writer redacts lines and keeps their ends", () => {
  const lines: string[] = [];
  const writer = new RedactingWriter({ write: (line) => lines.push(line) }, redactor);
  writer.write("token=abc\n");
  writer.write("plain");
  assert.deepEqual(lines, ["token=[REDACTED]\n", "plain"]);
});
