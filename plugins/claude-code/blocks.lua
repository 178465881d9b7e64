-- What stands below a prompt, in blocks: texts, tools with their results, results of nothing, and summaries.
local lines_of = require("lines")
local bullet, result, starred, is_blank, trim = lines_of.bullet, lines_of.result, lines_of.starred, lines_of.is_blank, lines_of.trim

local M = {}

-- Lines without a bullet that tell of tools, or of thoughts.
local SUMMARIES = {
  "^  Thought for %d", "^  Thinking", "^  Ran %d+ ", "^  Running %d+ ", "^  Read %d+ ", "^  Reading %d+ ", "^  Searched ", "^  Searching ",
  "^  Listed %d+ ", "^  Wrote %d+ ", "^  Edited %d+ ", "^  Fetched ", "^  Called ", "^  No result recorded",
}
local UNFINISHED = { "^Waiting…", "^Running…", "^%$ ", "^Running in", "^Fetching…" }

local function is_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then
      return true
    end
  end
  return false
end

local function finished(block)
  while #block.lines > 0 and is_blank(block.lines[#block.lines]) do
    block.lines[#block.lines] = nil
  end
  while #block.lines > 0 and is_blank(block.lines[1]) do
    table.remove(block.lines, 1)
  end
  block.text = table.concat(block.lines, "\n")
  -- An answer that was cut off is no tool, though a result stands below it.
  if block.kind == "text" and #block.results > 0 and not block.results[1]:find("^Interrupted") then
    block.kind = "tool"
  end
  if block.kind == "text" and block.text:find("^%u[%w_]*%(.*%)$") then
    block.kind = "tool"
  end
  if block.kind == "text" and block.text:find("^Entered plan mode\n") then
    block.kind, block.results = "tool", { table.remove(block.lines) }
    block.text = block.lines[1]
  end
  local newest = block.results[#block.results]
  block.is_open = block.kind == "tool" and (newest == nil or is_any(block.results[1], UNFINISHED) or newest:find("ctrl+b to run in", 1, true) ~= nil)
  return block
end

-- The bullet of a tool that runs blinks. Without it the line looks like one of an answer, but it stands alone, above a result.
local function unlit_bullet(lines, at, first, last)
  local said = lines[at]:match("^  (%S.*)$")
  if said == nil or at > first and not is_blank(lines[at - 1]) then
    return nil
  end
  local below = at < last and result(lines[at + 1])
  local is_tool = below and not below:find("^Interrupted") or said:find("^%u[%w_]*%(")
  return is_tool and not is_any(lines[at], SUMMARIES) and not result(lines[at]) and said or nil
end

function M.of(lines, first, last, is_whole)
  local blocks, block = {}, nil
  local function begin(kind, text)
    block = { kind = kind, lines = { text }, results = {} }
    blocks[#blocks + 1] = block
  end
  if not is_whole then
    begin("text", nil)
    block.is_rest = true
  end
  for at = first, last do
    local line = lines[at]
    local said, came = bullet(line) or unlit_bullet(lines, at, first, last), result(line)
    if said then
      begin("text", (said:match("^(.-)%s*$")))
    elseif starred(line) then
      block = nil
    elseif came then
      local is_of_summary = block and block.kind == "summary" and came:find("^Not run")
      if block == nil or block.kind == "summary" and not is_of_summary or block.is_rest and #block.lines == 0 then
        begin("result", nil)
      end
      block.results[#block.results + 1] = came:match("^(.-)%s*$")
    elseif is_any(line, SUMMARIES) then
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
    finished(one)
    if one.text ~= "" or #one.results > 0 then
      full[#full + 1] = one
    end
  end
  return full
end

return M
