-- Whatever stands where the prompt box was: a question, a list to choose from, a panel. Most of its text was written by a model: where
-- two readings are possible it is a permission, or nothing that is known.
local frames = require("frames")
local identity = require("identity")
local kinds = require("kinds")
local lines_of = require("lines")
local options_of = require("options")
local whole = require("whole")
local wording = require("wording")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local ASKED = {
  "^Do you want to ", "^Would you like to ", "^Allow this ", "^Allow ", "^Do you want Claude to ", "^Claude has written up a plan ",
}
-- Their labels are wrapped; in other lists a description stands below each.
local WRAPPED = { permission = true, plan = true, enter_plan = true }

local function last_filled(lines)
  for at = #lines, 1, -1 do
    if not is_blank((lines[at]:gsub(lines_of.NBSP, " "))) then
      return at
    end
  end
  return 0
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

-- The last words, which say what keys do; they may be wrapped, and are no part of an option.
local function hint_of(lines, options, last)
  local first = options[#options] and options[#options].at + #options[#options].more + 1 or 1
  local words = {}
  for at = last, first, -1 do
    if is_blank(lines[at]) then
      break
    end
    table.insert(words, 1, trim(lines[at]))
  end
  return table.concat(words, " ")
end

local function is_permission(dialog, can_leave)
  local is_selected = false
  for _, option in ipairs(dialog.options) do
    is_selected = is_selected or option.is_selected
  end
  local is_listed = is_selected and (dialog.options[1].number and dialog.top > 0 or can_leave)
  return dialog.asked ~= nil and is_listed and not dialog.hint:find("Enter to ", 1, true)
end

-- A list of which one is chosen, and not the settings of a panel, which are changed one by one.
local function is_menu(dialog)
  local first = dialog.options[1]
  return first ~= nil and dialog.top > 0 and (first.number ~= nil or dialog.hint:find("^Enter to confirm · Esc to ") ~= nil)
end

local function kind_of(dialog, lines, has_box)
  local known = dialog.top > 0 and kinds.kind(dialog.title) or nil
  local can_leave = dialog.hint:find("[Ee]sc to ") or dialog.hint:find("Esc/")
  local is_question = dialog.hint:find("^Enter to select")
  if known == "end_of_plan" then
    -- The plan is longer than the screen.
    dialog.top, dialog.title, known, dialog.is_cut = 0, "", "plan", true
  end
  if known and kinds.fits(known, dialog, not lines_of.has_conversation(lines, 1, dialog.top - 1)) then
    return known
  elseif is_permission(dialog, can_leave) then
    return "permission"
  elseif known == nil and not has_box and not is_question and can_leave and (dialog.top > 0 or dialog.hint:find("^Esc to %a+$")) then
    return is_menu(dialog) and "menu" or "panel"
  end
end

local function describe_permission(dialog, lines, frame, asked_at, terminal)
  local is_framed = dialog.top > 0 and not lines_of.has_conversation(lines, dialog.top + 1, asked_at)
  local tool, is_broken
  if is_framed and (frame.rules[2] == nil or frame.rules[2] > asked_at) then
    tool = kinds.tool(dialog.title)
  end
  dialog.doubt, is_broken = whole.doubt(terminal, lines, dialog, tool, asked_at)
  dialog.tool = dialog.doubt == nil and tool or nil
  dialog.is_cut = not is_framed or is_broken or wording.has_arrows(lines, frame.title_at + 1, asked_at - 1)
  dialog.summary = wording.summary(lines, is_framed and frame.title_at + 1 or 1, asked_at - 1)
end

local function complete_labels(dialog)
  for _, option in ipairs(dialog.options) do
    local rest = table.concat(option.more, " ")
    if WRAPPED[dialog.kind] and rest ~= "" and rest ~= "shift+tab to approve with this feedback" then
      option.label = option.label .. " " .. rest
    elseif dialog.kind == "model" then
      option.label = trim((option.label:gsub("✔", "  ", 1):match("^(.-)%s%s") or option.label))
    end
  end
end

-- { kind, id, title, options, … }; nil if nothing on the screen is known as one. Where a box is seen a panel is none.
function M.find(lines, box, terminal)
  local last = last_filled(lines)
  local frame = frames.find(lines)
  if last == 0 or box and box.top == frame.top then
    return nil
  end
  local options = options_of.find(lines, last, frame.width)
  if options[1] and options[1].at <= frame.top then
    options = {}
  end
  local dialog = { title = frame.title, options = options, top = frame.top, last = last, hint = hint_of(lines, options, last) }
  local asked_at
  dialog.asked, asked_at = question(lines, options, frame.top)
  dialog.kind = kind_of(dialog, lines, box ~= nil)
  if dialog.kind == nil then
    return nil
  end
  dialog.has_moved = whole.has_moved(terminal)
  local above = (options[1] and options[1].at or last) - 1
  if dialog.kind == "permission" then
    describe_permission(dialog, lines, frame, asked_at, terminal)
  elseif dialog.kind == "plan" then
    local plan, is_cut = wording.plan(lines, dialog.top, above + 1, frame.width)
    dialog.summary, dialog.is_cut = plan, dialog.is_cut or is_cut
  elseif dialog.kind == "question" then
    dialog.summary = wording.summary(lines, frame.title_at + 1, above)
  end
  dialog.id = identity(dialog, lines)
  complete_labels(dialog)
  return dialog
end

return M
