/** Charges of furnaces: a charge has the times of its head, so the head must suit them all; as in ../charge.ts. */
import { holdsNoMore } from './holds.ts'
import { Alternative, alternativeAt, operationAt } from './records.ts'

export function loadOf(alternative: i32): f64 {
  return alternativeAt(alternative).load
}

/** Whether one alternative may run in a charge that is led by another on the same furnace, load and times aside. */
export function suits(a: Alternative, head: Alternative): bool {
  const o = operationAt(a.operation)
  const leader = operationAt(head.operation)
  return (
    o.family === leader.family &&
    a.table === head.table &&
    a.run <= head.run &&
    a.setup <= head.setup &&
    o.mayPause >= leader.mayPause &&
    o.mould === -1 &&
    !o.isFixed &&
    !leader.isFixed &&
    holdsNoMore(o, leader)
  )
}
