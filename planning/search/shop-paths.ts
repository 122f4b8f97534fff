/** Longest paths through the jobs alone, with the shortest duration of each operation. */
import type { Shop } from './shop.ts'

export function shortestDuration(shop: Shop): Int32Array {
  const { count, choiceStart, choiceDuration } = shop
  const shortest = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    let least = choiceDuration[choiceStart[i]!]!
    for (let k = choiceStart[i]! + 1; k < choiceStart[i + 1]!; k++) least = Math.min(least, choiceDuration[k]!)
    shortest[i] = least
  }
  return shortest
}

/** Operations in an order that respects the routings. */
export function jobOrder(shop: Shop): Int32Array {
  const { count, predecessorStart, successorStart, successors } = shop
  const order = new Int32Array(count)
  const open = new Int32Array(count)
  let end = 0
  for (let i = 0; i < count; i++) {
    open[i] = predecessorStart[i + 1]! - predecessorStart[i]!
    if (open[i] === 0) order[end++] = i
  }
  for (let at = 0; at < end; at++) {
    const i = order[at]!
    for (let k = successorStart[i]!; k < successorStart[i + 1]!; k++)
      if (--open[successors[k]!]! === 0) order[end++] = successors[k]!
  }
  if (end !== count) throw new Error('The routings contain a cycle.')
  return order
}

/** Earliest start of each operation by its job. */
export function earliestStart(shop: Shop): Int32Array {
  const { predecessorStart, predecessors, notBefore } = shop
  const duration = shortestDuration(shop)
  const start = Int32Array.from(notBefore)
  for (const i of jobOrder(shop))
    for (let k = predecessorStart[i]!; k < predecessorStart[i + 1]!; k++)
      start[i] = Math.max(start[i]!, start[predecessors[k]!]! + duration[predecessors[k]!]!)
  return start
}

/** Time from the start of each operation to the end of its job. */
export function longestRest(shop: Shop): Int32Array {
  const { count, successorStart, successors, notAfter } = shop
  const duration = shortestDuration(shop)
  const rest = new Int32Array(count)
  const order = jobOrder(shop)
  for (let at = count - 1; at >= 0; at--) {
    const i = order[at]!
    let after = notAfter[i]!
    for (let k = successorStart[i]!; k < successorStart[i + 1]!; k++) after = Math.max(after, rest[successors[k]!]!)
    rest[i] = after + duration[i]!
  }
  return rest
}
