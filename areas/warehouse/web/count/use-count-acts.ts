import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { countAnswers, stockAnswers } from '../refreshes.ts'

/** What moves a count on: start, confirm, give up. */
export function useCountActs(): (row: CountRow) => Act[] {
  const refreshes = [...countAnswers, ...stockAnswers]
  const start = useCommand(countCalls.start, { refreshes })
  const confirm = useCommand(countCalls.confirm, { refreshes })
  const cancel = useCommand(countCalls.cancel, { refreshes })
  return row => [
    ...(row.status === countStatus.codes.draft
      ? [act(countStatus, 'start', row.status, start.with({ id: row.id }))]
      : [
          act(countStatus, 'confirm', row.status, confirm.with({ id: row.id }), {
            ask: {
              title: text('确认盘点？差异将过账到库存', 'Confirm the count? What differs is posted to the stock'),
              objects: [row.no],
            },
          }),
        ]),
    act(countStatus, 'cancel', row.status, cancel.with({ ids: [row.id] }), {
      danger: true,
      ask: { title: text('取消盘点单？', 'Cancel the stock count?'), objects: [row.no], danger: true },
    }),
  ]
}
