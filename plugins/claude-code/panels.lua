-- What the panels and screens of the program say, where it can be told in fields.
local lines_of = require("lines")
local trim = lines_of.trim

local M = {}

local USAGE = {
  { "Total cost:", "total_cost" },
  { "Total duration (API):", "api_duration" },
  { "Total duration (wall):", "wall_duration" },
  { "Total code changes:", "code_changes" },
  { "Usage:", "tokens" },
}

-- "Total cost:   $0.00" and the like, and the lines that tell of limits; nil if the screen shows none.
function M.usage(lines)
  local fields, limits = {}, {}
  for at, line in ipairs(lines) do
    for _, entry in ipairs(USAGE) do
      local found, stop = line:find(entry[1], 1, true)
      if found and trim(line:sub(1, found - 1)) == "" then
        fields[entry[2]] = trim(line:sub(stop + 1))
      end
    end
    local used = line:match("(%d+)%% used")
    if used then
      limits[#limits + 1] = { used_percent = tonumber(used), label = trim(lines[at - 1] or ""), resets = lines[at + 1] and lines[at + 1]:match("Resets? (.-)%s*$") }
    end
  end
  if #limits > 0 then
    fields.limits = limits
  end
  return next(fields) and fields or nil
end

local HOSTS = { "claude.ai", "claude.com", "anthropic.com" }

local function is_ours(host)
  for _, known in ipairs(HOSTS) do
    if host == known or host:sub(-#known - 1) == "." .. known then
      return true
    end
  end
  return false
end

-- An address that is longer than the screen is wide goes on in the next line, where it begins at the edge.
local function whole(lines, at, url)
  local width = #lines[at]
  if lines[at]:sub(-#url) ~= url then
    return url
  end
  while lines[at + 1] and #lines[at] == width and lines[at + 1]:find("^%S+$") do
    at = at + 1
    url = url .. lines[at]
  end
  return url
end

-- The address to sign in at; only on the hosts of the program's maker, whatever else the screen shows.
function M.login_url(screen)
  local lines = lines_of.split(screen)
  for at, line in ipairs(lines) do
    local url = line:match("https://[%w%.%-]+%S*")
    local host = url and url:match("^https://([%w%.%-]+)")
    if host and is_ours(host:lower()) and not url:sub(#"https://" + #host + 1):find("^[@:]") then
      return whole(lines, at, url)
    end
  end
  for host, path in screen:gmatch("%f[%w]([%w%-%.]+%.%a+)(/[^%s]*)") do
    if is_ours(host:lower()) then
      return "https://" .. host .. path
    end
  end
end

local LOGIN = {
  "^Select login method:", "^Paste code here if prompted", "^Browser didn't open%? Use the url below to sign in", "^Log in to continue",
  "^Opening browser to sign in",
}

-- By whole lines, and only for screens with neither a box nor a dialog: a conversation may say all of it.
function M.is_login(lines)
  for _, line in ipairs(lines) do
    for _, words in ipairs(LOGIN) do
      if trim(line):find(words) then
        return true
      end
    end
  end
  return false
end

function M.is_transcript(lines)
  for at = #lines, 1, -1 do
    if not lines_of.is_blank(lines[at]) then
      -- Older versions lose a letter of it when the conversation is longer than the screen.
      return lines[at]:find("^%s*Showing %S+ ?%S* transcript · ctrl%+o to toggle") ~= nil or lines[at]:find("^%s*Showing detailed transcript · ") ~= nil
    end
  end
  return false
end

-- What the program shows when it is started for the first time: a choice of colours, and notes that are left with Enter.
function M.first_run(screen)
  if screen:find("Choose the text style that looks best", 1, true) then
    return "theme"
  end
  return screen:find("Press Enter to continue…%s*$") and "welcome" or nil
end

-- An editor that has taken the screen shows the file the prompt is in; one in a window is waited for between two rules.
function M.is_editor(lines)
  for at = 2, #lines do
    if lines[at]:find("^%s+Save and close editor to continue%.%.%.%s*$") and lines_of.rule_glyph(lines[at - 1], lines_of.width(lines)) then
      return true
    end
  end
  for at = #lines, math.max(1, #lines - 1), -1 do
    -- A narrow screen shows the end of the name only.
    if lines[at]:find("^%p?%S*claude%-prompt%-[%x%-]+%.md") or lines[at]:find("^<%x+%-[%x%-]+%.md\"") then
      return true
    end
  end
  return lines[1] ~= nil and lines[1]:find("^%s*GNU nano .*claude%-prompt%-[%x%-]+%.md") ~= nil
end

return M
