import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceTo, here, ownLedgerName, parseLedgerName } from "./ledger-name.js";

const HERE = { boot: "b00700aa", namespace: "4026531836", machine: "aaaa0001" };

test("a ledger's name tells who wrote it and where", () => {
  const own = parseLedgerName(ownLedgerName());
  assert.ok(own !== undefined);
  assert.equal(own.pid, process.pid);
  const { boot, namespace, machine } = own;
  assert.deepEqual({ boot, namespace, machine }, here());
  assert.equal(distanceTo(own, here()), "near");
  if (process.platform === "linux") assert.ok([boot, namespace, machine].every((told) => told !== ""));
});

test("names of other files, and of ledgers under way, are none", () => {
  for (const name of ["x.ledger", "1-2-ab-cd-5.ledger", `${ownLedgerName()}.new`, "1-2-ab-cd-5-zz.ledger"])
    assert.equal(parseLedgerName(name), undefined, name);
});

test("an older name, without namespace and machine, counts by its boot alone", () => {
  const older = parseLedgerName("12-345-abcdef-b00700aa.ledger");
  assert.deepEqual(older, {
    pid: 12,
    start: 345,
    marker: "12-abcdef",
    boot: "b00700aa",
    namespace: "",
    machine: "",
  });
  assert.ok(older !== undefined);
  assert.equal(distanceTo(older, HERE), "near");
  assert.equal(distanceTo({ ...older, boot: "b00700bb" }, HERE), "past");
});

const places: [title: string, place: Partial<typeof HERE>, distance: string][] = [
  ["this place", {}, "near"],
  ["an earlier boot of this machine, whatever its namespace", { boot: "b00700bb", namespace: "7" }, "past"],
  ["another namespace of this boot", { namespace: "4026532178" }, "far"],
  ["another machine", { machine: "aaaa0002", boot: "b00700bb" }, "far"],
  ["another machine that claims the same boot", { machine: "aaaa0002" }, "far"],
  ["a place that does not tell its machine, in another boot", { machine: "", boot: "b00700bb" }, "past"],
  ["a place that does not tell its namespace", { namespace: "" }, "near"],
];
for (const [title, place, distance] of places)
  test(`a ledger of ${title} is ${distance}`, () => {
    assert.equal(distanceTo({ ...HERE, ...place }, HERE), distance);
  });

test("where nothing can be told, all is near", () => {
  const nowhere = { boot: "", namespace: "", machine: "" };
  assert.equal(distanceTo(nowhere, nowhere), "near");
});
