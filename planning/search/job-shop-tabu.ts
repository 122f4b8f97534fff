/**
 * Tabu search for sequences with one machine for each operation and no change-overs: neighbourhood N7 (Balas & Vazacopoulos
 * 1998, Zhang et al. 2007) on one random critical path, estimates of Balas & Vazacopoulos in the length of the segment, and a
 * tabu on the arcs that a move has reversed.
 */
import { Graph } from './graph.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'
import { type TabuSearch, tabuTable } from './tabu.ts'

export class JobShopTabu implements TabuSearch {
  readonly best: Sequence
  iterations = 0
  private readonly graph: Graph
  private readonly random: () => number
  private readonly path: Int32Array
  /** Until when x may not go before y, at (x * width + rank of y on its machine) modulo its size, a power of 2. */
  private readonly rank: Int32Array
  private readonly width: number
  private readonly forbidden: Int32Array
  private readonly mask: number
  private readonly heads: Int32Array
  private readonly tails: Int32Array
  private readonly tenure: number
  /** One less than the moves between two questions whether to stop. */
  private readonly pause: number
  /** 1 where a job may follow itself on a machine or an operation may take no time: the path condition must then be strict. */
  private readonly strict: number
  private bound = 0
  private clock = 0

  constructor(shop: Shop, random: () => number) {
    const { count, machineCount } = shop
    this.graph = new Graph(shop)
    this.best = makeSequence(shop)
    this.random = random
    this.path = new Int32Array(count)
    this.rank = new Int32Array(count + 1)
    const used = new Int32Array(machineCount)
    let strict = 0
    for (let i = 0; i < count; i++) {
      const machine = shop.choiceMachine[shop.choiceStart[i]!]!
      this.rank[i] = used[machine]!++
      if (shop.choiceDuration[i] === 0) strict = 1
      for (let k = shop.successorStart[i]!; k < shop.successorStart[i + 1]!; k++)
        if (shop.choiceMachine[shop.choiceStart[shop.successors[k]!]!] === machine) strict = 1
    }
    this.strict = strict
    this.width = used.reduce((most, size) => Math.max(most, size), 1)
    this.forbidden = tabuTable(count * this.width)
    this.mask = this.forbidden.length - 1
    this.heads = new Int32Array(this.width)
    this.tails = new Int32Array(this.width)
    this.pause = count > 2000 ? 7 : 127
    const busy = used.filter(size => size > 0).length
    this.tenure = Math.round(0.8 * (10 + count / busy / busy))
  }

  /** Improves `from` until `patience` moves brought nothing, the makespan is at `floor`, or it is told to stop. */
  run(from: Sequence, patience: number, floor: number, shouldStop: () => boolean): void {
    const { graph, best } = this
    graph.load(from)
    graph.save(best)
    let now = best.makespan
    let idle = 0
    // Whatever an earlier run has forbidden is over.
    let iteration = this.clock + 4 * this.tenure
    while (idle < patience && best.makespan > floor) {
      if ((iteration & this.pause) === 0 && shouldStop()) break
      iteration++
      this.iterations++
      idle++
      this.bound = best.makespan
      if (!this.step(iteration, now)) break
      now = graph.makespan()
      if (now < best.makespan) {
        graph.save(best)
        idle = 0
      }
    }
    this.clock = iteration
    copySequence(best, from)
  }

  private step(iteration: number, makespan: number): boolean {
    const { graph, path, random, strict } = this
    const { end: done, out, duration, before, ready, rest } = graph
    const begin = graph.criticalPath(path, makespan, random)
    const end = path.length
    // Best move, and one by chance among the forbidden ones.
    let bestValue = Number.MAX_SAFE_INTEGER
    let bestMoved = -1
    let bestAnchor = -1
    let bestRight = false
    let bestCount = 0
    let anyMoved = -1
    let anyAnchor = -1
    let anyRight = false
    let anyCount = 0
    for (let a = begin; a < end; ) {
      let b = a
      while (b + 1 < end && before[path[b + 1]!] === path[b]!) b++
      if (b > a) {
        const first = path[a]!
        const last = path[b]!
        const front = done[first]! > duration[first]!
        const back = out[last]! > duration[last]!
        const lastOut = out[last]!
        const firstOut = done[first]!
        // kind 0: to the right behind the last; 1: to the left in front of the first;
        // 2: the first behind an inner one; 3: the last in front of an inner one.
        for (let kind = 0; kind < 4; kind++) {
          let from = a
          let to = b - 1
          if (kind === 0) {
            if (!back) continue
          } else if (kind === 1) {
            if (!front) continue
            from = b - a === 1 && back ? b + 1 : a + 1
            to = b
          } else if (kind === 2) {
            if (!front) continue
            from = a + 2
          } else {
            if (!back) continue
            from = a + 1
            to = b - 2
          }
          for (let k = from; k <= to; k++) {
            const w = path[k]!
            let moved = w
            let anchor = last
            if (kind === 0) {
              if (lastOut < rest[w]! + strict) continue
            } else if (kind === 1) {
              if (firstOut < ready[w]! + strict) continue
              anchor = first
            } else if (kind === 2) {
              if (out[w]! < rest[first]! + strict) continue
              moved = first
              anchor = w
            } else {
              if (done[w]! < ready[last]! + strict) continue
              moved = last
              anchor = w
            }
            const right = kind === 0 || kind === 2
            const value = right ? this.estimateRight(moved, anchor) : this.estimateLeft(moved, anchor)
            if (value > bestValue && anyMoved >= 0) continue
            const tabu = right
              ? this.isForbiddenRight(moved, anchor, iteration)
              : this.isForbiddenLeft(moved, anchor, iteration)
            if (tabu && value >= this.bound) {
              if (++anyCount === 1 || random() * anyCount < 1) {
                anyMoved = moved
                anyAnchor = anchor
                anyRight = right
              }
              continue
            }
            if (value < bestValue) bestCount = 0
            if (value <= bestValue && (++bestCount === 1 || random() * bestCount < 1)) {
              bestValue = value
              bestMoved = moved
              bestAnchor = anchor
              bestRight = right
            }
          }
        }
      }
      a = b + 1
    }
    if (bestMoved < 0) {
      bestMoved = anyMoved
      bestAnchor = anyAnchor
      bestRight = anyRight
    }
    if (bestMoved < 0) return false
    this.move(bestMoved, bestAnchor, bestRight, iteration)
    return true
  }

  /** Longest path through the segment when u goes behind v. */
  private estimateRight(u: number, v: number): number {
    const { heads, tails } = this
    const { end, out: outs, duration, before, after, ready, rest } = this.graph
    let free = end[before[u]!]!
    let size = 0
    for (let w = after[u]!; ; w = after[w]!) {
      const start = Math.max(ready[w]!, free)
      heads[size++] = start
      free = start + duration[w]!
      if (w === v) break
    }
    const headU = Math.max(ready[u]!, free)
    let out = outs[after[v]!]!
    if (rest[u]! > out) out = rest[u]!
    out += duration[u]!
    let longest = headU + out
    for (let w = v; w !== u; w = before[w]!) {
      const after = Math.max(rest[w]!, out) + duration[w]!
      size--
      tails[size] = after
      const through = heads[size]! + after
      if (through > longest) longest = through
      out = after
    }
    return longest
  }

  /** Longest path through the segment when u goes in front of v. */
  private estimateLeft(u: number, v: number): number {
    const { tails } = this
    const { end, out: outs, duration, before, after, ready, rest } = this.graph
    let out = outs[after[u]!]!
    let size = 0
    for (let w = before[u]!; ; w = before[w]!) {
      const time = Math.max(rest[w]!, out) + duration[w]!
      tails[size++] = time
      out = time
      if (w === v) break
    }
    let free = end[before[v]!]!
    if (ready[u]! > free) free = ready[u]!
    let longest = free + duration[u]! + Math.max(rest[u]!, out)
    free += duration[u]!
    for (let w = v; w !== u; w = after[w]!) {
      const start = Math.max(ready[w]!, free)
      const through = start + tails[--size]!
      if (through > longest) longest = through
      free = start + duration[w]!
    }
    return longest
  }

  private isForbiddenRight(u: number, v: number, iteration: number): boolean {
    const { forbidden, mask, width, rank } = this
    const { after } = this.graph
    for (let w = after[u]!; ; w = after[w]!) {
      if (forbidden[(Math.imul(w, width) + rank[u]!) & mask]! > iteration) return true
      if (w === v) return false
    }
  }

  private isForbiddenLeft(u: number, v: number, iteration: number): boolean {
    const { forbidden, mask, width, rank } = this
    const { before } = this.graph
    for (let w = before[u]!; ; w = before[w]!) {
      if (forbidden[(Math.imul(u, width) + rank[w]!) & mask]! > iteration) return true
      if (w === v) return false
    }
  }

  private move(u: number, v: number, right: boolean, iteration: number): void {
    const { graph, forbidden, mask, width, rank, tenure, random } = this
    const { after, before, choice } = graph
    const until = iteration + tenure + Math.floor(random() * tenure * 1.5)
    if (right) {
      for (let w = after[u]!; ; w = after[w]!) {
        forbidden[(Math.imul(u, width) + rank[w]!) & mask] = until
        if (w === v) break
      }
      graph.place(u, choice[u]!, v, after[v]!)
      return
    }
    for (let w = before[u]!; ; w = before[w]!) {
      forbidden[(Math.imul(w, width) + rank[u]!) & mask] = until
      if (w === v) break
    }
    graph.place(u, choice[u]!, before[v]!, v)
  }
}
