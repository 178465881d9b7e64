import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { Target, TargetBuilder } from "./index.js";

test("a chain says the same as an options object", () => {
  const chained = Target.program("python3")
    .arg("-i")
    .args(["-q", "-u"])
    .env("A", "1")
    .envs({ B: "2", A: "3" })
    .cwd("/srv")
    .clearEnv()
    .size({ rows: 40 })
    .size({ cols: 120 });
  const options = {
    program: "python3",
    args: ["-i", "-q", "-u"],
    env: { A: "3", B: "2" },
    cwd: "/srv",
    clearEnv: true,
    size: { rows: 40, cols: 120 },
  };
  assert.deepEqual(Target.from(chained), new Target(options));
  assert.equal(Target.from(chained).inheritsEnv, false);
});

test("a builder is not changed by what is built upon it", () => {
  const base = Target.program("sh").env("A", "1");
  base.env("A", "2").arg("-c");
  assert.deepEqual(Target.from(base).env, { A: "1" });
  assert.deepEqual(Target.from(base).args, []);
  assert.ok(base instanceof TargetBuilder);
});

test("a target does not follow later changes of what it was made from", () => {
  const args = ["-i"];
  const env = { A: "1" };
  const target = new Target({ program: "sh", args, env });
  args.push("x");
  env.A = "2";
  assert.deepEqual([target.args, target.env], [["-i"], { A: "1" }]);
  assert.throws(() => (target.args as string[]).push("y"), TypeError);
  assert.throws(() => Object.assign(target, { program: "other" }), TypeError);
});

test("defaults are no arguments, an inherited environment and 24 by 80", () => {
  const target = new Target({ program: "sh" });
  assert.deepEqual(
    { ...target },
    {
      program: "sh",
      args: [],
      cwd: undefined,
      env: {},
      inheritsEnv: true,
      size: { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 },
    },
  );
});

test("envSnapshot is a frozen copy of the overlay alone", () => {
  const target = new Target({ program: "sh", env: { A: "1" } });
  const snapshot = target.envSnapshot();
  assert.deepEqual(snapshot, { A: "1" });
  assert.notEqual(snapshot, target.env);
  assert.throws(() => Object.assign(snapshot, { A: "2" }), TypeError);
});

test("a variable called __proto__ is a variable like any other", () => {
  const env = JSON.parse('{"__proto__": "x"}') as Record<string, string>;
  const target = new Target({ program: "sh", env });
  assert.deepEqual(Object.entries(target.envSnapshot()), [["__proto__", "x"]]);
});

const bad = (value: unknown): string => value as string;
for (const [field, build] of [
  ["program", () => Target.program("")],
  ["program", () => new Target({ program: "a\0b" })],
  ["program", () => new Target({ program: bad(7) })],
  ["args[1]", () => new Target({ program: "sh", args: ["a", "b\0"] })],
  ["args[0]", () => Target.program("sh").arg(bad(null))],
  ["args", () => Target.program("sh").args(bad("-c") as unknown as string[])],
  ["cwd", () => Target.program("sh").cwd("/a\0")],
  ["cwd", () => Target.program("sh").cwd("")],
  ["env", () => Target.program("sh").env("", "x")],
  ["env", () => Target.program("sh").env("A=B", "x")],
  ["env", () => Target.program("sh").env("A\0", "x")],
  ["env.A", () => Target.program("sh").env("A", "x\0")],
  ["env.A", () => new Target({ program: "sh", env: { A: bad(1) } })],
  ["env", () => new Target({ program: "sh", env: [] as unknown as Record<string, string> })],
  ["clearEnv", () => new Target({ program: "sh", clearEnv: bad("yes") as unknown as boolean })],
  ["rows", () => Target.program("sh").size({ rows: 0 })],
  ["cols", () => new Target({ program: "sh", size: { cols: 1001 } })],
  ["size", () => new Target({ program: "sh", size: null as unknown as { rows: number } })],
  ["target", () => new Target(null as unknown as { program: string })],
] as const)
  test(`a bad value is refused with the field's name, ${field}: ${build.toString().slice(6)}`, () => {
    assert.throws(build, (error: unknown) => {
      assert.ok(error instanceof InvalidArgumentError);
      assert.equal(error.field, field);
      assert.ok(error.message.includes(field.split(/[[.]/)[0]));
      return true;
    });
  });

test("a refused variable's value is not repeated in the message", () => {
  assert.throws(
    () => Target.program("sh").env("PASS", "hunter2\0"),
    (error: Error) => !error.message.includes("hunter2"),
  );
});
