import assert from "node:assert/strict";
import { test } from "node:test";
import type { SchemaNode } from "../protocol/index.js";
import { methods, parse } from "../protocol/index.js";
import { CONSOLE_COMMANDS } from "./command-table.js";
import type { LiveNames } from "./completion.js";
import { completion } from "./completion.js";
import { overview } from "./help-overview.js";
import { schemaHelp } from "./method-help.js";
import { METHODS, choicesOf, namedTypes, specOf } from "./schema-nodes.js";

const NAMES: LiveNames = {
  of: async (what) => (what === "session" ? ["web", "s2"] : what === "adapter" ? ["e1"] : ["shell"]),
  inLua: async (path) => (path.join(".") === "s" ? ["session", "other"] : path.length === 0 ? ["s", "print"] : []),
};

const words = async (before: string, earlier = ""): Promise<readonly string[]> =>
  (await completion(before, NAMES, earlier)).words;

test("every method is completed from its beginning, and from a full stop on", async () => {
  for (const method of METHODS) {
    assert.deepEqual(
      (await words(method)).filter((word) => word === `${method}{`),
      [`${method}{`],
    );
    const [group] = method.split(".");
    assert.ok((await words(group.slice(0, 2))).includes(`${group}.`), method);
    assert.ok((await words(`x = ${group}.`)).includes(`${method}{`), method);
    assert.ok((await words(`:rpc ${method.slice(0, -1)}`)).includes(method), method);
    assert.ok((await words(`:help ${method.slice(0, -1)}`)).includes(method), method);
  }
});

/** The words that must be offered as a value of this kind. */
function valuesOf(node: SchemaNode): readonly string[] {
  return choicesOf(node).flatMap((choice) => {
    if (choice.kind === "enum") return choice.values.map((value) => JSON.stringify(value));
    if (choice.kind === "boolean") return ["true", "false"];
    return ["object", "record", "tagged", "array", "tuple"].includes(choice.kind) ? ["{"] : [];
  });
}

test("every parameter of every method is completed, and so are its values, in tables within tables", async () => {
  let fields = 0;
  const visit = async (before: string, node: SchemaNode, depth: number): Promise<void> => {
    for (const choice of choicesOf(node))
      if (choice.kind === "tagged")
        for (const [type, variant] of Object.entries(choice.variants))
          await visit(`${before}${choice.tag} = "${type}", `, variant, depth);
    for (const [name, { schema }] of Object.entries(node.kind === "object" ? node.fields : {})) {
      fields++;
      assert.ok((await words(before)).includes(`${name}=`), before + name);
      assert.ok((await words(before + name.slice(0, -1))).includes(`${name}=`), before + name);
      const offered = await words(`${before}${name} = `);
      for (const value of valuesOf(schema)) assert.ok(offered.includes(value), `${before}${name} = ${value}`);
      if (depth > 0) for (const choice of choicesOf(schema)) await visit(`${before}${name} = {`, choice, depth - 1);
    }
  };
  for (const method of METHODS) await visit(`${method}{`, specOf(method)!.params, 2);
  assert.ok(fields > 300, `${fields}`);
});

test("a field is offered once, and those of the kind that the tag names", async () => {
  assert.ok(!(await words('session.create{program="a", ')).includes("program="));
  const mouse = await words('session.input{session="s1", action={type="mouse", value={kind="click", ');
  assert.ok(mouse.includes("row=") && mouse.includes("button=") && !mouse.includes("text="));
  assert.deepEqual(await words('session.input{action={type="mouse", value={kind="scr'), [
    '"scroll_down"',
    '"scroll_up"',
  ]);
});

test("sessions, adapters and plugins are completed by those that there are", async () => {
  assert.deepEqual(await words("session.close{session="), ['"s2"', '"web"']);
  assert.deepEqual(await words('session.close{session="w'), ['"web"']);
  assert.deepEqual(await words("session.close{session='w"), ["'web'"]);
  assert.deepEqual(await words('server.set_notifications{enabled=true, sessions={"w'), ['"web"']);
  assert.deepEqual(await words('adapter.start({plugin="s'), ['"shell"']);
  assert.deepEqual(await words('adapter.state{adapter="'), ['"e1"']);
  assert.deepEqual(await words(":attach "), ["s2", "web"]);
  assert.deepEqual(await words(":tabs e"), ["e1"]);
});

test("names of Lua, commands, JSON and lines that go on are completed", async () => {
  assert.deepEqual(await words("s."), ["s.other", "s.session"]);
  assert.deepEqual(await words("session.close{session=s.se"), ["s.session"]);
  assert.deepEqual(await words("pr"), ["print"]);
  assert.deepEqual(await words(":no"), [":notifications"]);
  assert.deepEqual(await words(":notifications o"), ["off", "on"]);
  assert.deepEqual(await words(':rpc session.create {"prog'), ['"program": ']);
  assert.deepEqual(await words(':rpc session.close {"session": "w'), ['"web"']);
  assert.deepEqual(await words(':rpc session.snapshot {"session": "web", "cells": t'), ["true"]);
  assert.ok((await words("ro", "session.create{\n")).includes("rows="));
});

test("what is no place for a word offers none", async () => {
  for (const before of ['"session.', "-- session.", 'x = "', "session.create{program=", ":quit ", ":nothing x", "5"])
    assert.deepEqual(await words(before), [], before);
  for (const hostile of [
    "{".repeat(5_000),
    "}))]]",
    '"\\',
    "session.create{[",
    "[[",
    "--[[ x",
    "a.b.c.d{e={",
    "=",
    ":::",
  ])
    assert.ok(Array.isArray(await words(hostile)), hostile);
});

test("there is help about every method and type, with parameters and an example that is one", async () => {
  for (const [method, spec] of Object.entries(methods)) {
    const text = schemaHelp(method) ?? "";
    assert.ok(text.includes(spec.summary), method);
    for (const [name, { description }] of Object.entries(spec.params.fields))
      assert.ok(text.includes(`  ${name}: `) && text.includes(description), `${method} ${name}`);
    assert.ok(text.includes(`\nExample: ${method}{`), method);
    // What the example is made of.
    parse(spec.params, spec.example, "");
    assert.ok(!text.includes("undefined") && !text.includes("[object"), text);
  }
  for (const name of namedTypes().keys()) assert.ok((schemaHelp(name) ?? "").startsWith(`${name}: `), name);
  assert.equal(schemaHelp("nothing"), undefined);
  assert.ok(schemaHelp("session")?.includes("session.create: "));
});

test("the overview names every command, and fits below a preview", () => {
  const lines = overview().split("\n");
  for (const { usage } of Object.values(CONSOLE_COMMANDS))
    assert.ok(
      lines.some((line) => line.startsWith(usage)),
      usage,
    );
  assert.ok(lines.length <= 12);
  for (const line of lines) assert.ok(line.length < 80, line);
});
