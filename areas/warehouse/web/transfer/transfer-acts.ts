import { text } from '@qitao/core/text.ts'
import {
  asks,
  type DocumentActs,
  figureColumns,
  goodsColumn,
  isGiven,
  openRows,
  unitColumn,
} from '@qitao/document-kit/web'
import { withPicked } from '@qitao/stock/web'
import { printTransfers, receiveTransfer, reverseTransfer, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferLine, transferReceipt } from '../../model/transfer/transfer.record.ts'
import { transferRest } from '../../model/transfer/transfer.status.ts'
import { stockAnswers } from '../refreshes.ts'

/** What has come, where it was put, and what becomes of the rest. A line that is put into several bins is copied. */
const receive = asks(transfer, receiveTransfer, {
  ok: text('确认收货', 'Receive'),
  lines: {
    rows: ({ lines }) => openRows(lines, line => line.open_quantity),
    given: ({ line_id, quantity, to_location_id }) =>
      isGiven(quantity) ? { line_id, quantity, to_location_id } : undefined,
    of: { ...transferLine, fields: { ...transferLine.fields, ...transferReceipt.fields } },
    change: withPicked,
    columns: [
      goodsColumn,
      { name: 'lot_number', readOnly: true, width: 120 },
      ...figureColumns('open_quantity'),
      'quantity',
      unitColumn,
      { name: 'to_location_id', width: 180 },
    ],
  },
  fields: { of: transferReceipt, values: { rest: transferRest.codes.later, reason: null } },
})

const reverse = asks(transfer, reverseTransfer, {
  note: text(
    '货物按反向流水退回原库位，已短少核销的不退；工单占用随货退回。',
    'The goods go back to their bins by movements of their own, what was written off stays so; what work orders occupy goes with them.',
  ),
  fields: { of: transferReceipt, values: { reason: null } },
})

/** What can be done to a transfer beside carrying it out. */
export const transferActs: DocumentActs<typeof transfer> = {
  asked: { receive, reverse },
  behind: ['reverse'],
  grave: ['reverse'],
  print: printTransfers,
  refreshes: stockAnswers,
}
