// A REPL in a server of our own, followed as it prints. Run it with Node 22.18 or later: node examples/remote-repl.mts
import { Action, Client, Matcher, WaitTimeoutError } from "ptywright/client";

const client = await Client.start();
const repl = await client.spawn({ program: process.execPath, args: ["--interactive"], env: { NO_COLOR: "1" } });

let printed = "";
const following = (async () => {
  for await (const { method, params } of repl.notifications()) {
    if (method === "session.output") printed += params.output;
    if (method === "session.exited") return params.exitCode;
  }
  return undefined;
})();

await repl.waitFor(Matcher.containsText("> "));
await repl.send([Action.text("6 * 7"), Action.key("enter")]);
const { outcome, elapsedMs } = await repl.waitFor(Matcher.screenRegex(String.raw`\n(\d+)\n> $`));
console.log(`6 * 7 is ${"capture" in outcome ? outcome.capture : "?"}, seen after ${elapsedMs} ms`);

try {
  await repl.waitFor(Matcher.containsText("FORTY-TWO"), { timeoutMs: 100 });
} catch (error) {
  if (!(error instanceof WaitTimeoutError)) throw error;
  console.log(`a wait that fails says why: ${error.hints.join("; ")}`);
}

await repl.sendKey("ctrl-d");
console.log(`the REPL left with exit code ${await following}, ${printed.length} characters were pushed`);
await client.close();
