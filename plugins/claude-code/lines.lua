-- Lines of a screen: what they begin with, and what they are made of. Glyphs are compared as bytes; Lua's patterns know no others.
local M = {}

M.POINTER = "❯"
M.NBSP = "\194\160"
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

local function first_glyph(line)
  return line:match("^[\1-\127\194-\244][\128-\191]*")
end

-- A line across the screen. Newer versions write a few words into it.
function M.rule_glyph(line)
  local glyph = first_glyph(line:match("^%s*(.*)$"))
  if glyph == nil or not RULE[glyph] then
    return nil
  end
  local run = line:match("^%s*(.*)$")
  return run:find(glyph:rep(10), 1, true) == 1 and run:find(glyph .. "%s*$") and glyph or nil
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

-- "❯ text" in the first column: what was said, and not a box to type in, which has another blank behind it.
function M.echo(line)
  return line:match("^❯ (.*)$")
end

return M
