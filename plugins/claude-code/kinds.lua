-- Which kind of dialog it is, and which tool it is about. A title alone does not say: each kind has options or words of its own.
local M = {}

local TITLES = {
  { "^Accessing workspace:?$", "trust" },
  { "^Do you trust the files in this folder%?$", "trust" },
  { "^Detected a custom API key in your environment$", "api_key" },
  { "^Make auto mode your default permission mode%?$", "mode_offer" },
  { "^Select model$", "model" },
  { "^Switch model%?$", "model" },
  { "^Ready to code%?$", "plan" },
  { "^Claude has written up a plan", "end_of_plan" },
  { "^Enter plan mode%?$", "enter_plan" },
  { "^☐ ", "question" },
  { "^☒ ", "question" },
  { "^✔ ", "question" },
  { "^←%s+☐", "question" },
  { "^←%s+☒", "question" },
  { "^←%s+✔", "question" },
  { "^Rewind$", "rewind" },
  { "^Select login method:?$", "login" },
  { "^Login$", "login" },
  { "^Settings%s%s", "panel" },
  { "^Help%s%s", "panel" },
  { "^Permissions%s%s", "panel" },
}

-- Any other title is of a tool that cannot be allowed by its name.
local TOOLS = {
  ["Bash command"] = "Bash",
  ["Create file"] = "Write",
  ["Overwrite file"] = "Write",
  ["Write file"] = "Write",
  ["Edit file"] = "Edit",
  ["Edit notebook"] = "NotebookEdit",
  ["Read file"] = "Read",
  ["Read outside the working directories"] = "Read",
  ["Fetch"] = "WebFetch",
  ["Web search"] = "WebSearch",
}

local PAIRS = {
  trust = { { "Yes, I trust this folder", "No, exit" }, { "Yes, proceed", "No, exit" } },
  api_key = { { "Yes", "No (recommended)" } },
  mode_offer = { { "Yes, set auto mode as my default permission mode", "No, keep manual mode" } },
  enter_plan = { { "Yes, enter plan mode", "No, start implementing now" } },
  question = { { "Submit answers", "Cancel" } },
}

-- They come before anything is said.
local FIRST = { trust = true, api_key = true, mode_offer = true }

function M.kind(title)
  for _, entry in ipairs(TITLES) do
    if title:find(entry[1]) then
      return entry[2]
    end
  end
end

function M.tool(title)
  return TOOLS[title]
end

local function has_pair(kind, options)
  for _, pair in ipairs(#options == 2 and PAIRS[kind] or {}) do
    local first, second = options[1].label, options[2].label
    if first == pair[1] and second == pair[2] or first == pair[2] and second == pair[1] then
      return true
    end
  end
  return false
end

local FITS = {
  model = function(dialog)
    local first, second = dialog.options[1], dialog.options[2]
    local is_switch = second and first.label:find("^Yes, switch to ") and second.label == "No, go back"
    return not dialog.asked and first and (is_switch or dialog.hint:find("^Enter to .*Esc to cancel$")) and true or false
  end,
  plan = function(dialog)
    return dialog.asked ~= nil and dialog.asked:find("Would you like to proceed%?$") ~= nil and not dialog.hint:find("^Enter to ")
  end,
  question = function(dialog)
    return #dialog.options > 0 and dialog.hint:find("^Enter to select") ~= nil or has_pair("question", dialog.options)
  end,
}

-- Whether a dialog shows what its kind shows.
function M.fits(kind, dialog, comes_first)
  if FIRST[kind] and not comes_first then
    return false
  elseif FITS[kind] then
    return FITS[kind](dialog)
  elseif kind == "api_key" then
    return has_pair(kind, dialog.options) and dialog.asked == "Do you want to use this API key?"
  end
  return dialog.asked == nil and (PAIRS[kind] == nil or has_pair(kind, dialog.options))
end

return M
