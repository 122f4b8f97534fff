import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { usePaper } from '@qitao/document-kit/web'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { withPicked } from '@qitao/stock/web'
import { type ReactNode, useState } from 'react'
import {
  printTransfers,
  receiveTransfer,
  reverseTransfer,
  type TransferLineRow,
  type TransferRow,
  transfer,
  transferCalls,
} from '../../model/transfer/transfer.calls.ts'
import { transferLine, transferReceipt } from '../../model/transfer/transfer.record.ts'
import { transferRest, transferStatus } from '../../model/transfer/transfer.status.ts'
import { stockAnswers } from '../refreshes.ts'

const refreshes = [transferCalls.list, transferCalls.count, transferCalls.detail, ...stockAnswers]

/** What can be done to a transfer beside carrying it out, and the dialogs in which it is done. */
export function useTransferActs(): {
  receive: (row: TransferRow) => Act
  reverse: (row: TransferRow) => Act
  print: (ids: readonly string[]) => Act
  dialogs: ReactNode
} {
  const [received, setReceived] = useState<string>()
  const [reversed, setReversed] = useState<TransferRow>()
  const { print, dialogs: paper } = usePaper(transfer, { print: printTransfers })
  return {
    receive: row =>
      act(
        transferStatus,
        'receive',
        row.status,
        needing(receiveTransfer, () => setReceived(row.id)),
      ),
    reverse: row =>
      act(
        transferStatus,
        'reverse',
        row.status,
        needing(reverseTransfer, () => setReversed(row)),
        { danger: true },
      ),
    print,
    dialogs: (
      <>
        {received ? <ReceiveDialog id={received} onClose={() => setReceived(undefined)} /> : null}
        {reversed ? <ReverseDialog row={reversed} onClose={() => setReversed(undefined)} /> : null}
        {paper}
      </>
    ),
  }
}

interface Line {
  line_id: string
  material_id: string
  material_name: string
  unit_name: string
  lot_number: string | null
  open_quantity: string
  quantity: string | null
  to_location_id: string
  to_location_name: string
}
interface ReceiveForm {
  lines: Line[]
  rest: (typeof transferRest.list)[number]['code']
  reason: string | null
}
const received = { ...transferLine, fields: { ...transferLine.fields, ...transferReceipt.fields } }
const lineForm = (line: TransferLineRow): Line => ({
  line_id: line.id,
  material_id: line.material_id,
  material_name: `${line.material_code} ${line.material_name}`,
  ...{ unit_name: line.unit_name, lot_number: line.lot_number, open_quantity: line.open_quantity },
  ...{ quantity: line.open_quantity, to_location_id: line.to_location_id, to_location_name: line.to_location_code },
})

/** What has come, where it was put, and what becomes of the rest. A line that is put into several bins is copied. */
function ReceiveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useDocument(transferCalls.detail, { id })
  const receive = useCommand(receiveTransfer, { refreshes })
  if (!detail.data) return null
  const { record } = detail.data
  const lines = detail.data.lines.filter(line => isPositive(line.open_quantity)).map(lineForm)
  return (
    <DialogForm<ReceiveForm>
      open
      wide
      title={text(`收货 ${record.no}`, `Receive ${record.no}`)}
      values={{ lines, rest: transferRest.codes.later, reason: null }}
      save={saveWith(
        receive,
        ({ lines: came, rest, reason }: ReceiveForm) => ({
          ...{ id, row_version: record.row_version, rest, reason },
          lines: came
            .filter(({ quantity }) => quantity && isPositive(quantity))
            .map(({ line_id, quantity, to_location_id }) => ({ line_id, quantity, to_location_id })),
        }),
        text('确认收货', 'Receive'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={received}
        blank={() => lines[0]!}
        change={withPicked}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 220 },
          { name: 'lot_number', readOnly: true, width: 120 },
          { name: 'open_quantity', readOnly: true, width: 100 },
          { name: 'quantity', width: 110 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
          { name: 'to_location_id', width: 180 },
        ]}
      />
      <Field of={transferReceipt} name="rest" />
      <Field of={transferReceipt} name="reason" />
    </DialogForm>
  )
}

function ReverseDialog({ row, onClose }: { row: TransferRow; onClose: () => void }) {
  const say = useSay()
  const reverse = useCommand(reverseTransfer, { refreshes })
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
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <p>
        {say(
          text(
            '货物按反向流水退回原库位，已短少核销的不退；工单占用随货退回。',
            'The goods go back to their bins by movements of their own, what was written off stays so; what work orders occupy goes with them.',
          ),
        )}
      </p>
      <Field of={transferReceipt} name="reason" autoFocus />
    </DialogForm>
  )
}
