import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcServer } from "./rpc-server.js";

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: { readonly sessions: readonly string[] };
  readonly error?: { readonly code: number; readonly message: string };
}

const server = new RpcServer();
const raw = async (line: string): Promise<string | undefined> => server.handleLine(line);
const ask = async (line: string): Promise<Answer> => JSON.parse((await raw(line)) ?? "null") as Answer;
const codeOf = async (line: string): Promise<number | undefined> => (await ask(line)).error?.code;

const IDS = [
  '"a"',
  '""',
  '"\\u0000\\ud83d\\ude00"',
  "0",
  "1",
  "-1",
  "-0",
  "null",
  "1.5",
  "1.0",
  "1e3",
  "1E+2",
  "12345678901234567890",
  "9007199254740993",
  "-9223372036854775808",
  "0.1000000000000000055511151231257827",
  "1e400",
];

/** As JSON, because a string may be spelt in several ways. */
const sameId = (text: string): string => (text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text);

for (const id of IDS) {
  const echoed = `"id":${sameId(id)},`;
  test(`R2: the id ${id} is echoed as it was written`, async () => {
    const spaced = await raw(`{ "id" : ${id} , "jsonrpc": "2.0", "method": "session.list" }`);
    const first = await raw(`{"id":${id},"jsonrpc":"2.0","method":"session.list"}`);
    const last = await raw(`{"jsonrpc":"2.0","method":"session.list","id":${id}}`);
    for (const answer of [spaced, first, last])
      assert.equal(answer, `{"jsonrpc":"2.0",${echoed}"result":{"sessions":[]}}`);
  });

  test(`R2: the id ${id} is echoed as it was written in a refusal and in a batch`, async () => {
    const refused = await raw(`{"jsonrpc":"1.0","method":"session.list","id":${id}}`);
    assert.ok(refused?.startsWith(`{"jsonrpc":"2.0",${echoed}"error":{"code":-32600`), refused);
    const batch = await raw(
      `[{"jsonrpc":"2.0","method":"session.list"},{"jsonrpc":"2.0","method":"nope","params":[{"id":5},[1,{"id":6}]],"id":${id}},{"jsonrpc":"2.0","method":1,"id":${id}}]`,
    );
    assert.equal(batch?.split(echoed).length, 3, batch);
  });
}

test("R2: an id that another part of the message spells differently keeps its own spelling", async () => {
  const nested = await raw('{"jsonrpc":"2.0","method":"session.list","params":{"id":1},"id":1.0}');
  assert.match(nested ?? "", /"id":1\.0,/);
  const batch = await raw(
    '[{"jsonrpc":"2.0","method":"session.list","id":1},{"jsonrpc":"2.0","method":"session.list","id":1.0}]',
  );
  assert.match(batch ?? "", /^\[\{"jsonrpc":"2.0","id":1,.*,\{"jsonrpc":"2.0","id":1\.0,/);
  const quoted = await raw('{"jsonrpc":"2.0","method":"x\\"id\\":1 ","id":1.0}');
  assert.match(quoted ?? "", /"id":1\.0,/);
});

test("R2: of two ids the last one counts, as for every key", async () => {
  assert.match((await raw('{"jsonrpc":"2.0","method":"session.list","id":1,"id":2.0}')) ?? "", /"id":2\.0,/);
  assert.match((await raw('{"jsonrpc":"2.0","method":"session.list","\\u0069d":3.0}')) ?? "", /"id":3\.0,/);
  assert.equal(
    await codeOf('{"jsonrpc":"1.0","jsonrpc":"2.0","method":"x","method":"session.list","id":1}'),
    undefined,
  );
});

for (const id of ["true", "false", "{}", '{"id":1}', "[]", "[1]"])
  test(`R2: the id ${id} is refused with -32600 and id null`, async () => {
    const answer = await ask(`{"jsonrpc":"2.0","method":"session.list","id":${id}}`);
    assert.equal(answer.error?.code, -32600);
    assert.equal(answer.id, null);
  });

for (const call of [
  '{"jsonrpc":"2.0","method":"session.list"}',
  '{"jsonrpc":"2.0","method":"nope"}',
  '{"jsonrpc":"2.0","method":"session.kill","params":{"session":"s1"}}',
  '{"jsonrpc":"2.0","method":"session.wait","params":7}',
  '[{"jsonrpc":"2.0","method":"nope"},{"jsonrpc":"2.0","method":"session.list"}]',
])
  test(`R2: a message without an id is never answered: ${call}`, async () => assert.equal(await raw(call), undefined));

test("R2: ids that are in use at the same time are each answered", async () => {
  const call = '{"jsonrpc":"2.0","method":"session.list","id":1}';
  assert.deepEqual((await Promise.all([raw(call), raw(call)])).length, 2);
});

for (const [what, call] of [
  ["another version", '{"jsonrpc":"1.0","method":"session.list","id":1}'],
  ["a number as version", '{"jsonrpc":2.0,"method":"session.list","id":1}'],
  ["no version", '{"method":"session.list","id":1}'],
  ["no method", '{"jsonrpc":"2.0","id":1}'],
  ["a method that is no string", '{"jsonrpc":"2.0","method":null,"id":1}'],
  ["an inherited method name", '{"jsonrpc":"2.0","__proto__":{"method":"session.list"},"id":1}'],
] as const)
  test(`R2: ${what} is -32600 with the request's id`, async () => {
    const answer = await ask(call);
    assert.equal(answer.error?.code, -32600);
    assert.equal(answer.id, 1);
  });

for (const text of ["", " ", "{", "nul", "'a'", '{"a":1,}', "\ufeff{}", "[1,2", '"\ud800'])
  test(`${JSON.stringify(text)} is no JSON: -32700 with id null`, async () => {
    const answer = await ask(text);
    assert.equal(answer.error?.code, -32700);
    assert.equal(answer.id, null);
  });

for (const text of ["null", "1", '"text"', "true", "{}"])
  test(`${text} is JSON but no request: -32600`, async () => assert.equal(await codeOf(text), -32600));

test("what is wrong with a text is told without quoting it: it may hold a secret", async () => {
  const secret = "q7Rk2Wm9Xc4Vb6Nz1Lp8";
  for (let at = 0; at < 40; at++) {
    const text = `{"env":{"token":"${secret}"}}`;
    const { error } = await ask(`${text.slice(0, at)}}${text.slice(at)}`);
    for (let piece = 0; piece + 5 <= secret.length; piece++)
      assert.ok(!error?.message.includes(secret.slice(piece, piece + 5)), error?.message);
  }
});

for (const params of ["7", '"a"', "true", "false"])
  test(`R2: params ${params} is -32602 that says so`, async () => {
    const { error } = await ask(`{"jsonrpc":"2.0","method":"session.list","params":${params},"id":1}`);
    assert.equal(error?.code, -32602);
    assert.match(error.message, /params/);
  });

for (const params of [',"params":null', ',"params":{}', ',"params":[]', ""])
  test(`no parameters may be written as ${params || "nothing"}`, async () => {
    assert.deepEqual((await ask(`{"jsonrpc":"2.0","method":"session.list"${params},"id":1}`)).result, { sessions: [] });
  });

test("more positional parameters than there are is -32602", async () => {
  assert.equal(await codeOf('{"jsonrpc":"2.0","method":"session.list","params":[1],"id":1}'), -32602);
});

test("R2: members of a request that nobody knows are ignored", async () => {
  const call = '{"jsonrpc":"2.0","method":"session.list","params":{},"auth":"y","id":1}';
  assert.deepEqual((await ask(call)).result, { sessions: [] });
});

for (const [method, params, message] of [
  ["adapter.list", { x: 1 }, "there is no parameter x; there are none"],
  ["session.create", { progam: "cat" }, "there is no parameter progam (did you mean program?)"],
  ["session.create", { program: "cat", Rows: 3 }, "there is no parameter Rows (did you mean rows?)"],
  ["session.kill", { zzzzzz: 1 }, "there is no parameter zzzzzz; known are session"],
  ["session.snapshot", { session: "s1", redaction: { enabeld: true } }, "redaction.enabeld (did you mean enabled?)"],
  ["session.snapshot", ["s1", true, { enabeld: true }], "redaction.enabeld (did you mean enabled?)"],
  ["session.wait", { session: "s1", matcher: { type: "bell", vlaue: 1 } }, undefined],
  [
    "session.wait",
    { session: "s1", matcher: { type: "any", value: [{ type: "contains_text", value: "a", timeout: 1 }] } },
    "matcher.value[0].timeout; known are type, value",
  ],
  [
    "session.input",
    {
      session: "s1",
      action: [
        { type: "key", value: "up" },
        { type: "key", key: "up" },
      ],
    },
    "action[1].key",
  ],
  ["adapter.turn", { adapter: "e1", send: { intnet: "run" } }, "send.intnet (did you mean intent?)"],
] as const)
  test(`R3: ${method} of ${JSON.stringify(params)} is refused by the name that nobody knows`, async () => {
    const { error } = await ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    assert.equal(error?.code, -32602);
    if (message !== undefined) assert.ok(error.message.includes(message), error.message);
  });

for (const [method, params] of [
  ["adapter.send", { adapter: "e1", intent: "run", params: { whatever: { deep: 1 } } }],
  ["adapter.turn", { adapter: "e1", send: { intent: "run", params: { x: 1 } }, wait: { params: { y: 1 } } }],
  ["session.create", { program: "/nonexistent", env: { ANYTHING: "1" } }],
  ["plugin.validate_manifest", { manifest: { name: "a", kind: "adapter", version: "1.0.0", homepage: "x" } }],
] as const)
  test(`${method} takes free names where it hands them on`, async () => {
    const { error } = await ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    assert.doesNotMatch(error?.message ?? "", /no parameter/);
  });

test("R2: keys named after members of every object are keys like any other", async () => {
  const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
  for (const key of keys) {
    const poison = `{"${key}":{"polluted":true,"rows":1,"enabled":true}}`;
    assert.equal(await codeOf(`{"jsonrpc":"2.0","method":"${key}","params":${poison},"id":1}`), -32601);
    assert.equal(
      await codeOf(`{"jsonrpc":"2.0","method":"server.set_notifications","params":${poison},"id":1}`),
      -32602,
    );
    const matcher = `{"session":"s1","matcher":{"type":"${key}"}}`;
    assert.equal(await codeOf(`{"jsonrpc":"2.0","method":"session.wait","params":${matcher},"id":1}`), -32602);
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
    assert.equal(await codeOf(`{"jsonrpc":"2.0","method":"session.list","${key}":{"id":2},"id":1}`), undefined);
  }
});

const DEPTH = 100_000;
for (const [what, text] of [
  ["a member", `{"x":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`],
  ["an object", '{"a":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH)],
  ["an unfinished list", "[".repeat(DEPTH)],
  ["the id", `{"jsonrpc":"2.0","method":"session.list","id":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`],
  [
    "a parameter",
    `{"jsonrpc":"2.0","method":"session.kill","params":{"session":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}},"id":1.0}`,
  ],
  [
    "a matcher",
    `{"jsonrpc":"2.0","method":"session.wait","params":{"session":"s1","matcher":${'{"type":"any","value":['.repeat(DEPTH)}${"]}".repeat(DEPTH)}},"id":1.0}`,
  ],
  [
    "a value that may be anything",
    `{"jsonrpc":"2.0","method":"session.wait","params":{"session":"s1","matcher":{"type":"lua","value":{"plugin":"p","predicate":"q","params":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}}},"id":1.0}`,
  ],
] as const)
  test(`R4: ${what} of ${DEPTH} levels is refused like any other nonsense`, async () => {
    const code = await codeOf(text);
    assert.ok(code === -32600 || code === -32602 || code === -32700, String(code));
  });

test("R4: a batch of a hundred is answered, one of 101 or of a million is refused as a whole", async () => {
  const call = '{"jsonrpc":"2.0","method":"session.list","id":1}';
  const batch = async (count: number, item = call): Promise<string | undefined> =>
    raw(`[${Array.from({ length: count }, () => item).join(",")}]`);
  assert.equal((JSON.parse((await batch(100)) ?? "") as unknown[]).length, 100);
  for (const [count, item] of [
    [101, call],
    [1_000_000, "1"],
    [1_000_000, "{}"],
  ] as const) {
    const answer = JSON.parse((await batch(count, item)) ?? "") as Answer;
    assert.equal(answer.error?.code, -32600);
    assert.equal(answer.id, null);
  }
});

test("an id that must be looked up in the text does not depend on how long the text is", async () => {
  const long = "x".repeat(15_000_000);
  const escapes = '\\"'.repeat(5_000_000);
  for (const value of [long, escapes])
    assert.match(
      (await raw(`{"jsonrpc":"2.0","method":"session.list","params":{"x":"${value}"},"id":1.0}`)) ?? "",
      /^\{"jsonrpc":"2.0","id":1\.0,/,
    );
});

test("a batch of unusual ids is looked through once, not once per id", async () => {
  const calls = Array.from({ length: 99 }, (_, index) => `{"jsonrpc":"2.0","method":"session.list","id":${index}.0}`);
  const padding = `{"jsonrpc":"2.0","method":"session.list","params":{"x":"${"1,".repeat(2_000_000)}"},"id":0.5}`;
  const began = performance.now();
  const answer = (await raw(`[${[...calls, padding].join(",")}]`)) ?? "";
  const elapsed = performance.now() - began;
  assert.equal(answer.match(/"id":\d+\.0,/g)?.length, 99);
  // Once takes a second at most on a slow machine; a hundred times would take a minute.
  assert.ok(elapsed < 10_000, `took ${Math.round(elapsed)} ms`);
});

test("a refusal does not repeat a value without end", async () => {
  const long = "x".repeat(1_000_000);
  for (const call of [
    `{"jsonrpc":"2.0","method":"${long}","id":1}`,
    `{"jsonrpc":"2.0","method":"session.kill","params":{"session":"${long}"},"id":1}`,
    `{"jsonrpc":"2.0","method":"session.snapshot","params":{"session":"s1","redact":"${long}"},"id":1}`,
    `{"jsonrpc":"2.0","method":"session.create","params":{"program":"x","env":{"${long}":1}},"id":1}`,
    `{"jsonrpc":"2.0","method":"server.set_notifications","params":{"enabled":{"${long}":1}},"id":1}`,
  ]) {
    const answer = (await raw(call)) ?? "";
    assert.ok(answer.length < 2_000, `${call.slice(0, 80)}: ${answer.length} characters`);
  }
});
