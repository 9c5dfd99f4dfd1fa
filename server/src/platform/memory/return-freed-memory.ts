type Trim = (keptBytes: bigint) => number;

let trim: Trim | null | undefined;

/**
 * Gives what the C library holds free back to the system, of all threads. It keeps what was freed between pieces that
 * are still in use: a start leaves 12 MiB so, most of it the text of modules. Where the C library has no such function
 * (musl, macOS) nothing happens. Takes some milliseconds; other threads that allocate wait for it.
 * Source: man 3 malloc_trim; Node.js documentation, "FFI".
 */
export function returnFreedMemory(): void {
  if (trim === undefined) trim = findTrim();
  trim?.(0n);
}

function findTrim(): Trim | null {
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi');
    return dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } }).functions.malloc_trim;
  } catch {
    return null;
  }
}
