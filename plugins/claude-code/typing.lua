-- Bringing a text into the prompt box, and out of it again.
local now = require("now")
local plans = require("plans")
local submission = require("submission")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = {}

-- Longer texts, and those with several lines, are pasted: typed, a line break would send them.
local MAX_TYPED_CHARS = 300
local MAX_CLEARINGS = 3
-- The list of commands opens a moment after the command is in the box, and may then still change.
local LIST_MS = 150

-- Until a predicate holds, or nothing moves any more: the look that follows tells which.
function M.settle(name, params, still_ms, held_ms)
  local held = predicate(name, params)
  held = held_ms and matcher.all({ held, matcher.screen_stable(held_ms) }) or held
  local settled = matcher.any({ held, matcher.screen_stable(still_ms), matcher.process_exited() })
  return step.wait(settled, 10000, "the screen does not come to rest")
end

-- A paste is one input: no digit within it, and no letter alone, answers a dialog that has just opened. Plain words at rest can be typed.
local function typed(task, text)
  local is_plain = #text > 1 and #text <= MAX_TYPED_CHARS and not text:find("[\n\t]") and text:find("^[%a\"'%(¿¡\195-\244]")
  return is_plain and not task.is_steering and action.text(text) or action.bracketed_paste(text)
end

-- What a command is waited for with: its list, which says what Enter would run. With words behind the command there is none.
function M.arrival(task)
  if not task.is_command then
    return "box_holds", nil
  end
  return task.text:find("%s") and "box_holds" or "box_holds_with_list", LIST_MS
end

-- What attach_file has put into the box stays there, and the prompt goes behind it.
function M.type(task)
  task.before = submission.mark(now.view)
  local attached = now.view.box.text
  local is_free = attached == "" and predicate("box_is_empty") or predicate("box_holds", { text = attached })
  local input = typed(task, task.text)
  if attached ~= "" then
    input, task.text = action.bracketed_paste(" " .. task.text), attached .. " " .. task.text
  end
  local arrived, held_ms = M.arrival(task)
  return {
    actions = {
      step.expect(is_free, "the prompt box is gone or holds something"),
      input,
      M.settle(arrived, { text = task.text }, 2000, held_ms),
    },
    continue = { call = "_typed", params = task },
  }
end

-- With vim's keys a text in its normal mode would be taken for commands. After Escape it is in that mode.
function M.insert(task)
  if task.is_steering or task.has_inserted then
    return refused("prompt_not_accepted", "the prompt box is in vim's normal mode, and it was not seen to leave it; nothing was typed")
  end
  task.has_inserted = true
  local is_free = matcher.all({ predicate("is_at_rest"), matcher.not_(predicate("is_inserting")) })
  return {
    actions = { step.expect(is_free, "the prompt box has changed"), action.key("i"), M.settle("is_inserting", nil, 1000) },
    continue = { call = "_box", params = task },
  }
end

-- Empties the box; then it is looked at again.
function M.clear(task)
  task.clearings = (task.clearings or 0) + 1
  if task.clearings > MAX_CLEARINGS then
    return refused("prompt_not_accepted", "the prompt box holds a text that could not be cleared: " .. now.view.box.text)
  end
  local _, breaks = now.view.box.text:gsub("\n", "")
  local actions = { step.expect(predicate("box_is_seen"), "the prompt box is gone") }
  -- To the end of the last line first. Each line takes two: one for its words, one for its break.
  for _ = 0, breaks do
    actions[#actions + 1] = action.key("down")
  end
  actions[#actions + 1] = action.key("ctrl_e")
  for _ = 0, breaks * 2 + 1 do
    actions[#actions + 1] = action.key("ctrl_u")
  end
  actions[#actions + 1] = M.settle("box_is_empty", nil, 1000)
  return { actions = actions, continue = { call = "_box", params = task } }
end

return M
