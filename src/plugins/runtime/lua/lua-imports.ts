import type { WasmImports } from "../web-assembly.js";
import type { LuaApi } from "./lua-api.js";

/** What the C library answers when the system has no such call (WASI's ENOSYS). */
const NOT_AVAILABLE = 52;
/** A fixed clock: the same plugin on the same screen gives the same answer, `pairs` in the same order. */
const NOW = 0;

/**
 * The world as the virtual machine sees it: memory that grows to a limit, and the two halves of `longjmp`. There is no file, no
 * clock and no environment to be found, so nothing that a plugin does in it can reach one.
 */
export function luaImports(api: () => LuaApi, maxHeapBytes: number, onGrowth: () => void): WasmImports {
  const absent = () => NOT_AVAILABLE;
  const env = {
    // Lua calls this when an error finds no protected call, which there always is; the machine is thrown away then.
    abort: () => {
      throw new Error("the Lua virtual machine gave up");
    },
    exit: absent,
    system: absent,
    strftime: () => 0,
    emscripten_date_now: () => NOW,
    _emscripten_get_now_is_monotonic: () => 1,
    emscripten_resize_heap(wanted: number) {
      const { memory } = api();
      const missing = (wanted >>> 0) - memory.buffer.byteLength;
      if (wanted >>> 0 > maxHeapBytes) return 0;
      memory.grow(Math.ceil(missing / 65_536));
      onGrowth();
      return 1;
    },
    // Emscripten's longjmp: a number is thrown, and the frame of its setjmp is told by setThrew.
    _emscripten_throw_longjmp() {
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw Infinity;
    },
    invoke_vii(index: number, a: number, b: number) {
      const machine = api();
      const stack = machine.stackSave();
      try {
        (machine.__indirect_function_table.get(index) as (a: number, b: number) => void)(a, b);
      } catch (error) {
        machine.stackRestore(stack);
        if (error !== Infinity) throw error;
        machine.setThrew(1, 0);
      }
    },
    __syscall_openat: absent,
    __syscall_fcntl64: absent,
    __syscall_ioctl: absent,
    __syscall_dup3: absent,
    __syscall_unlinkat: absent,
    __syscall_rmdir: absent,
    __syscall_renameat: absent,
    __syscall_readlinkat: absent,
    _mktime_js: absent,
    _localtime_js: absent,
    _gmtime_js: absent,
    _tzset_js: absent,
  };
  const wasi = {
    fd_write: absent,
    fd_read: absent,
    fd_close: absent,
    fd_seek: absent,
    environ_get: absent,
    environ_sizes_get: absent,
  };
  return { env, wasi_snapshot_preview1: wasi };
}
