-- Lines of a screen: what they begin with, and what they are made of. Glyphs are compared as bytes; Lua's patterns know no others.
local M = {}

M.POINTER = "❯"
M.SHELL = "!"
M.NBSP = "\194\160"
local MIN_RULE = 10
local RULE = { ["─"] = true, ["▔"] = true, ["━"] = true }
local BULLETS = { ["●"] = true, ["⏺"] = true }
local SPINNERS = { ["·"] = true, ["✢"] = true, ["✳"] = true, ["✶"] = true, ["✻"] = true, ["✽"] = true, ["*"] = true }

function M.split(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

function M.trim(line)
  return (line:gsub(M.NBSP, " "):match("^%s*(.-)%s*$"))
end

function M.is_blank(line)
  return line:find("%S") == nil
end

function M.is_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then
      return true
    end
  end
  return false
end

-- What is the same about a text in the box, or in the conversation, and a text that was typed: both break lines and indent them.
function M.squeezed(text)
  return (text:gsub(M.NBSP, ""):gsub("%s+", ""))
end

-- A path below a folder, which no command looks like.
function M.is_path(text)
  return text:find("^%s*/[^%s/]*/") ~= nil
end

local function first_glyph(line)
  return line:match("^[\1-\127\194-\244][\128-\191]*")
end

-- How many columns a line takes at least. Glyphs that may take no column of their own do not count.
local function columns(line)
  local others = line:gsub("[\1-\127]+", "")
  if others == "" then
    return #line
  end
  local _, latin = others:gsub("[\194\195][\128-\191]", "")
  local _, drawn = others:gsub("\226[\129-\130\132-\191]", "")
  return #line - #others + latin + drawn
end

-- How wide the screen is at least.
function M.width(lines)
  local widest = 0
  for _, line in ipairs(lines) do
    -- Nothing counts for more than one column.
    if #line > widest and (utf8.len(line) or #line) > widest then
      widest = math.max(widest, columns(line))
    end
  end
  return widest
end

-- A line of one glyph from this column to the same distance from the right edge: what a program draws, and no text that is shorter or
-- further in. Newer versions write a few words into it.
function M.rule_glyph(line, width, column)
  -- The first byte of each of the glyphs: few lines get further.
  if line:byte((column or 0) + 1) ~= 0xE2 then
    return nil
  end
  local run = line:sub((column or 0) + 1)
  local glyph = first_glyph(run)
  if glyph == nil or not RULE[glyph] or line:match("^ *") ~= (" "):rep(column or 0) then
    return nil
  end
  run = run:match("^(.-)%s*$")
  local is_long = columns(run) >= math.max(MIN_RULE, width - 2 * (column or 0))
  return is_long and run:find(glyph:rep(10), 1, true) == 1 and run:sub(-#glyph) == glyph and glyph or nil
end

-- Whether anything was said in these lines: prompts, answers, results and the end of a turn begin in the first columns.
function M.has_conversation(lines, from, to)
  for at = from, to do
    if M.echo(lines[at]) or M.bullet(lines[at]) or M.starred(lines[at]) or lines[at]:find("^  ⎿") then
      return true
    end
  end
  return false
end

-- "● text" gives the text.
function M.bullet(line)
  local glyph = first_glyph(line)
  return glyph and BULLETS[glyph] and line:sub(#glyph + 1):gsub("^" .. M.NBSP, " ", 1):match("^ ?(.*)$") or nil
end

-- "✻ text" gives the text; which of the glyphs it is changes with every frame.
function M.starred(line)
  local glyph = first_glyph(line)
  return glyph and SPINNERS[glyph] and line:sub(#glyph + 1):match("^ (.*)$") or nil
end

-- "  ⎿  text" gives the text.
function M.result(line)
  local text = line:match("^%s*⎿(.*)$")
  return text and text:gsub(M.NBSP, " "):match("^%s*(.*)$") or nil
end

-- A line to type in: which mark it begins with.
function M.prompt(line)
  for _, mark in ipairs({ M.POINTER .. M.NBSP, M.SHELL .. M.NBSP }) do
    if line:find(mark, 1, true) == 1 then
      return mark
    end
  end
end

-- "❯ text" in the first column: what was said, and not a box to type in, which has another blank behind it.
function M.echo(line)
  return line:match("^❯ (.*)$")
end

return M
