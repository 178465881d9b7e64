-- The prompt box: a pointer with a no-break space behind it, between two rules. Nothing else on the screen looks like it.
local lines_of = require("lines")

local M = {}

local PROMPT = lines_of.POINTER .. lines_of.NBSP
local SHELL = "!" .. lines_of.NBSP

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

-- The box and what is below it; nil if none is seen whole.
function M.find(lines)
  for at = #lines, 2, -1 do
    local mark = lines[at]:find(PROMPT, 1, true) == 1 and PROMPT or lines[at]:find(SHELL, 1, true) == 1 and SHELL
    if mark and lines_of.rule_glyph(lines[at - 1]) == "─" then
      local bottom = at + 1
      while bottom <= #lines and lines_of.rule_glyph(lines[bottom]) ~= "─" do
        bottom = bottom + 1
      end
      if bottom > #lines then
        return nil
      end
      local text = content(lines, at, bottom - 1, mark)
      local trimmed = text:match("^(.-)%s*$")
      return {
        top = at - 1,
        bottom = bottom,
        text = is_placeholder(trimmed) and "" or trimmed,
        hint = is_placeholder(trimmed) and trimmed or nil,
        is_shell = mark == SHELL,
      }
    end
  end
end

-- What is the same about a text in the box and a text that was typed: the box breaks lines and indents them.
local function squeezed(text)
  return (text:gsub(lines_of.NBSP, ""):gsub("%s+", ""))
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

return M
