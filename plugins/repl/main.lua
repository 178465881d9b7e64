-- repl: python3 and node. Says whether it waits for code, is in the middle of a statement, or computes, and what the last code gave.
local python = require("python")
local text = require("text")
local action, matcher = ptywright.action, ptywright.matcher

local M = {}

local PROMPTS = {
  { prompt = ">>> ", continuation = "... ", language = "python" },
  { prompt = "> ", continuation = "... ", language = "node" },
  { prompt = "> ", continuation = "| ", language = "node" },
}
-- How long a prompt behind output that has not ended its line must stay: it might be a part of that output.
local STILL_MS = 300

-- What a text ends with: "prompt", "continuation" or nil, and whose.
local function reading(plain, stable_ms)
  local line = text.last_part(plain)
  for _, known in ipairs(PROMPTS) do
    if line == known.prompt then
      return "prompt", known
    elseif line == known.continuation then
      return "continuation", known
    end
  end
  for _, known in ipairs(PROMPTS) do
    if (stable_ms or 0) >= STILL_MS and line:sub(-#known.prompt) == known.prompt then
      return "prompt", known
    end
  end
end

-- The output since the code was typed, and whether that is all of it. Cursors count characters.
local function since_typed(input)
  local typed = input.markers.code
  if typed == nil then
    return nil
  end
  local back = input.cursor - typed
  if back <= 0 then
    return "", true
  end
  local from = utf8.offset(input.transcript, -back)
  return text.plain(input.transcript:sub(from or 1)), from ~= nil
end

-- A complaint begins a line of its own.
local ERRORS = {
  python = { "\nTraceback %(most recent call last%):\n", '\n  File "<[^\n]*\n.*\n%a*Error: ', "\nKeyboardInterrupt\n" },
  node = { "\nUncaught " },
}
-- Of a longer line the echo may be folded, or only its end be shown, behind "<".
local ECHOED_WHOLE = 60

-- What was typed last, and whose prompt was seen last: those for the rest of a statement look alike.
local typed, language = {}, nil

local function is_echo(line, code)
  if #code > ECHOED_WHOLE and line:find("^<") and line:sub(-20) == code:sub(-20) then
    return true
  end
  for _, known in ipairs(PROMPTS) do
    for _, prompt in ipairs({ known.prompt, known.continuation }) do
      if line == prompt .. code or (#code > ECHOED_WHOLE and line:sub(1, #prompt) == prompt) then
        return true
      end
    end
  end
  return false
end

-- What was printed: without the code that was echoed, line by line behind a prompt, and without the prompt at the end.
local function evaluation(output, is_whole, known)
  local printed, next_echo, is_first = {}, 2, is_whole
  local end_of_line = text.last_part(output)
  for line in output:sub(1, #output - #end_of_line):gmatch("([^\n]*)\n") do
    if is_first then
      is_first = false
    elseif next_echo <= #typed and is_echo(line, typed[next_echo]) then
      next_echo = next_echo + 1
    elseif line ~= known.continuation then
      printed[#printed + 1] = line
    end
  end
  printed[#printed + 1] = end_of_line:sub(1, #end_of_line - #known.prompt)
  local all = text.trimmed(table.concat(printed, "\n"))
  -- The terminal shows an interrupt where it finds the cursor.
  local lines = ("\n" .. all .. "\n"):gsub("\n%^C", "\n")
  local failed = false
  for _, pattern in ipairs(ERRORS[known.language]) do
    failed = failed or lines:find(pattern) ~= nil
  end
  return { output = all, failed = failed, whole = is_whole }
end

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
end

function M.classify(ctx)
  if ctx.process_exited then
    return state("exited", 1, "the program has ended", { exit_code = ctx.exit_code, signal = ctx.signal })
  end
  local output, is_whole = since_typed(ctx)
  local shown, known = reading(output or text.plain(ctx.transcript), ctx.stable_ms)
  if shown == nil then
    return state("running", 0.9, "no prompt is shown")
  end
  if shown == "continuation" then
    return state("continuation", 1, "it waits for the rest of a statement", { language = language })
  end
  language = known.language
  local metadata = { language = language }
  if output == nil then
    return state("ready", 1, "it shows its prompt", metadata)
  end
  metadata.evaluation = evaluation(output, is_whole, known)
  local evidence = metadata.evaluation.failed and "the code ended with an error" or "the code has been evaluated"
  local answer = state("finished", 1, evidence, metadata)
  local ended = ctx.markers.code_end
  if ended == nil or ended <= ctx.markers.code then
    answer.host_marks = { { label = "code_end" } }
    answer.events = { { kind = "turn_complete", text = metadata.evaluation.output } }
  end
  return answer
end

local function lines_of(code)
  local lines = {}
  for line in (code .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

-- Types code, line by line.
function M.evaluate(params)
  local code = params.code
  if type(code) ~= "string" or code:find("^%s*$") then
    return { refused = { reason = "no_code", message = "params.code must be the code to evaluate" } }
  end
  code = text.trimmed((code:gsub("\r\n?", "\n")))
  code = code:gsub("%f[^\n\0]\t+", function(tabs)
    return ("    "):rep(#tabs)
  end)
  if code:find("\t") then
    return { refused = { reason = "tab", message = "a tab would complete what is typed; write \\t instead" } }
  end
  -- An empty line more is nothing to node; and whose prompt it is may not be known yet.
  typed = language == "node" and lines_of(code) or python.lines(code)
  return {
    actions = {
      ptywright.step.wait(matcher.lua("repl", "takes_code"), 5000, "no prompt is shown; code may be running"),
      action.mark_transcript("code"),
      action.text(table.concat(typed, "\r") .. "\r"),
    },
    last_intent = "code_typed",
  }
end

function M.interrupt()
  return { actions = { action.interrupt() } }
end

function M.exit()
  typed = {}
  return { actions = { action.mark_transcript("code"), action.eof() }, last_intent = "exit_typed" }
end

function M.wait_turn_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("repl", "evaluated", { lines = #typed }), matcher.screen_stable(30) }),
    matcher.all({ matcher.lua("repl", "incomplete"), matcher.screen_stable(300) }),
    matcher.process_exited(),
  })
end

function M.prompt_matcher()
  return matcher.lua("repl", "at_prompt")
end

-- Every line was echoed, and behind the last a prompt is shown again.
function M.evaluated(input)
  local output, is_whole = since_typed(input)
  if output == nil then
    return false
  end
  local _, lines = output:gsub("\n", "")
  return (not is_whole or lines >= math.max(1, input.params.lines or 1)) and reading(output, input.stable_ms) == "prompt"
end

-- It waits for more of what was typed.
function M.incomplete(input)
  local output = since_typed(input)
  return output ~= nil and reading(output, 0) == "continuation"
end

-- It waits for code, or for the rest of some.
function M.takes_code(input)
  return reading(text.plain(input.transcript), input.stable_ms) ~= nil
end

function M.at_prompt(input)
  return reading(text.plain(input.transcript), 0) == "prompt"
end

function M.describe()
  return {
    intents = { "evaluate", "interrupt", "exit" },
    wait_matchers = { "wait_turn_matcher", "prompt_matcher" },
    states = { "ready", "running", "continuation", "finished", "exited" },
    conversation = {
      prompt = { intent = "evaluate", param = "code" },
      cancel = "interrupt",
      waits = { ready = "prompt_matcher", turn = "wait_turn_matcher" },
      states = { ready = { "ready" }, working = { "running" }, done = { "finished" } },
      answer = "evaluation.output",
      whole = "evaluation.whole",
    },
  }
end

return M
