-- FNV-1a, 32 bits, as eight hexadecimal digits: short names for texts.
local M = {}

function M.hex(text)
  local hash = 0x811C9DC5
  for at = 1, #text do
    hash = ((hash ~ text:byte(at)) * 0x01000193) & 0xFFFFFFFF
  end
  return ("%08x"):format(hash)
end

return M
