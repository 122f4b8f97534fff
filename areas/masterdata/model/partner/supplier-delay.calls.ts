import { nothing, query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** How late lines came, in whole days after the announced one; below 0: before it. */
const learntDelay = z.object({
  line_count: z.int(),
  on_time_count: z.int(),
  p50_days: z.int(),
  p90_days: z.int(),
})
export type LearntDelay = z.output<typeof learntDelay>

// Handled in `areas/purchasing/server/delay/supplier-delays.ts`.
/** Ours: what receipts have taught of suppliers. Handled where purchases are. */
export const showSupplierDelays = query('/mep_server/biz/purchase/query_supplier_delay', {
  title: text('供应商到货延迟', 'Delays of suppliers'),
  grantedBy: [pages.suppliers, pages.purchase, pages.editPurchase, pages.arrivalPlan],
  input: nothing,
  output: z.object({
    /** Suppliers with enough lines to learn from. */
    suppliers: z.array(learntDelay.extend({ supplier_id: id })),
    /** Of all suppliers, for those with fewer; null: there are too few of all, too. */
    company: learntDelay.nullable(),
    /** Lines that a supplier must have had, within so many days. */
    least_lines: z.int(),
    within_days: z.int(),
  }),
})
export type SupplierDelays = z.output<(typeof showSupplierDelays)['output']>

/** What holds for a supplier: its own, else that of all; null: nothing is learnt yet. */
export function delayOf(
  { suppliers, company }: SupplierDelays,
  supplier_id: string | null | undefined,
): (LearntDelay & { readonly of: 'supplier' | 'company' }) | null {
  const own = suppliers.find(one => one.supplier_id === supplier_id)
  if (own) return { ...own, of: 'supplier' }
  return company && { ...company, of: 'company' }
}
