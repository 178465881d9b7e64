-- Which lines tell of tools. An answer may say the same words, so only whole lines in the form of the program count.
local lines_of = require("lines")
local is_any = lines_of.is_any

local M = {}

local HINT = "%s*%(ctrl%+o to expand%)%s*$"
local INTERRUPTED = "Interrupted · What should Claude do instead?"

local NAMES = {}
for name in ([[Agent AskUserQuestion Bash BashOutput Edit ExitPlanMode Explore Fetch Glob Grep KillShell List LS MultiEdit NotebookEdit
  NotebookRead Plan PowerShell Read Search Skill SlashCommand Task TaskOutput TaskStop TodoWrite ToolSearch Update WebFetch WebSearch
  Write]]):gmatch("%a+") do
  NAMES[name] = true
end

local HEADINGS = { ["Entered plan mode"] = true, ["Updated plan"] = true, ["User declined to answer questions"] = true, ["User answered Claude's questions:"] = true }

local SUMMARY_VERBS = {}
for verb in ("Thought Thinking Ran Running Read Reading Searched Searching Listed Listing Wrote Writing Edited Editing Fetched Fetching Called Calling"):gmatch("%a+") do
  SUMMARY_VERBS[verb] = true
end
local BARE_SUMMARIES = { "^Thought for %d[%dhms ]*$", "^Read %d+ files?$", "^Reading %d+ files?…$", "^Ran %d+ shell commands?$", "^Running %d+ shell commands?…$" }

local UNFINISHED = { "^Waiting…", "^Running…", "^%$ ", "^Running in", "^Fetching…" }

-- "  ⎿  text" where the program puts it; what it says itself in place of an answer has a no-break space behind the sign.
function M.result(line)
  local text = line:match("^  ⎿ (.*)$")
  if text then
    return lines_of.result(line), text:find("^" .. lines_of.NBSP) ~= nil
  end
end

function M.is_interruption(line)
  local text, is_own = M.result(line)
  return is_own and lines_of.trim(text) == INTERRUPTED
end

function M.is_unfinished(result)
  return is_any(result, UNFINISHED)
end

-- "Bash(touch one)", also over several lines.
function M.is_call(text)
  local name = text:match("^(%u[%w_]*)%(.*%)$") or text:match("^(%u[%w_]*)%([^\n]*…$")
  return name ~= nil and NAMES[name] == true
end

-- Whether a text is that of a tool, by itself and by what stands right below it.
function M.is_heading(text, below, is_own, is_over)
  if M.is_call(text) or HEADINGS[text] or text:find(HINT) then
    return true
  end
  if below == text:match("^Reading (%S.*)$") or not is_over and M.is_unfinished(below) then
    return true
  end
  return is_own and text:find("^[%w][%w_:%.%- ]*%b()$") ~= nil or text:find("^%S+ %- %S+ %(MCP%)%(.*%)$") ~= nil
end

local OF_AGENTS = {
  "^%d+ background agents? launched %(↓ to manage%)$", "^Running %d+ .*agents?…" .. HINT, "^Running %d+ [%w%- ]*agents?…$", "^%d+ .*agents? finished" .. HINT,
}

-- "2 agents finished (ctrl+o to expand)" above a tree of them, and what the program says when one in the background has come to its end.
function M.is_of_agents(lines)
  if #lines == 1 and (lines[1]:find('^Agent ".+" [%a ]+ · %d+[hms]') or lines[1]:find('^Agent ".+" %a+$')) then
    return true
  end
  if #lines < 2 or not is_any(lines[1], OF_AGENTS) then
    return false
  end
  -- The branches, and what is said below each, are further in.
  for at = 2, #lines do
    if not lines[at]:find("^ ") then
      return false
    end
  end
  return lines[2]:find("^ *├ ") ~= nil
end

-- The rest of such a tree, whose beginning has left the screen.
function M.is_rest_of_agents(lines)
  for _, line in ipairs(lines) do
    if not (line:find("^ *├ ") or line:find("^ *└ ") or line:find("^ *│") or line:find("^   +⎿ ")) then
      return false
    end
  end
  return #lines > 0
end

-- "Ran 2 stop hooks (ctrl+o to expand)", above what they have said.
function M.is_of_hooks(text)
  return text:find("^Ran %d+ [%a ]*hooks?%s*%(ctrl%+o to expand%)") ~= nil
end

-- "  Read 1 file (ctrl+o to expand)". Within a text only with its hint: without it an answer could say the same.
function M.is_summary(line, is_in_text)
  local said = line:match("^  (%u.*)$")
  if said == nil then
    return false
  end
  if said:find("^No result recorded for %d+ calls?" .. HINT) or said:find(HINT) and SUMMARY_VERBS[said:match("^%a+")] then
    return true
  end
  return not is_in_text and is_any(lines_of.trim(said), BARE_SUMMARIES)
end

return M
