/**
 * Shift chosen tasks left or right on their machines, by a time or as far as nothing else has to move. What they push moves
 * along; their order stays. A task that cannot is refused and the others still do.
 */
import type { HandTask } from './hand-answer.ts'
import type { HandPlan } from './hand-plan.ts'
import type { Refused } from './hand-refusal.ts'
import { refused } from './hand-refusal.ts'

export interface Shift {
  readonly operations: readonly string[]
  readonly direction: 'left' | 'right'
  /** Wall-clock seconds; null: as far as the rules allow (to the right: not beyond the due date of its order). */
  readonly seconds: number | null
}

/** Keeps what it changes. Operations without a task are left out. */
export function shiftByHand(
  hand: HandPlan,
  { operations, direction, seconds }: Shift,
): { operation: string; refusal: Refused }[] {
  const no: { operation: string; refusal: Refused }[] = []
  const chosen = operations
    .flatMap(id => hand.task(id) ?? [])
    // Who goes first makes room for the next.
    .sort(
      (a, b) => (direction === 'left' ? a.start - b.start : b.start - a.start) || (a.operation < b.operation ? -1 : 1),
    )
  for (const task of chosen) {
    const refusal =
      seconds === null
        ? asFarAsPossible(hand, task, direction)
        : by(hand, task, direction === 'left' ? -seconds : seconds)
    if (refusal) no.push({ operation: task.operation, refusal })
  }
  return no
}

function by(hand: HandPlan, task: HandTask, seconds: number): Refused | null {
  const answer = hand.shift(task.operation, seconds)
  if (!answer.ok) return answer
  const stays = hand.task(task.operation)!.start === task.start
  const held = stays ? hand.heldBack(task.operation) : null
  if (stays) hand.takeBackChange()
  else hand.keepChange()
  return held
}

/** Refused when it is locked, and when it is as far as it can be: by what, to the left. */
function asFarAsPossible(hand: HandPlan, task: HandTask, direction: Shift['direction']): Refused | null {
  return direction === 'left' ? asFarLeft(hand, task) : asFarRight(hand, task)
}

function asFarLeft(hand: HandPlan, task: HandTask): Refused | null {
  const answer = hand.shift(task.operation, -task.start + 1)
  if (!answer.ok) return answer
  const seconds = hand.task(task.operation)!.start - task.start
  const held = hand.heldBack(task.operation)
  hand.takeBackChange()
  if (seconds < 0 && movesAlone(hand, task, seconds)) {
    hand.keepChange()
    return null
  }
  hand.takeBackChange()
  // Where it could go others would have to move.
  return seconds < 0 ? refused('held_back', 'operation', task.operation) : held
}

function asFarRight(hand: HandPlan, task: HandTask): Refused | null {
  let sure = 0
  let over = Math.max(0, hand.dueOf(task.operation) - task.end) + 1
  while (over - sure > 1) {
    const middle = Math.floor((sure + over) / 2)
    const isAlone = movesAlone(hand, task, middle)
    if (isAlone === undefined) return refused('capacity_locked', 'operation', task.operation)
    hand.takeBackChange()
    if (isAlone) sure = middle
    else over = middle
  }
  if (sure > 0 && movesAlone(hand, task, sure)) hand.keepChange()
  return hand.task(task.operation)!.start === task.start ? refused('held_back', 'operation', task.operation) : null
}

/** Shifts; whether nothing else got another run, and all of it lies before it is due. Undefined: it is locked. */
function movesAlone(hand: HandPlan, task: HandTask, seconds: number): boolean | undefined {
  const answer = hand.shift(task.operation, seconds)
  if (!answer.ok) return answer.refusal === 'capacity_locked' ? undefined : false
  const to = hand.task(task.operation)!
  return hand.runsMoved() <= 1 && (seconds < 0 || to.end <= Math.max(task.end, hand.dueOf(task.operation)))
}
