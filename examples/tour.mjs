// What `npm start` runs: drives a real interactive program (Node's own REPL) in a real terminal, through the public
// library only. It types, waits for what should appear, resizes, shows the screen as it changes, and prints evidence.
import { Matcher, Session, Target, WaitTimeoutError, redactSnapshot, RedactionPolicy } from "ptywright";

const color = process.stdout.isTTY && process.env.NO_COLOR === undefined;
/** @param {string} code @param {string} text */
const paint = (code, text) => (color ? `\x1b[${code}m${text}\x1b[0m` : text);
/** @param {string} text */
const say = (text) => console.log(`\n${paint("1;36", "▸")} ${paint("1", text)}`);

/** @param {import("ptywright").ScreenSnapshot} snapshot @param {number} [lines] */
function show(snapshot, lines = 8) {
  const { rows, cols } = snapshot.size;
  const text = redactSnapshot(snapshot, RedactionPolicy.default()).plainText.split("\n").slice(-lines);
  const title = ` ${cols}x${rows}, sequence ${snapshot.sequence}, cursor ${snapshot.cursor.row}:${snapshot.cursor.col} `;
  console.log(paint("2", `  ┌──${title}`));
  for (const line of text) console.log(`  ${paint("2", "│")} ${line}`);
  console.log(paint("2", "  └──"));
}

// `npm start | head` is a fine way to look at it.
process.stdout.on("error", () => process.exit(0));

const started = performance.now();
const session = await Session.spawn(
  Target.program(process.execPath).args(["--interactive"]).env("NODE_REPL_HISTORY", "").size({ rows: 16, cols: 72 }),
);

say(`Spawned node's REPL in a real PTY (pid ${session.pid}); waiting for its prompt`);
show((await session.waitFor(Matcher.containsText("> "))).snapshot);

say("Typing an expression and waiting for its value, by regular expression");
const typed = performance.now();
await session.writeText("[1, 2, 3].map((n) => n * 14)\r");
const value = await session.waitFor(Matcher.screenRegex(String.raw`\[ (14, 28, 42) \]`));
const roundTripMs = performance.now() - typed;
show(value.snapshot);

say("Editing with keys: a half-typed line, thrown away with Ctrl-C");
await session.writeText("this is not going to be run");
await session.sendKey("ctrl-c");
await session.waitFor(
  Matcher.all([Matcher.containsText("not going to be run"), Matcher.screenRegex(String.raw`\n> $`)]),
);

say("Resizing to 100x20; the program hears of it");
await session.writeText("process.stdout.once('resize', () => console.log(process.stdout.columns, 'columns')), 1\r");
await session.waitFor(Matcher.screenRegex(String.raw`\n1\n> $`));
session.resize({ rows: 20, cols: 100 });
show((await session.waitFor(Matcher.containsText("100 columns"))).snapshot);

say("Watching the screen change: a countdown, followed by events instead of sleeps");
await session.writeText("for (let i = 1; i <= 5; i++) setTimeout(() => console.log('tick', i), i * 60), 0\r");
let frames = 0;
for await (const event of session.events()) {
  if (event.type !== "changed") break;
  frames++;
  if (session.snapshot().plainText.includes("tick 5")) break;
}
show(session.snapshot(), 6);

say("Secrets do not get out by accident");
await session.writeText("process.env.API_TOKEN = 'sk-' + 'x'.repeat(24)\r");
await session.waitFor(Matcher.containsText("sk-xxxx"));
show(session.snapshot(), 3);

say("A wait that fails tells why");
try {
  await session.waitFor(Matcher.containsText("Tick 5"), { timeoutMs: 150 });
} catch (error) {
  if (!(error instanceof WaitTimeoutError)) throw error;
  for (const line of error.message.split("\n").slice(0, 3)) console.log(`  ${line}`);
}

say("Leaving");
await session.writeText(".exit\r");
const status = await session.wait();
const report = await session.close();

say("Evidence");
const evidence = {
  "program exited with": status.exitCode,
  "value captured": value.outcome.capture,
  "typed until seen": `${roundTripMs.toFixed(1)} ms`,
  "screen changes": session.sequence,
  "of them watched one by one": frames,
  "characters of output": session.transcriptCursor,
  "processes left behind": report.stillRunning.length,
  "all in": `${((performance.now() - started) / 1000).toFixed(2)} s`,
};
for (const [what, value] of Object.entries(evidence)) console.log(`  ${what.padEnd(28)}${value}`);
