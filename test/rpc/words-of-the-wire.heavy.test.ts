import assert from "node:assert/strict";
import { test } from "node:test";
import type { MethodSpec } from "#internal/protocol/index.js";
import { libraryName, methods } from "#internal/protocol/index.js";
import { connect } from "../support/rpc-peer.js";

/** Names of parameters that the library spells otherwise. */
const OTHERWISE = [
  ...new Set(
    Object.values<MethodSpec>(methods)
      .flatMap(({ params }) => Object.keys(params.fields))
      .map(libraryName),
  ),
].filter((name) => /[A-Z]/.test(name));
const WRONG: readonly unknown[] = [
  -1,
  1.5,
  "",
  "\0",
  "(",
  true,
  [],
  {},
  null,
  1e12,
  ["("],
  { type: "regex", value: "(" },
];

test("an error names parameters as the protocol does, whatever is wrong", async (t) => {
  const peer = connect(t);
  await peer.request("session.create", { program: "/bin/sh", args: ["-c", "printf ready; cat"] });
  await peer.shows("s1", "ready");
  let refusals = 0;
  const check = async (method: string, params: object): Promise<void> => {
    const error = await peer.request(method as "session.kill", params as { session: string }).catch((e: unknown) => e);
    if (!(error instanceof Error)) return;
    refusals++;
    const { field = "" } = (error as { data?: { field?: string } }).data ?? {};
    // What the caller wrote is quoted as it is.
    const said = `${field} ${error.message.replace(/"(?:[^"\\]|\\.)*"/g, "")}`;
    for (const name of OTHERWISE)
      assert.doesNotMatch(said, new RegExp(`\\b${name}\\b`), `${method} ${JSON.stringify(params)}: ${said}`);
  };
  const asked = Object.entries<MethodSpec>(methods).filter(([name]) =>
    /^session\.(?!close|kill|list|create)/.test(name),
  );
  for (const [method, { params, example }] of asked)
    for (const field of Object.keys(params.fields).filter((name) => name !== "session"))
      for (const wrong of WRONG)
        await check(method, {
          ...(example as object),
          ...("timeout_ms" in params.fields ? { timeout_ms: 0 } : {}),
          [field]: wrong,
        });
  const shell = { program: "/bin/sh", args: [] };
  for (const field of Object.keys(methods["session.create"].params.fields))
    for (const wrong of [-1, "\0", [], null, 1e12]) await check("session.create", { ...shell, [field]: wrong });
  for (const more of [
    { shell_integration: true },
    { program: "bash", shell_integration: true, transcript_max_chars: 1 },
    { raw_transcript_append: true },
    { raw_transcript_path: "a\0b" },
  ])
    await check("session.create", { ...shell, ...more });
  const { data } = await peer.refusal("invalid_params", "session.expect", {
    session: "s1",
    patterns: [{ type: "eof" }, { type: "regex", value: "(" }],
  });
  assert.equal(data?.field, "patterns[1].value");
  assert.ok(refusals > 300, `${refusals}`);
});
