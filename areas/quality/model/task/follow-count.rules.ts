import { add, isNegative, isPositive, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'

interface OpenTask {
  readonly id: string
  readonly quantity: Quantity
}
export interface Followed {
  /** What each task that changes is of now; zero: nothing of it is left. */
  readonly changed: readonly OpenTask[]
  /** Found where no task is open: it needs one. */
  readonly found: Quantity
}

/** What a difference of a count makes of the tasks whose goods lie there, the oldest first: the last one has more, or they have less from the last on. */
export function followDifference(open: readonly OpenTask[], difference: Quantity): Followed {
  const last = open.at(-1)
  if (isPositive(difference))
    return last
      ? { changed: [{ ...last, quantity: add(last.quantity, difference) }], found: '0' }
      : { changed: [], found: difference }
  let missing = isNegative(difference) ? negate(difference) : '0'
  const changed = open.toReversed().flatMap(task => {
    const part = least(missing, task.quantity)
    missing = subtract(missing, part)
    return isPositive(part) ? [{ ...task, quantity: subtract(task.quantity, part) }] : []
  })
  return { changed, found: '0' }
}
