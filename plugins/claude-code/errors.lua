-- What went wrong in a turn, by what the program says of it.
local M = {}

-- Below a prompt in place of an answer.
local SAID = {
  "^API Error: ", "^Invalid API key · ", "^Credit balance ", "^Request too large %(", "^Context limit reached", "^Prompt is too long", "^Not logged in · ",
  "^OAuth ", "^Please run /login", "^Unable to connect to ", "^Connection ", "^Request timed out", "^[%a%d%- ]+ limit reached", "^You've hit your .-limit",
  "^There's an issue with the selected model %(", "^Failed to authenticate", "^Your organization", "^This model", "^Usage limit",
}

-- With a bullet, as answers have it: only what was recorded so.
local BULLETED = {
  "^API Error: %d%d%d ", "^API Error: Request rejected %(%d+%) · ", "^API Error: Repeated %d+ ", "^API Error: Connection dropped %(",
  "^API Error: Unable to connect to API", "^Please run /login · API Error: %d%d%d ", "^Request too large %(max %d+MB%)%. ",
  "^There's an issue with the selected model %(%S+%)%. It may not exist or you may not have access to it%.",
}

-- In this order: the first that fits says which kind it is. A status stands alone; the port of a gateway may hold its digits.
local KINDS = {
  { "quota", { "[Cc]redit balance", "usage limit", "Usage limit", "hit your .-limit", "limit reached", "quota" }, except = "Context limit" },
  { "rate_limit", { "%f[%d]429%f[%D]", "rate limit", "Rate limit" } },
  { "auth", { "API key", "%f[%d]40[13]%f[%D]", "/login", "logged in", "OAuth", "authenticate", "permission_error" } },
  { "connection", { "[Cc]onnect", "ECONN", "timed out", "socket", "network", "ENOTFOUND", "terminated" } },
  { "api", { "API Error", "too large", "Context limit", "too long", "model" } },
}

function M.kind(message)
  for _, rule in ipairs(KINDS) do
    if not (rule.except and message:find(rule.except, 1, true)) then
      for _, pattern in ipairs(rule[2]) do
        if message:find(pattern) then
          return rule[1]
        end
      end
    end
  end
  return "unknown"
end

local function in_one_line(text)
  return (text:gsub("%s*\n%s*", " "))
end

local function is_any(text, beginnings)
  for _, beginning in ipairs(beginnings) do
    if text:find(beginning) then
      return true
    end
  end
  return false
end

-- Whether the words below a prompt are those of an error.
function M.is_said(text)
  return is_any(in_one_line(text), SAID)
end

local function described(message)
  local seconds = message:match("in (%d+) ?s") or message:match("after (%d+) ?s")
  local status = message:match("%f[%d]([45]%d%d)%f[%D]")
  return { kind = M.kind(message), message = message, status = tonumber(status), retry_after_s = tonumber(seconds) }
end

-- The error that ended a turn, and whether its words could still be an answer; nil if none did. What an answer tells of errors in its
-- middle is no error, and neither is one that only begins like one.
function M.of(turn)
  local block = turn.blocks[#turn.blocks]
  if block == nil then
    return nil
  end
  if block.kind == "text" and not block.is_rest then
    local text = in_one_line(block.text)
    local is_certain = is_any(text, BULLETED)
    if is_certain or text:find("^API Error: ") then
      return described(text), not is_certain
    end
  end
  if block.kind == "result" and M.is_said(block.results[1]) then
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
