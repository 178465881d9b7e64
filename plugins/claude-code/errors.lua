-- What went wrong in a turn, by what the program says of it.
local is_any = require("lines").is_any

local M = {}

-- Below a prompt in place of an answer. Limits and accounts: as they stand in the programs, of which there are more than were seen.
local SAID = {
  "^API Error: ", "^Invalid API key · ", "^Credit balance ", "^Request too large %(", "^Context limit reached", "^Prompt is too long", "^Not logged in · ",
  "^OAuth ", "^Please run /login", "^Unable to connect to ", "^Connection ", "^Request timed out", "^[%w%- ]+ limit reached", "^You've hit your ",
  "^There's an issue with the selected model %(", "^Failed to authenticate", "^This model", "^[Uu]sage limit",
  "^You're out of ", "^You've reached ", "^You've used ", "^Your org", "^Your team", "^Your seat ", "^Your group", "^Your plan ", "^Your account ",
  "^This service is ", "^This organization ", "^Access ", "^Extra usage ", "^Spend limit ",
}

-- With a bullet, as answers have it: only what was recorded so.
local BULLETED = {
  "^API Error: %d%d%d ", "^API Error: Request rejected %(%d+%) · ", "^API Error: Repeated %d+ ", "^API Error: Connection dropped %(",
  "^API Error: Unable to connect to API", "^Please run /login · API Error: %d%d%d ", "^Request too large %(max %d+MB%)%. ",
  "^There's an issue with the selected model %(%S+%)%. It may not exist or you may not have access to it%.",
}

-- Of these, what older versions show in the colours of an answer.
local PLAIN = { "^Request too large %(max %d+MB%)%. ", "^There's an issue with the selected model %(" }

-- Below a prompt, and no error: what was read for it, what hooks say, and what became of it. Anything else in place of an answer is one, also
-- in words that are not known.
local NOTES = { "^Read ", "^Listed ", "^Referenced ", "^Selected ", "^Found ", "hook", "^Interrupted", "^User ", "^%(no content%)" }

-- A limit of something that is paid for, or that somebody has to lift.
local OF_LIMIT = {
  "[Cc]redit balance", "usage limit", "Usage limit", "hit your ", "reached your", "limit reached", "quota", "out of ", "usage credits", "spend limit", "on hold",
  "disabled for your", "limit is set to",
}

-- In this order: the first that fits says which kind it is. A status stands alone; the port of a gateway may hold its digits.
local KINDS = {
  { "rate_limit", { "%f[%d]429%f[%D]", "rate limit", "Rate limit" } },
  { "auth", { "API key", "%f[%d]40[13]%f[%D]", "/login", "logged in", "OAuth", "authenticate", "permission_error" } },
  { "connection", { "[Cc]onnect", "ECONN", "timed out", "socket", "network", "ENOTFOUND", "terminated" } },
  { "api", { "API Error", "too large", "Context limit", "too long", "model" } },
}

-- When a limit ends, in the program's words.
local function resets_at(message)
  local at = message:match("%f[%a]resets? ([^·]+)") or message:match("%f[%a]continuing automatically at ([^·]+)")
  return at and at:gsub("%s+$", ""):gsub("^at ", "") or nil
end

-- A limit that ends by itself is waited for; any other needs money, or somebody who lifts it.
local PASSING = { "session limit", "%d%-hour limit", "daily limit", "weekly limit", "fast limit" }

local function kind_of_limit(message)
  local is_passing = resets_at(message) ~= nil or is_any(message:lower(), PASSING)
  return is_passing and "rate_limit" or "quota"
end

function M.kind(message)
  if not message:find("Context limit", 1, true) and is_any(message, OF_LIMIT) then
    return kind_of_limit(message)
  end
  for _, rule in ipairs(KINDS) do
    if is_any(message, rule[2]) then
      return rule[1]
    end
  end
  return "unknown"
end

local function in_one_line(text)
  return (text:gsub("%s*\n%s*", " "))
end

-- Whether the words below a prompt are those of an error.
function M.is_said(text)
  return is_any(in_one_line(text), SAID)
end

local function described(message)
  local seconds = message:match("in (%d+) ?s") or message:match("after (%d+) ?s")
  local status = message:match("%f[%d]([45]%d%d)%f[%D]")
  return {
    kind = M.kind(message),
    message = message,
    status = tonumber(status),
    retry_after_s = tonumber(seconds),
    resets_at = resets_at(message),
  }
end

-- The error that ended a turn, and whether its words could still be an answer; nil if none did. What an answer tells of errors in its
-- middle is no error, and neither is one that only begins like one, or has not the colour of one.
function M.of(turn, drawn)
  local block = turn.blocks[#turn.blocks]
  local before = turn.blocks[#turn.blocks - 1]
  if before and before.kind == "result" and block.kind == "text" and block.text:find("^Usage limit reached · continuing automatically at ") then
    table.remove(turn.blocks)
    block = before
  end
  if block == nil then
    return nil
  end
  if block.kind == "text" and not block.is_rest then
    local text = in_one_line(block.text)
    local is_drawn = block.at and drawn.alarm(block.at)
    local is_certain = is_any(text, BULLETED) and (is_drawn ~= false or is_any(text, PLAIN))
    if is_certain or is_drawn ~= false and text:find("^API Error: ") then
      return described(text), not is_certain
    end
  end
  if block.kind == "result" and (M.is_said(block.results[1]) or #turn.blocks == 1 and not is_any(block.results[1], NOTES)) then
    return described(in_one_line(block.results[1])), false
  end
end

-- "API error · Retrying in 5s · attempt 1/2", within one line.
function M.retry(text)
  local seconds, attempt, most = text:match("Retrying in (%d+)%S* · attempt (%d+)/(%d+)")
  if attempt == nil then
    return nil
  end
  local reason = text:match("^(.-) · Retrying")
  return { in_s = tonumber(seconds), attempt = tonumber(attempt), of = tonumber(most), reason = reason }
end

return M
