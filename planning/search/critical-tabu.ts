/**
 * Tabu search along one random critical path, for sequences without change-overs: neighbourhood N7 (Balas & Vazacopoulos
 * 1998, Zhang et al. 2007) within the machines and, where operations have a choice, moves to another machine. All moves are
 * estimated in the length of what they shift. Arcs that a move has reversed, and machines that an operation has left, are
 * tabu for a while.
 */
import { Candidate } from './candidate.ts'
import { Graph } from './graph.ts'
import { MachineMoves } from './machine-moves.ts'
import { SegmentEstimate } from './segment-estimate.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'
import { type TabuSearch, tabuTable } from './tabu.ts'

export class CriticalTabu implements TabuSearch {
  readonly best: Sequence
  iterations = 0
  /** Whether the last run has shortened its sequence. */
  hasGained = false
  private readonly graph: Graph
  private readonly random: () => number
  private readonly path: Int32Array
  /** Until when x may not go before y, at (x * width + rank of y on its machine) modulo its size, a power of 2. */
  private readonly rank: Int32Array
  private readonly width: number
  private readonly forbidden: Int32Array
  private readonly mask: number
  private readonly candidate: Candidate
  private readonly estimate: SegmentEstimate
  /** Null where no operation has a choice. */
  private readonly machineMoves: MachineMoves | null
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
    const isFlexible = shop.choiceStart[count] !== count
    this.candidate = new Candidate(random)
    this.estimate = new SegmentEstimate(this.graph)
    this.machineMoves = isFlexible ? new MachineMoves(this.graph, random) : null
    this.rank = new Int32Array(count + 1)
    const used = new Int32Array(machineCount)
    let strict = 0
    for (let i = 0; i < count; i++) {
      for (let choice = shop.choiceStart[i]!; choice < shop.choiceStart[i + 1]!; choice++) {
        const machine = shop.choiceMachine[choice]!
        this.rank[i] = isFlexible ? i : used[machine]!
        used[machine]!++
        if (shop.choiceDuration[choice] === 0) strict = 1
        for (let k = shop.successorStart[i]!; k < shop.successorStart[i + 1]!; k++)
          if (mayUse(shop, shop.successors[k]!, machine)) strict = 1
      }
    }
    this.strict = strict
    this.width = isFlexible ? count : used.reduce((most, size) => Math.max(most, size), 1)
    this.forbidden = tabuTable(count * this.width)
    this.mask = this.forbidden.length - 1
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
    this.machineMoves?.start(now)
    let idle = 0
    this.hasGained = false
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
        this.hasGained = true
        idle = 0
      }
    }
    this.clock = iteration
    copySequence(best, from)
  }

  private step(iteration: number, makespan: number): boolean {
    const { graph, path, random, candidate, machineMoves } = this
    const begin = graph.criticalPath(path, makespan, random)
    candidate.clear()
    this.weighBlocks(begin, iteration)
    machineMoves?.weigh(path, begin, iteration, this.bound, candidate)
    const { moved, anchor, right, chosen } = candidate
    if (moved < 0) return false
    if (chosen >= 0) machineMoves!.move(moved, anchor, chosen, iteration)
    else this.move(moved, anchor, right, iteration)
    return true
  }

  /** Offers the moves of N7 for every block of the critical path. */
  private weighBlocks(begin: number, iteration: number): void {
    const { graph, path, strict } = this
    const { end: done, out, duration, before, ready, rest } = graph
    const end = path.length
    for (let a = begin; a < end; ) {
      let b = a
      while (b + 1 < end && before[path[b + 1]!] === path[b]!) b++
      if (b > a) {
        const first = path[a]!
        const last = path[b]!
        // A block that begins or ends the path gains nothing at that end.
        const front = done[first]! > duration[first]!
        const back = out[last]! > duration[last]!
        const lastOut = out[last]!
        const firstEnd = done[first]!
        if (back)
          for (let k = a; k < b; k++) {
            const w = path[k]!
            if (lastOut >= rest[w]! + strict) this.offerRight(w, last, iteration)
          }
        if (front)
          for (let k = b - a === 1 && back ? b + 1 : a + 1; k <= b; k++) {
            const w = path[k]!
            if (firstEnd >= ready[w]! + strict) this.offerLeft(w, first, iteration)
          }
        if (front)
          for (let k = a + 2; k < b; k++) {
            const w = path[k]!
            if (out[w]! >= rest[first]! + strict) this.offerRight(first, w, iteration)
          }
        if (back)
          for (let k = a + 1; k < b - 1; k++) {
            const w = path[k]!
            if (done[w]! >= ready[last]! + strict) this.offerLeft(last, w, iteration)
          }
      }
      a = b + 1
    }
  }

  private offerRight(u: number, v: number, iteration: number): void {
    const { candidate } = this
    const value = this.estimate.right(u, v)
    if (!candidate.isWanted(value)) return
    if (value >= this.bound && this.isForbiddenRight(u, v, iteration)) candidate.offerForbidden(u, v, true, -1)
    else candidate.offer(value, u, v, true, -1)
  }

  private offerLeft(u: number, v: number, iteration: number): void {
    const { candidate } = this
    const value = this.estimate.left(u, v)
    if (!candidate.isWanted(value)) return
    if (value >= this.bound && this.isForbiddenLeft(u, v, iteration)) candidate.offerForbidden(u, v, false, -1)
    else candidate.offer(value, u, v, false, -1)
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

function mayUse(shop: Shop, operation: number, machine: number): boolean {
  for (let k = shop.choiceStart[operation]!; k < shop.choiceStart[operation + 1]!; k++)
    if (shop.choiceMachine[k] === machine) return true
  return false
}
