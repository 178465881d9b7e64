import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "#internal/cli/commands.js";
import { spelled } from "#internal/cli/option.js";
import { codeBlocks } from "../docs/markdown.js";
import { BIN, ptywright } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";

const { stdout: skill, status } = ptywright(["skill"]);

test("a skill begins with its name and what it is for", () => {
  assert.equal(status, 0);
  const [, head] = skill.split("---\n");
  const [name, description] = head.trimEnd().split("\n");
  assert.equal(name, "name: ptywright");
  const words = JSON.parse(description.replace(/^description: /, "")) as string;
  // As much as agents read of all the skills that they have.
  assert.ok(words.length > 100 && words.length <= 1_024, String(words.length));
});

test("every command and option that a skill names is there", () => {
  const named = [...skill.matchAll(/\bptywright ((?:server )?[a-z]+)([^`\n]*)/g)];
  assert.ok(named.length > 20);
  for (const [, name, rest] of named) {
    const command = COMMANDS.find((one) => one.name === name);
    assert.ok(command !== undefined, name);
    const known = Object.keys(command.options).map(spelled);
    // What stands in quotes, or behind a lone --, is for others.
    const own = rest.replaceAll(/'[^']*'/g, "").split(" -- ")[0];
    for (const [option] of own.matchAll(/--[a-z-]+/g)) assert.ok(known.includes(option), `${name} ${option}`);
  }
  const listed = [...skill.matchAll(/^ {2}- `(--[a-z-]+)/gm)].map(([, option]) => option);
  const all = new Set(COMMANDS.flatMap(({ options }) => Object.keys(options).map(spelled)));
  assert.ok(listed.length > 15);
  for (const option of listed) assert.ok(all.has(option), option);
});

test("the example of a skill runs", { skip: missing("bash") }, (t) => {
  const [{ code }] = codeBlocks(skill).filter(({ info }) => info === "sh");
  const server = new OwnServer(t);
  const PATH = [dirname(BIN), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter);
  const env = { ...process.env, ...server.env, PATH };
  const ran = spawnSync("sh", ["-e", "-c", code], { encoding: "utf8", env, cwd: tempDir(t), timeout: 60_000 });
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, /^answer: y$/m);
  assert.match(ran.stdout, /^exit code 2$/m);
});
