import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { offerRepair } from '@qitao/site/web'
import type { MoRow } from '../../model/mo/mo.record.ts'

/** Of planned orders that are due earlier now, the first that ends after its new day: it may be pulled forward on the plan. */
export function offerEarlier(orders: readonly MoRow[], due: number | null | undefined): void {
  if (due === null || due === undefined) return
  const pulled = orders.find(
    ({ delivery_date, planned_finish_time }) => due < delivery_date && (planned_finish_time ?? 0) > due + daySeconds,
  )
  if (pulled)
    void offerRepair(
      { kind: 'due_earlier', no: pulled.no },
      text('按计划赶不上新交期，是否修复计划？', 'As planned it misses its new date: repair the plan?'),
    )
}
