import { text } from '@qitao/core/text.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { mostPrinted, printJobCards } from '@qitao/sales/model/print.calls.ts'
import { type ReactNode, useState } from 'react'

const jobCards = text('打印工卡', 'Print job cards')

/** Prints the job cards of the orders that tasks or reports belong to: `act` for their buttons, `dialog` to stand on the page. */
export function useJobCards(): {
  act(rows: readonly { readonly mo_id: string }[]): Act
  dialog: ReactNode
} {
  const [printed, setPrinted] = useState<string[]>()
  return {
    act(rows) {
      const mo_ids = [...new Set(rows.map(({ mo_id }) => mo_id))]
      return {
        title: jobCards,
        whyNot: mo_ids.length > mostPrinted ? text('一次最多10个工单', 'At most 10 orders at once') : undefined,
        run: needing(printJobCards, () => setPrinted(mo_ids)),
      }
    },
    dialog: printed && (
      <PrintDialog
        title={jobCards}
        call={printJobCards}
        input={{ mo_ids: printed }}
        onClose={() => setPrinted(undefined)}
      />
    ),
  }
}
