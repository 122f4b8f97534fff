/**
 * Longest paths from the first and to the last operation, repaired along the topological order: from where something has
 * changed, and no further than it changes anything. The first pair of loops is for chains without change-overs, where each
 * operation has one neighbour on either side; it is what the search spends its time in.
 */
import type { Graph } from './graph.ts'

/** Ends from position `from` on, at least to `until`, further as long as they change. */
export function updateEnds(graph: Graph, from: number, until: number): void {
  if (!graph.chains || graph.shop.changeover) {
    updateEndsInGeneral(graph, from, until)
    return
  }
  const { order, position, end, duration, ready, before, after, predecessor, successor } = graph
  const { notBefore } = graph.shop
  let last = until
  for (let i = from; i <= last; i++) {
    const w = order[i]!
    let start = end[predecessor[w]!]!
    const free = end[before[w]!]!
    const earliest = notBefore[w]!
    if (earliest > start) start = earliest
    ready[w] = start
    if (free > start) start = free
    start += duration[w]!
    if (start === end[w]) continue
    end[w] = start
    const next = position[after[w]!]!
    if (next > last) last = next
    const follower = position[successor[w]!]!
    if (follower > last) last = follower
  }
}

/** Outs from position `from` down, at least to `until`. */
export function updateOuts(graph: Graph, from: number, until: number): void {
  if (!graph.chains || graph.shop.changeover) {
    updateOutsInGeneral(graph, from, until)
    return
  }
  const { count, order, position, out, duration, rest, before, after, predecessor, successor } = graph
  const { notAfter } = graph.shop
  let last = until
  for (let i = from; i >= last; i--) {
    const w = order[i]!
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
    if (x !== count && position[x]! < last) last = position[x]!
    const p = predecessor[w]!
    if (p !== count && position[p]! < last) last = position[p]!
  }
}

function updateEndsInGeneral(graph: Graph, from: number, until: number): void {
  const { count, order, position, end, duration, ready, before, after } = graph
  const { notBefore, predecessorStart, predecessors, successorStart, successors, changeover } = graph.shop
  let last = until
  for (let i = from; i <= last; i++) {
    const w = order[i]!
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
    const next = position[after[w]!]!
    if (next > last) last = next
    for (let k = successorStart[w]!; k < successorStart[w + 1]!; k++) {
      const s = position[successors[k]!]!
      if (s > last) last = s
    }
  }
}

function updateOutsInGeneral(graph: Graph, from: number, until: number): void {
  const { count, order, position, out, duration, rest, before, after } = graph
  const { notAfter, predecessorStart, predecessors, successorStart, successors, changeover } = graph.shop
  let last = until
  for (let i = from; i >= last; i--) {
    const w = order[i]!
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
    if (x !== count && position[x]! < last) last = position[x]!
    for (let k = predecessorStart[w]!; k < predecessorStart[w + 1]!; k++) {
      const q = position[predecessors[k]!]!
      if (q < last) last = q
    }
  }
}
