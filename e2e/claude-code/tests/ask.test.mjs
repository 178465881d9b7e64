// `ptywright ask`: a turn from the command line, and nothing allowed that the command line did not allow.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SETUPS, homeFor } from "../drive.mjs";
import { programOf } from "../versions.mjs";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const LIMIT_MS = 60_000;

/** One size of each version. */
const VERSIONS = SETUPS.filter(({ version }, at) => SETUPS.findIndex((setup) => setup.version === version) === at);

/**
 * @param {import("node:test").TestContext} t @param {(typeof SETUPS)[number]} setup
 * @param {string[]} words @param {Omit<Parameters<typeof import("../claude-home.mjs").makeHome>[0], "apiUrl"> & { rows?: number, mode?: string, ownConfig?: string }} [options]
 */
async function ask(
  t,
  { version, rows: usual, cols },
  words,
  { rows = usual, mode = "default", ownConfig = "", ...options } = {},
) {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
  let child;
  const { home, api } = await homeFor(t, options, async () => child?.kill("SIGKILL"));
  const size = ["--rows", String(rows), "--cols", String(cols)];
  const program = ["--cwd", home.cwd, "--program", programOf(version), "--", "--permission-mode", mode];
  const args = [BIN, "ask", "claude-code", ...words, ...size, ...program];
  const env = { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") };
  mkdirSync(env.PTYWRIGHT_HOME);
  writeFileSync(join(env.PTYWRIGHT_HOME, "config.toml"), ownConfig);
  const running = (child = spawn(process.execPath, args, { env, timeout: LIMIT_MS }));
  const out = { stdout: "", stderr: "", pieces: 0 };
  running.stdout.setEncoding("utf8").on("data", (text) => {
    out.stdout += text;
    out.pieces++;
  });
  running.stderr.setEncoding("utf8").on("data", (text) => (out.stderr += text));
  const ended = once(running, "close").then(([status]) => ({ status, ...out }));
  /** @param {string} text */
  const until = async (text) => {
    while (!out.stdout.includes(text))
      await Promise.race([once(running.stdout, "data"), ended.then(() => assert.fail(out.stdout + out.stderr))]);
  };
  return {
    running,
    ended,
    until,
    api,
    made: () => existsSync(join(home.cwd, "made-by-bash")),
    /** Processes of the program that have this home. */
    survivors: () => livingIn(home.home),
  };
}

/** @param {string} home */
function livingIn(home) {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
    } catch {
      return false;
    }
  });
}

for (const setup of VERSIONS) {
  test(`${setup.version}: nothing is asked in a mode in which edits need no leave, unless all is allowed`, async (t) => {
    const { ended, api } = await ask(t, setup, ["FAKE:write", "--allow", "ask"], { mode: "acceptEdits" });
    const { status, stderr } = await ended;
    assert.equal(status, 4, stderr);
    assert.match(stderr, /in a mode in which it does things without asking/);
    assert.ok(!JSON.stringify(api.requests).includes("FAKE:write"));
  });

  test(`${setup.version}: ask streams an answer into a pipe`, async (t) => {
    const { ended } = await ask(t, setup, ["FAKE:lines"]);
    const { status, stdout, stderr, pieces } = await ended;
    assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
    assert.equal(stdout.replaceAll(/ +/g, " "), "The first line.\n\nThe second line.\n\nThe third line.\n");
    assert.ok(pieces > 2, `in ${pieces} pieces`);
  });

  test(`${setup.version}: ask gives the whole of an answer that is longer than a usual screen, or says that it does not`, async (t) => {
    const whole = await (await ask(t, setup, ["FAKE:long"], { rows: 500 })).ended;
    assert.equal(whole.status, 0, whole.stderr);
    assert.equal(whole.stdout.match(/^Line \d+ of a long answer\.$/gm)?.length, 80);
    // What the screen had no room for is in the record.
    const kept = await (await ask(t, setup, ["FAKE:long"])).ended;
    assert.equal(kept.status, 0, kept.stderr);
    assert.equal(new Set(kept.stdout.match(/^Line \d+ of a long answer\.$/gm)).size, 80);
    const cut = await (await ask(t, setup, ["FAKE:long"], { ownConfig: "[plugins]\nside_channel = false\n" })).ended;
    assert.equal(cut.status, 7, cut.stderr);
    assert.match(cut.stdout, /Line 80 of a long answer\.\n$/);
  });

  test(`${setup.version}: ask --json tells what happens, with a receipt for the prompt`, async (t) => {
    const { ended, api } = await ask(t, setup, ["FAKE:text(this) please", "--json"]);
    const { status, stdout, stderr } = await ended;
    assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { outcome, text, delivery, state } = lines.at(-1);
    assert.deepEqual(
      { outcome, text, delivery, state },
      {
        outcome: "answered",
        text: "You said this.",
        delivery: { delivered: true, attempts: 1 },
        state: "completed_turn",
      },
    );
    const deltas = lines.filter(({ event }) => event?.kind === "text_delta").map(({ event }) => event.text);
    assert.equal(deltas.join(""), "You said this.");
    assert.ok(api.requests.some((body) => JSON.stringify(body).includes("FAKE:text(this) please")));
  });

  test(`${setup.version}: ask allows a tool that is named, and no other`, async (t) => {
    const allowed = await ask(t, setup, ["FAKE:bash", "--allow", "Read,Bash"]);
    const { status, stdout, stderr } = await allowed.ended;
    assert.deepEqual({ status, stdout }, { status: 0, stdout: "The tool has answered.\n" }, stderr);
    assert.equal(allowed.made(), true);
    const denied = await ask(t, setup, ["FAKE:bash", "--allow", "Read"]);
    const refused = await denied.ended;
    assert.equal(refused.status, 4, refused.stderr);
    assert.match(refused.stderr, /not allowed: Bash\n.*Bash was not allowed; to allow it: --allow Bash\n$/);
    assert.equal(denied.made(), false);
  });

  test(`${setup.version}: ask trusts a folder only when told to`, async (t) => {
    const { status, stderr } = await (await ask(t, setup, ["FAKE:text"], { isTrusted: false })).ended;
    assert.equal(status, 5, stderr);
    assert.match(stderr, /--trust\n$/);
    const told = await (await ask(t, setup, ["FAKE:text", "--trust"], { isTrusted: false })).ended;
    assert.deepEqual([told.status, told.stdout], [0, "Hello from the fake model.\n"], told.stderr);
  });

  test(`${setup.version}: ask ends with what only a person can answer, and with the error of a turn`, async (t) => {
    const question = await (await ask(t, setup, ["FAKE:question"])).ended;
    assert.equal(question.status, 6, question.stderr);
    assert.match(question.stderr, /waiting_for_question/);
    const failed = await (await ask(t, setup, ["FAKE:400"])).ended;
    assert.equal(failed.status, 3, failed.stderr);
    assert.match(failed.stderr, /the turn failed: API Error/);
  });

  test(`${setup.version}: Ctrl-C cancels what is asked, and nothing survives`, async (t) => {
    const { running, ended, until, survivors } = await ask(t, setup, ["FAKE:hang"]);
    await until("This is only the beginning");
    // Ours and the program's at least.
    assert.ok(survivors().length > 1, "processes are not found");
    running.kill("SIGINT");
    const { status, stderr } = await ended;
    assert.equal(status, 130, stderr);
    assert.deepEqual(survivors(), []);
  });
}

for (const setup of VERSIONS)
  test(`${setup.name}: below a status line of the user's an answer is whole, and a mode in which nothing is asked is seen`, async (t) => {
    const settings = { statusLine: { type: "command", command: "printf 'user @ host'" } };
    const answered = await ask(t, setup, ["FAKE:pauses"], { settings });
    const { status, stdout, stderr } = await answered.ended;
    assert.deepEqual(
      [status, stdout.replaceAll(/\s+/g, " ").trim()],
      [0, "The first half. Here it rests, and goes on."],
      stderr,
    );
    const unguarded = await ask(t, setup, ["FAKE:text"], { settings, mode: "acceptEdits" });
    assert.equal((await unguarded.ended).status, 4);
    assert.equal(unguarded.api.requests.length, 0);
  });

for (const setup of VERSIONS)
  test(`${setup.name}: a limit has an exit code of its own`, async (t) => {
    const { status, stderr } = await (await ask(t, setup, ["FAKE:limit"], { hasSubscription: true })).ended;
    assert.equal(status, 8, stderr);
    assert.match(stderr, /limit · resets/);
  });
