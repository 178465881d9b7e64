-- Whether an answer as the program keeps it, in Markdown, is the one that the screen shows: most of what is shown must be kept, and all that
-- is kept must be shown, as far up as the screen goes. Only letters and digits are compared: the program draws Markdown its own way.
local M = {}

-- Of what is shown. Numbers of lists, addresses and the headings of narrow tables are drawn without being kept so.
local MIN_SHARE = 0.6

-- So many letters of the end of one line, of which nothing else is shown, are that line.
local MIN_REST = 40

-- Letters and digits alone, and whatever is no ASCII but blanks, frames, bullets and what only changes how a character looks.
function M.essence(text)
  return (text:gsub("\226[\148-\151\128-\129][\128-\191]", ""):gsub("\194\160", ""):gsub("\239\184[\128-\143]", ""):gsub("[^%w\128-\255]", ""):lower())
end
local essence = M.essence

-- How much of what is shown is found in what is kept, by letters: line by line, or else word by word.
local function share(shown, kept)
  local all, found, words, known = 0, 0, 0, 0
  local whole = essence(kept)
  for line in shown:gmatch("[^\n]+") do
    local bare = essence(line)
    all = all + #bare
    if bare ~= "" and whole:find(bare, 1, true) then
      found = found + #bare
    else
      for word in line:gmatch("[%w\128-\255]+") do
        local bare_word = essence(word)
        words = words + #bare_word
        known = known + (bare_word ~= "" and whole:find(bare_word, 1, true) and #bare_word or 0)
      end
    end
  end
  return all == 0 and 1 or (found + (words > 0 and known or 0)) / math.max(1, all)
end

-- A line without what the program draws otherwise, or not at all: the language of a code block, where a link leads, the number of an item. Remarks,
-- tags of the web and the names of pictures count, though older versions hide them: words could be put into a record with them that nobody has seen.
local function drawn(line)
  if line:find("^%s*[`~][`~][`~]+%s*[%w_+#.-]*%s*$") and #line < 40 then
    return ""
  end
  line = line:gsub("(%b[])(%b())", "%1"):gsub("<[bB][rR]%s*/?>", " ")
  for _, entity in ipairs({ "amp", "lt", "gt", "quot", "nbsp", "#39" }) do
    line = line:gsub("&" .. entity .. ";", " ")
  end
  return (line:gsub("^[%s>]*[-*+]%s+%[[ xX]%]", ""):gsub("^[%s>]*%d+[.)]%s", ""))
end

-- Where the words of a line end that stand in their order, whatever is drawn between them: where a link leads, say, or a sign by its name.
local function words_upwards(upwards, line, from)
  local words = {}
  for word in line:gmatch("[%w\128-\255]+") do
    words[#words + 1] = essence(word)
  end
  for at = #words, 1, -1 do
    local _, to = upwards:find(words[at]:reverse(), from, true)
    if to == nil then
      return nil
    end
    from = math.max(from, to + 1)
  end
  return from
end

local function has_words(shown, line)
  for word in line:gmatch("[%w\128-\255]+") do
    if not shown:find(essence(word), 1, true) then
      return false
    end
  end
  return true
end

-- From the end up: each line must stand before the one that comes after it. Cells of a table may be broken, and so stand among each other.
-- Where the beginning is not shown, the topmost row may be the end of a line.
local function is_all_shown(shown, kept, is_whole)
  local bare = essence(shown)
  local upwards, from = bare:reverse(), 1
  local lines = {}
  for line in kept:gmatch("[^\n]+") do
    lines[#lines + 1] = line
  end
  for at = #lines, 1, -1 do
    local line = drawn(lines[at])
    local wanted = essence(line)
    local _, to = upwards:find(wanted:reverse(), from, true)
    local behind = to and to + 1 or words_upwards(upwards, line, from)
    if behind then
      from = math.max(from, behind)
    elseif not (line:find("^%s*|") and has_words(bare, line)) then
      local rest = upwards:sub(from)
      return not is_whole and (from > 1 or #rest >= MIN_REST) and wanted:reverse():sub(1, #rest) == rest
    end
    if not is_whole and from > #upwards then
      return from > 1
    end
  end
  return true
end

-- `is_whole`: the answer is shown from its beginning.
function M.is_same(shown, kept, is_whole)
  return share(shown, kept) >= MIN_SHARE and is_all_shown(shown, kept, is_whole)
end

return M
