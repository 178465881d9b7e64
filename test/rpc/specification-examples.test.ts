import "../support/home.js";
import assert from "node:assert/strict";
import { createConnection } from "node:net";
import { join } from "node:path";
import { PassThrough, type Duplex } from "node:stream";
import { test } from "node:test";
import { method } from "#internal/protocol/index.js";
import { array, integer, json, object, required, text } from "#internal/protocol/schema/schema.js";
import type { FramingName } from "ptywright/rpc";
import { RpcServerState, serveLocal, serveLsp, serveNdjson } from "ptywright/rpc";
import { tempDir } from "../support/temp-dir.js";

/** Section 7 of https://www.jsonrpc.org/specification: what is sent, and the answer; undefined where there is none. */
const EXAMPLES: readonly { readonly title: string; readonly sent: string; readonly answer: unknown }[] = [
  {
    title: "positional parameters",
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
    answer: { jsonrpc: "2.0", result: 19, id: 1 },
  },
  {
    title: "positional parameters, exchanged",
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
    answer: { jsonrpc: "2.0", result: -19, id: 2 },
  },
  {
    title: "named parameters",
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    answer: { jsonrpc: "2.0", result: 19, id: 3 },
  },
  {
    title: "named parameters in another order",
    sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    answer: { jsonrpc: "2.0", result: 19, id: 4 },
  },
  {
    title: "a notification",
    sent: '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}',
    answer: undefined,
  },
  { title: "a notification of an unknown method", sent: '{"jsonrpc": "2.0", "method": "foobar"}', answer: undefined },
  {
    title: "an unknown method",
    sent: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    answer: failed(-32601, "1"),
  },
  {
    title: "invalid JSON",
    sent: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
    answer: failed(-32700),
  },
  {
    title: "an invalid request object",
    sent: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
    answer: failed(-32600),
  },
  {
    title: "a batch of invalid JSON",
    sent: '[ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method" ]',
    answer: failed(-32700),
  },
  { title: "an empty array", sent: "[]", answer: failed(-32600) },
  { title: "a batch of one thing that is no request", sent: "[1]", answer: [failed(-32600)] },
  {
    title: "a batch of things that are no requests",
    sent: "[1,2,3]",
    answer: [failed(-32600), failed(-32600), failed(-32600)],
  },
  {
    title: "a mixed batch",
    sent:
      '[ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},' +
      ' {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},' +
      ' {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"}, {"foo": "boo"},' +
      ' {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},' +
      ' {"jsonrpc": "2.0", "method": "get_data", "id": "9"} ]',
    answer: [
      { jsonrpc: "2.0", result: 7, id: "1" },
      { jsonrpc: "2.0", result: 19, id: "2" },
      failed(-32600),
      failed(-32601, "5"),
      { jsonrpc: "2.0", result: ["hello", 5], id: "9" },
    ],
  },
  {
    title: "a batch of notifications",
    sent:
      '[ {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},' +
      ' {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]} ]',
    answer: undefined,
  },
];

function failed(code: number, id: string | null = null): unknown {
  return { jsonrpc: "2.0", error: { code }, id };
}

/** Codes are the specification's, messages are ours. */
function withoutMessages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMessages);
  const { error, ...rest } = value as { error?: { code: number; message: string } };
  if (error === undefined) return rest;
  assert.equal(typeof error.message, "string");
  return { ...rest, error: { code: error.code } };
}

/** A server with the methods of the examples; `told` has what its notifications were called with. */
function exampleServer(): { state: RpcServerState; told: unknown[] } {
  const state = new RpcServerState();
  const told: unknown[] = [];
  const common = {
    summary: "From the specification.",
    result: json(),
    errors: [],
    lane: "common",
    keeps: "until_done",
  } as const;
  const number = { kind: "number", isInteger: true, min: -1_000, max: 1_000 } as const;
  const subtract = { minuend: required(number, "From."), subtrahend: required(number, "How much.") };
  const three = { a: required(integer(), "A."), b: required(integer(), "B."), c: required(integer(), "C.") };
  state.methods.add(
    "subtract",
    method({ ...common, params: object(subtract), example: { minuend: 42, subtrahend: 23 } }),
    ({ minuend, subtrahend }: { minuend: number; subtrahend: number }) => minuend - subtrahend,
  );
  const sum = ({ a, b, c }: { a: number; b: number; c: number }): number => a + b + c;
  const sumSpec = method({ ...common, params: object(three), example: { a: 1, b: 2, c: 4 } });
  state.methods.add("sum", sumSpec, sum);
  state.methods.add("notify_sum", sumSpec, (params: never) => void told.push(sum(params)));
  state.methods.add("get_data", method({ ...common, params: object({}), example: {} }), () => ["hello", 5]);
  const five = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, required(integer(), "One.")]));
  state.methods.add(
    "update",
    method({ ...common, params: object(five), example: {} }),
    (params: object) => void told.push(Object.values(params)),
  );
  state.methods.add(
    "notify_hello",
    method({ ...common, params: object({ n: required(integer(), "N.") }), example: { n: 7 } }),
    ({ n }: { n: number }) => void told.push(n),
  );
  // An answer of each kind of schema that a layer above may use.
  state.methods.add(
    "echo",
    method({ ...common, params: object({ lines: required(array(text()), "Lines.") }), example: { lines: [] } }),
    ({ lines }: { lines: readonly string[] }) => lines,
  );
  return { state, told };
}

const framed = (framing: FramingName, json: string): string =>
  framing === "ndjson" ? `${json}\n` : `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;

/** Every message in what a server wrote. */
function unframed(framing: FramingName, bytes: Buffer): unknown[] {
  const messages: unknown[] = [];
  if (framing === "ndjson") {
    for (const line of bytes.toString().split("\n").slice(0, -1)) messages.push(JSON.parse(line));
    return messages;
  }
  for (let rest = bytes; rest.length > 0;) {
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString("latin1"));
    assert.ok(header, `no header: ${rest.toString()}`);
    const end = header[0].length + Number(header[1]);
    messages.push(JSON.parse(rest.subarray(header[0].length, end).toString()));
    rest = rest.subarray(end);
  }
  return messages;
}

async function readAll(stream: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const SENT = EXAMPLES.map(({ sent }) => sent);
const ANSWERS = EXAMPLES.map(({ answer }) => answer).filter((answer) => answer !== undefined);
const TOLD = [[1, 2, 3, 4, 5], 7, 7, 7];

test("R1: the specification has fifteen examples", () => assert.equal(EXAMPLES.length, 15));

for (const framing of ["ndjson", "lsp"] as const) {
  for (const { title, sent, answer } of EXAMPLES)
    test(`R1: over a pair of streams, ${framing}, ${title} is answered as the specification says`, async () => {
      const { state } = exampleServer();
      const input = new PassThrough();
      const output = new PassThrough();
      const serving = (framing === "ndjson" ? serveNdjson : serveLsp)(input, output, { state });
      input.end(framed(framing, sent));
      assert.equal(await serving, "input_ended");
      output.end();
      const answers = unframed(framing, await readAll(output)).map(withoutMessages);
      assert.deepEqual(answers, answer === undefined ? [] : [answer]);
    });

  test(`R1: over a socket, ${framing}, all examples in one write are answered in order and all notifications take effect`, async (t) => {
    const { state, told } = exampleServer();
    const server = await serveLocal(join(tempDir(t), "socket"), { state, framing });
    t.after(() => server.close());
    const socket = createConnection(server.path);
    socket.end(SENT.map((json) => framed(framing, json)).join(""));
    const answers = unframed(framing, await readAll(socket)).map(withoutMessages);
    assert.deepEqual(answers, ANSWERS);
    assert.deepEqual(told, TOLD);
  });
}

test("a method that returns nothing is answered with null", async () => {
  const { state } = exampleServer();
  const input = new PassThrough();
  const output = new PassThrough();
  const serving = serveNdjson(input, output, { state });
  input.end('{"jsonrpc":"2.0","id":1,"method":"notify_hello","params":{"n":7}}\n');
  await serving;
  output.end();
  assert.deepEqual(unframed("ndjson", await readAll(output)), [{ jsonrpc: "2.0", id: 1, result: null }]);
});
