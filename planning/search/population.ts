/**
 * A population of sequences: each child is a blend of two parents and is improved by a short tabu search. A child that stands
 * too near to a member competes with that one only. When nothing is accepted any more, all but the best start anew.
 */
import { Blender } from './blend.ts'
import { dispatch } from './construct.ts'
import type { Justifier } from './justify.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'
import type { TabuSearch } from './tabu.ts'

export interface PopulationOptions {
  readonly size: number
  /** Moves of a tabu run without gain. */
  readonly patience: number
  readonly floor: number
  readonly random: () => number
  readonly shouldStop: () => boolean
  readonly onBetter: (best: Sequence) => void
}

export function evolve(
  shop: Shop,
  tabu: TabuSearch,
  justifier: Justifier,
  best: Sequence,
  options: PopulationOptions,
): void {
  const { size, patience, floor, random, shouldStop: stop, onBetter } = options
  const blender = new Blender(shop)
  const members: Sequence[] = []
  const child = makeSequence(shop)
  const improve = (sequence: Sequence): void => {
    tabu.run(sequence, patience, floor, stop)
    if (sequence.makespan < best.makespan) {
      copySequence(sequence, best)
      onBetter(best)
    }
  }
  let first = true
  const fill = (): void => {
    while (members.length < size && !stop() && best.makespan > floor) {
      const member = makeSequence(shop)
      if (first && members.length === 0) copySequence(best, member)
      else {
        dispatch(shop, member, { random, noise: 0.6 })
        justifier.run(member, { random, patience: 2, floor, shouldStop: stop, onBetter: () => {} })
      }
      first = false
      improve(member)
      members.push(member)
    }
  }
  fill()
  let refused = 0
  while (!stop() && best.makespan > floor && members.length > 1) {
    const a = Math.floor(random() * members.length)
    let b = Math.floor(random() * (members.length - 1))
    if (b >= a) b++
    blender.blend(members[a]!, members[b]!, 0.3 + 0.4 * random(), random, child)
    improve(child)
    refused = accept(members, child, blender) ? 0 : refused + 1
    if (refused >= 2 * size) {
      refused = 0
      members.sort((x, y) => x.makespan - y.makespan)
      members.length = 1
      fill()
    }
  }
}

/** Keeps the child when it is better than the nearest member, or far from all and better than the worst. */
function accept(members: Sequence[], child: Sequence, blender: Blender): boolean {
  let nearest = members[0]!
  let least = Number.POSITIVE_INFINITY
  let worst = members[0]!
  for (const member of members) {
    const distance = blender.distance(child, member)
    if (distance < least) {
      least = distance
      nearest = member
    }
    if (member.makespan >= worst.makespan) worst = member
  }
  const near = child.order.length / 20
  const rival = least <= near ? nearest : worst
  if (child.makespan > rival.makespan || (least <= near && child.makespan === rival.makespan)) return false
  if (child.makespan === worst.makespan && rival === worst) {
    copySequence(child, rival)
    return false
  }
  copySequence(child, rival)
  return true
}
