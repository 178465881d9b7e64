-- Which kind of dialog it is, and which tool it is about, by its first words.
local M = {}

-- By the first words below a rule.
local TITLES = {
  { "^Accessing workspace", "trust" },
  { "^Do you trust the files", "trust" },
  { "^Detected a custom API key", "api_key" },
  { "[Aa]uto mode your default", "mode_offer" },
  { "^Enable auto mode", "mode_offer" },
  { "^Select model", "model" },
  { "^Switch model%?", "model" },
  { "^Ready to code%?", "plan" },
  { "^Claude has written up a plan", "end_of_plan" },
  { "^Enter plan mode%?", "enter_plan" },
  { "^Claude wants to enter plan mode", "enter_plan" },
  { "^☐ ", "question" },
  { "^☒ ", "question" },
  { "^✔ ", "question" },
  { "^←%s+[☐☒✔]", "question" },
  { "^Rewind", "rewind" },
  { "^Select login method", "login" },
  { "^Login$", "login" },
  { "^Settings%s%s", "panel" },
  { "^Help%s%s", "panel" },
  { "^Permissions%s%s", "panel" },
}

local TOOLS = {
  { "^Bash command", "Bash" },
  { "^Create file", "Write" },
  { "^Overwrite file", "Write" },
  { "^Write file", "Write" },
  { "^Edit file", "Edit" },
  { "^Edit notebook", "NotebookEdit" },
  { "^Read file", "Read" },
  { "^Fetch", "WebFetch" },
  { "^Web search", "WebSearch" },
}

local function named(title, list)
  for _, entry in ipairs(list) do
    if title:find(entry[1]) then
      return entry[2]
    end
  end
end

function M.kind(title)
  return named(title, TITLES)
end

function M.tool(title)
  return named(title, TOOLS)
end

return M
