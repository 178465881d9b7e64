-- Whether the program itself drew a line, by colours that no text of an answer can have: what a model says begins in the third column, and the
-- first two have no colour then. Where only the text is known, or the program has no colours, nobody can tell: nil.
local styled = require("styled")

local M = {}

local SIGN, WORDS = 0, 2
-- What an answer begins with has the colour of text: white where it is dark, black where it is light.
local OF_TEXT = { ["rgb:255:255:255"] = true, ["rgb:0:0:0"] = true }

-- For each line of the text the styles of its sign and of the words behind it, and whether any sign has a colour.
local function heads(terminal)
  local found, has_colours = {}, false
  styled.each_row(terminal, function(line, _, runs)
    -- Only the first row of a line.
    if found[line] == nil then
      local head = {}
      for _, run in ipairs(runs) do
        head.sign = run.from == SIGN and run.style or head.sign
        head.words = run.from <= WORDS and WORDS < run.from + run.length and run.style or head.words
      end
      has_colours = has_colours or head.sign ~= nil and head.sign.foreground ~= nil
      found[line] = head
    end
  end)
  return found, has_colours
end

local function colour(style)
  return style and style.foreground
end

-- Code in an answer has a colour too, but is never grey.
local function is_grey(style)
  local red, green, blue = (colour(style) or ""):match("^rgb:(%d+):(%d+):(%d+)$")
  return colour(style) ~= nil and red == green and green == blue
end

-- `own(at)`: of the program's own words below its sign. `alarm(at)`: of an error in the form of an answer, its words in the colour of its bullet.
-- `call(at)`: of a tool's name behind its bullet; false for an answer. `faint(at)`: of words further in that are grey, or behind
-- a bullet that is not lit. `note(at)`: of a bullet without a colour, as neither answers nor tools have it. `is_bare()`: the program has no colours, so that an answer can look like any of these.
function M.of(terminal)
  local found, has_colours
  local function look()
    if found == nil and terminal ~= nil then
      found, has_colours = heads(terminal)
    end
  end
  local function of(test)
    return function(at)
      look()
      if not has_colours then
        return nil
      end
      local head = found[at] or {}
      return test(head.sign, head.words)
    end
  end
  return {
    own = of(function(sign, words)
      return colour(sign) ~= nil and colour(words) == colour(sign)
    end),
    alarm = of(function(sign, words)
      return colour(sign) ~= nil and not OF_TEXT[colour(sign)] and colour(words) == colour(sign)
    end),
    call = of(function(sign, words)
      if OF_TEXT[colour(sign)] then
        return false
      end
      return colour(sign) ~= nil and colour(words) == nil and words ~= nil and words.bold == true or nil
    end),
    faint = of(function(sign, words)
      return colour(sign) ~= nil or is_grey(words)
    end),
    note = of(function(sign)
      return colour(sign) == nil
    end),
    is_bare = function()
      look()
      return has_colours == false
    end,
  }
end

local function none()
  return false
end

-- Where all is known to be an answer.
M.NOTHING = { own = none, alarm = none, call = none, faint = none, note = none, is_bare = none }

return M
