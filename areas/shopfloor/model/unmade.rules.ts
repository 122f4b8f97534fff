import { add, least, type Quantity, subtract } from '@qitao/core/quantity.ts'

export interface Made {
  readonly quantity: Quantity
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
}
export interface ToMake extends Made {
  /** It was finished and is open for what came back to it alone: that. Null: it is open for all that is planned. */
  readonly only_again: Quantity | null
}
export const madeOf = ({ reported_quantity, defective_quantity }: Made): Quantity =>
  add(reported_quantity, defective_quantity)
/** What a task has not made of what it is to make. */
export function unmade(task: ToMake): Quantity {
  const left = subtract(task.quantity, madeOf(task))
  return task.only_again === null ? left : least(left, task.only_again)
}
