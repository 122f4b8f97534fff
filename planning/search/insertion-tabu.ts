/**
 * Tabu search for sequences with change-overs, also with choices of machine and DAG routings: a critical operation is taken out and put back on any of
 * its machines between the sets L and R of Mastrolilli & Gambardella (2000), where no cycle can arise. Ends and outs without
 * the operation are exact, so is the makespan of a move (with change-overs that respect the triangle inequality).
 */
import { Graph } from './graph.ts'
import { Removal } from './removal.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'
import { type TabuSearch, tabuSize } from './tabu.ts'

/** Critical operations weighed exactly in each move; the others are only estimated. */
const exactly = 8

export class InsertionTabu implements TabuSearch {
  readonly best: Sequence
  iterations = 0
  private readonly graph: Graph
  private readonly random: () => number
  private readonly path: Int32Array
  private readonly removal: Removal
  /** Until when a choice may not be taken again; until when x may not go before y, at (x * count + y) modulo the size. */
  private readonly forbiddenChoice: Int32Array
  private readonly forbiddenArc: Int32Array
  private readonly mask: number
  private readonly tenure: number
  /** One less than the moves between two questions whether to stop. */
  private readonly pause: number
  private readonly promise: Float64Array
  private readonly ranked: Int32Array
  private iteration = 0
  private bound = 0
  // The best move so far, and one by chance among the forbidden ones.
  private value = 0
  private through = 0
  private ties = 0
  private moved = -1
  private chosen = -1
  private x = -1
  private y = -1
  private anyTies = 0
  private anyMoved = -1
  private anyChosen = -1
  private anyX = -1
  private anyY = -1

  constructor(shop: Shop, random: () => number) {
    const { count } = shop
    this.graph = new Graph(shop)
    this.best = makeSequence(shop)
    this.random = random
    this.path = new Int32Array(count)
    this.removal = new Removal(this.graph)
    this.forbiddenChoice = new Int32Array(shop.choiceMachine.length)
    this.forbiddenArc = new Int32Array(tabuSize(count * count))
    this.mask = this.forbiddenArc.length - 1
    this.pause = count > 2000 ? 7 : 63
    this.tenure = Math.round(Math.max(8, count / 20))
    this.promise = new Float64Array(count)
    this.ranked = new Int32Array(count)
  }

  run(from: Sequence, patience: number, floor: number, shouldStop: () => boolean): void {
    const { graph, best } = this
    graph.load(from)
    graph.save(best)
    this.removal.reset()
    let now = best.makespan
    let idle = 0
    // Whatever an earlier run has forbidden is over.
    this.iteration += 4 * this.tenure
    while (idle < patience && best.makespan > floor) {
      if ((this.iteration & this.pause) === 0 && shouldStop()) break
      this.iteration++
      this.iterations++
      idle++
      this.bound = best.makespan
      if (!this.step(now)) break
      now = graph.makespan()
      if (now < best.makespan) {
        graph.save(best)
        idle = 0
      }
    }
    copySequence(best, from)
  }

  private step(makespan: number): boolean {
    const { graph, path, removal } = this
    this.value = Number.MAX_SAFE_INTEGER
    this.through = Number.MAX_SAFE_INTEGER
    this.moved = -1
    this.anyMoved = -1
    this.anyTies = 0
    const begin = graph.criticalPath(path, makespan, this.random)
    const size = this.rankCritical(begin)
    // The most promising first; all of them only when nothing free was found.
    for (let k = 0; k < size && (k < exactly || this.moved < 0); k++) {
      const u = this.takePromising(size, k)
      removal.takeOut(u)
      const without = removal.makespan()
      if (without <= this.value || this.anyMoved < 0) this.tryInsertions(u, without)
      removal.putBack()
    }
    if (this.moved < 0) {
      if (this.anyMoved < 0) return false
      this.moved = this.anyMoved
      this.chosen = this.anyChosen
      this.x = this.anyX
      this.y = this.anyY
    }
    this.move()
    return true
  }

  /** Estimates every critical operation that could go elsewhere; returns how many. */
  private rankCritical(begin: number): number {
    const { path, promise, ranked, graph, random } = this
    const { before, after, count } = graph
    const { choiceStart } = graph.shop
    let size = 0
    for (let k = begin; k < path.length; k++) {
      const u = path[k]!
      const single = choiceStart[u + 1]! - choiceStart[u]! === 1
      if (single) {
        const behind = k > begin && before[u] !== count && before[u] === path[k - 1]
        const ahead = k + 1 < path.length && after[u] !== count && after[u] === path[k + 1]
        if (!behind && !ahead) continue
      }
      ranked[size] = u
      promise[size++] = this.estimate(u) + random() * 0.9
    }
    return size
  }

  /** Brings the k-th best estimate to place k. */
  private takePromising(size: number, k: number): number {
    const { promise, ranked } = this
    let least = k
    for (let i = k + 1; i < size; i++) if (promise[i]! < promise[least]!) least = i
    const u = ranked[least]!
    const value = promise[least]!
    ranked[least] = ranked[k]!
    promise[least] = promise[k]!
    ranked[k] = u
    promise[k] = value
    return u
  }

  /** Shortest longest path through u in another place, with the ends and outs as they are now. */
  private estimate(u: number): number {
    const { graph, iteration, forbiddenChoice } = this
    const { count, end, out, after, before, ready, rest, choice, firstOn } = graph
    const { choiceStart, choiceMachine, choiceDuration, changeover } = graph.shop
    const readyU = ready[u]!
    const restU = rest[u]!
    let least = Number.MAX_SAFE_INTEGER
    for (let k = choiceStart[u]!; k < choiceStart[u + 1]!; k++) {
      const duration = choiceDuration[k]!
      if (readyU + duration + restU >= least) continue
      const same = k === choice[u]
      if (!same && forbiddenChoice[k]! > iteration) continue
      const machine = choiceMachine[k]!
      const first = firstOn[machine]!
      let x = count
      let y = first === u ? after[u]! : first
      while (y !== count && end[y]! <= readyU && out[y]! > restU) {
        x = y
        y = after[y] === u ? after[u]! : after[y]!
      }
      for (;;) {
        if (!same || x !== before[u]) {
          let start = end[x]!
          let next = out[y]!
          if (changeover) {
            const { family, familyCount, time } = changeover
            start += time[(machine * familyCount + family[x]!) * familyCount + family[u]!]!
            next += time[(machine * familyCount + family[u]!) * familyCount + family[y]!]!
          }
          if (readyU > start) start = readyU
          if (restU > next) next = restU
          if (start + duration + next < least) least = start + duration + next
        }
        if (y === count || (end[y]! > readyU && out[y]! <= restU)) break
        x = y
        y = after[y] === u ? after[u]! : after[y]!
      }
    }
    return least
  }

  private tryInsertions(u: number, without: number): void {
    const { graph } = this
    const { end, out } = this.removal
    const { count, after, before, ready, rest, choice, firstOn } = graph
    const { choiceStart, choiceMachine, choiceDuration } = graph.shop
    const readyU = ready[u]!
    const restU = rest[u]!
    for (let k = choiceStart[u]!; k < choiceStart[u + 1]!; k++) {
      const duration = choiceDuration[k]!
      if (readyU + duration + restU > this.value && this.anyMoved >= 0) continue
      const same = k === choice[u]
      const machine = choiceMachine[k]!
      const first = firstOn[machine]!
      // Behind what ends before u can begin and in front of what must follow u; between these no place closes a cycle.
      let x = count
      let y = first === u ? after[u]! : first
      while (y !== count && end[y]! <= readyU && out[y]! > restU) {
        x = y
        y = after[y] === u ? after[u]! : after[y]!
      }
      for (;;) {
        if (!same || x !== before[u]) this.weigh(u, k, duration, x, y, without, readyU, restU, same, machine)
        if (y === count || (end[y]! > readyU && out[y]! <= restU)) break
        x = y
        y = after[y] === u ? after[u]! : after[y]!
      }
    }
  }

  private weigh(
    u: number,
    chosen: number,
    duration: number,
    x: number,
    y: number,
    without: number,
    ready: number,
    rest: number,
    same: boolean,
    machine: number,
  ): void {
    const { random } = this
    const { end, out } = this.removal
    const { count } = this.graph
    let start = end[x]!
    let after = out[y]!
    const { changeover } = this.graph.shop
    if (changeover) {
      const { family, familyCount, time } = changeover
      if (x !== count) start += time[(machine * familyCount + family[x]!) * familyCount + family[u]!]!
      if (y !== count) after += time[(machine * familyCount + family[u]!) * familyCount + family[y]!]!
    }
    if (ready > start) start = ready
    if (rest > after) after = rest
    const through = start + duration + after
    const value = Math.max(through, without)
    if (value > this.value && this.anyMoved >= 0) return
    if (value >= this.bound && this.isForbidden(u, chosen, x, y, same)) {
      if (++this.anyTies === 1 || random() * this.anyTies < 1) {
        this.anyMoved = u
        this.anyChosen = chosen
        this.anyX = x
        this.anyY = y
      }
      return
    }
    if (value > this.value || (value === this.value && through > this.through)) return
    if (value < this.value || through < this.through) this.ties = 0
    if (++this.ties > 1 && random() * this.ties >= 1) return
    this.value = value
    this.through = through
    this.moved = u
    this.chosen = chosen
    this.x = x
    this.y = y
  }

  private isForbidden(u: number, chosen: number, x: number, y: number, same: boolean): boolean {
    const { forbiddenArc, forbiddenChoice, mask, iteration } = this
    const { count, before, after, position } = this.graph
    if (!same) return forbiddenChoice[chosen]! > iteration
    if (x !== count && position[x]! > position[u]!) {
      for (let w = x; w !== u; w = before[w]!)
        if (forbiddenArc[(Math.imul(w, count) + u) & mask]! > iteration) return true
      return false
    }
    for (let w = y; w !== u; w = after[w]!) if (forbiddenArc[(Math.imul(u, count) + w) & mask]! > iteration) return true
    return false
  }

  private move(): void {
    const { graph, moved: u, chosen, x, y, forbiddenArc, forbiddenChoice, mask, tenure, random } = this
    const { count, before, after, position, choice } = graph
    const until = this.iteration + tenure + Math.floor(random() * tenure)
    if (chosen !== choice[u]) forbiddenChoice[choice[u]!] = until
    else if (x !== count && position[x]! > position[u]!)
      for (let w = x; w !== u; w = before[w]!) forbiddenArc[(Math.imul(u, count) + w) & mask] = until
    else for (let w = y; w !== u; w = after[w]!) forbiddenArc[(Math.imul(w, count) + u) & mask] = until
    graph.place(u, chosen, x, y)
    this.removal.reset()
  }
}
