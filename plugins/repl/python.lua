-- Code as it has to be typed for Python: its prompt takes an empty line as the end of a block, and wants one.
local M = {}

-- Follows quotes and brackets through a line. `open` has what is not closed yet.
local function follow(line, open)
  local at = 1
  open.continued = false
  while at <= #line do
    local letter = line:sub(at, at)
    if open.quote ~= nil then
      if letter == "\\" then
        at = at + 1
      elseif line:sub(at, at + #open.quote - 1) == open.quote then
        at = at + #open.quote - 1
        open.quote = nil
      end
    elseif letter == "#" then
      break
    elseif letter == "'" or letter == '"' then
      local is_long = line:sub(at, at + 2) == letter:rep(3)
      open.quote = is_long and letter:rep(3) or letter
      at = is_long and at + 2 or at
    elseif letter:find("[%(%[{]") then
      open.brackets = open.brackets + 1
    elseif letter:find("[%)%]}]") then
      open.brackets = open.brackets - 1
    elseif letter == "\\" and at == #line then
      open.continued = true
    end
    at = at + 1
  end
  if open.quote ~= nil and #open.quote == 1 then
    open.quote = nil
  end
end

local function is_open(open)
  return open.quote ~= nil or open.brackets > 0 or open.continued
end

local BLOCKS = { "if", "for", "while", "def", "class", "with", "try", "async" }
local PARTS = { "else", "elif", "except", "finally" }

local function begins_with(words, line)
  local first = line:match("^[%a_]+") or ""
  for _, word in ipairs(words) do
    if first == word then
      return true
    end
  end
  return false
end

local function is_header(line)
  return line:gsub("%s*#.*$", ""):find(":%s*$") ~= nil
end

local function begins_block(line)
  return begins_with(BLOCKS, line) or line:find("^@") ~= nil or (line:find("^match%s") ~= nil and is_header(line))
end

-- The lines to type. Empty ones are left out, except in a text, and added where a block ends.
function M.lines(code)
  local lines, open = {}, { brackets = 0, continued = false }
  local in_block, is_decorated = false, false
  for line in (code .. "\n"):gmatch("([^\n]*)\n") do
    if line:find("%S") or open.quote ~= nil then
      if not is_open(open) and line:find("^[^%s#]") and not begins_with(PARTS, line) then
        if in_block and not is_decorated then
          lines[#lines + 1] = ""
        end
        in_block = begins_block(line)
        is_decorated = line:find("^@") ~= nil
      end
      lines[#lines + 1] = line
      follow(line, open)
    end
  end
  -- A header alone waits for what is typed next.
  if in_block and not is_open(open) and not is_decorated and not is_header(lines[#lines]) then
    lines[#lines + 1] = ""
  end
  return lines
end

return M
