-- Whether the program and a terminal give a text the same width. They do for most scripts; where marks are joined to letters, or signs to
-- one another, they do not: then a row is longer than the program believes, wraps, and everything below it is not where it should be.
local M = {}

-- Each of them stands alone, and takes as many columns for the one as for the other.
local AGREED = {
  { 0x20, 0x7E }, -- ASCII
  { 0xA0, 0xAC }, { 0xAE, 0x2FF }, -- Latin; not the soft hyphen
  { 0x370, 0x482 }, { 0x48A, 0x52F }, -- Greek, Cyrillic
  { 0x1E00, 0x1FFE },
  { 0x2010, 0x2027 }, { 0x2030, 0x205E }, -- punctuation; not what joins, parts or turns round
  { 0x2070, 0x20C0 }, { 0x2100, 0x2BFF }, -- numbers, currencies, arrows, mathematics, frames, signs
  { 0x2E80, 0x3029 }, { 0x3030, 0x3096 }, { 0x309B, 0x4DBF }, { 0x4E00, 0xA48C }, { 0xAC00, 0xD7A3 }, -- Chinese, Japanese, Korean
  { 0xF900, 0xFAFF }, { 0xFF01, 0xFF60 }, { 0xFFE0, 0xFFE6 }, { 0xFFFD, 0xFFFD },
  { 0x1F300, 0x1F3FA }, { 0x1F400, 0x1F64F }, { 0x1F680, 0x1F6C5 }, { 0x1F900, 0x1F9FF }, -- emoji that are one sign
}

local function is_agreed(code)
  local low, high = 1, #AGREED
  while low <= high do
    local at = (low + high) // 2
    if code < AGREED[at][1] then
      high = at - 1
    elseif code > AGREED[at][2] then
      low = at + 1
    else
      return true
    end
  end
  return false
end

function M.are_agreed(text)
  if not text:find("[\128-\255]") then
    return true
  end
  for _, code in utf8.codes(text, true) do
    if not is_agreed(code) then
      return false
    end
  end
  return true
end

return M
