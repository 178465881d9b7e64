// A server for rpc.mjs: ours, or the least that could be called one: it parses each line and answers all of a chunk at once,
// a wait with as much text as a wait has.
import { createServer } from "node:net";
import { serveLocal } from "ptywright/rpc";

const [kind, path] = process.argv.slice(2);

const TAIL = "line 123.\r\n".repeat(1490).slice(0, 16_384);

function echo() {
  const server = createServer((socket) => {
    let rest = "";
    socket.on("error", () => {});
    socket.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      let answers = "";
      for (const line of lines) {
        const { id, method } = JSON.parse(line);
        const result = method === "session.wait" ? { matched: true, transcript_tail: TAIL } : {};
        answers += `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
      }
      socket.write(answers);
    });
  });
  return new Promise((resolve) => server.listen(path, () => resolve(undefined)));
}

await (kind === "echo" ? echo() : serveLocal(path));
process.send?.("listening");
process.once("disconnect", () => process.exit());
