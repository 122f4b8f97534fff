/**
 * Large sequences, improved in windows of time: the operations that start in a window are searched as a problem of their own
 * while all others keep their sequence and stand for earliest starts and for time that has to follow. Operations keep their
 * machines. Every longest path runs through every window or over it, so what a window gains the whole gains, up to the paths
 * over it. Windows overlap by half; where the first one begins is left to chance.
 */
import { CriticalTabu } from './critical-tabu.ts'
import { Graph } from './graph.ts'
import { copySequence, makeSequence, makeShop, type Sequence, type Shop } from './shop.ts'
import { makeTabuKernel } from './tabu-kernel.ts'

/** Operations of a window; more where machines are many, so that each has some to order. */
const windowCount = 1000
const windowPerMachine = 4
/** Moves without gain in one window, at first; twice as many after each pass without gain. */
const firstPatience = 1500

export interface WindowOptions {
  readonly random: () => number
  readonly floor: number
  readonly shouldStop: () => boolean
  readonly onBetter: () => void
}

export class WindowSearch {
  private finished = 0
  private running: CriticalTabu | null = null
  private readonly shop: Shop
  private readonly graph: Graph
  private readonly kernel = makeTabuKernel()
  private readonly now: Sequence
  /** Place in the window, -1 outside. */
  private readonly place: Int32Array
  private readonly size: number
  private patience = firstPatience

  constructor(shop: Shop, size = Math.max(windowCount, windowPerMachine * shop.machineCount)) {
    this.shop = shop
    this.graph = new Graph(shop)
    this.now = makeSequence(shop)
    this.place = new Int32Array(shop.count).fill(-1)
    this.size = Math.min(shop.count, size)
  }

  /** Moves made in all windows, the one at work included. */
  get iterations(): number {
    return this.finished + (this.running?.iterations ?? 0)
  }

  /** Slides over the plan until a whole pass gains nothing in any window. `best` keeps the shortest plan. */
  run(best: Sequence, { random, floor, shouldStop, onBetter }: WindowOptions): void {
    const { graph, now, size } = this
    const { count } = this.shop
    copySequence(best, now)
    for (let hasGained = true; hasGained; ) {
      hasGained = false
      graph.load(now)
      this.sortByStart()
      for (let from = -Math.floor((random() * size) / 2); from < count - size / 4; from += size >> 1) {
        if (shouldStop() || best.makespan <= floor) return
        if (!this.improve(Math.max(from, 0), Math.min(from + size, count), { random, floor, shouldStop })) continue
        hasGained = true
        graph.load(now)
        now.makespan = graph.makespan()
        if (now.makespan >= best.makespan) continue
        copySequence(now, best)
        onBetter()
      }
    }
    this.patience *= 2
  }

  private sortByStart(): void {
    const { end, duration, position } = this.graph
    this.now.order.sort((a, b) => end[a]! - duration[a]! - end[b]! + duration[b]! || position[a]! - position[b]!)
  }

  /** Whether the longest path through the operations from `from` up to `to` in the order of their starts got shorter. */
  private improve(from: number, to: number, options: Omit<WindowOptions, 'onBetter'>): boolean {
    const { now } = this
    const members = now.order.slice(from, to)
    const part = this.cutOut(members)
    const sequence = makeSequence(part)
    for (let k = 0; k < members.length; k++) {
      sequence.order[k] = k
      sequence.choice[k] = k
    }
    const tabu = new CriticalTabu(part, options.random, this.kernel)
    this.running = tabu
    tabu.run(sequence, this.patience, Math.max(options.floor, leastThrough(part)), options.shouldStop)
    this.running = null
    this.finished += tabu.iterations
    if (!tabu.hasGained) return false
    for (let k = 0; k < members.length; k++) now.order[from + k] = members[sequence.order[k]!]!
    return true
  }

  private cutOut(members: Int32Array): Shop {
    const { shop, graph, place } = this
    const { end, out, machine, duration, before, after } = graph
    const { predecessorStart, predecessors, successorStart, successors } = shop
    const count = members.length
    for (let k = 0; k < count; k++) place[members[k]!] = k
    const free = new Int32Array(shop.machineCount)
    const wanted = new Int32Array(shop.machineCount)
    const notBefore = new Int32Array(count)
    const notAfter = new Int32Array(count)
    const arcs: [number, number][] = []
    for (let k = 0; k < count; k++) {
      const i = members[k]!
      notBefore[k] = shop.notBefore[i]!
      notAfter[k] = shop.notAfter[i]!
      for (let at = predecessorStart[i]!; at < predecessorStart[i + 1]!; at++) {
        const p = predecessors[at]!
        if (place[p]! >= 0) arcs.push([place[p]!, k])
        else notBefore[k] = Math.max(notBefore[k]!, end[p]!)
      }
      for (let at = successorStart[i]!; at < successorStart[i + 1]!; at++) {
        const s = successors[at]!
        if (place[s]! < 0) notAfter[k] = Math.max(notAfter[k]!, out[s]!)
      }
      const a = before[i]!
      const b = after[i]!
      if (a !== shop.count && place[a]! < 0) free[machine[i]!] = end[a]!
      if (b !== shop.count && place[b]! < 0) wanted[machine[i]!] = out[b]!
    }
    for (let k = 0; k < count; k++) {
      const m = machine[members[k]!]!
      notBefore[k] = Math.max(notBefore[k]!, free[m]!)
      notAfter[k] = Math.max(notAfter[k]!, wanted[m]!)
      place[members[k]!] = -1
    }
    return makeShop({
      machineCount: shop.machineCount,
      choices: Array.from(members, i => [[machine[i]!, duration[i]!] as const]),
      arcs,
      notBefore,
      notAfter,
    })
  }
}

/** No sequence of the part ends earlier. */
function leastThrough({ count, choiceDuration, notBefore, notAfter }: Shop): number {
  let least = 0
  for (let i = 0; i < count; i++) least = Math.max(least, notBefore[i]! + choiceDuration[i]! + notAfter[i]!)
  return least
}
