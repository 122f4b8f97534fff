/**
 * The longest path through the operations that a move on their machine shifts, by new heads and tails of the segment alone
 * (Taillard 1994, Balas & Vazacopoulos 1998).
 */
import type { Graph } from './graph.ts'

export class SegmentEstimate {
  private readonly graph: Graph
  private readonly heads: Int32Array
  private readonly tails: Int32Array

  constructor(graph: Graph) {
    this.graph = graph
    this.heads = new Int32Array(graph.count)
    this.tails = new Int32Array(graph.count)
  }

  /** When u goes behind v. */
  right(u: number, v: number): number {
    const { heads } = this
    const { end, out: outs, duration, before, after, ready, rest } = this.graph
    let free = end[before[u]!]!
    let size = 0
    for (let w = after[u]!; ; w = after[w]!) {
      const start = Math.max(ready[w]!, free)
      heads[size++] = start
      free = start + duration[w]!
      if (w === v) break
    }
    const head = Math.max(ready[u]!, free)
    let out = Math.max(outs[after[v]!]!, rest[u]!) + duration[u]!
    let longest = head + out
    for (let w = v; w !== u; w = before[w]!) {
      out = Math.max(rest[w]!, out) + duration[w]!
      const through = heads[--size]! + out
      if (through > longest) longest = through
    }
    return longest
  }

  /** When u goes in front of v. */
  left(u: number, v: number): number {
    const { tails } = this
    const { end, out: outs, duration, before, after, ready, rest } = this.graph
    let out = outs[after[u]!]!
    let size = 0
    for (let w = before[u]!; ; w = before[w]!) {
      out = Math.max(rest[w]!, out) + duration[w]!
      tails[size++] = out
      if (w === v) break
    }
    let free = Math.max(end[before[v]!]!, ready[u]!) + duration[u]!
    let longest = free + Math.max(rest[u]!, out)
    for (let w = v; w !== u; w = after[w]!) {
      const start = Math.max(ready[w]!, free)
      const through = start + tails[--size]!
      if (through > longest) longest = through
      free = start + duration[w]!
    }
    return longest
  }
}
