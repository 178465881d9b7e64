-- The newest turn on the screen: what was said, what came of it, and whether it has ended.
local blocks_of = require("blocks")
local lines_of = require("lines")
local result, starred = lines_of.result, lines_of.starred

local M = {}

-- "Cooked for 2s · done 2:31 AM"
function M.is_end(said)
  return said:find("^%S+ for %d+[hms]") ~= nil
end

-- "✻ Cooked for 2s": the line that ends a turn.
function M.marker(line)
  local said = starred(line)
  return said and M.is_end(said) and said:match("^(.-)%s*$") or nil
end

-- A message that waits until the turn is over looks like one that was sent, but says below how to send it.
function M.is_queued(lines, at, last)
  return at < last and lines_of.echo(lines[at]) ~= nil and lines[at + 1]:find("^%s+ctrl%+enter to send now%s*$") ~= nil
end

-- Where the newest prompt stands, and where what came of it ends.
local function newest_echo(lines, last)
  local final = last
  for at = last, 1, -1 do
    if lines_of.echo(lines[at]) then
      if not M.is_queued(lines, at, last) then
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

-- A command that still waits where its turn has ended was never run: newer versions show its first line, and say later that it was stopped.
local function was_never_run(newest, last)
  return last:find("^%$ ") ~= nil and (newest.kind == "result" or newest.text:find("(ctrl+o to expand)", 1, true) ~= nil)
end

local function interruption(blocks, has_ended)
  local newest = blocks[#blocks]
  local last = newest and newest.results[#newest.results]
  if last == nil then
    return nil
  end
  if newest.text:find("^User declined to answer") then
    return "rejected"
  end
  if has_ended and was_never_run(newest, last) then
    return "rejected"
  end
  return last:find("^Interrupted") and "interrupted" or last:find("^User rejected") and "rejected" or nil
end

-- The newest turn within the lines up to `last`; there is always one, though it may be empty. `drawn` tells which lines the program drew.
function M.find(lines, last, drawn)
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
  local blocks = blocks_of.of(lines, from, marker_at or last, echo_at ~= nil, marker_at ~= nil, drawn)
  return {
    said = said,
    echo_at = echo_at,
    is_command = said ~= nil and said:find("^/%a") ~= nil and not lines_of.is_path(said),
    is_whole = echo_at ~= nil,
    marker = marker,
    blocks = blocks,
    interrupted = interruption(blocks, marker ~= nil),
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
