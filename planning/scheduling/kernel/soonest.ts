/**
 * How soon a run may begin, as far as that is quickly seen: its working time is open, it fits before the next wall, and what
 * it holds is free. Many ask at one instant, so each answer is kept until the instant or what is held changes.
 */
import { reserve, sizeOf } from '../../web-assembly/kernel/memory.ts'
import { heldUntil, holdChanges } from './holds.ts'
import { operationAt, operationCount } from './records.ts'
import { opensAt, startAt, tableAt, wallWithin, workedAt } from './working-time.ts'

@unmanaged
class TableAnswer {
  askedAt: f64
  /** When it is open from then on, the work up to its next wall, and where that is. */
  opensAt: f64
  room: f64
  wall: f64
}

/** Of all that hold the same. */
@unmanaged
class HeldAnswer {
  askedAt: f64
  free: f64
  askedIn: i32
  /** An operation that holds it. */
  holder: i32
}

let ofTables: usize = 0
let ofHeld: usize = 0

function tableAnswer(table: i32): TableAnswer {
  return changetype<TableAnswer>(ofTables + <usize>table * sizeOf<TableAnswer>())
}
function heldAnswer(kind: i32): HeldAnswer {
  return changetype<HeldAnswer>(ofHeld + <usize>kind * sizeOf<HeldAnswer>())
}

export function makeSoonest(tables: i32, kinds: i32): void {
  ofTables = reserve(tables * <i32>sizeOf<TableAnswer>())
  for (let t = 0; t < tables; t++) tableAnswer(t).askedAt = -1
  ofHeld = reserve(kinds * <i32>sizeOf<HeldAnswer>())
  for (let i = 0; i < operationCount; i++) {
    const kind = operationAt(i).holdKind
    if (kind < 0) continue
    heldAnswer(kind).holder = i
    heldAnswer(kind).askedIn = -1
  }
}

/** An instant before which it cannot begin; `time` when it may. `kind`: of what it holds, -1: nothing. */
export function soonest(table: i32, run: f64, kind: i32, time: f64): f64 {
  const answer = tableAnswer(table)
  if (answer.askedAt !== time) askTable(answer, table, time)
  if (answer.opensAt > time) return answer.opensAt
  if (run > answer.room) return startAt(tableAt(table), answer.wall)
  if (kind < 0) return time
  const held = heldAnswer(kind)
  if (held.askedIn !== holdChanges || held.askedAt !== time) {
    held.askedAt = time
    held.askedIn = holdChanges
    held.free = heldUntil(held.holder, time)
  }
  return held.free
}

function askTable(answer: TableAnswer, number: i32, time: f64): void {
  const table = tableAt(number)
  const at = workedAt(table, time)
  const wall = wallWithin(table, at, Infinity)
  answer.askedAt = time
  answer.opensAt = opensAt(table, time)
  answer.room = wall < 0 ? Infinity : wall - at
  answer.wall = wall
}
