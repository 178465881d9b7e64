import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { Client } from "ptywright/client";
import { agentTools } from "#internal/protocol/index.js";
import { McpPeer } from "../support/mcp-peer.js";
import { OwnServer } from "../support/own-server.js";
import { tempDir } from "../support/temp-dir.js";

const ASKS = ["-c", "printf 'Overwrite? [y/N] '; read answer; echo \"got $answer\"; read end"];

describe("the tools, as the SDK's client sees them", () => {
  let peer: McpPeer;
  const ends: (() => unknown)[] = [];
  before(async () => {
    peer = await McpPeer.start({ after: (end) => void ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  test("all are announced with what they take and answer", async () => {
    const { tools } = await peer.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.keys(agentTools),
    );
    for (const { name, description, inputSchema, outputSchema } of tools) {
      assert.ok(description !== undefined && description.length < 300, name);
      assert.equal(inputSchema.type, "object");
      assert.equal(outputSchema?.type, "object");
    }
    assert.match(tools.at(-1)?.description ?? "", /Adapters: .*shell/);
    // A model reads them with every turn.
    assert.ok(JSON.stringify(tools).length < 12_000, String(JSON.stringify(tools).length));
  });

  test("a program is started, typed into and read: only what changed is told", async () => {
    const begun = await peer.done("terminal_start", { command: "sh", args: ASKS, name: "asks" });
    assert.deepEqual(begun, {
      text: "asks @0,17\nOverwrite? [y/N]",
      fields: { session: "asks", cursor: [0, 17], screen: "Overwrite? [y/N]" },
      isError: false,
    });
    assert.match((await peer.done("terminal_read", { session: "asks" })).text, /^@0,17 \(nothing changed\)$/);
    const typed = await peer.done("terminal_type", { session: "asks", text: "y", enter: true, wait_for: "got" });
    assert.equal(typed.text.split("\n").at(-1), "got y");
    assert.equal(
      (await peer.done("terminal_read", { session: "asks", full: true })).fields?.["screen"],
      "Overwrite? [y/N] y\ngot y",
    );
    const ended = await peer.done("terminal_type", { session: "asks", keys: "Ctrl+D" });
    assert.equal(ended.fields?.["exit_code"], 1);
    assert.match(ended.text, /^exited 1/);
    assert.match(await peer.refused("terminal_type", { session: "asks", text: "x" }), /ended|exited|closed/);
    await peer.done("terminal_close", { session: "asks" });
  });

  test("what is pasted, pressed and clicked gets to the program", async () => {
    // It asks for pastes to be marked and for the mouse, and shows what it gets.
    const shows = "stty -icanon -echo min 1; printf '\\033[?2004h\\033[?1000h\\033[?1006h[ OK ]\\n'; cat -v";
    await peer.done("terminal_start", { command: "sh", args: ["-c", shows], name: "raw" });
    const typed = async (args: Record<string, unknown>): Promise<string> => {
      const { fields } = await peer.done("terminal_type", { session: "raw", ...args });
      return String(fields?.["rows"] ?? fields?.["screen"]);
    };
    assert.match(await typed({ paste: "a b" }), /\^\[\[200~a b\^\[\[201~/);
    assert.match(await typed({ keys: ["Up", "Ctrl+A"] }), /\^\[\[A\^A/);
    assert.match(await typed({ click: "OK" }), /\^\[\[<0;3;1M\^\[\[<0;3;1m/);
    assert.match(await typed({ mouse: { kind: "scroll_down", row: 2, col: 4 } }), /\^\[\[<65;5;3M/);
    assert.match(await peer.refused("terminal_type", { session: "raw", keys: "Hyper+Q" }), /Ctrl\+C/);
    assert.match(await peer.refused("terminal_type", { session: "raw" }), /nothing to type/);
    assert.match(await peer.refused("terminal_type", { session: "raw", click: "Cancel" }), /Cancel/);
    await peer.done("terminal_close", { session: "raw" });
    await peer.done("terminal_start", { command: "sh", args: ["-c", "echo '[ OK ]'; read a"], name: "plain" });
    assert.match(
      await peer.refused("terminal_type", { session: "plain", click: "OK" }),
      /has not turned mouse reports on.*use keys$/,
    );
    await peer.done("terminal_close", { session: "plain" });
  });

  test("a wait that fails says what the program does instead", async () => {
    await peer.done("terminal_start", { command: "sh", args: ASKS, name: "late" });
    const why = await peer.refused("terminal_wait", { session: "late", text: "Done", timeout_s: 0.3 });
    if (process.platform === "linux")
      assert.match(
        why,
        /^no text "Done" on the screen in 0\.3 s; the program waits for input at row 0: "Overwrite\? \[y\/N\]": answer with terminal_type\n/,
      );
    assert.match(
      await peer.refused("terminal_wait", { session: "late", exit: true, timeout_s: 0.1 }),
      /^waited 0\.1 s in vain/,
    );
    assert.match(await peer.refused("terminal_wait", { session: "late" }), /nothing to wait for/);
    assert.match(await peer.refused("terminal_wait", { session: "late", regex: "(" }), /regex/);
    await peer.done("terminal_wait", { session: "late", regex: "\\[y/.\\]", stable_ms: 50 });
    await peer.done("terminal_type", { session: "late", text: "n", enter: true });
    await peer.done("terminal_type", { session: "late", enter: true });
    const end = await peer.done("terminal_wait", { session: "late", exit: true, timeout_s: 10 });
    assert.equal(end.fields?.["exit_code"], 0);
    assert.match(
      await peer.refused("terminal_wait", { session: "late", text: "Done" }),
      /exited with code 0 before there was text "Done"/,
    );
    await peer.done("terminal_close", { session: "late" });
  });

  test("what is gone can be waited for, and what has scrolled by", async () => {
    await peer.done("terminal_start", {
      command: "sh",
      args: ["-c", "echo Loading; read a; clear; seq 500; read b"],
      name: "scroll",
    });
    await peer.done("terminal_wait", { session: "scroll", text: "Loading", timeout_s: 10 });
    await peer.done("terminal_type", { session: "scroll", enter: true });
    await peer.done("terminal_wait", { session: "scroll", gone: "Loading", timeout_s: 10 });
    await peer.done("terminal_wait", { session: "scroll", text: "250", output: true, since: "input", timeout_s: 10 });
    await peer.done("terminal_wait", { session: "scroll", text: "500", timeout_s: 10 });
    const found = await peer.done("terminal_read", { session: "scroll", find: "123" });
    assert.match(String(found.fields?.["rows"]), /^-\d+\|123$/);
    const row = Number(/^(-\d+)/.exec(String(found.fields?.["rows"]))?.[1]);
    const around = await peer.done("terminal_read", { session: "scroll", from: row - 1, to: row + 1 });
    assert.equal(around.fields?.["rows"], `${row - 1}|122\n${row}|123\n${row + 1}|124`);
    assert.match((await peer.done("terminal_read", { session: "scroll", find: "no such text" })).text, /not found/);
    const many = await peer.done("terminal_read", { session: "scroll", from: -450 });
    assert.match(String(many.fields?.["note"]), /^rows -450 to -\d+ left out/);
    assert.equal(String(many.fields?.["rows"]).split("\n").length, 200);
    await peer.done("terminal_close", { session: "scroll" });
  });

  test("a command answers its exit code and its output, in a shell that stays", async () => {
    const first = await peer.done("terminal_run", { command: 'cd / && echo "in $PWD"; false' });
    assert.deepEqual(first.fields, { exit_code: 1, output: "in /" });
    assert.equal(first.text, "exit 1\nin /");
    assert.equal((await peer.done("terminal_run", { command: "pwd" })).text, "exit 0\n/");
    // What a command printed was told, and is not told again.
    assert.match((await peer.done("terminal_read", { session: "shell" })).text, /nothing changed/);
    const long = await peer.done("terminal_run", { command: "seq 5000" });
    assert.ok(long.text.length < 2_300, String(long.text.length));
    assert.match(long.text, /^exit 0 \(read what was left out with terminal_read/);
    assert.match(long.text, /\n\[\d+ lines left out\]\n/);
    assert.match(long.text, /\n5000$/);
  });

  test("a command that takes longer goes on, and can be waited for, answered and interrupted", async () => {
    const running = await peer.done("terminal_run", {
      command: 'echo begun; read line; echo "got $line"; sleep 600',
      timeout_s: 1,
    });
    assert.equal(running.fields?.["exit_code"], undefined);
    assert.match(running.text, /^running \(still running in session shell after 1 s; .*\)\nbegun$/);
    assert.match(await peer.refused("terminal_run", { command: "true" }), /still runs in shell/);
    await peer.done("terminal_type", { session: "shell", text: "this", enter: true, wait_for: "got this" });
    await peer.done("terminal_type", { session: "shell", keys: ["Ctrl+C"] });
    const ended = await peer.done("terminal_run", { timeout_s: 10 });
    assert.equal(ended.fields?.["exit_code"], 130);
    assert.match(await peer.refused("terminal_run", {}), /nothing runs/);
  });

  test("commands that are asked for at once run one after the other", async () => {
    await peer.done("terminal_close", { all: true });
    const both = await Promise.all(
      ["one", "two", "three"].map((word) => peer.done("terminal_run", { command: `echo ${word}` })),
    );
    assert.deepEqual(
      both.map(({ text }) => text),
      ["exit 0\none", "exit 0\ntwo", "exit 0\nthree"],
    );
  });

  test("sessions are listed and closed; one that is not there is named", async () => {
    await peer.done("terminal_start", { command: "cat", name: "one" });
    const listed = await peer.done("terminal_list");
    assert.match(listed.text, /^one: cat in \//m);
    assert.match(await peer.refused("terminal_read", { session: "other" }), /^you have no session "other": .*one/);
    assert.match(await peer.refused("terminal_read", { sesion: "one" }), /did you mean session/);
    assert.match(
      await peer.refused("terminal_start", { command: "no-such-program-anywhere" }),
      /no-such-program-anywhere/,
    );
    assert.match(await peer.refused("terminal_start", { command: "cat", name: "one" }), /one/);
    const closed = await peer.done("terminal_close", { all: true });
    assert.ok((closed.fields?.["closed"] as string[]).includes("one"));
    assert.equal((await peer.done("terminal_list")).text, "no sessions");
    assert.match(await peer.refused("terminal_read"), /terminal_start/);
    await assert.rejects(peer.call("terminal_nothing"), /no tool/);
  });

  test("sessions without a name are called after their program, and sixteen are the most", async () => {
    const first = (await peer.done("terminal_start", { command: "cat" })).fields?.["session"];
    const others = await Promise.all(Array.from({ length: 15 }, () => peer.done("terminal_start", { command: "cat" })));
    assert.equal(first, "cat");
    assert.equal(new Set(others.map(({ fields }) => fields?.["session"])).size, 15);
    assert.ok(others.some(({ fields }) => fields?.["session"] === "cat-16"));
    assert.match(await peer.refused("terminal_start", { command: "cat" }), /16 sessions, which is the most; close one/);
    assert.match(await peer.refused("terminal_read"), /several sessions; say which/);
    await peer.done("terminal_close", { all: true });
  });

  test("a screen of any size is told in bounds", async () => {
    const draws = "i=0; while [ $i -lt 900 ]; do printf '%0900d\\n' $i; i=$((i+1)); done; read end";
    await peer.done("terminal_start", { command: "sh", args: ["-c", draws], rows: 1000, cols: 1000, name: "large" });
    await peer.done("terminal_wait", { session: "large", text: "899", timeout_s: 20 });
    const whole = await peer.done("terminal_read", { session: "large", full: true });
    assert.ok(whole.text.length < 17_000, String(whole.text.length));
    assert.match(whole.text, /^@900,0 \(\d+ rows left out; read them with terminal_read/);
    await peer.done("terminal_close");
  });

  test("a program that is known is asked, and its answer told", async () => {
    const asked = await peer.done("agent_ask", { adapter: "shell", prompt: "echo hello; exit 3" });
    assert.deepEqual(asked.fields, { outcome: "answered", answer: "hello", note: "exit code 3" });
    const running = await peer.done("agent_ask", { adapter: "shell", prompt: "read line; echo late", timeout_s: 1 });
    assert.equal(running.fields?.["outcome"], "running");
    assert.match(await peer.refused("agent_ask", { ask: "ask-99" }), /nothing is being asked/);
    assert.match(await peer.refused("agent_ask", { adapter: "shel", prompt: "x" }), /did you mean shell/);
    assert.match(await peer.refused("agent_ask", { adapter: "shell" }), /give adapter and prompt/);
    // A text that the command line would read from a file is a text here.
    const literal = await peer.done("agent_ask", { adapter: "shell", prompt: "@/etc/hostname" });
    assert.match(literal.text, /exit code 127/);
  });

  test("screens and logs are resources", async (t) => {
    const changed = new Promise((resolve) =>
      peer.client.setNotificationHandler("notifications/resources/list_changed", resolve),
    );
    await peer.done("terminal_start", { command: "cat", name: "res", cwd: tempDir(t) });
    await changed;
    const { resources } = await peer.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.ok(uris.includes("session://res/screen") && uris.includes("session://res/log"), uris.join());
    const updated = new Promise((resolve) =>
      peer.client.setNotificationHandler("notifications/resources/updated", resolve),
    );
    await peer.client.subscribeResource({ uri: "session://res/screen" });
    await peer.done("terminal_type", { session: "res", text: "hello", enter: true });
    assert.deepEqual(((await updated) as { params: unknown }).params, { uri: "session://res/screen" });
    const text = async (uri: string) => (await peer.client.readResource({ uri })).contents[0] as { text: string };
    assert.equal((await text("session://res/screen")).text, "hello\nhello");
    assert.equal((await text("session://res/log")).text, "hello\nhello\n");
    await assert.rejects(text("session://nobody/screen"), /no resource/);
    await peer.done("terminal_close", { session: "res" });
  });
});

test("what a program does not read is given up in time, and so is what is typed while a person has the input", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_start", { command: "sh", args: ["-c", "stty raw -echo; echo ready; exec sleep 600"] });
  await peer.done("terminal_wait", { text: "ready" });
  const told = await peer.refused("terminal_type", { paste: "x".repeat(200_000), timeout_s: 0.5 });
  assert.match(told, /^not all was typed in 0.5 s: the program does not read/);
  const server = new OwnServer(t);
  const shared = await McpPeer.start(t, { args: ["--shared"], env: server.env });
  await shared.done("terminal_start", { command: "cat", name: "watched" });
  const person = await Client.connect({ socket: join(server.home, "socket") });
  t.after(() => person.close());
  await person.session("watched").lease({ as: "person", who: "anna", forMs: 60_000 });
  assert.match(await shared.refused("terminal_type", { text: "now", timeout_s: 0.5 }), /or a person types/);
  await person.session("watched").lease({ forMs: 60_000, as: "person", who: "anna", others: "fail" });
  assert.match(await shared.refused("terminal_type", { text: "now" }), /^anna, a person, has the input for themselves/);
});
