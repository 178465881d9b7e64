-- Whatever stands where the prompt box was: a question, a list to choose from, a panel.
local fnv = require("fnv")
local kinds = require("kinds")
local lines_of = require("lines")
local options_of = require("options")
local wording = require("wording")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local ASKED = { "^Do you want to ", "^Would you like to ", "^Allow this ", "^Allow ", "^Do you want Claude to " }

local function last_filled(lines)
  for at = #lines, 1, -1 do
    if not is_blank((lines[at]:gsub(lines_of.NBSP, " "))) then
      return at
    end
  end
  return 0
end

local function first_filled(lines, from, to)
  for at = from, to do
    if not is_blank(lines[at]) then
      return at
    end
  end
end

-- The rule that a dialog of a known kind begins with, or the lowest one above the options.
local function beginning(lines, options, last)
  local lowest, is_plan
  for at = last, 1, -1 do
    if lines_of.rule_glyph(lines[at]) then
      local title_at = first_filled(lines, at + 1, last)
      local title = title_at and trim(lines[title_at]) or ""
      local kind = kinds.kind(title)
      if kind and kind ~= "end_of_plan" then
        return at, title, kind
      end
      -- The plan itself stands above, unless it is longer than the screen.
      is_plan = is_plan or kind == "end_of_plan"
      if lowest == nil and (options[1] == nil or at < options[1].at) and title_at and not lines_of.rule_glyph(lines[title_at]) then
        lowest = { at, title }
      end
    end
  end
  if is_plan then
    return 0, "", "plan"
  end
  if lowest then
    return lowest[1], lowest[2], nil
  end
  return 0, "", nil
end

-- The words right above the options that ask for something; they may be wrapped.
local function question(lines, options, top)
  if options[1] == nil then
    return nil
  end
  local words
  for at = options[1].at - 1, math.max(top + 1, options[1].at - 5), -1 do
    if not is_blank(lines[at]) then
      words = trim(lines[at]) .. (words and " " .. words or "")
      for _, pattern in ipairs(ASKED) do
        if words:find(pattern) and words:find("%?") then
          return words, at
        end
      end
    end
  end
end

-- One dialog has one name while it is open, whichever option is selected. What was said above it counts too; the greeting does not,
-- which moves, and neither do rules, in which hints come and go.
local function identity(kind, lines, top, last, echo_at)
  local parts = { kind }
  for at = echo_at or math.max(top, 1), last do
    local line = lines[at]
    local is_above = at < top
    local is_moving = lines_of.starred(line) or line:find("…", 1, true) or line:find("(ctrl+o to expand)", 1, true)
    if not (is_above and is_moving) and not line:find("effort", 1, true) and not lines_of.rule_glyph(line) then
      line = line:gsub("❯", ""):gsub("[↓↑●⏺]", ""):gsub("%s+", "")
      parts[#parts + 1] = is_above and line:gsub("%d", "") or line
    end
  end
  return fnv.hex(table.concat(parts, "\n"))
end

local function newest_echo_above(lines, top)
  for at = top, 1, -1 do
    if lines_of.echo(lines[at]) then
      return at
    end
  end
end

-- { kind, id, title, options, … }; nil if nothing on the screen is known as one.
function M.find(lines)
  local last = last_filled(lines)
  if last == 0 then
    return nil
  end
  local options = options_of.find(lines, last)
  local top, title, kind = beginning(lines, options, last)
  local asked, asked_at
  local hint = trim(lines[last])
  if kind == nil then
    asked, asked_at = question(lines, options, top)
    local can_leave = hint:find("[Ee]sc to ") or hint:find("Esc/")
    if asked and (options[1].number or can_leave) then
      kind = "permission"
    elseif can_leave and (top > 0 or hint:find("^Esc to %a+$")) then
      kind = "panel"
    end
  end
  if kind == nil then
    return nil
  end
  local dialog = { kind = kind, title = title, options = options, asked = asked, top = top, last = last, hint = hint }
  dialog.id = identity(kind, lines, top, last, newest_echo_above(lines, top))
  if kind == "permission" then
    dialog.tool = kinds.tool(title)
      or asked:find("^Do you want to create") and "Write"
      or asked:find("^Do you want to make this edit") and "Edit"
      or asked:find("read") and "Read"
      or title:match("^(%S+)")
      or "unknown"
    local first = title ~= "" and first_filled(lines, top + 1, last) or top
    dialog.summary = wording.summary(lines, first + 1, asked_at - 1)
  elseif kind == "plan" then
    dialog.summary, dialog.is_cut = wording.plan(lines, top, options[1] and options[1].at or last)
  elseif kind == "question" then
    dialog.summary = wording.summary(lines, first_filled(lines, top + 1, last) + 1, (options[1] and options[1].at or last) - 1)
  end
  for _, option in ipairs(options) do
    if kind == "permission" and #option.more > 0 then
      option.label = option.label .. " " .. table.concat(option.more, " ")
    elseif kind == "model" then
      option.label = trim((option.label:gsub("✔", "  ", 1):match("^(.-)%s%s") or option.label))
    end
  end
  return dialog
end

return M
