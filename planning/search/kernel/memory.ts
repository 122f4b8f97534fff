/** Memory handed out from front to back and all taken back at once: a kernel holds one problem at a time. */
let next: usize = 0

export function clear(): void {
  next = (__heap_base + 63) & ~63
}

/** So many bytes of zeros, at the beginning of a line of the cache. */
export function allocate(bytes: i32): usize {
  const at = next
  next += (<usize>bytes + 63) & ~63
  const missing = <i32>((next + 0xffff) >>> 16) - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
  memory.fill(at, 0, bytes)
  return at
}
