import loadWabt from "wabt";

const wabt = await loadWabt();
const FEATURES = { bulk_memory: true, exceptions: true, gc: true, memory64: true, multi_memory: true, threads: true };

/** The bytes of a module in text. Nothing is validated: what is wrong with it is for the plugin's engine to find. */
function assembled(text: string): Uint8Array {
  const module = wabt.parseWat("plugin.wat", text, FEATURES);
  try {
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

const NAMES = '["repeat","loop","trap","grow","outside","junk","deep","calls","fail","widen"]';
const DEEP = `${"[".repeat(70)}${"]".repeat(70)}`;
const TEXTS = [NAMES, "{junk", DEEP, '{"error":"no such mode"}'] as const;
const TEXT_ROOM = 256;
const HEAP = 4_096;

const placeOf = (index: number) => (index + 1) * TEXT_ROOM;
const data = TEXTS.map((text, index) => `(data (i32.const ${placeOf(index)}) ${JSON.stringify(text)})`);

/** A place and a length in one number. */
const packed = (at: number, length: number) => `(i64.const ${(BigInt(at) << 32n) | BigInt(length)})`;
const answer = (text: (typeof TEXTS)[number]) =>
  `(return ${packed(placeOf(TEXTS.indexOf(text)), Buffer.byteLength(text))})`;

/** What `ptywright_call` does for a name that begins with this letter; otherwise it answers with its argument. */
const whenNamed = (letter: string, work: string) =>
  `(if (i32.eq (local.get $letter) (i32.const ${letter.charCodeAt(0)})) (then ${work}))`;

/** One more call, and its count as a digit of JSON. */
const COUNT = `
  (i32.store8 (i32.const 0) (i32.add (i32.load8_u (i32.const 0)) (i32.const 1)))
  (i32.store8 (i32.const 1) (i32.add (i32.load8_u (i32.const 0)) (i32.const ${"0".charCodeAt(0)})))
  (return ${packed(1, 1)})`;
const GROW = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) (unreachable)";
const widenTo = (entries: number) => `
  (loop $more (br_if $more (i32.ne (table.grow 0 (ref.null extern) (i32.const 500)) (i32.const -1))))
  (if (i32.eq (table.size 0) (i32.const ${entries})) (then ${answer(NAMES)}))
  (unreachable)`;

export interface ModuleOptions {
  readonly memory?: string;
  /** More of the module, in front of the rest. */
  readonly fields?: string;
  /** `widen` makes the first table larger until that fails, and answers if it then has this many entries. */
  readonly entries?: number;
  readonly withoutCall?: boolean;
}

/** A plugin that misbehaves in all ways: `alloc` counts up in a global; the functions are `NAMES`, of which `calls` tells how often it was called. */
export function pluginModule({
  memory = "1",
  fields = "",
  entries,
  withoutCall = false,
}: ModuleOptions = {}): Uint8Array {
  return assembled(`(module
    ${fields}
    (memory (export "memory") ${memory})
    (global $free (mut i32) (i32.const ${HEAP}))
    (func $alloc (export "ptywright_alloc") (param $length i32) (result i32)
      (global.get $free)
      (global.set $free (i32.add (global.get $free) (local.get $length))))
    (func $call ${withoutCall ? "" : '(export "ptywright_call")'}
      (param $name i32) (param $name_length i32) (param $json i32) (param $json_length i32) (result i64)
      (local $letter i32)
      (local.set $letter (i32.load8_u (local.get $name)))
      ${whenNamed("e", answer(NAMES))}
      ${whenNamed("l", "(loop $again (br $again))")}
      ${whenNamed("t", "(unreachable)")}
      ${whenNamed("g", GROW)}
      ${whenNamed("o", `(return ${packed(0x7fff_ffff, 16)})`)}
      ${whenNamed("j", answer("{junk"))}
      ${whenNamed("d", answer(DEEP))}
      ${whenNamed("f", answer('{"error":"no such mode"}'))}
      ${whenNamed("c", COUNT)}
      ${entries === undefined ? "" : whenNamed("w", widenTo(entries))}
      (i64.or
        (i64.shl (i64.extend_i32_u (local.get $json)) (i64.const 32))
        (i64.extend_i32_u (local.get $json_length))))
    ${data.join("\n")})`);
}

/** A module of one section, byte by byte: for what no assembler writes. */
export function moduleOf(section: number, body: readonly number[]): Uint8Array {
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, section, ...unsigned(body.length), ...body]);
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
