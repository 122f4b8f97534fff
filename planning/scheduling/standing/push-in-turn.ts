/**
 * A plan that stands, pushed to the right as the floor would do it: no task begins before it wants to, and whatever can begin
 * first has its turn. What has to wait - for material, people, a machine that is down - holds up nobody who need not wait with
 * it, and what comes later on the plan takes no people from what is to begin now.
 */
import type { Instant } from '@qitao/core/time.ts'
import { EventQueue } from '../place/event-queue.ts'
import { Timetable } from '../place/timetable.ts'
import { operationsInOrder } from '../problem/operations-in-order.ts'

class WishedTimetable extends Timetable {
  constructor(from: Timetable, wanted: Float64Array) {
    super(from.model)
    this.wanted = wanted
    this.copyCharges(from)
  }
}

/** How a plan is pushed on. */
export interface Turns {
  /** The start that each operation wants, 0: as early as it can. */
  readonly wanted: Float64Array
  /** On a machine nobody passes who has to wait. */
  readonly keepsTurn?: boolean
  /** Where each is to stand and when it is looked at first, where that is not as it stands. */
  readonly places?: Pick<Timetable, 'lane' | 'alternative' | 'setupStart'>
  /** Of those that could begin at one time the one with the lower number has its turn; absent: who stood first. */
  readonly precedence?: Float64Array
  /** Who has to wait for longer than `patience` may go to another machine where it ends so many seconds earlier; absent: nobody. */
  readonly otherMachine?: { readonly gain: number; readonly patience: number }
  /** Asked of each that is placed: true gives the whole up. */
  readonly isTooMuch?: (timetable: Timetable, operation: number) => boolean
}

/** null: one of them does not fit before the limit, or waits for one that stands behind it; or it became too much. */
export function pushInTurn(from: Timetable, turns: Turns): Timetable | null {
  const { model } = from
  const { succFirst, succOp } = model
  const { wanted, keepsTurn = false, places = from, precedence, otherMachine, isTooMuch } = turns
  const timetable = new WishedTimetable(from, wanted)
  const order = operationsInOrder(from)
  if (precedence) order.sort((a, b) => precedence[a]! - precedence[b]! || a - b)
  const rank = new Int32Array(model.operationCount).fill(-1)
  order.forEach((operation, k) => {
    rank[operation] = k
  })
  const queue = new EventQueue(order.length + 1)
  const waitsFor = waitingCounts(from, rank)
  const nextOnLane = keepsTurn ? laneFollowers(from, order) : null
  if (nextOnLane) for (const next of nextOnLane) if (next >= 0) waitsFor[next]!++
  const oneLess = (next: number) => {
    if (--waitsFor[next]! === 0) queue.push(places.setupStart[next]!, rank[next]!)
  }
  for (const operation of order)
    if (waitsFor[operation] === 0) queue.push(places.setupStart[operation]!, rank[operation]!)
  const choice = new ChoiceOfLane(timetable, otherMachine)
  let placed = 0
  while (queue.size > 0) {
    const at = queue.time
    const operation = order[queue.key]!
    queue.pop()
    if (!choice.choose(operation, places, at)) return null
    if (choice.setupStart > at) {
      // Others may begin meanwhile.
      queue.push(choice.setupStart, rank[operation]!)
      continue
    }
    timetable.place(operation, choice.alternative, choice.lane)
    if (isTooMuch?.(timetable, operation)) return null
    placed++
    for (let member = operation; member >= 0; member = timetable.nextMember[member]!)
      for (let k = succFirst[member]!; k < succFirst[member + 1]!; k++) {
        const next = from.head[succOp[k]!]!
        if (rank[next]! >= 0) oneLess(next)
      }
    if (nextOnLane && nextOnLane[operation]! >= 0) oneLess(nextOnLane[operation]!)
  }
  return placed === order.length ? timetable : null
}

/** The lane on which an operation goes on: its own, or that of another machine on which it ends early enough for that. */
class ChoiceOfLane {
  lane = 0
  alternative = 0
  setupStart = 0
  private readonly timetable: Timetable
  private readonly others: Turns['otherMachine']

  constructor(timetable: Timetable, others: Turns['otherMachine']) {
    this.timetable = timetable
    this.others = others
  }

  /** False: it goes nowhere. What the timetable has found is what was chosen. */
  choose(operation: number, places: NonNullable<Turns['places']>, at: Instant): boolean {
    const { timetable, others } = this
    this.lane = places.lane[operation]!
    this.alternative = places.alternative[operation]!
    const fits = timetable.find(operation, this.alternative, this.lane)
    this.setupStart = fits ? timetable.foundSetupStart : Number.POSITIVE_INFINITY
    if (fits && this.setupStart <= at) return true
    if (!others || this.setupStart <= places.setupStart[operation]! + others.patience) return fits
    return this.chooseOther(operation, fits ? timetable.foundEnd - others.gain : Number.POSITIVE_INFINITY) || fits
  }

  /** A furnace and its charge stay together. */
  private chooseOther(operation: number, until: Instant): boolean {
    const { timetable, lane: own } = this
    const { altFirst, altMachine, laneFirst, laneMachine, machineCharge } = timetable.model
    if (timetable.nextMember[operation]! >= 0 || machineCharge[laneMachine[own]!]! > 0) return false
    let earliest = until
    for (let k = altFirst[operation]!; k < altFirst[operation + 1]!; k++) {
      const machine = altMachine[k]!
      if (machineCharge[machine]! > 0) continue
      for (let lane = laneFirst[machine]!; lane < laneFirst[machine + 1]!; lane++) {
        if (lane === own || !timetable.find(operation, k, lane) || timetable.foundEnd >= earliest) continue
        earliest = timetable.foundEnd
        this.lane = lane
        this.alternative = k
        this.setupStart = timetable.foundSetupStart
      }
    }
    return timetable.find(operation, this.alternative, this.lane)
  }
}

function laneFollowers({ model, lane }: Timetable, order: readonly number[]): Int32Array {
  const next = new Int32Array(model.operationCount).fill(-1)
  const last = new Int32Array(model.laneMachine.length).fill(-1)
  for (const operation of order) {
    const before = last[lane[operation]!]!
    if (before >= 0) next[before] = operation
    last[lane[operation]!] = operation
  }
  return next
}

/** Of what is to be placed, how many links to others of it each has to wait for. */
function waitingCounts({ model, head }: Timetable, rank: Int32Array): Int32Array {
  const { succFirst, succOp, operationCount } = model
  const counts = new Int32Array(operationCount)
  for (let i = 0; i < operationCount; i++) {
    if (rank[head[i]!]! < 0) continue
    for (let k = succFirst[i]!; k < succFirst[i + 1]!; k++) {
      const next = head[succOp[k]!]!
      if (rank[next]! >= 0) counts[next]!++
    }
  }
  return counts
}
