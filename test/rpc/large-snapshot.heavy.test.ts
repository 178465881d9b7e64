import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { ScreenCell } from "ptywright";
import { Matcher, Session, redactSnapshot } from "ptywright";
import { Client } from "ptywright/client";
import { serveNdjson } from "ptywright/rpc";
import { longestBlockMs } from "../support/loop-delay.js";
import { connect, serverState } from "../support/rpc-peer.js";
import { ServeProcess, line } from "../support/serve-process.js";

/** Words, colours, wide characters, links and secrets, one of which wraps, on every row. */
const PAINT = `
  const [rows, cols] = process.argv.slice(1).map(Number);
  let text = "";
  for (let row = 0; row < rows; row++) {
    const words = "row " + row + " \\u6f22\\u5b57 e\\u0301 \\u{1f600} token=abc" + row + "defghi ";
    text += "\\x1b[" + (row + 1) + ";1H\\x1b[3" + (row % 8) + ";1m" + words + "\\x1b[m"
      + "\\x1b]8;;http://example.com/?token=xyz" + row + "xyzxyz\\x07link\\x1b]8;;\\x07\\"\\\\"
      + "\\x1b[" + (row + 1) + ";" + (cols - 10) + "Hsk-abcdefghijklmnopqrstuvwx";
  }
  process.stdout.write(text + "\\x1b]2;painted\\x07");
`;
const painting = (rows: number, cols: number): { program: string; args: string[] } => ({
  program: process.execPath,
  args: ["-e", PAINT, String(rows), String(cols)],
});

/** The cells of the same picture, as the library has them. */
async function cellsHere(rows: number, cols: number): Promise<readonly ScreenCell[]> {
  await using session = await Session.spawn({ ...painting(rows, cols), size: { rows, cols } });
  await session.waitFor(Matcher.processExited());
  return redactSnapshot(session.snapshot()).cells;
}

const wireCell = ({ row, col, text, wide, wideContinuation, style }: ScreenCell): object => ({
  row,
  col,
  text,
  wide,
  wide_continuation: wideContinuation,
  style,
});

for (const framing of ["ndjson", "lsp"] as const)
  test(`a large screen is the same on both sides, with ${framing} frames`, async (t) => {
    const client = await Client.start({ framing });
    t.after(() => client.close());
    const session = await client.spawn({ ...painting(120, 150), size: { rows: 120, cols: 150 } });
    const { snapshot: waited } = await session.waitFor(Matcher.processExited(), { cells: true });
    const [read, list, cells] = await Promise.all([
      session.snapshot(),
      client.request("session.list", {}),
      cellsHere(120, 150),
    ]);
    assert.deepEqual(list.sessions, [session.id]);
    assert.deepEqual(read.cells, JSON.parse(JSON.stringify(cells)));
    assert.deepEqual(waited, read);
  });

test("at the end of the input a large answer still leaves whole, and what comes after it too", async (t) => {
  const server = new ServeProcess(t, ["--stdio", "--in-order"]);
  server.end(
    line(1, "session.create", { ...painting(200, 200), rows: 200, cols: 200 }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "process_exited" } }) +
      line(3, "session.wait", { session: "s1", matcher: { type: "process_exited" }, cells: true }) +
      line(4, "session.snapshot", { session: "s1" }) +
      line(5, "session.list"),
  );
  assert.equal((await server.exit).code, 0);
  assert.deepEqual(
    server.messages().map(({ id }) => id),
    [1, 2, 3, 4, 5],
  );
});

test("a screen of a million cells holds nobody up, and is right", async (t) => {
  const side = 1_000;
  const state = serverState(t);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveNdjson(input, output, { state });
  const answers = output.setEncoding("utf8")[Symbol.asyncIterator]() as AsyncIterator<string>;
  const ask = (id: number, method: string, params: object): boolean => input.write(line(id, method, params));
  const next = async (): Promise<string> => String((await answers.next()).value);

  ask(1, "session.create", { ...painting(side, side), rows: side, cols: side });
  assert.match(await next(), /"session":"s1"/);
  ask(2, "session.wait", { session: "s1", matcher: { type: "process_exited" } });
  while (!(await next()).endsWith("\n"));
  const { cells } = redactSnapshot(state.sessions.get("s1").snapshot());

  let rows = 0;
  let answered = 0;
  const other = connect(t, state);
  const others = async (): Promise<void> => {
    for (; rows < side; answered++) {
      await other.request("server.capabilities", {});
      await new Promise(setImmediate);
    }
  };
  const blockedMs = await longestBlockMs(async () => {
    ask(3, "session.snapshot", { session: "s1" });
    const asked = others();
    let text = await next();
    while (!text.includes('"cells":[')) text += await next();
    text = text.slice(text.indexOf('"cells":[') + '"cells":['.length);
    for (; rows < side; rows++) {
      const behind = rows === side - 1 ? "]}}\n" : `,{"row":${rows + 1},"col":0,`;
      // A row is looked for where it can be; all of them are a quarter of a gigabyte.
      let end = -1;
      while ((end = text.indexOf(behind)) < 0) text += await next();
      if (rows % 100 === 99)
        assert.deepEqual(
          JSON.parse(`[${text.slice(0, end)}]`),
          cells.slice(rows * side, (rows + 1) * side).map(wireCell),
        );
      text = text.slice(end + (rows === side - 1 ? behind.length : 1));
    }
    assert.equal(text, "");
    await asked;
  });
  assert.equal(rows, side);
  assert.ok(answered >= 20, `${answered} requests of another connection were answered meanwhile`);
  // It was more than a second; the reader above is in this process too.
  assert.ok(blockedMs < 500, `the event loop stood still for ${blockedMs} ms`);
  input.end();
  assert.equal(await served, "input_ended");
});
