import { add, isLess, isPositive, isZero, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { OperationOfPlan } from './facts.ts'

/** What is reported, good or not, is not made again; what was finished short is made no further than by what came back. */
export function remainingOf({ planned_quantity, only_again, still_comes, ...made }: OperationOfPlan): Quantity {
  const isUntouched = isNone(made.reported_quantity) && isNone(made.defective_quantity)
  if (only_again === null && still_comes === undefined && isUntouched) return planned_quantity
  const rest = subtract(subtract(planned_quantity, made.reported_quantity), made.defective_quantity)
  const left = [only_again, still_comes].reduce<Quantity>((most, by) => (by == null ? most : least(most, by)), rest)
  return isPositive(left) ? left : '0'
}
const isNone = (quantity: Quantity): boolean => /^[0.]*$/.test(quantity)

/**
 * Operations of whole orders, or their parts: a step behind one that made less than is planned makes no more than comes out of it. What a
 * step has made beyond that says that it is not reported as it comes, and is left.
 */
export function withWhatComes(operations: readonly OperationOfPlan[]): readonly OperationOfPlan[] {
  const less = new Set(operations.flatMap(one => (makesLess(one) ? [one.mo_id] : [])))
  if (less.size === 0) return operations
  const bounded = new Map<string, OperationOfPlan>()
  for (const [mo_id, own] of Map.groupBy(operations, ({ mo_id }) => mo_id))
    if (less.has(mo_id)) for (const one of boundedIn(own)) bounded.set(one.id, one)
  return operations.map(one => bounded.get(one.id) ?? one)
}
/** Where the steps of an order have become others, what comes is shared out among them anew. */
export const withWhatComesAnew = (operations: readonly OperationOfPlan[], mo_id: string): readonly OperationOfPlan[] =>
  withWhatComes(
    operations.map(one => {
      if (one.mo_id !== mo_id || one.still_comes === undefined) return one
      const { still_comes: _, ...unbounded } = one
      return unbounded
    }),
  )
const makesLess = ({ status, reported_quantity, planned_quantity, defective_quantity, only_again }: OperationOfPlan) =>
  only_again !== null ||
  !isNone(defective_quantity) ||
  (status === taskStatus.codes.done && isLess(reported_quantity, planned_quantity))

function boundedIn(own: readonly OperationOfPlan[]): OperationOfPlan[] {
  const bySequence = [...Map.groupBy(own, ({ sequence }) => sequence)].toSorted(([a], [b]) => a - b)
  const comesInto = new Map<number, Quantity>()
  return bySequence.flatMap(([sequence, parts]) => {
    const comes = comesInto.get(sequence)
    const made = sum(parts.flatMap(one => [one.reported_quantity, one.defective_quantity]))
    const bounded = comes === undefined || isLess(comes, made) ? parts : within(parts, subtract(comes, made))
    const goesOn = sum(bounded.map(one => add(one.reported_quantity, leftOf(one))))
    for (const next of new Set(parts.flatMap(one => one.next_sequences))) {
      const before = comesInto.get(next)
      comesInto.set(next, before === undefined ? goesOn : least(before, goesOn))
    }
    return bounded
  })
}
const leftOf = (one: OperationOfPlan): Quantity => (one.status === taskStatus.codes.done ? '0' : remainingOf(one))

/** So much comes yet for these parts of a step: the first have it first. */
function within(parts: readonly OperationOfPlan[], coming: Quantity): OperationOfPlan[] {
  let comes = coming
  return parts.map(one => {
    const wanted = leftOf(one)
    const has = least(wanted, comes)
    comes = subtract(comes, has)
    return isZero(subtract(wanted, has)) ? one : { ...one, still_comes: has }
  })
}
