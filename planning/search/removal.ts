/**
 * The graph with one operation taken out: it takes no time and no machine, all ends and outs are exact. Only what changes is
 * computed, and put back afterwards.
 */
import type { Graph } from './graph.ts'

export class Removal {
  /** Ends and outs while one operation is taken out; equal to those of the graph otherwise. */
  readonly end: Int32Array
  readonly out: Int32Array
  private readonly graph: Graph
  private readonly changedEnd: Int32Array
  private readonly changedOut: Int32Array
  private changedEnds = 0
  private changedOuts = 0

  constructor(graph: Graph) {
    this.graph = graph
    this.end = new Int32Array(graph.count + 1)
    this.out = new Int32Array(graph.count + 1)
    this.changedEnd = new Int32Array(graph.count)
    this.changedOut = new Int32Array(graph.count)
  }

  /** After the graph has changed. */
  reset(): void {
    this.end.set(this.graph.end)
    this.out.set(this.graph.out)
  }

  makespan(): number {
    return this.graph.longest(this.end)
  }

  /** Ends and outs of the graph in which u takes no time and no machine. */
  takeOut(u: number): void {
    const { graph, end, out, changedEnd, changedOut } = this
    const { count, order, position, duration, before, after, ready, rest, predecessor, successor, chains } = graph
    const { notBefore, notAfter, predecessorStart, predecessors, successorStart, successors, changeover } = graph.shop
    const a = before[u]!
    const b = after[u]!
    let changes = 0
    end[u] = ready[u]!
    changedEnd[changes++] = u
    let last = position[b]!
    for (let k = successorStart[u]!; k < successorStart[u + 1]!; k++) last = Math.max(last, position[successors[k]!]!)
    for (let i = position[u]! + 1; i <= last; i++) {
      const w = order[i]!
      let start = notBefore[w]!
      const job = end[predecessor[w]!]!
      if (job > start) start = job
      if (!chains) {
        for (let k = predecessorStart[w]! + 1; k < predecessorStart[w + 1]!; k++) {
          const done = end[predecessors[k]!]!
          if (done > start) start = done
        }
      }
      const m = w === b ? a : before[w]!
      let free = end[m]!
      if (changeover && m !== count) free += graph.gap(m, w)
      if (free > start) start = free
      start += duration[w]!
      if (start === end[w]) continue
      end[w] = start
      changedEnd[changes++] = w
      const next = position[after[w]!]!
      if (next > last) last = next
      const follower = position[successor[w]!]!
      if (follower > last) last = follower
      if (!chains) {
        for (let k = successorStart[w]! + 1; k < successorStart[w + 1]!; k++) {
          const s = position[successors[k]!]!
          if (s > last) last = s
        }
      }
    }
    this.changedEnds = changes
    changes = 0
    out[u] = rest[u]!
    changedOut[changes++] = u
    last = a === count ? count : position[a]!
    for (let k = predecessorStart[u]!; k < predecessorStart[u + 1]!; k++)
      last = Math.min(last, position[predecessors[k]!]!)
    for (let i = position[u]! - 1; i >= last; i--) {
      const w = order[i]!
      let time = notAfter[w]!
      const job = out[successor[w]!]!
      if (job > time) time = job
      if (!chains) {
        for (let k = successorStart[w]! + 1; k < successorStart[w + 1]!; k++) {
          const t = out[successors[k]!]!
          if (t > time) time = t
        }
      }
      const m = w === a ? b : after[w]!
      let next = out[m]!
      if (changeover && m !== count) next += graph.gap(w, m)
      if (next > time) time = next
      time += duration[w]!
      if (time === out[w]) continue
      out[w] = time
      changedOut[changes++] = w
      const x = before[w]!
      if (x !== count && position[x]! < last) last = position[x]!
      const p = predecessor[w]!
      if (p !== count && position[p]! < last) last = position[p]!
      if (!chains) {
        for (let k = predecessorStart[w]! + 1; k < predecessorStart[w + 1]!; k++) {
          const q = position[predecessors[k]!]!
          if (q < last) last = q
        }
      }
    }
    this.changedOuts = changes
  }

  putBack(): void {
    const { graph, end, out, changedEnd, changedOut } = this
    for (let k = 0; k < this.changedEnds; k++) end[changedEnd[k]!] = graph.end[changedEnd[k]!]!
    for (let k = 0; k < this.changedOuts; k++) out[changedOut[k]!] = graph.out[changedOut[k]!]!
  }
}
