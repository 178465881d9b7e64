-- What happens within a turn that was sent from here, told once each, and the answer as a whole where it was seen piece by piece.
local lines_of = require("lines")
local turns = require("turn")

local M = {}

local current

-- As many tools of one turn are told of.
local MAX_TOOLS = 100

-- A prompt was sent: what is seen from now on belongs to it.
function M.begin()
  current = { number = (current and current.number or 0) + 1, text = "", told = "", is_whole = true, tools = {}, is_over = false }
end

-- An answer that is longer than the screen: what is seen now goes on where what was seen before ended.
local function joined(before, now)
  local old, new = lines_of.split(before), lines_of.split(now)
  for at = 1, #old do
    local fits = old[at] == new[1] and new[1] ~= ""
    for step = 1, math.min(#old - at, #new - 1) do
      fits = fits and old[at + step] == new[1 + step]
    end
    if fits then
      return table.concat(old, "\n", 1, at - 1) .. (at > 1 and "\n" or "") .. now, true
    end
  end
  return now, false
end

local function take_text(turn)
  local text = turns.text(turn)
  if turn.is_whole or current.text == "" then
    current.text, current.is_whole = text, turn.is_whole
  elseif text ~= "" then
    local fits
    current.text, fits = joined(current.text, text)
    current.is_whole = current.is_whole and fits
  end
end

-- The last line may still grow, be broken elsewhere, or turn out to be a tool's: it is told once it stands still, or something follows.
local function is_still(text)
  local last = text:match("[^\n]*$")
  local is_same = text == current.seen
  current.seen = text
  return is_same and not last:find("^%u[%w_]*$") and not last:find("^%u[%w_]*%(")
end

local function tell_text(events, is_settled)
  local text = current.text
  local shown = is_settled and text or text:match("^(.*)\n[^\n]*$") or ""
  if #shown > #current.told and shown:sub(1, #current.told) == current.told then
    events[#events + 1] = { kind = "text_delta", text = shown:sub(#current.told + 1) }
    current.told = shown
  end
end

local function named(block)
  local name, input = block.text:match("^(%u[%w_]*)%((.*)%)$")
  if name then
    return name, input
  end
  -- "Making a file · 3s (ctrl+o to expand)"
  return (block.text:match("^[^\n]*"):gsub("%s*%(ctrl%+o to expand%)%s*$", ""):gsub("%s*·%s*%d+[hms].*$", ""):gsub("…$", ""))
end

local function is_of_tool(block)
  return block.kind == "tool" or block.kind == "summary" and not block.text:find("^Th")
end

local function status_of(block)
  local result = table.concat(block.results, "\n")
  local is_refused = result:find("^Interrupted") or result:find("^User rejected") or result:find("\nInterrupted") or result:find("^Not run")
  return is_refused and "rejected" or result:find("^Error") and "error" or "ok"
end

local function tell_tools(events, turn, is_last)
  local index = 0
  for _, block in ipairs(turn.blocks) do
    if is_of_tool(block) then
      index = index + 1
      local tool = current.tools[index]
      if tool == nil then
        local name, input = named(block)
        tool = { id = ("turn-%d-tool-%d"):format(current.number, index), name = name, input = input, status = "running" }
        current.tools[index] = tool
        events[#events + 1] = { kind = "tool_started", id = tool.id, name = name, input = input }
      end
      local result = table.concat(block.results, "\n")
      if not tool.is_done and (is_last or not block.is_open) then
        tool.is_done, tool.status = true, status_of(block)
        events[#events + 1] = { kind = "tool_completed", id = tool.id, status = tool.status, result = result ~= "" and result or nil }
      elseif not tool.is_done and result ~= tool.result and result ~= "" then
        events[#events + 1] = { kind = "tool_progress", id = tool.id, summary = result }
      end
      tool.result = result
    end
  end
  for _, tool in ipairs(current.tools) do
    if is_last and not tool.is_done then
      tool.is_done, tool.status = true, "ok"
      events[#events + 1] = { kind = "tool_completed", id = tool.id, status = "ok" }
    end
  end
end

-- In which a turn goes on, asks, or has ended.
local OF_TURN = {}
for state in ([[thinking retrying cancelling completed_turn error waiting_for_user_input waiting_for_permission waiting_for_plan_approval
  waiting_for_question]]):gmatch("%S+") do
  OF_TURN[state] = true
end

local ENDS = { completed_turn = true, error = true, waiting_for_user_input = true, exited = true }

-- What is shown of a tool: one that is asked about, or was stopped, is the last.
local function shown(block, view, is_last)
  local name, input = named(block)
  local is_stopped = is_last and view.turn.interrupted
  local is_running = not is_stopped and (block.is_open or is_last and view.dialog)
  local status = is_stopped and "rejected" or is_running and "running" or status_of(block)
  return { name = name, input = input, status = status }
end

-- The tools of the turn, the newest last: those that were told, and those that are shown beyond them.
local function tools_of(view)
  local told, blocks = current and current.tools or {}, {}
  for _, block in ipairs(view.turn.is_whole and view.turn.blocks or {}) do
    blocks[#blocks + 1] = is_of_tool(block) and block or nil
  end
  local tools, count = {}, math.max(#told, #blocks)
  for at = math.max(1, count - MAX_TOOLS + 1), count do
    local tool = told[at]
    tools[#tools + 1] = tool and { id = tool.id, name = tool.name, input = tool.input, status = tool.status } or shown(blocks[at], view, at == count)
  end
  return #tools > 0 and ptywright.array(tools) or nil
end

-- Where the turn stands in the transcript: from where it was sent, and once it is over up to where.
local function span_of(ctx, has_just_ended)
  local from = ctx.markers.turn_start
  if current == nil or from == nil then
    return nil
  end
  return { turn_start = from, turn_end = has_just_ended and ctx.cursor or current.is_over and ctx.markers.turn_end or nil }
end

-- Adds to a state what has happened since the last look, and what is known of the turn as a whole.
function M.add(answer, view, ctx)
  local was_over = current == nil or current.is_over
  local told = M.tell(answer, view, ctx)
  if OF_TURN[answer.state] and view ~= nil and not view.turn.is_command then
    told.metadata.tools = tools_of(view)
    told.metadata.transcript = span_of(ctx, not was_over and current.is_over)
  end
  return told
end

-- Adds to a state the events since the last look.
function M.tell(answer, view, ctx)
  if current == nil or view == nil or ctx.last_intent == nil or view.turn.is_command then
    return answer
  end
  local turn, metadata = view.turn, answer.metadata
  if current.is_over then
    if metadata.turn and not turn.is_whole then
      metadata.turn.text, metadata.turn.whole = current.text, current.is_whole
    end
    return answer
  end
  local is_last = ENDS[answer.state] == true and (answer.state ~= "waiting_for_user_input" or answer.confidence >= 0.7)
  local events = {}
  if view.box and #view.queued == 0 then
    take_text(turn)
    local newest = turn.blocks[#turn.blocks]
    local is_settled = newest ~= nil and newest.kind ~= "text"
    if answer.state ~= "error" and is_settled then
      tell_text(events, true)
    end
    if turn.is_whole or is_last then
      tell_tools(events, turn, is_last)
    end
    if answer.state ~= "error" then
      tell_text(events, is_still(current.text) or is_last)
    end
    if metadata.turn and metadata.turn.text then
      metadata.turn.text, metadata.turn.whole = current.text, current.is_whole
    elseif metadata.turn then
      metadata.turn.partial_text = current.text
    end
  end
  if is_last then
    current.is_over = true
    answer.host_marks = { { label = "turn_end" } }
    if answer.state == "completed_turn" then
      events[#events + 1] = { kind = "turn_complete", text = current.text }
    elseif answer.state == "error" then
      events[#events + 1] = { kind = "error", category = metadata.error.kind, message = metadata.error.message }
    else
      events[#events + 1] = { kind = "error", category = answer.state == "exited" and "exited" or "interrupted" }
    end
  end
  if #events > 0 then
    answer.events = events
  end
  return answer
end

return M
