/** The files of a new plugin, by their path in its folder. */
export function skeletonFiles(name: string): Readonly<Record<string, string>> {
  return {
    "manifest.toml": manifest(name),
    "main.lua": main(name),
    "fixtures/ready.txt": "ready> echo hello\nhello\nready>\n",
    "fixtures/ready.expected.json": `{\n  "state": "ready",\n  "min_confidence": 0.9,\n  "metadata": {\n    "last_output": "hello"\n  }\n}\n`,
    "README.md": readme(name),
  };
}

const manifest = (name: string): string => `name = "${name}"
kind = "adapter"
version = "0.1.0"
runtime = "lua"
entrypoint = "main.lua"
# What it may do; take away what it does not need.
permissions = [
  "session.spawn",
  "session.kill",
  "screen.read",
  "transcript.read",
  "input.write",
  "matcher.wait",
]

# What is started unless adapter.start names another program.
[default_target]
program = "/bin/sh"
args = ["-i"]
rows = 24
cols = 80

# A caller cannot change these: without this prompt, main.lua could not tell when the shell is ready.
[default_target.required_env]
PS1 = "ready> "
ENV = ""
`;

const main = (
  name: string,
): string => `-- ${name}: what it knows about its program. It only decides; ptywright starts the program, keeps its screen, types and waits.
local M = {}

-- The lines of the screen that are not blank.
local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\\n]+") do
    if line:match("%S") then
      lines[#lines + 1] = line
    end
  end
  return lines
end

-- What is on the screen? Called at the start, after every intent, and whenever something changes while somebody listens.
function M.classify(ctx)
  local lines = lines_of(ctx.screen)
  local last = lines[#lines] or ""
  if last:match("^ready>%s*$") then
    return {
      state = "ready",
      confidence = 0.95,
      evidence = "the last line is an empty prompt",
      metadata = { last_output = lines[#lines - 1] },
    }
  end
  return { state = "busy", confidence = 0.6, evidence = "no empty prompt at the end" }
end

-- adapter.send { intent = "send_line", params = { line = "ls" } }: what to type.
function M.send_line(params)
  return {
    actions = {
      ptywright.action.text(params.line or ""),
      ptywright.action.key("enter"),
    },
    last_intent = "line_sent",
  }
end

-- adapter.wait and adapter.turn: what to wait for. The prompt alone would match before the line was read.
function M.wait_turn_matcher(_params)
  return ptywright.matcher.all({
    ptywright.matcher.screen_regex("(?:^|\\\\n)ready> *$"),
    ptywright.matcher.screen_stable(200),
  })
end

function M.describe()
  return {
    intents = { "send_line" },
    wait_matchers = { "wait_turn_matcher" },
    states = { "ready", "busy" },
  }
end

return M
`;

const readme = (name: string): string => `# ${name}

A ptywright plugin. In this folder:

\`\`\`sh
ptywright plugin check manifest.toml              # is it in order?
ptywright plugin test .                           # what does it make of the screens in fixtures/?
ptywright serve --stdio --plugin manifest.toml    # drive its program
\`\`\`

The server then takes, for example:

\`\`\`json
{"jsonrpc":"2.0","id":1,"method":"adapter.start","params":{"plugin":"${name}"}}
{"jsonrpc":"2.0","id":2,"method":"adapter.turn","params":{"adapter":"e1","send":{"intent":"send_line","params":{"line":"echo hello"}}}}
\`\`\`

\`main.lua\` says what is on the screen (\`classify\`), what to type (\`send_line\`) and what to wait for (\`wait_turn_matcher\`).
A screen to test on is \`fixtures/NAME.txt\`; \`fixtures/NAME.expected.json\` says what to make of it, and
\`ptywright plugin test . --update\` writes what was seen.
`;
