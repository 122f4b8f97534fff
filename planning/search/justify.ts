/**
 * Forward and backward passes: the plan is built from its end on the mirrored problem, late operations first, and again from
 * its start by the times found. Cheap, and what shortens the plans of tens of thousands of operations most.
 */
import { dispatch } from './construct.ts'
import { Graph } from './graph.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'

/** The same problem with time running the other way. */
export function mirrorShop(shop: Shop): Shop {
  const { changeover } = shop
  const mirrored = changeover && { ...changeover, time: new Int32Array(changeover.time.length) }
  if (changeover && mirrored) {
    const { familyCount } = changeover
    for (let machine = 0; machine < shop.machineCount; machine++)
      for (let from = 0; from < familyCount; from++)
        for (let to = 0; to < familyCount; to++)
          mirrored.time[(machine * familyCount + from) * familyCount + to] =
            changeover.time[(machine * familyCount + to) * familyCount + from]!
  }
  return {
    ...shop,
    predecessorStart: shop.successorStart,
    predecessors: shop.successors,
    successorStart: shop.predecessorStart,
    successors: shop.predecessors,
    notBefore: shop.notAfter,
    notAfter: shop.notBefore,
    changeover: mirrored,
  }
}

export class Justifier {
  private readonly shop: Shop
  private readonly mirrored: Shop
  private readonly graph: Graph
  private readonly back: Graph
  private readonly now: Sequence
  private readonly turned: Sequence

  constructor(shop: Shop) {
    this.shop = shop
    this.mirrored = mirrorShop(shop)
    this.graph = new Graph(shop)
    this.back = new Graph(this.mirrored)
    this.now = makeSequence(shop)
    this.turned = makeSequence(shop)
  }

  /** Passes until told to stop, at `floor`, or after so many pairs without gain; `best` keeps the shortest plan. */
  run(
    best: Sequence,
    options: {
      readonly random: () => number
      readonly patience: number
      readonly floor: number
      readonly shouldStop: () => boolean
      readonly onBetter: () => void
    },
  ): void {
    const { shop, mirrored, graph, back, now, turned } = this
    const { random, patience, floor, shouldStop, onBetter } = options
    copySequence(best, now)
    for (let idle = 0; idle < patience && best.makespan > floor && !shouldStop(); idle++) {
      graph.load(now)
      const noise = 0.02 * (idle % 4)
      dispatch(mirrored, turned, { random, noise, urgency: graph.end })
      if (turned.makespan < best.makespan) {
        copySequence(turned, best)
        best.order.reverse()
        onBetter()
        idle = 0
      }
      if (shouldStop()) return
      back.load(turned)
      dispatch(shop, now, { random, noise, urgency: back.end })
      if (now.makespan < best.makespan) {
        copySequence(now, best)
        onBetter()
        idle = 0
      }
    }
  }
}
