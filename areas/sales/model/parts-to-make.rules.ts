import { evenParts } from '@qitao/core/even-parts.ts'
import { isMore, isPositive, least, type Quantity, roundDown, subtract } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'

/** How a line becomes several work orders. */
export type SplitWay =
  | { readonly by: 'none' }
  /** So many pieces each; the last has what is left. */
  | { readonly by: 'lot'; readonly lot: Quantity }
  /** So many deliveries, so many days apart; the last on the day of the line. */
  | { readonly by: 'date'; readonly parts: number; readonly days: number }

export interface PartToMake {
  readonly planned_quantity: Quantity
  readonly delivery_date: Instant
}
/** A line has no more work orders than this at once. */
export const mostParts = 100

/** The work orders of a line as they are proposed; people alter them. `today`: no part is wanted before. */
export function partsToMake(
  open: Quantity,
  due: Instant,
  way: SplitWay,
  precision: number,
  today: Instant,
): readonly PartToMake[] {
  if (!isPositive(open)) return []
  if (way.by === 'lot' && isPositive(way.lot)) {
    const parts: PartToMake[] = []
    let left = open
    while (isPositive(left) && parts.length < mostParts - 1) {
      const planned_quantity = least(way.lot, left)
      parts.push({ planned_quantity, delivery_date: due })
      left = subtract(left, planned_quantity)
    }
    return isPositive(left) ? [...parts, { planned_quantity: left, delivery_date: due }] : parts
  }
  if (way.by === 'date') {
    const quantities = evenParts(open, Math.min(way.parts, mostParts), precision).filter(isPositive)
    return quantities.map((planned_quantity, index) => ({
      planned_quantity,
      delivery_date: Math.max(Math.min(today, due), due - (quantities.length - 1 - index) * way.days * daySeconds),
    }))
  }
  return [{ planned_quantity: open, delivery_date: due }]
}

interface LineInNeed {
  readonly line_id: string
  readonly material_id: string
  readonly to_make_quantity: Quantity
  readonly due_date: Instant
}
/** Free stock goes to the lines of its product that are due first, in whole steps of the unit. */
export function coveredFromStock(
  lines: readonly LineInNeed[],
  products: readonly {
    readonly material_id: string
    readonly free_quantity: Quantity
    readonly unit_precision: number
  }[],
): Map<string, Quantity> {
  const covered = new Map<string, Quantity>()
  for (const { material_id, free_quantity, unit_precision } of products) {
    let left = roundDown(free_quantity, unit_precision)
    const own = lines.filter(line => line.material_id === material_id).toSorted((a, b) => a.due_date - b.due_date)
    for (const { line_id, to_make_quantity } of own) {
      const taken = isMore(to_make_quantity, left) ? left : to_make_quantity
      if (!isPositive(taken)) break
      covered.set(line_id, taken)
      left = subtract(left, taken)
    }
  }
  return covered
}
