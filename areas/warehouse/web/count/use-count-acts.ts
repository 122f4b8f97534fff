import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { submittedTo } from '@qitao/document-kit/web'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { countAnswers, stockAnswers } from '../refreshes.ts'

const always = () => Promise.resolve(true)

/** What moves a count on: start, confirm, give up. `keep`: what is typed and not kept yet; false: it was refused, and nothing is confirmed. */
export function useCountActs(keep: () => Promise<boolean> = always): (row: CountRow) => Act[] {
  const refreshes = [...countAnswers, ...stockAnswers]
  const start = useCommand(countCalls.start, { refreshes })
  const confirm = useCommand(countCalls.confirm, { refreshes, success: submittedTo })
  const cancel = useCommand(countCalls.cancel, { refreshes })
  const confirmKept = ({ id }: CountRow) =>
    needing(countCalls.confirm, async () => (await keep()) && (await confirm.run({ id })))
  return row => {
    const waits = row.approval_status === approvalStatus.codes.pending && { whyNot: whyApprovalOpen(row.waits_for) }
    return [
      ...(row.status === countStatus.codes.draft
        ? [act(countStatus, 'start', row.status, start.with({ id: row.id }))]
        : [
            act(countStatus, 'confirm', row.status, confirmKept(row), {
              ...waits,
              ask: {
                title: text('确认盘点？差异将过账到库存', 'Confirm the count? What differs is posted to the stock'),
                objects: [row.no],
              },
            }),
          ]),
      act(countStatus, 'cancel', row.status, cancel.with({ ids: [row.id] }), {
        ...waits,
        danger: true,
        ask: { title: text('取消盘点单？', 'Cancel the stock count?'), objects: [row.no], danger: true },
      }),
    ]
  }
}
