import { add, isLess, isPositive, negate, type Quantity } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'
import { addDays, type Day, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'

/** Why goods will come or go. */
export const flowKind = statuses({
  purchase: { code: 1, zh: '采购到货', en: 'Purchase', colour: 'success' },
  outsourcing: { code: 2, zh: '委外返回', en: 'Outsourcing', colour: 'success' },
  production: { code: 3, zh: '工单完工', en: 'Made by MO', colour: 'success' },
  /** Released by an inspection, or arriving by a transfer. */
  other_in: { code: 4, zh: '待检、在途', en: 'Inspection, transit', colour: 'info' },
  orders: { code: 5, zh: '工单用料', en: 'Used by MO', colour: 'warning' },
  sales: { code: 6, zh: '销售发货', en: 'Sales', colour: 'warning' },
})
export type FlowKind = keyof typeof flowKind.codes

export interface PlannedStep {
  readonly kind: FlowKind
  readonly at: Instant
  /** Without a sign. */
  readonly quantity: Quantity
  readonly source_no: string | null
}
const leaves = new Set<FlowKind>(['orders', 'sales'])

/**
 * Day by day from today on: what comes, what goes, what is left when the day ends. What was due before is expected today. The first
 * day that ends below nothing, and the first that ends below the safety stock, where there is one.
 */
export function projectStock(
  opening: Quantity,
  steps: readonly PlannedStep[],
  of: { readonly now: Instant; readonly zone: string; readonly days: number; readonly safety_stock: Quantity },
) {
  const today = dayOf(of.now, of.zone)
  const last = addDays(today, of.days - 1)
  const placed = steps
    .filter(({ quantity }) => isPositive(quantity))
    .map(step => {
      const due = dayOf(step.at, of.zone)
      const overdue = due < today
      return { ...step, overdue, day: overdue ? today : due }
    })
    .sort((a, b) => a.at - b.at)
  const within = placed.filter(({ day }) => day <= last)
  const later = placed.filter(({ day }) => day > last)
  const onDay = Map.groupBy(within, ({ day }) => day)
  const total = (own: readonly PlannedStep[], isWanted: (kind: FlowKind) => boolean): Quantity =>
    own.filter(({ kind }) => isWanted(kind)).reduce((so, { quantity }) => add(so, quantity), '0')
  let balance = opening
  const days = Array.from({ length: of.days }, (_, index) => {
    const day: Day = addDays(today, index)
    const own = onDay.get(day) ?? []
    const only = (wanted: FlowKind) => total(own, kind => kind === wanted)
    balance = add(
      balance,
      add(
        total(own, kind => !leaves.has(kind)),
        negate(total(own, kind => leaves.has(kind))),
      ),
    )
    return {
      day: startOfDay(day, of.zone),
      ...{ purchase: only('purchase'), outsourcing: only('outsourcing'), production: only('production') },
      ...{ other_in: only('other_in'), orders: only('orders'), sales: only('sales'), balance },
    }
  })
  const flows = within.map(({ day, overdue, kind, quantity, source_no }) => ({
    day: startOfDay(day, of.zone),
    kind: flowKind.codes[kind],
    ...{ source_no, quantity: leaves.has(kind) ? negate(quantity) : quantity, overdue },
  }))
  const firstBelow = (limit: Quantity): Instant | null => days.find(one => isLess(one.balance, limit))?.day ?? null
  return {
    days,
    flows,
    short_day: firstBelow('0'),
    low_day: isPositive(of.safety_stock) ? firstBelow(of.safety_stock) : null,
    later_in: total(later, kind => !leaves.has(kind)),
    later_out: total(later, kind => leaves.has(kind)),
  }
}
