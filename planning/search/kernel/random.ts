/** Small seeded generator (xorshift): the same seed gives the same moves everywhere. */
let state: u32 = 1

export function seed(value: u32): void {
  state = value | 1
}

export function random(): u32 {
  let x = state
  x ^= x << 13
  x ^= x >> 17
  x ^= x << 5
  state = x
  return x
}

/** A whole number from 0 up to below `limit`. */
export function below(limit: i32): i32 {
  return <i32>((<u64>random() * <u64>limit) >> 32)
}
