import assert from "node:assert/strict";
import { test } from "node:test";
import { WaitCancelledError } from "../../base/index.js";
import { WaitRegistry } from "./wait-registry.js";

test("R10: a wait that was told to be cancelled is, though it had just come to its end", async () => {
  const table = new WaitRegistry();
  let end: (outcome: string) => void = () => undefined;
  const answer = table.run({ name: "w" }, () => new Promise<string>((resolve) => (end = resolve)));
  end("matched");
  assert.notEqual(table.cancel("w"), undefined);
  await assert.rejects(answer, WaitCancelledError);
  assert.equal(table.cancel("w"), undefined);
});

test("R10: a wait that is over cannot be cancelled any more", async () => {
  const table = new WaitRegistry();
  assert.equal(await table.run({ name: "w" }, async () => "matched"), "matched");
  assert.equal(table.cancel("w"), undefined);
});
