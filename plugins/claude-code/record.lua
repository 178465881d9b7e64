-- The answer as the program keeps it in its own record: exact, and longer than any screen. It is taken only if it belongs to the prompt that
-- the screen shows, and says what the screen shows.
local agreement = require("agreement")
local turns = require("turn")
local witness = require("witness")
local essence = agreement.essence

local M = {}

-- What was taken last, and after which word of the program: the record is handed over only right after a turn.
local taken

-- Whose record it is: that of the session which the program named first. One that is begun anew, or taken up again, names another.
local own

-- Whether there was a way to hear the program: one that is lost is told of.
local had_channel = false

local MAX_SHOWN = 200

local function texts_of(content, texts)
  if type(content) == "string" then
    texts[#texts + 1] = content
  elseif type(content) == "table" then
    for _, part in ipairs(content) do
      if type(part) == "table" and part.type == "text" and type(part.text) == "string" then
        texts[#texts + 1] = part.text
      end
    end
  end
  return texts
end

-- { prompt, text, is_failure }: of the newest turn in the record; nil if its beginning is not there.
function M.newest(record)
  local texts = {}
  for at = #record.entries, 1, -1 do
    local entry = record.entries[at]
    local message = type(entry) == "table" and type(entry.message) == "table" and entry.message or nil
    if message and not entry.isSidechain and entry.type == "assistant" then
      local said = texts_of(message.content, {})
      for index = #said, 1, -1 do
        if said[index]:find("%S") and not entry.isApiErrorMessage then
          table.insert(texts, 1, said[index])
        end
      end
    elseif message and not entry.isSidechain and not entry.isMeta and entry.type == "user" then
      local prompt = texts_of(message.content, {})
      -- The report of an agent in the background comes as a message, but nobody has asked anything with it.
      if #prompt > 0 and not witness.is_report(prompt[1]) then
        return { prompt = table.concat(prompt, "\n"), text = table.concat(texts, "\n\n") }
      end
    end
  end
end

local function is_same_prompt(said, prompt)
  local shown, kept = essence(said or ""), essence(prompt)
  return shown == kept or #shown > 0 and kept:sub(1, #shown) == shown
end

local function short(text)
  return #text > MAX_SHOWN and text:sub(1, utf8.offset(text, 0, MAX_SHOWN) - 1) .. "…" or text
end

local NAMES_SESSION = { SessionStart = true, UserPromptSubmit = true, Stop = true, StopFailure = true }
local BEGINS_ANOTHER = { clear = true, resume = true }

-- Looks through what was told since the last look.
local function follow_session(signals)
  for _, signal in ipairs(signals or {}) do
    local data = signal.data
    local is_other = data.hook_event_name == "SessionStart" and BEGINS_ANOTHER[data.source]
    if type(data.transcript_path) == "string" and NAMES_SESSION[data.hook_event_name] and (own == nil or is_other and signal.number > own.number) then
      own = { path = data.transcript_path, session = data.session_id, number = signal.number }
    end
  end
end

local function is_own(data)
  return own == nil or data.transcript_path == own.path and data.session_id == own.session
end

-- Whether the record that was read is that of the session: it was named by the word that the turn is over.
local function is_named(signals, heard)
  for at = #signals, 1, -1 do
    if signals[at].number == heard.over then
      return is_own(signals[at].data)
    end
  end
  return false
end

-- The newest turn as the record has it, or as it was taken after the same word of the program; and whether it was read just now.
local function kept_turn(ctx, heard)
  if ctx.record == nil then
    return taken and taken.over == heard.over and taken.turn or nil, false
  end
  taken = nil
  local newest = is_named(ctx.signals, heard) and M.newest(ctx.record) or nil
  return newest and newest.text ~= "" and newest or nil, true
end

-- The answer's text for the turn on the screen; nil if the record has none, or another one than is shown, which is then told.
local function text_for(view, ctx, text)
  local heard = witness.heard(ctx.signals)
  if heard == nil or heard.phase == "working" then
    return nil
  end
  local kept, is_new = kept_turn(ctx, heard)
  if kept == nil or view.turn.said ~= nil and not is_same_prompt(view.turn.said, kept.prompt) then
    return nil
  end
  if heard.prompt ~= nil and not is_same_prompt(heard.prompt, kept.prompt) then
    return nil
  end
  local shown = turns.text(view.turn)
  if shown == "" and not view.turn.is_whole then
    return nil
  end
  if not agreement.is_same(shown, kept.text, view.turn.is_whole) then
    return nil, is_new and { screen = short(text), program = short(kept.text) } or nil
  end
  taken = { over = heard.over, turn = kept }
  return kept.text
end

-- Puts the text of the record in the place of what was read off the screen, and says which of them it is.
function M.apply(answer, view, ctx)
  had_channel = had_channel or ctx.signals ~= nil
  if had_channel and ctx.signals == nil then
    answer.metadata.side_channel = "lost"
  end
  follow_session(ctx.signals)
  local turn = answer.metadata.turn
  if turn == nil or turn.text == nil then
    return answer
  end
  turn.source = "screen"
  if answer.state ~= "completed_turn" and answer.state ~= "error" and answer.state ~= "waiting_for_user_input" then
    return answer
  end
  local text, disagreement = text_for(view, ctx, turn.text)
  answer.disagreement = answer.disagreement or disagreement
  if text == nil then
    return answer
  end
  turn.text, turn.whole, turn.source = text, true, "record"
  for _, event in ipairs(answer.events or {}) do
    if event.kind == "turn_complete" then
      event.text = text
    end
  end
  return answer
end

return M
