-- What went wrong in a turn, by what the program says of it.
local M = {}

local BEGINNINGS = {
  "^API Error", "^Invalid API key", "^Credit balance", "^Request too large", "^Context limit", "^Prompt is too long", "^Not logged in",
  "^OAuth ", "^Please run /login", "^Unable to connect", "^Connection ", "^Request timed out", "limit reached", "hit your .-limit",
  "^There's an issue with the selected model", "^Failed to authenticate", "^Your organization", "^This model", "^Usage limit",
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

local function is_error(text)
  for _, beginning in ipairs(BEGINNINGS) do
    if text:find(beginning) then
      return true
    end
  end
  return false
end

local function described(message)
  message = message:gsub("%s*\n%s*", " ")
  local seconds = message:match("in (%d+) ?s") or message:match("after (%d+) ?s")
  local status = message:match("%f[%d]([45]%d%d)%f[%D]")
  return { kind = M.kind(message), message = message, status = tonumber(status), retry_after_s = tonumber(seconds) }
end

-- The error that ended a turn; nil if none did. What an answer tells of errors in its middle is no error.
function M.of(turn)
  local block = turn.blocks[#turn.blocks]
  if block == nil then
    return nil
  end
  if block.kind == "text" and not block.is_rest and is_error(block.text) then
    return described(block.text)
  end
  if block.kind == "result" and is_error(block.results[1]) then
    return described(block.results[1])
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
