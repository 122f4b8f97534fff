/** What no input of a call has: to build it and to look through it takes long, whatever it says. */
export const jsonLimits = { depth: 20, keysOfObject: 2_000, values: 100_000 }

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openObject, closeObject, openArray, closeArray] = [123, 125, 91, 93]

/** Whether JSON text is deeper or has more parts than that; counted in one pass, before any of it is built. */
export function isTooElaborate(bytes: Uint8Array, limits: typeof jsonLimits = jsonLimits): boolean {
  /** Keys so far of each object that is open; of an array none. */
  const keys = new Uint32Array(limits.depth + 1)
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at)
        break
      case openObject:
      case openArray:
        depth += 1
        values += 1
        if (depth > limits.depth) return true
        keys[depth] = 0
        break
      case closeObject:
      case closeArray:
        if (depth > 0) depth -= 1
        break
      case colon:
        keys[depth]! += 1
        if (keys[depth]! > limits.keysOfObject) return true
        break
      case comma:
        values += 1
        break
    }
    if (values > limits.values) return true
  }
  return false
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
