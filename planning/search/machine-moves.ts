/**
 * Moves of critical operations to another of their machines, between the sets L and R of Mastrolilli & Gambardella (2000),
 * where no cycle can arise and the best place lies. They are weighed with the ends and outs as they are. Makespan alone does
 * not see a machine fill up before it delays a path, so time on a well filled machine is charged too: the gradient of the
 * sum of the fourth powers of the loads.
 */
import type { Candidate } from './candidate.ts'
import type { Graph } from './graph.ts'

export class MachineMoves {
  private readonly graph: Graph
  private readonly random: () => number
  /** Until when a choice may not be taken again. */
  private readonly forbidden: Int32Array
  private readonly load: Float64Array
  /** Charge for a unit of time on a machine: the cube of its load as a share of the makespan. */
  private readonly charge: Float64Array
  private makespan = 0

  constructor(graph: Graph, random: () => number) {
    this.graph = graph
    this.random = random
    this.forbidden = new Int32Array(graph.shop.choiceMachine.length)
    this.load = new Float64Array(graph.shop.machineCount)
    this.charge = new Float64Array(graph.shop.machineCount)
  }

  /** For a graph newly loaded. */
  start(makespan: number): void {
    const { graph, load, charge } = this
    this.makespan = Math.max(makespan, 1)
    load.fill(0)
    for (let i = 0; i < graph.count; i++) load[graph.machine[i]!]! += graph.duration[i]!
    for (let m = 0; m < load.length; m++) charge[m] = (load[m]! / this.makespan) ** 3
  }

  /** Offers every move of the operations on the path. Below `bound` a forbidden one is allowed. */
  weigh(path: Int32Array, begin: number, iteration: number, bound: number, candidate: Candidate): void {
    const { graph, forbidden, charge } = this
    const { count, end, out, duration, machine, ready, rest, choice, before, after, firstOn } = graph
    const { choiceStart, choiceMachine, choiceDuration } = graph.shop
    for (let p = begin; p < path.length; p++) {
      const u = path[p]!
      const last = choiceStart[u + 1]!
      if (last - choiceStart[u]! === 1) continue
      const earliest = ready[u]!
      const tail = rest[u]!
      // Without u its neighbours still stand behind one another.
      const a = before[u]!
      const b = after[u]!
      let around = 0
      if (b !== count) around = Math.max(end[a]!, ready[b]!) + out[b]!
      if (a !== count) around = Math.max(around, end[a]! + Math.max(out[b]!, rest[a]!))
      const relief = duration[u]! * charge[machine[u]!]!
      for (let k = choiceStart[u]!; k < last; k++) {
        if (k === choice[u]) continue
        const time = choiceDuration[k]!
        const extra = time * charge[choiceMachine[k]!]! - relief
        if (!candidate.isWanted(earliest + time + tail + extra)) continue
        const isForbidden = forbidden[k]! > iteration
        let x = count
        let y = firstOn[choiceMachine[k]!]!
        while (y !== count && end[y]! <= earliest && out[y]! > tail) {
          x = y
          y = after[y]!
        }
        for (;;) {
          const start = Math.max(end[x]!, earliest)
          const next = Math.max(out[y]!, tail)
          const value = Math.max(start + time + next, around)
          if (isForbidden && value >= bound) candidate.offerForbidden(u, x, true, k)
          else candidate.offer(value + extra, u, x, true, k)
          if (y === count || (end[y]! > earliest && out[y]! <= tail)) break
          x = y
          y = after[y]!
        }
      }
    }
  }

  /** Moves u behind x, or to the front where x is `count`. The machine left is forbidden the longer the more others there are. */
  move(u: number, x: number, chosen: number, iteration: number): void {
    const { graph, forbidden, random } = this
    const { choiceStart, choiceMachine } = graph.shop
    const choices = choiceStart[u + 1]! - choiceStart[u]!
    const until = iteration + 2 + Math.floor(0.6 * choices * (1 + random()))
    const left = graph.choice[u]!
    const from = graph.machine[u]!
    const to = choiceMachine[chosen]!
    const time = graph.duration[u]!
    const y = x === graph.count ? graph.firstOn[to]! : graph.after[x]!
    if (!graph.place(u, chosen, x, y)) {
      forbidden[chosen] = until
      return
    }
    forbidden[left] = until
    this.shift(from, -time)
    this.shift(to, graph.duration[u]!)
  }

  private shift(machine: number, time: number): void {
    this.load[machine]! += time
    this.charge[machine] = (this.load[machine]! / this.makespan) ** 3
  }
}
