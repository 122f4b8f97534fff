/** Memory handed out from front to back and all taken back at once: a kernel holds one problem at a time. */
let next: usize = 0
/** Pages: it grows seldom. */
const leastGrowth = 64

export function clear(): void {
  next = (__heap_base + 63) & ~63
}

/** So many bytes, at the beginning of a line of the cache; whatever lies there. */
export function reserve(bytes: i32): usize {
  const at = next
  next += (<usize>bytes + 63) & ~63
  const missing = <i32>((next + 0xffff) >>> 16) - memory.size()
  if (missing > 0 && memory.grow(max(missing, leastGrowth)) < 0) unreachable()
  return at
}

/** Takes back what was handed out from an address on. */
export function takeBack(from: usize): void {
  next = (from + 63) & ~63
}

/** So many bytes of zeros. */
export function allocate(bytes: i32): usize {
  const at = reserve(bytes)
  memory.fill(at, 0, bytes)
  return at
}

/** The numbers of a list. */
export function intAt(list: usize, i: i32): i32 {
  return load<i32>(list + ((<usize>i) << 2))
}
export function setInt(list: usize, i: i32, value: i32): void {
  store<i32>(list + ((<usize>i) << 2), value)
}
export function numberAt(list: usize, i: i32): f64 {
  return load<f64>(list + ((<usize>i) << 3))
}
export function setNumber(list: usize, i: i32, value: f64): void {
  store<f64>(list + ((<usize>i) << 3), value)
}

/** Bytes from one record to the next. */
export function sizeOf<T>(): usize {
  return (offsetof<T>() + 7) & ~7
}
