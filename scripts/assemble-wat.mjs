// Assembles a small part of WebAssembly's text format: `node scripts/assemble-wat.mjs plugin.wat > plugin.wasm`. For plugins
// written by hand, so that nobody needs a toolchain for them. It knows modules of functions, one memory, globals and data;
// instructions are folded, as in `(i32.add (local.get $a) (i32.const 1))`. Everything else is refused.
// https://webassembly.github.io/spec/core/text/index.html
import { readFileSync } from "node:fs";

/** A word, or what stands in parentheses. @typedef {string | any[]} Expr */
/** @typedef {{ params: string[], results: string[], locals: string[], names: string[], body: Expr[], exported: string[] }} Func */
/** @typedef {{ func: string[], global: string[], local: string[], labels: string[] }} Scope */

/** @type {Record<string, number>} */
const TYPES = { i32: 0x7f, i64: 0x7e };
const [END, EMPTY] = [0x0b, 0x40];

/** Name, opcode, and what stands behind it. @type {Map<string, { code: number[], kind: string | undefined }>} */
const OPS = new Map(
  `unreachable 00, br 0c label, br_if 0d label, return 0f, call 10 func, drop 1a, local.get 20 local, local.set 21 local,
   local.tee 22 local, global.get 23 global, global.set 24 global, i32.load8_u 2d memory, i32.store8 3a memory,
   memory.size 3f zero, memory.grow 40 zero, memory.copy fc0a00 zero, i32.const 41 int, i64.const 42 int, i32.eqz 45,
   i32.eq 46, i32.ne 47, i32.lt_u 49, i32.gt_u 4b, i32.add 6a, i32.sub 6b, i32.and 71, i32.or 72, i32.shr_u 76,
   i64.or 84, i64.shl 86, i64.extend_i32_u ad`
    .split(/,\s+/)
    .map((line) => line.split(" "))
    .map(([name = "", code = "", kind]) => [name, { code: [...Buffer.from(code, "hex")], kind }]),
);

/** @param {number} value @returns {number[]} */
const unsigned = (value) => (value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...unsigned(Math.floor(value / 0x80))]);

/** @param {bigint} value @returns {number[]} */
function signed(value) {
  const low = Number(BigInt.asUintN(7, value));
  const rest = value >> 7n;
  const isLast = rest === (low & 0x40 ? -1n : 0n);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}

/** @param {readonly number[][]} items */
const vector = (items) => [...unsigned(items.length), ...items.flat()];
/** @param {number[]} bytes */
const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
/** @param {number} id @param {readonly number[][]} items */
const section = (id, items) => (items.length === 0 ? [] : [id, ...sized(vector(items))]);
/** @param {string} type */
const typeCode = (type) => TYPES[type] ?? fail(`unknown type ${type}`);

/** @param {string[]} types */
const typeList = (types) => vector(types.map((type) => [typeCode(type)]));

/** @param {string} problem @returns {never} */
function fail(problem) {
  throw new Error(`cannot assemble: ${problem}`);
}

/** @param {string} source @returns {Expr[]} */
function parsed(source) {
  /** @type {Expr[][]} */
  const open = [[]];
  for (const [token] of source.matchAll(/;;.*|\(;[\s\S]*?;\)|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+|\S/g)) {
    if (token.startsWith(";;") || token.startsWith("(;")) continue;
    if (token === '"' || token === ";") fail(`a stray ${token}`);
    if (token === "(") open.push([]);
    else if (token === ")") {
      const done = open.pop() ?? [];
      (open.at(-1) ?? fail("a ) too many")).push(done);
    } else open.at(-1)?.push(token);
  }
  return open.length === 1 ? (open[0] ?? []) : fail("a ) is missing");
}

/** The bytes of a text in quotes. @param {Expr | undefined} literal */
function bytesOf(literal) {
  if (typeof literal !== "string" || !literal.startsWith('"')) return fail(`${JSON.stringify(literal)} is no text`);
  /** @type {Record<string, string>} */
  const named = { n: "0a", t: "09", r: "0d", '"': "22", "'": "27", "\\": "5c" };
  const pieces = literal.slice(1, -1).match(/\\[0-9a-fA-F]{2}|\\.|[^\\]+/gs) ?? [];
  return pieces.flatMap((piece) => {
    if (!piece.startsWith("\\")) return [...Buffer.from(piece)];
    const code = parseInt(named[piece.slice(1)] ?? piece.slice(1), 16);
    return Number.isNaN(code) ? fail(`unknown ${piece}`) : [code];
  });
}

/** @param {readonly string[]} names @param {Expr | undefined} name */
function indexOf(names, name) {
  const index = names.lastIndexOf(String(name));
  return index >= 0 ? index : fail(`there is no ${String(name)}`);
}

/** @param {readonly Expr[]} code @param {Scope} scope @returns {number[]} */
const sequence = (code, scope) => code.flatMap((expr) => instruction(expr, scope));

/** @param {Expr} expr @param {Scope} scope @returns {number[]} */
function instruction(expr, scope) {
  if (typeof expr === "string") return fail(`${expr} must be folded: (${expr} …)`);
  const [op, ...rest] = expr;
  if (op === "block" || op === "loop" || op === "if") return structured(op, rest, scope);
  const { code, kind } = OPS.get(String(op)) ?? fail(`unknown instruction ${String(op)}`);
  const takesWord = kind !== undefined && kind !== "zero" && kind !== "memory";
  const operands = sequence(takesWord ? rest.slice(1) : rest, scope);
  return [...operands, ...code, ...immediate(kind, rest[0], scope)];
}

/** @param {string | undefined} kind @param {Expr | undefined} word @param {Scope} scope */
function immediate(kind, word, scope) {
  if (kind === "int") return signed(BigInt(String(word)));
  if (kind === "memory") return [0, 0];
  if (kind === "zero") return [0];
  if (kind === "label") return unsigned(scope.labels.length - 1 - indexOf(scope.labels, word));
  if (kind === "local" || kind === "global" || kind === "func") return unsigned(indexOf(scope[kind], word));
  return [];
}

/** @param {"block" | "loop" | "if"} op @param {Expr[]} rest @param {Scope} scope */
function structured(op, rest, scope) {
  const label = typeof rest[0] === "string" ? String(rest.shift()) : "";
  const type = rest[0]?.[0] === "result" ? typeCode(String(rest.shift()?.[1])) : EMPTY;
  const inner = { ...scope, labels: [...scope.labels, label] };
  if (op !== "if") return [op === "block" ? 0x02 : 0x03, type, ...sequence(rest, inner), END];
  const thenAt = rest.findIndex((part) => part[0] === "then");
  const [yes, no] = [rest[thenAt], rest[thenAt + 1]];
  if (!Array.isArray(yes) || thenAt < 0) return fail("an if has no (then …)");
  const otherwise = Array.isArray(no) ? [0x05, ...sequence(no.slice(1), inner)] : [];
  const condition = sequence(rest.slice(0, thenAt), scope);
  return [...condition, 0x04, type, ...sequence(yes.slice(1), inner), ...otherwise, END];
}

/** @param {Expr[]} rest @returns {Func} */
function functionOf(rest) {
  /** @type {Func} */
  const func = { params: [], results: [], locals: [], names: [], body: [], exported: [] };
  for (const part of rest) {
    const [head, first, second] = part;
    if (head === "export") func.exported.push(String(first));
    else if (head === "result") func.results.push(String(first));
    else if (head === "param" || head === "local") {
      func.names.push(String(first));
      func[head === "param" ? "params" : "locals"].push(String(second));
    } else func.body.push(part);
  }
  return func;
}

/** Neighbours of one type are counted together. @param {readonly string[]} types */
function localsOf(types) {
  const runs = types.join(" ").match(/(\w+)(?: \1)*(?!\w)/g) ?? [];
  return vector(runs.map((run) => run.split(" ")).map((run) => [...unsigned(run.length), typeCode(run[0] ?? "")]));
}

/** The module as bytes. @param {string} source */
export function assembleWat(source) {
  const [module] = parsed(source);
  if (!Array.isArray(module) || module[0] !== "module") return fail("there is no (module …)");
  /** @param {string} kind */
  const fields = (kind) => module.slice(1).filter((field) => field[0] === kind);
  for (const [kind] of module.slice(1))
    if (!["memory", "global", "func", "data"].includes(kind)) fail(`unknown field ${kind}`);
  const funcs = fields("func").map((field) => functionOf(field.slice(2)));
  const scope = {
    func: fields("func").map((field) => String(field[1])),
    global: fields("global").map((field) => String(field[1])),
    labels: [""],
  };
  const types = funcs.map(({ params, results }) => [0x60, ...typeList(params), ...typeList(results)].join());
  const distinct = [...new Set(types)];
  const signatures = distinct.map((type) => type.split(",").map(Number));
  const signatureOf = types.map((type) => unsigned(distinct.indexOf(type)));
  /** @type {number[][]} */
  const exported = [];
  const memories = fields("memory").map(([, ...rest], index) => {
    for (const part of rest) if (Array.isArray(part)) exported.push([...sized(bytesOf(part[1])), 2, index]);
    const limits = rest.filter((/** @type {Expr} */ part) => typeof part === "string").map(Number);
    return [limits.length - 1, ...limits.flatMap(unsigned)];
  });
  funcs.forEach((func, index) =>
    func.exported.forEach((name) => exported.push([...sized(bytesOf(name)), 0, ...unsigned(index)])),
  );
  const constant = (/** @type {Expr} */ expr) => [...instruction(expr, { ...scope, local: [] }), END];
  const globals = fields("global").map(([, , type, value]) => [
    ...(Array.isArray(type) ? [typeCode(String(type[1])), 1] : [typeCode(String(type)), 0]),
    ...constant(value),
  ]);
  const code = funcs.map(({ locals, names, body }) =>
    sized([...localsOf(locals), ...sequence(body, { ...scope, local: names }), END]),
  );
  const data = fields("data").map(([, at, ...texts]) => [0, ...constant(at), ...sized([...texts].flatMap(bytesOf))]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, signatures),
    ...section(3, signatureOf),
    ...section(5, memories),
    ...section(6, globals),
    ...section(7, exported),
    ...section(10, code),
    ...section(11, data),
  ]);
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(assembleWat(readFileSync(process.argv[2] ?? fail("name a file"), "utf8")));
