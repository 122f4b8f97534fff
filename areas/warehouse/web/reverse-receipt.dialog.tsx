import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { type ReceiptRow, receiptReversal } from '../model/receipt.record.ts'
import type { Direction } from '../model/receipt.status.ts'
import { callsOf, stockAnswers } from './refreshes.ts'

/** Says what goes back with a posted receipt before it does. */
export function ReverseReceiptDialog({
  direction,
  row,
  onClose,
}: {
  direction: Direction
  row: ReceiptRow
  onClose: () => void
}) {
  const say = useSay()
  const reverse = useCommand(callsOf[direction].reverse, { refreshes: stockAnswers })
  return (
    <DialogForm<{ reason: string | null }>
      open
      title={text(`冲销 ${row.no}`, `Reverse ${row.no}`)}
      values={{ reason: null }}
      save={saveWith(
        reverse,
        ({ reason }: { reason: string | null }) => ({ id: row.id, row_version: row.row_version, reason }),
        text('冲销', 'Reverse'),
      )}
      reload={refreshAnd(stockAnswers, onClose)}
      onClose={onClose}
    >
      <p>
        {say(
          direction === 'inbound'
            ? text(
                '入库的货物按反向流水取出，订单恢复待收，未判定的质检任务关闭，占用它的工单重新齐套。货物已移走或用掉时不能冲销。',
                'What came in goes out again by movements of its own; the order is open again, inspections that are not judged are closed, work orders that had it are kitted anew. It is refused where goods have moved on.',
              )
            : text(
                '出库的货物按反向流水退回原库位，订单恢复待发。',
                'What went out comes back to its bins by movements of its own, and the order is to be shipped again.',
              ),
        )}
      </p>
      <Field of={receiptReversal} name="reason" autoFocus />
    </DialogForm>
  )
}
