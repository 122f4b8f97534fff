/**
 * A population of sequences: each child is a blend of two parents and is improved by a short tabu search. A child that stands
 * too near to a member competes with that one only. When nothing is accepted any more, the best member is kept as a champion
 * and all start anew; some champions together are a population again. Where one champion is enough, it stays and the others
 * start anew.
 */
import { Blender } from './blend.ts'
import { dispatch } from './construct.ts'
import type { Justifier } from './justify.ts'
import { copySequence, makeSequence, type Sequence, type Shop } from './shop.ts'
import type { TabuSearch } from './tabu.ts'

/** Moves that each of several blends gets before the best of them is improved for good. */
const trialMoves = 500

export interface PopulationOptions {
  readonly size: number
  /** Moves of a tabu run without gain. */
  readonly patience: number
  /** Blends tried for each child. */
  readonly trials: number
  /** Champions that meet. */
  readonly champions: number
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
  const { size, patience, trials, champions: meeting, floor, random, shouldStop: stop, onBetter } = options
  const blender = new Blender(shop)
  const child = makeSequence(shop)
  const trial = makeSequence(shop)
  const isOver = () => stop() || best.makespan <= floor
  const improve = (sequence: Sequence): void => {
    tabu.run(sequence, patience, floor, stop)
    if (sequence.makespan < best.makespan) {
      copySequence(sequence, best)
      onBetter(best)
    }
  }
  const start = (first: readonly Sequence[]): Sequence[] => {
    const members: Sequence[] = []
    while (members.length < size && !isOver()) {
      const member = makeSequence(shop)
      const given = first[members.length]
      if (given) copySequence(given, member)
      else {
        dispatch(shop, member, { random, noise: 0.6 })
        justifier.run(member, { random, patience: 2, floor, shouldStop: stop, onBetter: () => {} })
      }
      improve(member)
      members.push(member)
    }
    return members
  }
  /** Blends two members; where several are tried, along the way from one to the other. */
  const breed = (a: Sequence, b: Sequence): void => {
    if (trials === 1) blender.blend(a, b, 0.3 + 0.4 * random(), random, child)
    else child.makespan = Number.MAX_SAFE_INTEGER
    for (let k = 0; trials > 1 && k < trials; k++) {
      blender.blend(a, b, 0.2 + (0.6 * (k + random())) / trials, random, trial)
      const until = tabu.iterations + trialMoves
      tabu.run(trial, trialMoves, floor, () => tabu.iterations >= until || stop())
      if (trial.makespan < child.makespan) copySequence(trial, child)
    }
  }
  /** Until nothing was accepted for a while. */
  const converge = (members: readonly Sequence[]): void => {
    for (let refused = 0; refused < 2 * members.length && !isOver(); refused++) {
      const a = Math.floor(random() * members.length)
      let b = Math.floor(random() * (members.length - 1))
      if (b >= a) b++
      breed(members[a]!, members[b]!)
      improve(child)
      if (accept(members, child, blender)) refused = -1
    }
  }
  let champions: Sequence[] = []
  for (let members = start([best]); !isOver() && members.length > 1; ) {
    converge(members)
    champions.push(members.reduce((least, member) => (member.makespan < least.makespan ? member : least)))
    if (champions.length < meeting) members = start([])
    else {
      members = meeting === 1 ? start(champions) : champions
      champions = []
    }
  }
}

/** Keeps the child when it is better than the nearest member, or far from all and better than the worst. */
function accept(members: readonly Sequence[], child: Sequence, blender: Blender): boolean {
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
