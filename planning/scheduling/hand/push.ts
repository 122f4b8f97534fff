/**
 * Every task stays where it stands unless something pushes it: what is pushed is pushed to the right, as far as it must be, in
 * the order of machines and routings, and takes its place again when the way is free. Each answers whether that is possible;
 * if it is not, the times are what they were.
 */
import type { Instant } from '@qitao/core/time.ts'
import { alternativeOn, loadOn } from '../problem/charge.ts'
import type { HandBoard } from './hand-board.ts'

/** Out of its charge, into another, along its lane or to another one; the head of a charge takes the whole of it along. */
export function bring(board: HandBoard, i: number, alternative: number, machine: number, start: Instant): boolean {
  const { plan, stands } = board
  const most = board.model.operationCount
  const alone = plan.head[i] !== i || plan.nextMember[i]! < 0
  const charge = alone ? chargeAt(board, i, machine, start) : -1
  if (charge >= 0 && charge !== plan.head[i]) {
    board.stand(i, stands[charge]!)
    return plan.tryJoin(i, charge, most)
  }
  const whole = plan.head[i] === i
  const lane = laneAt(board, machine, i, start)
  const next = nextAt(board, lane, i, start)
  for (let member = i; member >= 0; member = whole ? plan.nextMember[member]! : -1) board.stand(member, start)
  if (!whole) return plan.tryLeave(i, alternative, lane, next, most)
  return plan.lane[i] === lane && plan.after[i] === next
    ? plan.tryTimes([i], most)
    : plan.tryMove(i, alternative, lane, next, most, true)
}

/** Times these anew, those of them that are free. */
export function timeAnew(board: HandBoard, operations: Iterable<number>): boolean {
  const free = [...operations].filter(i => board.isFree(i))
  return board.plan.tryTimes(free, board.model.operationCount)
}

/** A locked or running task ends at another instant, and what may follow from it is timed anew. */
export function endFixed(board: HandBoard, i: number, end: Instant): boolean {
  const { plan } = board
  const until = Math.max(plan.end[i]!, end)
  board.endFixed(i, end)
  const asked = [...successors(board, i)]
  for (let at = plan.laneFront[plan.lane[i]!]!; at >= 0; at = plan.after[at]!) {
    if (plan.end[at]! > plan.start[i]!) asked.push(at)
    if (plan.start[at]! > until) break
  }
  return timeAnew(board, asked)
}

export function* successors({ model }: HandBoard, i: number): Iterable<number> {
  for (let k = model.succFirst[i]!; k < model.succFirst[i + 1]!; k++) yield model.succOp[k]!
}

/** A charge that runs on a furnace at an instant and has room for the operation, -1: none. */
function chargeAt({ model, plan }: HandBoard, i: number, machine: number, start: Instant): number {
  const capacity = model.machineCharge[machine]!
  if (capacity === 0) return -1
  for (let at = plan.laneFront[model.laneFirst[machine]!]!; at >= 0; at = plan.after[at]!) {
    if (at === i || start < plan.start[at]! || start >= plan.end[at]!) continue
    const own = model.altLoad[alternativeOn(model, i, machine)]!
    return model.family[at] === model.family[i] && loadOn(model, plan.nextMember, at, machine) + own <= capacity
      ? at
      : -1
  }
  return -1
}

/** Its own lane on its own machine, else the one that is free first at an instant. */
function laneAt(board: HandBoard, machine: number, i: number, start: Instant): number {
  const { model, plan } = board
  const own = plan.lane[i]!
  if (model.laneMachine[own] === machine) return own
  let best = model.laneFirst[machine]!
  let bestEnd = Number.POSITIVE_INFINITY
  for (let lane = best; lane < model.laneFirst[machine + 1]!; lane++) {
    const next = nextAt(board, lane, i, start)
    const last = next >= 0 ? plan.before[next]! : plan.laneBack[lane]!
    const end = last >= 0 ? plan.end[last]! : 0
    if (end < bestEnd) {
      best = lane
      bestEnd = end
    }
  }
  return best
}

/** The task of a lane before which an instant lies, by where each wants to stand; -1: the end. */
function nextAt({ plan, stands, half }: HandBoard, lane: number, i: number, start: Instant): number {
  let next = -1
  for (let at = plan.laneBack[lane]!; at >= 0; at = plan.before[at]!) {
    if (at === i) continue
    if (stands[at]! + half[at]! <= start) break
    next = at
  }
  return next
}
