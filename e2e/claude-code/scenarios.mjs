// What the fake model answers: the prompt says it, with a word such as FAKE:bash.
/** @typedef {import("./message-stream.mjs").Block} Block */
/** @typedef {{ blocks: Block[], delayMs?: number, hang?: boolean, cutAfter?: number, failure?: { type: string, message: string } } | { status: number, type: string, message: string, headers?: Record<string, string> } | { drop: true }} Answer */

/** @param {string} text @param {number} [pieceMs] @returns {Block} */
const text = (text, pieceMs = 0) => ({ type: "text", text, pieceMs });
/** @param {string} name @param {object} input @returns {Block} */
const tool = (name, input) => ({ type: "tool_use", name, input });
/** @param {number} status @param {string} type @param {string} message @returns {Answer} */
const error = (status, type, message) => ({ status, type, message });

const WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
// The program shows a line once it is whole.
const PARAGRAPHS = WORDS.replaceAll(/ (five|nine|thirteen)/g, "\n\n$1");
const LINES = Array.from({ length: 80 }, (_, i) => `Line ${i + 1} of a long answer.`).join("\n\n");

/** What the program draws in its own way. */
export const MARKDOWN = [
  "# Title",
  "A paragraph with **bold**, *italic* and `code`, which is longer than the screen is wide, so that the program breaks it somewhere on its own.",
  "| name | value |\n| --- | ---: |\n| one | 1 |\n| two | 2 |",
  "1. first\n   - inner\n2. second",
  "```js\nconst answer = 42;\n```",
  "See [the page](https://example.com/page).",
].join("\n\n");

export const HUGE = Array.from({ length: 3_000 }, (_, i) => `Row ${i + 1} of a very long answer.`).join("\n\n");

/** One after the other, so that the turn goes on when the first has reported. @type {Record<string, number>} */
const AGENTS_MS = { north: 1_500, south: 4_000 };

export const SUGGESTION = "now add a test for it";

/** @type {Record<string, (request: { cwd: string, argument: string, body: any }) => Answer>} */
const SCENARIOS = {
  text: ({ argument }) => ({
    blocks: [text(argument === "" ? "Hello from the fake model." : `You said ${argument}.`)],
  }),
  lines: () => ({ blocks: [text("The first line.\n\nThe second line.\n\nThe third line.", 150)] }),
  slow: () => ({ blocks: [text(PARAGRAPHS, 100)] }),
  pauses: () => ({
    blocks: [
      { type: "text", text: "The first half.\n\nHere it rests, and goes on.", rest: { after: "rests", ms: 2_000 } },
    ],
  }),
  // A model that thinks in the middle of a sentence, for longer than a screen must be still.
  pause: () => ({ blocks: [text("Beginning.\n\nMiddle.\n\nEnd.", 1_600)] }),
  table: () => ({ blocks: [text(MARKDOWN)] }),
  hang: () => ({ blocks: [text("This is only the beginning")], hang: true }),
  silent: () => ({ blocks: [], hang: true }),
  long: () => ({ blocks: [text(LINES)] }),
  huge: () => ({ blocks: [text(HUGE)] }),
  thinking: () => ({ blocks: [{ type: "thinking", text: WORDS, pieceMs: 80 }, text("I have thought about it.")] }),
  bash: ({ argument }) => ({
    blocks: [tool("Bash", { command: argument === "" ? "touch made-by-bash" : argument, description: "Make a file" })],
  }),
  latebash: () => ({
    blocks: [tool("Bash", { command: "touch made-by-bash", description: "Make a file" })],
    delayMs: 1_500,
  }),
  preamble: () => ({
    blocks: [
      text("I will make a file first."),
      tool("Bash", { command: "touch made-by-bash", description: "Make a file" }),
    ],
  }),
  write: ({ cwd }) => ({ blocks: [tool("Write", { file_path: `${cwd}/written.txt`, content: "hello\n" })] }),
  edit: ({ cwd }) => ({ blocks: [tool("Read", { file_path: `${cwd}/edit-me.txt` })] }),
  enterplan: () => ({ blocks: [tool("EnterPlanMode", {})] }),
  twice: () => ({ blocks: [tool("Bash", { command: "touch made-by-bash", description: "Make a file" })] }),
  read: () => ({ blocks: [tool("Read", { file_path: "/etc/hostname" })] }),
  question: () => ({
    blocks: [
      tool("AskUserQuestion", {
        questions: [
          {
            question: "Which colour do you like?",
            header: "Colour",
            multiSelect: false,
            options: [
              { label: "Red", description: "Like fire" },
              { label: "Blue", description: "Like water" },
            ],
          },
        ],
      }),
    ],
  }),
  // Two at once; their own requests have no FAKE word of this one in them.
  agents: ({ body, argument }) => ({
    blocks: [
      text("I will ask two agents."),
      ...Object.keys(AGENTS_MS).map((where) =>
        tool(body.tools.some((/** @type {any} */ one) => one.name === "Agent") ? "Agent" : "Task", {
          description: `Look ${where}`,
          prompt: `SUBAGENT(${where})`,
          subagent_type: "general-purpose",
          ...(argument === "background" ? { run_in_background: true } : {}),
        }),
      ),
    ],
  }),
  400: () => error(400, "invalid_request_error", "messages: something is wrong with them"),
  401: () => error(401, "authentication_error", "invalid x-api-key"),
  403: () => error(403, "permission_error", "Your API key does not have permission to use the specified resource."),
  404: () => error(404, "not_found_error", "model: no-such-model"),
  413: () => error(413, "request_too_large", "Request exceeds the maximum size"),
  429: () => error(429, "rate_limit_error", "This request would exceed your account's rate limit."),
  limit: () => ({
    ...error(429, "rate_limit_error", "This request would exceed your account's rate limit."),
    headers: {
      "anthropic-ratelimit-unified-status": "rejected",
      "anthropic-ratelimit-unified-representative-claim": "five_hour",
      "anthropic-ratelimit-unified-reset": String(Math.floor(Date.now() / 1_000) + 7_200),
    },
  }),
  500: () => error(500, "api_error", "Internal server error"),
  529: () => error(529, "overloaded_error", "Overloaded"),
  credit: () =>
    error(
      400,
      "invalid_request_error",
      "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
    ),
  // Some text comes, then the stream itself tells of an error; so does the answer to the second try.
  broken: ({ body }) =>
    body.stream === true
      ? {
          blocks: [text("The first half came.\n\nThe second")],
          failure: { type: "invalid_request_error", message: "the stream broke" },
        }
      : error(400, "invalid_request_error", "the stream broke"),
  drop: () => ({ drop: true }),
  // The program asks again for the whole answer: it gets it, or that breaks off too.
  cut: () => ({ blocks: [text(WORDS)], cutAfter: 6 }),
  torn: ({ body }) => (body.stream === true ? { blocks: [text(WORDS)], cutAfter: 6 } : { drop: true }),
};

/** What comes after a tool was used. @type {Record<string, (request: { cwd: string, body: any }) => Answer>} */
const AFTER_TOOL = {
  edit: ({ cwd, body }) =>
    JSON.stringify(body.messages.at(-2)).includes('"Edit"')
      ? { blocks: [text("The file is edited.")] }
      : { blocks: [tool("Edit", { file_path: `${cwd}/edit-me.txt`, old_string: "before", new_string: "after" })] },
  // The same command again: two dialogs that differ in nothing but what came before.
  twice: ({ body }) =>
    resultsSincePrompt(body) < 2
      ? { blocks: [tool("Bash", { command: "touch made-by-bash", description: "Make a file" })] }
      : { blocks: [text("The tool has answered.")] },
  plan: () => ({ blocks: [tool("ExitPlanMode", { plan: "1. Look\n2. Change\n3. Test" })] }),
};

/** The texts of a message. @param {any} message @returns {string[]} */
function textsOf({ content }) {
  if (typeof content === "string") return [content];
  return content.filter((/** @type {any} */ part) => part.type === "text").map((/** @type {any} */ part) => part.text);
}

/** How often tools have answered since the newest prompt. @param {any} body */
function resultsSincePrompt({ messages }) {
  const from = messages.findLastIndex((/** @type {any} */ message) =>
    textsOf(message).some((said) => said.includes("FAKE:")),
  );
  const later = messages.slice(from + 1);
  return later.filter((/** @type {any} */ message) => JSON.stringify(message.content).includes('"tool_result"')).length;
}

/** The newest FAKE word of a conversation. @param {any} body */
function wanted(body) {
  for (const message of [...body.messages].reverse()) {
    if (message.role !== "user") continue;
    for (const said of textsOf(message).reverse()) {
      const found = /FAKE:(\w+)(?:\(([^)]*)\))?/.exec(said);
      if (found) return { name: found[1], argument: found[2] ?? "" };
    }
  }
  return { name: "text", argument: "" };
}

/** What is asked for under a key, once what has to come before it has come. @param {string} key @param {Map<string, Block[]>} uses @param {number} results @returns {Answer} */
function useOf(key, uses, results) {
  const steps = [uses.get(`${key}-first`), uses.get(key)].filter((blocks) => blocks !== undefined);
  return { blocks: steps[results] ?? [text("The tool has answered.")] };
}

/** @param {any} body @param {Map<string, Block[]>} [uses] what FAKE:use(KEY) asks for @returns {Answer} */
export function answerTo(body, uses = new Map()) {
  if (!Array.isArray(body.tools) || body.tools.length === 0) return { blocks: [text("A title")] };
  // After a turn the program may ask what its user will ask next, and shows that in the box.
  if (textsOf(body.messages.at(-1)).some((said) => said.includes("Reply with ONLY the suggestion")))
    return { blocks: [text(SUGGESTION, 200)] };
  const cwd = /Primary working directory: (.+?)\\n/.exec(JSON.stringify(body))?.[1] ?? process.cwd();
  const sub = /SUBAGENT\((\w+)\)/.exec(textsOf(body.messages[0]).join(" "))?.[1];
  if (sub !== undefined) return { blocks: [text(`Nothing to be seen in the ${sub}.`)], delayMs: AGENTS_MS[sub] };
  const { name, argument } = wanted(body);
  // Reminders of the program's own may come behind it.
  const last = body.messages.findLast((/** @type {any} */ { role }) => role !== "system");
  if (name === "agents" && textsOf(last).some((said) => said.includes("<task-notification>")))
    return { blocks: [text("An agent has reported.")] };
  // A prompt after a tool that was denied comes in one message with the denial.
  const isNewPrompt = textsOf(last).some((said) => said.includes("FAKE:"));
  const isAfterTool =
    !isNewPrompt &&
    Array.isArray(last.content) &&
    last.content.some((/** @type {any} */ part) => part.type === "tool_result");
  if (name === "plan" && !isAfterTool) {
    const file = /(\/[^\s"\\]+\/plans\/[^\s"\\]+\.md)/.exec(JSON.stringify(body))?.[1];
    return file === undefined
      ? { blocks: [tool("ExitPlanMode", {})] }
      : { blocks: [tool("Write", { file_path: file, content: "# Plan\n\n1. Look\n2. Change\n3. Test\n" })] };
  }
  if (isAfterTool && name === "plan" && JSON.stringify(body.messages.at(-2)).includes("ExitPlanMode"))
    return { blocks: [text("The plan is settled.")] };
  if (name === "use") return useOf(argument, uses, isAfterTool ? resultsSincePrompt(body) : 0);
  if (isAfterTool) return AFTER_TOOL[name]?.({ cwd, body }) ?? { blocks: [text("The tool has answered.")] };
  return (SCENARIOS[name] ?? SCENARIOS.text)({ cwd, argument, body });
}
