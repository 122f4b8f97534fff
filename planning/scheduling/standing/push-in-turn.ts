/**
 * A plan that stands, pushed to the right as the floor would do it: no task begins before it wants to, and whatever can begin
 * first has its turn. What has to wait - for material, people, a machine that is down - holds up nobody who need not wait with
 * it, and what comes later on the plan takes no people from what is to begin now.
 */
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

/**
 * `wanted`: the start that each operation wants, 0: as early as it can. `keepsTurn`: on a machine nobody passes who has to wait.
 * null: one of them does not fit before the limit, or waits for one that stands behind it.
 */
export function pushInTurn(from: Timetable, wanted: Float64Array, keepsTurn: boolean): Timetable | null {
  const { model } = from
  const { succFirst, succOp } = model
  const timetable = new WishedTimetable(from, wanted)
  const order = operationsInOrder(from)
  const rank = new Int32Array(model.operationCount).fill(-1)
  order.forEach((operation, k) => {
    rank[operation] = k
  })
  const queue = new EventQueue(order.length + 1)
  const waitsFor = waitingCounts(from, rank)
  const nextOnLane = keepsTurn ? laneFollowers(from, order) : null
  if (nextOnLane) for (const next of nextOnLane) if (next >= 0) waitsFor[next]!++
  const oneLess = (next: number) => {
    if (--waitsFor[next]! === 0) queue.push(from.setupStart[next]!, rank[next]!)
  }
  for (const operation of order)
    if (waitsFor[operation] === 0) queue.push(from.setupStart[operation]!, rank[operation]!)
  let placed = 0
  while (queue.size > 0) {
    const at = queue.time
    const operation = order[queue.key]!
    queue.pop()
    const lane = from.lane[operation]!
    if (!timetable.find(operation, from.alternative[operation]!, lane)) return null
    if (timetable.foundSetupStart > at) {
      // Others may begin meanwhile.
      queue.push(timetable.foundSetupStart, rank[operation]!)
      continue
    }
    timetable.place(operation, from.alternative[operation]!, lane)
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
