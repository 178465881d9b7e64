-- The prompt box: a pointer with a no-break space behind it, between two rules. Nothing else on the screen looks like it.
local ghosts = require("ghosts")
local lines_of = require("lines")
local squeezed = lines_of.squeezed

local M = {}

local SHELL = lines_of.SHELL .. lines_of.NBSP
local MAX_BELOW = 16

-- A list of commands may be shown below the box, as long as there is room: each begins a line, what it does goes on far in.
local function is_of_list(line)
  return line:find("^/%S") ~= nil or line:find("^" .. (" "):rep(20)) ~= nil
end

-- Dim words in an empty box. Where they are shown the cursor stands on their first letter, so no blank follows the last one.
local function is_placeholder(text)
  return text:find('^Try "') ~= nil or text == "Press up to edit queued messages"
end

local function content(lines, first, last, mark)
  local texts = { lines[first]:sub(#mark + 1) }
  for at = first + 1, last do
    texts[#texts + 1] = (lines[at]:gsub("^  ", "", 1))
  end
  return (table.concat(texts, "\n"):gsub(lines_of.NBSP, " "))
end

-- At a limit the footer says when the program will go on, and how to keep it from that, above its last line.
local function is_note_of_limit(lines, at)
  local is_note = at > 1 and lines[at]:find("^%s+Continuing automatically at .* · Esc to cancel%s*$") and lines[at - 1]:find("^%s+⚠ Usage limit reached")
  return is_note and lines[at + 1] ~= nil and not lines_of.is_blank(lines[at + 1])
end

-- Below a box is a footer, and nothing that a dialog ends with: text in a dialog can look like a box.
local function is_footer(lines, from)
  local words, count = {}, 0
  for at = from, #lines do
    if not lines_of.is_blank(lines[at]) and not is_note_of_limit(lines, at) then
      count = count + (is_of_list(lines[at]) and 0 or 1)
      words[#words + 1] = lines_of.trim(lines[at])
      if words[#words]:gsub("^❯", ""):find("^%s*%d+%. ") then
        return false
      end
    end
  end
  local said = table.concat(words, " ")
  return count <= MAX_BELOW and not said:find("Enter to select", 1, true) and not said:find("Esc to cancel", 1, true)
end

local function bottom_of(lines, from, width)
  for at = from, #lines do
    if lines_of.rule_glyph(lines[at], width) == "─" then
      return at
    end
  end
end

-- The box and what is below it; nil if none is seen whole. `terminal` as plugins have it, if it is known.
function M.find(lines, terminal)
  local width = lines_of.width(lines)
  for at = #lines, 2, -1 do
    local mark = lines_of.prompt(lines[at])
    if mark and lines_of.rule_glyph(lines[at - 1], width) == "─" then
      local bottom = bottom_of(lines, at + 1, width)
      if bottom == nil or not is_footer(lines, bottom + 1) then
        return nil
      end
      local text = content(lines, at, bottom - 1, mark)
      local trimmed = text:match("^(.-)%s*$")
      local is_hint = is_placeholder(trimmed) or ghosts.fill(terminal, lines, at, bottom - 1)
      return {
        top = at - 1,
        bottom = bottom,
        text = is_hint and "" or trimmed,
        hint = is_hint and trimmed or nil,
        is_shell = mark == SHELL,
      }
    end
  end
end

-- Whether the box shows the text: itself, or a note that so many lines were pasted, or, if it is long, the end of it.
function M.holds(box, text)
  if box == nil or box.is_shell or box.text == "" then
    return false
  end
  local pasted = box.text:match("^%[Pasted text #%d+(.-)%]$")
  if pasted then
    local more = tonumber(pasted:match("%+(%d+) lines"))
    local _, breaks = text:gsub("\n", "")
    return more == nil or more == breaks
  end
  local shown, wanted = squeezed(box.text), squeezed(text)
  if shown == wanted then
    return true
  end
  return #shown >= 200 and wanted:sub(-#shown) == shown
end

-- Whether the box shows what it showed before, with a sign behind it; of a long text, the end.
function M.holds_behind(box, shown_before, sign)
  if box == nil or box.is_shell or box.text:sub(-1) ~= sign then
    return false
  end
  local shown, before = squeezed(box.text:sub(1, -2)), squeezed(shown_before)
  return shown == before or #shown >= 200 and before:sub(-#shown) == shown
end

return M
