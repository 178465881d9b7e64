-- repl: python3 and node. Says whether it waits for code, is in the middle of a statement, or computes, and what the last code gave.
local text = require("text")
local action, matcher = ptywright.action, ptywright.matcher

local M = {}

local PROMPTS = {
  { prompt = ">>> ", continuation = "... ", language = "python" },
  { prompt = "> ", continuation = "... ", language = "node" },
  { prompt = "> ", continuation = "| ", language = "node" },
}

local function ends_with(line, ending)
  return line == ending or line == ending:gsub(" $", "")
end

-- What the last line of the output is: "prompt", "continuation" or nil, and whose.
local function reading(output)
  local line = text.plain(output):match("[^\n]*$")
  for _, known in ipairs(PROMPTS) do
    if ends_with(line, known.prompt) then
      return "prompt", known
    elseif ends_with(line, known.continuation) then
      return "continuation", known
    end
  end
end

-- The output since the code was typed, of a text that ends at `cursor` and counts characters.
local function since_typed(input)
  local typed = input.markers.code
  if typed == nil then
    return nil
  end
  local back = input.cursor - typed
  if back <= 0 then
    return ""
  end
  local from = utf8.offset(input.transcript, -back)
  return input.transcript:sub(from or 1), from ~= nil
end

local ERRORS = { "\nTraceback %(most recent call last%)", "\nUncaught", "\n%s*%a*Error:" }

-- Without the code that was echoed and the prompts: what was printed. Lines of code echo behind a prompt, the first one alone.
local function evaluation(output, is_whole, lines)
  local plain = text.plain(output)
  for _ = 1, is_whole and lines or 0 do
    plain = plain:gsub("^[^\n]*\n", "", 1)
  end
  -- The prompts of the lines after the first stand before what they printed.
  for _ = 1, lines do
    plain = plain:gsub("^%.%.%. ?", "", 1):gsub("^| ?", "", 1):gsub("\n>>> ", "\n", 1):gsub("\n> ", "\n", 1)
  end
  plain = plain:gsub("[^\n]*$", ""):gsub("^%s*\n", ""):gsub("%s+$", "")
  local failed = false
  for _, pattern in ipairs(ERRORS) do
    failed = failed or ("\n" .. plain):find(pattern) ~= nil
  end
  return { output = plain, failed = failed, whole = is_whole }
end

local lines_typed = 0

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
end

function M.classify(ctx)
  if ctx.process_exited then
    return state("exited", 1, "the program has ended", { exit_code = ctx.exit_code, signal = ctx.signal })
  end
  local output, is_whole = since_typed(ctx)
  local shown, known = reading(output or ctx.transcript)
  if shown == nil then
    return state("running", 0.9, "no prompt is shown")
  end
  local metadata = { language = known.language }
  if shown == "continuation" then
    return state("continuation", 1, "it waits for the rest of a statement", metadata)
  end
  if output == nil then
    return state("ready", 1, "it shows its prompt", metadata)
  end
  metadata.evaluation = evaluation(output, is_whole, lines_typed)
  local evidence = metadata.evaluation.failed and "the code ended with an error" or "the code has been evaluated"
  local answer = state("finished", 1, evidence, metadata)
  local ended = ctx.markers.code_end
  if ended == nil or ended <= ctx.markers.code then
    answer.host_marks = { { label = "code_end" } }
    answer.events = { { kind = "turn_complete", text = metadata.evaluation.output } }
  end
  return answer
end

-- Types code, line by line. A block in Python ends with an empty line, which is added.
function M.evaluate(params)
  local code = params.code
  if type(code) ~= "string" or code:find("^%s*$") then
    return { refused = { reason = "no_code", message = "params.code must be the code to evaluate" } }
  end
  local actions = { action.mark_transcript("code") }
  local is_block = false
  lines_typed = 0
  for line in (code:gsub("%s+$", "") .. "\n"):gmatch("([^\n]*)\n") do
    -- An empty line would end the block too early.
    if line:find("%S") then
      is_block = is_block or line:find("^%s") ~= nil
      actions[#actions + 1] = action.text(line)
      actions[#actions + 1] = action.key("enter")
      lines_typed = lines_typed + 1
    end
  end
  if is_block and code:gsub("%s+$", ""):match("[^\n]*$"):find("^%s") then
    actions[#actions + 1] = action.key("enter")
    lines_typed = lines_typed + 1
  end
  return { actions = actions, last_intent = "code_typed" }
end

function M.interrupt()
  return { actions = { action.interrupt() } }
end

function M.exit()
  return { actions = { action.eof() } }
end

function M.wait_turn_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("repl", "evaluated"), matcher.screen_stable(30) }),
    matcher.all({ matcher.lua("repl", "incomplete"), matcher.screen_stable(300) }),
    matcher.process_exited(),
  })
end

function M.prompt_matcher()
  return matcher.lua("repl", "at_prompt")
end

-- The code was echoed, and behind it a prompt is shown again.
function M.evaluated(input)
  local output = since_typed(input)
  if output == nil or not text.plain(output):find("\n") then
    return false
  end
  return reading(output) == "prompt"
end

-- It waits for more of what was typed.
function M.incomplete(input)
  local output = since_typed(input)
  return output ~= nil and reading(output) == "continuation"
end

function M.at_prompt(input)
  return reading(input.transcript) == "prompt"
end

function M.describe()
  return {
    intents = { "evaluate", "interrupt", "exit" },
    wait_matchers = { "wait_turn_matcher", "prompt_matcher" },
    states = { "ready", "running", "continuation", "finished", "exited" },
  }
end

return M
