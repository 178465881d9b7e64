-- How far a turn is, by the line that moves: "Working… (1m 3s · ↓ 1.2k tokens · thinking)".
local SECONDS = { h = 3600, m = 60, s = 1 }
local TIMES = { [""] = 1, k = 1000, m = 1000000 }

-- Each part is missing where the line does not tell it; nil if it tells nothing.
return function(spinner)
  local told = spinner and spinner:match("…%s*(%b())")
  if told == nil then
    return nil
  end
  local seconds, tokens
  for part in told:sub(2, -2):gsub("·", "\n"):gmatch("[^\n]+") do
    if seconds == nil and part:find("^%s*%d+[hms][%d hms]*$") then
      seconds = 0
      for count, unit in part:gmatch("(%d+)([hms])") do
        seconds = seconds + tonumber(count) * SECONDS[unit]
      end
    end
    local count, times = part:match("([%d%.]+)([km]?) tokens?")
    if count and tonumber(count) then
      tokens = math.floor(tonumber(count) * TIMES[times] + 0.5)
    end
  end
  return (seconds or tokens) and { seconds = seconds, tokens = tokens } or nil
end
