import type { Operation } from '../scheduling/problem/problem.ts'
import { partId, type Split } from '../scheduling/repair/repair-split.ts'

/** An operation with about so much of its quantity in a part of its own, that takes its share of the time. */
export function inTwoParts(operation: Operation, share: number): Split | null {
  const { quantity = 100 } = operation
  const off = Math.round(quantity * share)
  const of = (id: string, own: number): Operation => ({
    ...operation,
    ...{ id, quantity: own },
    machines: operation.machines.map(one => ({
      ...one,
      runSeconds: one.runSeconds === null ? null : Math.ceil((one.runSeconds * own) / quantity),
    })),
  })
  return off > 0 && off < quantity
    ? { rest: of(operation.id, quantity - off), part: of(partId(operation.id), off) }
    : null
}
