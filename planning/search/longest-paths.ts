/**
 * Longest paths from the first and to the last operation, repaired along the topological order: only operations behind a
 * change are looked at, in the order of their positions. Which these are is kept as one bit for each position, so that the
 * next one is found by words of 32. The first pair of loops is for chains without change-overs, where each operation has one
 * neighbour on either side; it is what the search spends its time in.
 */
import type { Ordered } from './reorder.ts'

/** What has longest paths, and the paths. */
interface Timed extends Ordered {
  readonly duration: Int32Array
  readonly end: Int32Array
  readonly out: Int32Array
  readonly ready: Int32Array
  readonly rest: Int32Array
  readonly marked: Int32Array
  gap(from: number, to: number): number
}

/** A set of positions, read in rising or falling order while it grows ahead of the reader. */
export const positionWords = (count: number): Int32Array => new Int32Array((count >> 5) + 1)

/** Ends of the marked operations, and of those behind them as long as they change. `from` is the first word that holds a mark. */
export function updateEnds(graph: Timed, from: number): void {
  if (!graph.chains || graph.shop.changeover) {
    updateEndsInGeneral(graph, from)
    return
  }
  const { count, order, position, end, duration, ready, before, after, predecessor, successor, marked } = graph
  const { notBefore } = graph.shop
  const words = marked.length
  for (let word = from; word < words; word++) {
    for (let bits = marked[word]!; bits !== 0; bits = marked[word]!) {
      const bit = bits & -bits
      marked[word] = bits ^ bit
      const w = order[(word << 5) + 31 - Math.clz32(bit)]!
      let start = end[predecessor[w]!]!
      const free = end[before[w]!]!
      const earliest = notBefore[w]!
      if (earliest > start) start = earliest
      ready[w] = start
      if (free > start) start = free
      start += duration[w]!
      if (start === end[w]) continue
      end[w] = start
      const next = after[w]!
      if (next !== count) {
        const at = position[next]!
        marked[at >> 5]! |= 1 << at
      }
      const follower = successor[w]!
      if (follower !== count) {
        const at = position[follower]!
        marked[at >> 5]! |= 1 << at
      }
    }
  }
}

/** Outs of the marked operations, and of those before them as long as they change. `from` is the last word that holds a mark. */
export function updateOuts(graph: Timed, from: number): void {
  if (!graph.chains || graph.shop.changeover) {
    updateOutsInGeneral(graph, from)
    return
  }
  const { count, order, position, out, duration, rest, before, after, predecessor, successor, marked } = graph
  const { notAfter } = graph.shop
  for (let word = from; word >= 0; word--) {
    for (let bits = marked[word]!; bits !== 0; bits = marked[word]!) {
      const high = 31 - Math.clz32(bits)
      marked[word] = bits ^ (1 << high)
      const w = order[(word << 5) + high]!
      let time = out[successor[w]!]!
      const next = out[after[w]!]!
      const latest = notAfter[w]!
      if (latest > time) time = latest
      rest[w] = time
      if (next > time) time = next
      time += duration[w]!
      if (time === out[w]) continue
      out[w] = time
      const x = before[w]!
      if (x !== count) {
        const at = position[x]!
        marked[at >> 5]! |= 1 << at
      }
      const p = predecessor[w]!
      if (p !== count) {
        const at = position[p]!
        marked[at >> 5]! |= 1 << at
      }
    }
  }
}

function updateEndsInGeneral(graph: Timed, from: number): void {
  const { count, order, position, end, duration, ready, before, after, marked } = graph
  const { notBefore, predecessorStart, predecessors, successorStart, successors, changeover } = graph.shop
  const words = marked.length
  for (let word = from; word < words; word++) {
    for (let bits = marked[word]!; bits !== 0; bits = marked[word]!) {
      const bit = bits & -bits
      marked[word] = bits ^ bit
      const w = order[(word << 5) + 31 - Math.clz32(bit)]!
      let start = notBefore[w]!
      for (let k = predecessorStart[w]!; k < predecessorStart[w + 1]!; k++) {
        const done = end[predecessors[k]!]!
        if (done > start) start = done
      }
      ready[w] = start
      const m = before[w]!
      let free = end[m]!
      if (changeover && m !== count) free += graph.gap(m, w)
      if (free > start) start = free
      start += duration[w]!
      if (start === end[w]) continue
      end[w] = start
      const next = after[w]!
      if (next !== count) {
        const at = position[next]!
        marked[at >> 5]! |= 1 << at
      }
      for (let k = successorStart[w]!; k < successorStart[w + 1]!; k++) {
        const at = position[successors[k]!]!
        marked[at >> 5]! |= 1 << at
      }
    }
  }
}

function updateOutsInGeneral(graph: Timed, from: number): void {
  const { count, order, position, out, duration, rest, before, after, marked } = graph
  const { notAfter, predecessorStart, predecessors, successorStart, successors, changeover } = graph.shop
  for (let word = from; word >= 0; word--) {
    for (let bits = marked[word]!; bits !== 0; bits = marked[word]!) {
      const high = 31 - Math.clz32(bits)
      marked[word] = bits ^ (1 << high)
      const w = order[(word << 5) + high]!
      let time = notAfter[w]!
      for (let k = successorStart[w]!; k < successorStart[w + 1]!; k++) {
        const t = out[successors[k]!]!
        if (t > time) time = t
      }
      rest[w] = time
      const m = after[w]!
      let next = out[m]!
      if (changeover && m !== count) next += graph.gap(w, m)
      if (next > time) time = next
      time += duration[w]!
      if (time === out[w]) continue
      out[w] = time
      const x = before[w]!
      if (x !== count) {
        const at = position[x]!
        marked[at >> 5]! |= 1 << at
      }
      for (let k = predecessorStart[w]!; k < predecessorStart[w + 1]!; k++) {
        const at = position[predecessors[k]!]!
        marked[at >> 5]! |= 1 << at
      }
    }
  }
}
