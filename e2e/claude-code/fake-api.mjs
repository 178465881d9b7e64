// A Messages API on the loopback interface that answers what the prompt asks for.
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { streamMessage, wholeMessage } from "./message-stream.mjs";
import { answerTo } from "./scenarios.mjs";

/**
 * Starts it on a free port. `requests` keeps every body that was received; `uses` has what FAKE:use(KEY) is answered with. `answer` takes the
 * place of the words of the prompt.
 * @param {(body: any, uses: Map<string, import("./message-stream.mjs").Block[]>) => import("./scenarios.mjs").Answer} [answer]
 */
export async function startFakeApi(answer = answerTo) {
  /** @type {any[]} */
  const requests = [];
  /** @type {Map<string, import("./message-stream.mjs").Block[]>} */
  const uses = new Map();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "/", "http://localhost");
    if (request.method === "HEAD" || request.method === "GET") return void response.writeHead(200).end();
    if (url.pathname.endsWith("/count_tokens")) return void json(response, 200, { input_tokens: 100 });
    if (url.pathname !== "/v1/messages")
      return void json(response, 404, { type: "error", error: { type: "not_found_error", message: "no such path" } });
    const body = JSON.parse(Buffer.concat(chunks).toString());
    requests.push(body);
    const told = answer(body, uses);
    if ("delayMs" in told) await delay(told.delayMs);
    if ("drop" in told) return void response.destroy();
    if ("status" in told) {
      const { status, type, message, headers } = told;
      return void json(response, status, { type: "error", error: { type, message } }, headers);
    }
    if (body.stream !== true) return void json(response, 200, wholeMessage(told.blocks, body.model));
    await streamMessage(response, told.blocks, body.model, told);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    uses,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param {import("node:http").ServerResponse} response @param {number} status @param {object} body @param {Record<string, string>} [headers] */
function json(response, status, body, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
