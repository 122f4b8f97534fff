/**
 * A makespan that no sequence can beat: the longest job, the load of each set of machines, and for each machine the
 * preemptive one-machine bound with heads and tails (Jackson, Carlier).
 */

import type { Shop } from './shop.ts'
import { earliestStart, longestRest, shortestDuration } from './shop-paths.ts'

export function lowerBound(shop: Shop): number {
  const { count, machineCount, choiceStart, choiceMachine } = shop
  const head = earliestStart(shop)
  const rest = longestRest(shop)
  const duration = shortestDuration(shop)
  let bound = 0
  for (let i = 0; i < count; i++) bound = Math.max(bound, head[i]! + rest[i]!)
  const alone: number[][] = Array.from({ length: machineCount }, () => [])
  const groups = new Map<string, { machines: number; members: number[] }>()
  for (let i = 0; i < count; i++) {
    const machines = new Set(choiceMachine.subarray(choiceStart[i]!, choiceStart[i + 1]!))
    if (machines.size === 1) alone[choiceMachine[choiceStart[i]!]!]!.push(i)
    else {
      const key = [...machines].sort((a, b) => a - b).join()
      const group = groups.get(key) ?? { machines: machines.size, members: [] }
      group.members.push(i)
      groups.set(key, group)
    }
  }
  for (const members of alone) bound = Math.max(bound, preemptive(members, head, duration, rest))
  const all = { machines: machineCount, members: Array.from({ length: count }, (_, i) => i) }
  for (const { machines, members } of [all, ...groups.values()])
    bound = Math.max(bound, load(machines, members, head, duration, rest))
  return bound
}

function load(
  machines: number,
  members: readonly number[],
  head: Int32Array,
  duration: Int32Array,
  rest: Int32Array,
): number {
  let work = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.POSITIVE_INFINITY
  for (const i of members) {
    work += duration[i]!
    first = Math.min(first, head[i]!)
    last = Math.min(last, rest[i]! - duration[i]!)
  }
  return members.length === 0 ? 0 : first + Math.ceil(work / machines) + last
}

/** Always runs the ready operation with the longest tail, and may interrupt it. */
function preemptive(members: readonly number[], head: Int32Array, duration: Int32Array, rest: Int32Array): number {
  const byHead = [...members].sort((a, b) => head[a]! - head[b]!)
  const left = new Map<number, number>()
  // Ready operations, longest tail last.
  const ready: number[] = []
  const tail = (i: number) => rest[i]! - duration[i]!
  let now = 0
  let bound = 0
  let next = 0
  while (next < byHead.length || ready.length > 0) {
    if (ready.length === 0) now = Math.max(now, head[byHead[next]!]!)
    while (next < byHead.length && head[byHead[next]!]! <= now) {
      const i = byHead[next++]!
      left.set(i, duration[i]!)
      let low = 0
      let high = ready.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (tail(ready[middle]!) < tail(i)) low = middle + 1
        else high = middle
      }
      ready.splice(low, 0, i)
    }
    const i = ready[ready.length - 1]!
    const until = next < byHead.length ? Math.min(now + left.get(i)!, head[byHead[next]!]!) : now + left.get(i)!
    left.set(i, left.get(i)! - (until - now))
    now = until
    if (left.get(i) === 0) {
      ready.pop()
      bound = Math.max(bound, now + tail(i))
    }
  }
  return bound
}
