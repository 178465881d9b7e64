-- What a choice does: "once" allows what is asked and no more, "always" changes what is asked in future, "no" allows nothing.
local LASTING = {
  "always", "don't ask", "do not ask", "don’t ask", "session", "auto mode", "auto%-accept", "accept edits", "all edits", "bypass", "switch to",
  "during", "any ", "every", "all ", "permanent", "remember", "project", "from now on", "keep allowing", "clear context", "^yes, and ", "^yes, allow ",
}

return function(label)
  local said = label:lower()
  if said:find("^no%f[%W]") or said:find("^cancel") or said:find("^reject") or said:find("^deny") then
    return "no"
  end
  if not (said:find("^yes%f[%W]") or said:find("^allow%f[%W]")) then
    return "other"
  end
  for _, word in ipairs(LASTING) do
    if said:find(word) then
      return "always"
    end
  end
  return "once"
end
