import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import loadWabt from "wabt";
import { tempDir } from "./temp-dir.js";

const wabt = await loadWabt();

/** The bytes of a module in text. */
export function assembleWat(text: string): Uint8Array {
  const module = wabt.parseWat("plugin.wat", text, { bulk_memory: true });
  try {
    module.validate();
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

/** What a function of a module does. */
export type Behaviour =
  | { readonly answer: unknown }
  /** The argument as JSON between these. */
  | { readonly around: readonly [string, string] }
  /** Whether the argument as JSON contains this. */
  | { readonly contains: string }
  | { readonly code: string };

const SCRATCH = 0x8_0000;

/** A module with these functions, which it also tells. The argument lies from $json to $end. */
export function moduleWith(functions: Readonly<Record<string, Behaviour>>): Uint8Array {
  const texts: string[] = [];
  let free = 16;
  const place = (text: string): { at: number; length: number; packed: bigint } => {
    const [at, bytes] = [free, Buffer.from(text)];
    texts.push(`(data (i32.const ${at}) "${bytes.toString("hex").replaceAll(/../g, "\\$&")}")`);
    free += bytes.length;
    return { at, length: bytes.length, packed: (BigInt(at) << 32n) | BigInt(bytes.length) };
  };
  const give = (text: string): string => `(return (i64.const ${place(text).packed}))`;
  const copy = ({ at, length }: { at: number; length: number }, to: string): string =>
    `(call $copy ${to} (i32.const ${at}) (i32.const ${length}))`;

  const codeOf = (behaviour: Behaviour): string => {
    if ("code" in behaviour) return behaviour.code;
    if ("answer" in behaviour) return give(JSON.stringify(behaviour.answer));
    if ("contains" in behaviour) {
      const { at, length } = place(behaviour.contains);
      const found = `(call $contains (local.get $json) (local.get $end) (i32.const ${at}) (i32.const ${length}))`;
      return `(if ${found} (then ${give("true")})) ${give("false")}`;
    }
    const [before, behind] = behaviour.around.map(place);
    const length = `(i32.sub (local.get $end) (local.get $json))`;
    const start = SCRATCH + before.length;
    return `${copy(before, `(i32.const ${SCRATCH})`)}
      (call $copy (i32.const ${start}) (local.get $json) ${length})
      ${copy(behind, `(i32.add (i32.const ${start}) ${length})`)}
      (return (i64.or (i64.const ${BigInt(SCRATCH) << 32n})
        (i64.extend_i32_u (i32.add ${length} (i32.const ${before.length + behind.length})))))`;
  };

  const all = { exports: { answer: Object.keys(functions) }, ...functions };
  const branches = Object.entries(all).map(([name, behaviour]) => {
    const { at, length } = place(name);
    const isIt = `(i32.and (i32.eq (local.get $name_length) (i32.const ${length}))
      (call $same (local.get $name) (i32.const ${at}) (i32.const ${length})))`;
    return `(if ${isIt} (then ${codeOf(behaviour)}))`;
  });
  return assembleWat(`(module
    (memory (export "memory") 16)
    (global $free (mut i32) (i32.const ${free}))
    (func $copy (param $to i32) (param $from i32) (param $length i32) (local $end i32)
      (local.set $end (i32.add (local.get $to) (local.get $length)))
      (block $done
        (loop $next
          (br_if $done (i32.eq (local.get $to) (local.get $end)))
          (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
          (local.set $to (i32.add (local.get $to) (i32.const 1)))
          (local.set $from (i32.add (local.get $from) (i32.const 1)))
          (br $next))))
    (func $alloc (export "ptywright_alloc") (param $length i32) (result i32)
      (global.set $free (i32.add (global.get $free) (local.get $length)))
      (i32.sub (global.get $free) (local.get $length)))
    (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
      (loop $next
        (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br_if $next (i32.eq
          (i32.load8_u (i32.add (local.get $a) (local.get $length)))
          (i32.load8_u (i32.add (local.get $b) (local.get $length))))))
      (i32.const 0))
    (func $contains (param $at i32) (param $end i32) (param $text i32) (param $length i32) (result i32)
      (loop $next
        (if (call $same (local.get $at) (local.get $text) (local.get $length)) (then (return (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $next (i32.eqz (i32.gt_u (i32.add (local.get $at) (local.get $length)) (local.get $end)))))
      (i32.const 0))
    (func $call (export "ptywright_call")
      (param $name i32) (param $name_length i32) (param $json i32) (param $json_length i32) (result i64)
      (local $end i32)
      (local.set $end (i32.add (local.get $json) (local.get $json_length)))
      (global.set $free (i32.const ${free}))
      ${branches.join("\n")}
      (unreachable))
    ${texts.join("\n")})`);
}

const ALL = ["session.spawn", "session.kill", "screen.read", "transcript.read", "input.write", "matcher.wait"];

export interface WasmPluginOptions {
  readonly permissions?: readonly string[];
  readonly program?: string;
}

/** A directory with a plugin of this module, gone after the test; returns the path of its manifest. It drives `cat`. */
export function wasmPlugin(t: TestContext, module: Uint8Array, options: WasmPluginOptions = {}): string {
  const { permissions = ALL, program = "cat" } = options;
  const folder = join(tempDir(t), "plugin");
  mkdirSync(folder);
  writeFileSync(join(folder, "plugin.wasm"), module);
  const manifest = {
    ...{ name: "module", kind: "adapter", version: "0.1.0", runtime: "wasm", entrypoint: "plugin.wasm" },
    permissions,
    default_target: { program },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return join(folder, "manifest.json");
}
