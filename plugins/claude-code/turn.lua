-- The newest turn on the screen: what was said, what came of it, and whether it has ended.
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

-- "✻ Cooked for 2s · done 2:31 AM": the line that ends a turn.
function M.marker(line)
  local said = starred(line)
  return said and said:find("^%S+ for %d+[hms]") and said:match("^(.-)%s*$") or nil
end

-- A message that waits until the turn is over looks like one that was sent, but says below how to send it.
local function is_queued(lines, at, last)
  return at < last and lines[at + 1]:find("^%s+ctrl%+enter to send now") ~= nil
end

-- Where the newest prompt stands, and where what came of it ends.
local function newest_echo(lines, last)
  local final = last
  for at = last, 1, -1 do
    if lines_of.echo(lines[at]) then
      if not is_queued(lines, at, last) then
        return at, final
      end
      final = at - 1
    end
  end
  return nil, final
end

-- A prompt of several lines is as wide in each of them as in the first, and has a blank at the end of each.
local function end_of_echo(lines, at, last)
  local width = utf8.len(lines[at])
  local said = { lines_of.echo(lines[at]) }
  while at < last and lines[at + 1]:find("^  ") and utf8.len(lines[at + 1]) == width and lines[at + 1]:find(" $") and not result(lines[at + 1]) do
    at = at + 1
    said[#said + 1] = lines[at]:sub(3)
  end
  for index, line in ipairs(said) do
    said[index] = line:match("^(.-)%s*$")
  end
  return at, table.concat(said, "\n")
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
  block.is_open = block.kind == "tool" and (#block.results == 0 or is_any(block.results[1], UNFINISHED))
  return block
end

-- What stands below the prompt, in blocks: texts, tools with their results, results of nothing, and summaries.
local function blocks_of(lines, first, last, is_whole)
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
    local said, came = bullet(line), result(line)
    if said then
      begin("text", (said:match("^(.-)%s*$")))
    elseif starred(line) then
      block = nil
    elseif came then
      if block == nil or block.kind == "summary" or block.is_rest and #block.lines == 0 then
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

local function interruption(blocks)
  local newest = blocks[#blocks]
  local last = newest and newest.results[#newest.results]
  if last == nil then
    return nil
  end
  return last:find("^Interrupted") and "interrupted" or last:find("^User rejected") and "rejected" or nil
end

-- The newest turn within the lines up to `last`; there is always one, though it may be empty.
function M.find(lines, last)
  local echo_at
  echo_at, last = newest_echo(lines, last)
  local from, said = 1, nil
  if echo_at then
    local echo_end
    echo_end, said = end_of_echo(lines, echo_at, last)
    from = echo_end + 1
  end
  local marker, marker_at
  for at = last, from, -1 do
    marker = M.marker(lines[at])
    if marker then
      marker_at = at
      break
    end
  end
  local blocks = blocks_of(lines, from, marker_at or last, echo_at ~= nil)
  return {
    said = said,
    echo_at = echo_at,
    is_command = said ~= nil and said:find("^/%a") ~= nil,
    is_whole = echo_at ~= nil,
    marker = marker,
    blocks = blocks,
    interrupted = interruption(blocks),
  }
end

-- The answer: texts without tools and their results.
function M.text(turn)
  local texts = {}
  for _, block in ipairs(turn.blocks) do
    if block.kind == "text" then
      texts[#texts + 1] = block.text
    end
  end
  return table.concat(texts, "\n\n")
end

return M
