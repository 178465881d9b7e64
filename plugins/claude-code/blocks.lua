-- What stands below a prompt, in blocks: texts, tools with their results, results of nothing, summaries, and notes of what hooks have said. What could be either a
-- text or something of the program's is a text.
local errors = require("errors")
local lines_of = require("lines")
local tools = require("tools")
local bullet, starred, is_blank, trim = lines_of.bullet, lines_of.starred, lines_of.is_blank, lines_of.trim

local M = {}

local function finished(block, is_over)
  while #block.lines > 0 and is_blank(block.lines[#block.lines]) do
    block.lines[#block.lines] = nil
  end
  while #block.lines > 0 and is_blank(block.lines[1]) do
    table.remove(block.lines, 1)
  end
  block.text = table.concat(block.lines, "\n")
  -- A call that nothing has come of yet.
  local may_be_call = block.is_call or block.is_call == nil and not is_over and tools.is_call(block.text)
  if block.kind == "text" and #block.results == 0 and may_be_call then
    block.kind = "tool"
  end
  if block.kind == "text" and #block.results == 0 and (tools.is_of_agents(block.lines) or block.is_rest and tools.is_rest_of_agents(block.lines)) then
    block.kind = "summary"
  end
  if block.kind == "text" and block.is_note and tools.is_of_hooks(block.text) then
    block.kind = "note"
  end
  if block.kind == "text" and block.text:find("^Entered plan mode\n") then
    block.kind, block.results = "tool", { table.remove(block.lines) }
    block.text = block.lines[1]
  end
  local newest = block.results[#block.results]
  local is_going_on = newest == nil or tools.is_unfinished(block.results[1]) or newest:find("ctrl+b to run in", 1, true) ~= nil
  block.is_open = block.kind == "tool" and is_going_on
  return block
end

-- What came of something, by a sign that an answer may hold too: then the program has not drawn it.
local function result_at(lines, at, drawn)
  if lines[at]:find("⎿", 1, true) and drawn.own(at) ~= false then
    return tools.result(lines[at])
  end
end

-- The bullet of a tool that runs blinks. Without it the line looks like one of an answer, but it stands alone, above a result.
local function unlit_bullet(lines, at, first, last, is_over, drawn)
  local said = lines[at]:match("^  (%S.*)$")
  if said == nil or at > first and not is_blank(lines[at - 1]) or tools.is_summary(lines[at], true) or lines_of.result(lines[at]) then
    return nil
  end
  local text = trim(said)
  if at < last and tools.is_of_agents({ text, lines[at + 1]:sub(3) }) then
    return said
  end
  while at < last and not is_blank(lines[at + 1]) do
    at = at + 1
    local below, is_own = result_at(lines, at, drawn)
    if below then
      return not tools.is_interruption(lines[at]) and tools.is_heading(text, trim(below), is_own, is_over) and said or nil
    end
    text = text .. "\n" .. trim(lines[at])
  end
end

-- Whether a result belongs to the text above it: then this was the text of a tool, or of an answer that was cut off.
local function takes(block, lines, at, is_over)
  if block.kind ~= "text" or #block.results > 0 then
    return block.kind ~= "summary" or tools.result(lines[at]):find("^Not run") ~= nil
  end
  local below, is_own = tools.result(lines[at])
  local text = table.concat(block.lines, "\n")
  if tools.is_interruption(lines[at]) then
    block.kind = (block.is_call or block.is_call == nil and tools.is_call(text)) and "tool" or "text"
    return true
  end
  if not is_blank(lines[at - 1] or "") and tools.is_heading(text, trim(below), is_own, is_over) then
    block.kind = "tool"
    return true
  end
  return false
end

-- `drawn` tells which lines the program itself drew.
function M.of(lines, first, last, is_whole, is_over, drawn)
  local blocks, block = {}, nil
  local function begin(kind, text, at)
    block = { kind = kind, lines = { text }, results = {}, at = at }
    blocks[#blocks + 1] = block
  end
  if not is_whole then
    begin("text", nil)
    block.is_rest = true
  end
  for at = first, last do
    local line = lines[at]
    local said = bullet(line) or unlit_bullet(lines, at, first, last, is_over, drawn)
    local came, is_own = result_at(lines, at, drawn)
    local is_text = block ~= nil and block.kind == "text" and #block.results == 0
    local is_apart = at == first or is_blank(lines[at - 1])
    -- Older versions put it right below what had come of the answer.
    local is_error = came and is_own and (is_apart or drawn.own(at)) and errors.is_said(came)
    if said then
      begin("text", trim(said), at)
      block.is_call, block.is_note = bullet(line) and drawn.call(at), bullet(line) and drawn.note(at)
    elseif starred(line) then
      block = nil
    elseif came and block and takes(block, lines, at, is_over) and not is_error then
      block.results[#block.results + 1] = came:match("^(.-)%s*$")
    elseif came and (not is_text or block.is_rest and #block.lines == 0 or is_error) then
      begin("result", nil)
      block.results[1] = came:match("^(.-)%s*$")
    elseif is_apart and tools.is_summary(line, is_text and #block.lines > 0) and drawn.faint(at) ~= false then
      begin("summary", trim(line))
    elseif block and block.kind ~= "summary" then
      if #block.results > 0 then
        if not is_blank(line) then
          block.results[#block.results] = block.results[#block.results] .. "\n" .. trim(line)
        end
      elseif is_blank(line) then
        block.lines[#block.lines + 1] = ""
      elseif line:find("^  ") then
        block.lines[#block.lines + 1] = line:sub(3):match("^(.-)%s*$")
      end
    end
  end
  local full = {}
  for _, one in ipairs(blocks) do
    finished(one, is_over)
    if one.text ~= "" or #one.results > 0 then
      full[#full + 1] = one
    end
  end
  return full
end

return M
