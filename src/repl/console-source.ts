/**
 * The console's own part of its Lua. A line runs as a coroutine: a call of a method yields, is answered from outside, and goes on, so that it looks
 * like any other call. What the line gives is made into text here, where functions and tables that hold themselves still are what they are.
 */
const CONSOLE = String.raw`
local create, resume, yield, status = coroutine.create, coroutine.resume, coroutine.yield, coroutine.status
local pack, unpack, concat, sort = table.pack, table.unpack, table.concat, table.sort
local type, next, pairs, tostring, pcall, error, rawget = type, next, pairs, tostring, pcall, error, rawget
local format, find, load, setmetatable, getmetatable = string.format, string.find, load, setmetatable, getmetatable
local math_type = math.type

local CALL, FULL = {}, {}
local MAX_TEXT, MAX_LINES, MAX_INLINE, MAX_NAMES = 65536, 400, 72, 400

local Failure = { __tostring = function(failure) return failure.message end }

-- What a line can name: its own variables, the methods, and what Lua has.
local variables, methods, lua = {}, {}, {}
for name, value in pairs(_G) do lua[name] = value end
lua.require = nil
local env = setmetatable({}, {
  __index = function(_, name)
    local value = variables[name]
    if value == nil then value = methods[name] end
    if value == nil then value = lua[name] end
    return value
  end,
  __newindex = function(_, name, value)
    if methods[name] ~= nil then error(name .. " has the methods of the server; choose another name", 2) end
    variables[name] = value
  end,
})
lua._G = env
function lua.load(source, name, mode, its)
  return load(source, name, mode, its == nil and env or its)
end

-- A coroutine of the user's own hands on what a method asks for.
local function passed_on(co, ...)
  local results = pack(resume(co, ...))
  while results[1] and results[2] == CALL do
    results = pack(resume(co, yield(CALL, results[3], results[4])))
  end
  return unpack(results, 1, results.n)
end
lua.coroutine = {}
for name, value in pairs(coroutine) do lua.coroutine[name] = value end
lua.coroutine.resume = passed_on
function lua.coroutine.wrap(body)
  local co = create(body)
  local function finish(ok, ...)
    if ok then return ... end
    error((...), 0)
  end
  return function(...) return finish(passed_on(co, ...)) end
end

for _, full in pairs(METHODS) do
  local group, name = full:match("^(.-)%.(.+)$")
  methods[group] = methods[group] or setmetatable({}, {
    __index = function(_, wanted)
      error(setmetatable({ message = "there is no method " .. group .. "." .. tostring(wanted),
        unknown = group .. "." .. tostring(wanted) }, Failure), 0)
    end,
  })
  methods[group][name] = function(params)
    if params ~= nil and type(params) ~= "table" then
      error(full .. " takes a table of its parameters: " .. full .. "{ name = value }", 2)
    end
    local ok, answer = yield(CALL, full, params or {})
    if ok then return answer end
    error(setmetatable(answer, Failure), 0)
  end
end

-- Values as text.
local function key_text(key)
  if type(key) == "string" and find(key, "^[%a_][%w_]*$") then return key end
  return "[" .. (type(key) == "string" and format("%q", key) or tostring(key)) .. "]"
end

local function scalar(value)
  local kind = type(value)
  if kind == "string" then return (format("%q", value):gsub("\\\n", "\\n")) end
  if kind == "number" and math_type(value) == "float" and value % 1 == 0 and value > -1e15 and value < 1e15 then
    return format("%.1f", value)
  end
  if kind == "function" or kind == "thread" or kind == "userdata" then return kind end
  return tostring(value)
end

local function by_name(a, b)
  if type(a) == type(b) and (type(a) == "string" or type(a) == "number") then return a < b end
  return type(a) < type(b) or (type(a) == type(b) and tostring(a) < tostring(b))
end

local function keys_of(value)
  local length, keys = #value, {}
  for key in next, value do
    if not (math_type(key) == "integer" and key >= 1 and key <= length) then
      keys[#keys + 1] = key
      if #keys > 2000 then break end
    end
  end
  sort(keys, by_name)
  return length, keys
end

-- The value on one line, or nothing if it does not fit.
local function inline(value, room, depth)
  if type(value) ~= "table" then
    local text = scalar(value)
    return #text <= room and not find(text, "\\n", 1, true) and text or nil
  end
  if next(value) == nil then return "{}" end
  if depth > 3 then return nil end
  local length, keys = keys_of(value)
  if length + #keys > 24 then return nil end
  local parts, used = {}, 4
  local function add(text)
    if text == nil then return false end
    parts[#parts + 1] = text
    used = used + #text + 2
    return used <= room
  end
  for i = 1, length do
    if not add(inline(rawget(value, i), room, depth + 1)) then return nil end
  end
  for _, key in pairs(keys) do
    local item = inline(rawget(value, key), room, depth + 1)
    if item == nil or not add(key_text(key) .. " = " .. item) then return nil end
  end
  return "{ " .. concat(parts, ", ") .. " }"
end

local function shown(value)
  local parts, size, lines = {}, 0, 0
  local function put(text)
    parts[#parts + 1] = text
    size = size + #text
    if size > MAX_TEXT or lines > MAX_LINES then error(FULL, 0) end
  end
  local function break_line(indent)
    lines = lines + 1
    put("\n" .. (" "):rep(indent))
  end
  local open = {}
  local function write(item, indent)
    if type(item) == "string" and find(item, "\n", 1, true) and not find(item, "[%z\1-\8\11-\31\127]") and
      not find(item, "]]", 1, true) and item:sub(-1) ~= "]" then
      local _, breaks = item:sub(1, MAX_TEXT):gsub("\n", "\n")
      lines = lines + breaks
      return put("[[\n" .. item:sub(1, MAX_TEXT) .. "]]")
    end
    if type(item) ~= "table" then return put(scalar(#tostring(item) > MAX_TEXT and tostring(item):sub(1, MAX_TEXT) or item)) end
    if open[item] then return put("{ itself }") end
    local short = inline(item, MAX_INLINE - indent, 0)
    if short ~= nil then return put(short) end
    open[item] = true
    put("{")
    local length, keys = keys_of(item)
    local i = 1
    while i <= length do
      local one, same = rawget(item, i), i
      while type(one) ~= "table" and same < length and rawget(item, same + 1) == one do same = same + 1 end
      break_line(indent + 2)
      write(one, indent + 2)
      put(",")
      -- The blank rows of a screen, for one.
      if same - i > 2 then
        put(" -- and " .. same - i .. " more like it")
        i = same
      end
      i = i + 1
    end
    for _, key in pairs(keys) do
      break_line(indent + 2)
      put(key_text(key) .. " = ")
      write(rawget(item, key), indent + 2)
      put(",")
    end
    break_line(indent)
    put("}")
    open[item] = nil
  end
  local ok, why = pcall(write, value, 0)
  local text = concat(parts):sub(1, MAX_TEXT)
  if ok then return text end
  if why == FULL then return text .. "\n… cut off; keep it in a variable, and look at a part of it" end
  error(why, 0)
end

-- Running lines.
local running

local function failed(why)
  running = nil
  if type(why) == "table" and getmetatable(why) == Failure then
    local failure = { kind = "failed" }
    for _, name in pairs({ "message", "method", "field", "code", "unknown" }) do
      local value = rawget(why, name)
      if type(value) == "string" then failure[name] = value end
    end
    return failure
  end
  local ok, text = pcall(tostring, why)
  return { kind = "failed", message = ok and type(text) == "string" and text:sub(1, 4096) or "an error that cannot be shown" }
end

local function stepped(ok, ...)
  if not ok then return failed((...)) end
  if status(running) == "suspended" then
    local tag, method, params = ...
    if tag == CALL then return { kind = "call", method = method, params = params } end
    return failed("coroutine.yield is for coroutines of your own")
  end
  running = nil
  local results, texts = pack(...), {}
  if results.n == 0 then return { kind = "done" } end
  variables._ = results[1]
  for i = 1, results.n > 32 and 32 or results.n do texts[i] = shown(results[i]) end
  return { kind = "done", text = concat(texts, "\n") }
end

local M = {}

function M.run(input)
  local chunk = load("return " .. input.code, "=line", "t", env)
  local why
  if chunk == nil then chunk, why = load(input.code, "=line", "t", env) end
  if chunk == nil then
    if find(why, "<eof>'?$") then return { kind = "unfinished" } end
    return failed(why)
  end
  running = create(chunk)
  return stepped(resume(running))
end

function M.answer(answer)
  if answer.failure ~= nil then return stepped(resume(running, false, answer.failure)) end
  return stepped(resume(running, true, answer.value))
end

function M.forget()
  running = nil
  return { kind = "done" }
end

-- The names behind a path of names, such as those of a variable's fields.
function M.names(input)
  local tables, found, names = { variables, methods, lua }, {}, {}
  if #input.path > 0 then
    local value = variables[input.path[1]] or rawget(methods, input.path[1]) or lua[input.path[1]]
    for i = 2, #input.path do value = type(value) == "table" and rawget(value, input.path[i]) or nil end
    tables = { type(value) == "table" and value or {} }
  end
  for _, values in pairs(tables) do
    for name in next, values do
      if type(name) == "string" and not found[name] and find(name, "^[%a_][%w_]*$") and #names < MAX_NAMES then
        found[name] = true
        names[#names + 1] = name
      end
    end
  end
  sort(names)
  return names
end

return M
`;

/** The program that a console's Lua begins with: these are the methods that it knows. */
export function consoleSource(methods: readonly string[]): string {
  // One line, so that errors of ours keep their lines.
  return `local METHODS = { ${methods.map((name) => JSON.stringify(name)).join(", ")} }${CONSOLE}`;
}
