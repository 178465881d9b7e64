-- shell: bash, zsh, sh. Says whether a prompt is shown, a command runs, or one has finished and with which exit code.
local marks = require("marks")
local text = require("text")
local action, matcher = ptywright.action, ptywright.matcher

local M = {}

local function state(name, confidence, evidence, metadata)
  return { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
end

-- The command that was run last, if it has ended: only what came after it was typed counts.
local function last_command(input)
  local typed = input.markers.command
  if typed == nil then
    return nil
  end
  return marks.finished(input.transcript, marks.byte_after(input.transcript, input.cursor, typed))
end

local function command_metadata(command)
  return { exit_code = command.status, output = text.trimmed(text.plain(command.output)), whole = command.whole }
end

-- A shell without marks: a line that looks like a prompt and stays.
local function guessed(ctx)
  local line = text.last_line(ctx.screen)
  local is_still = (ctx.stable_ms or 0) >= ctx.completed_turn_stable_ms
  if line:find("[%$#%%>❯] *$") and is_still then
    return state("ready", 0.6, "a line that looks like a prompt: " .. line)
  end
  return state("running", 0.5, "no prompt is shown")
end

local function running(ctx, evidence)
  local line = text.last_line(ctx.screen)
  local is_still = (ctx.stable_ms or 0) >= ctx.completed_turn_stable_ms
  if is_still and line:find("[:?>] *$") then
    return state("waiting_for_input", 0.6, "the command seems to ask: " .. line, { question = line })
  end
  return state("running", 1, evidence)
end

function M.classify(ctx)
  if ctx.process_exited then
    return state("exited", 1, "the shell has ended", { exit_code = ctx.exit_code, signal = ctx.signal })
  end
  local reading = marks.reading(ctx.transcript)
  if reading == nil then
    return guessed(ctx)
  end
  if reading == "running" then
    return running(ctx, "a command began and has not ended")
  end
  local command = last_command(ctx)
  if command == nil and ctx.last_intent ~= nil then
    return running(ctx, "the command was typed and has not ended")
  end
  if command == nil or ctx.last_intent == "integrated" then
    return state("ready", 1, "the shell shows its prompt")
  end
  local metadata = { command = command_metadata(command) }
  local answer = state("finished", 1, "the command ended with " .. command.status, metadata)
  local ended = ctx.markers.command_end
  if ended == nil or ended <= ctx.markers.command then
    answer.host_marks = { { label = "command_end" } }
    answer.events = { { kind = "turn_complete", text = metadata.command.output } }
  end
  return answer
end

-- What came before the marker is over.
local function typed(line, last_intent, prompt_ms)
  return {
    actions = {
      ptywright.step.wait(M.prompt_matcher(), prompt_ms or 5000, "the shell shows no prompt; a command may be running"),
      action.mark_transcript("command"),
      action.text(line),
      action.key("enter"),
    },
    last_intent = last_intent,
  }
end

-- Types a command and runs it.
function M.run(params)
  local command = params.command
  if type(command) ~= "string" or command:find("^%s*$") then
    return { refused = { reason = "no_command", message = "params.command must be the command to run" } }
  end
  if command:find("[\r\n]") then
    return { refused = { reason = "several_lines", message = "one line at a time; join commands with ; or &&" } }
  end
  if command:find("\t") then
    return { refused = { reason = "tab", message = "a tab would complete what is typed; write $'\\t' instead" } }
  end
  return typed(command, "command_typed", params.prompt_timeout_ms)
end

-- Types a line for the command that runs.
function M.answer(params)
  return { actions = { action.text(params.text or ""), action.key("enter") } }
end

function M.interrupt()
  return { actions = { action.interrupt() } }
end

-- Marks for a shell that has its own prompt, and that keeps it: what ran before it is asked for its status first.
local INTEGRATION = {
  bash = [[__pw() { local s=$?; printf '\e]133;D;%s\a\e]133;A\a' $s; return $s; }; ]]
    .. [[PROMPT_COMMAND="__pw${PROMPT_COMMAND:+;$PROMPT_COMMAND}"; PS0=$'\e]133;C\a'; PS1+=$'\001\e]133;B\a\002']],
  zsh = [[__pw() { print -n "\e]133;D;$?\a\e]133;A\a" }; precmd_functions=(__pw $precmd_functions); ]]
    .. [[__pwx() { print -n "\e]133;C\a" }; preexec_functions+=(__pwx); PS1+=$'%{\e]133;B\a%}']],
}

function M.integrate(params)
  local line = INTEGRATION[params.shell or "bash"]
  if line == nil then
    return { refused = { reason = "unknown_shell", message = "params.shell must be bash or zsh" } }
  end
  return typed(line, "integrated")
end

function M.exit()
  return typed("exit", "exit_typed")
end

-- Until the command that was run last has ended, or the shell with it.
function M.wait_turn_matcher()
  return matcher.any({ matcher.lua("shell", "command_ended"), matcher.process_exited() })
end

-- Until the command that was typed has begun, or is over: an interrupt before that would only clear the line.
function M.running_matcher()
  return matcher.any({ matcher.lua("shell", "command_began"), M.wait_turn_matcher() })
end

function M.prompt_matcher()
  return matcher.lua("shell", "at_prompt")
end

function M.command_ended(input)
  local command = last_command(input)
  local _, is_shown = marks.reading(input.transcript)
  if command == nil or not is_shown then
    return false
  end
  return { matched = true, evidence = "exit code " .. command.status, capture = tostring(command.status) }
end

function M.command_began(input)
  return marks.reading(input.transcript) == "running"
end

function M.at_prompt(input)
  local reading, is_shown = marks.reading(input.transcript)
  if reading ~= nil then
    return is_shown
  end
  return text.last_line(input.screen):find("[%$#%%>❯] *$") ~= nil and input.stable_ms >= 300
end

function M.describe()
  return {
    intents = { "run", "answer", "interrupt", "integrate", "exit" },
    wait_matchers = { "wait_turn_matcher", "running_matcher", "prompt_matcher" },
    states = { "ready", "running", "waiting_for_input", "finished", "exited" },
    conversation = {
      prompt = { intent = "run", param = "command" },
      -- Of bash, zsh and fish; what is below is for other shells, and for those who drive this plugin themselves.
      commands = true,
      cancel = "interrupt",
      waits = { ready = "prompt_matcher", turn = "wait_turn_matcher" },
      -- That a command waits for input is a guess: it is left to itself until the time is up.
      states = { ready = { "ready" }, working = { "running", "waiting_for_input" }, done = { "finished" } },
      answer = "command.output",
      whole = "command.whole",
    },
  }
end

return M
