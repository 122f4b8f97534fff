import { text } from '@qitao/core/text.ts'
import type { Act } from '@qitao/platform/web/act.ts'
import { needing } from '@qitao/platform/web/rights.ts'
import { mostPrinted, printJobCards } from '@qitao/sales/model/print.calls.ts'

export const jobCards = text('打印工卡', 'Print job cards')
/** Prints the job cards of the orders that tasks or reports belong to. */
export function printCards(rows: readonly { readonly mo_id: string }[], print: (mo_ids: string[]) => void): Act {
  const mo_ids = [...new Set(rows.map(({ mo_id }) => mo_id))]
  return {
    title: jobCards,
    whyNot: mo_ids.length > mostPrinted ? text('一次最多10个工单', 'At most 10 orders at once') : undefined,
    run: needing(printJobCards, () => print(mo_ids)),
  }
}
