import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { asks, type DocumentActs } from '@qitao/document-kit/web'
import { withPicked } from '@qitao/stock/web'
import { printTransfers, receiveTransfer, reverseTransfer, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferLine, transferReceipt } from '../../model/transfer/transfer.record.ts'
import { transferRest } from '../../model/transfer/transfer.status.ts'
import { stockAnswers } from '../refreshes.ts'

/** What has come, where it was put, and what becomes of the rest. A line that is put into several bins is copied. */
const receive = asks(transfer, receiveTransfer, {
  refreshes: stockAnswers,
  ok: text('确认收货', 'Receive'),
  lines: {
    rows: ({ lines }) =>
      lines
        .filter(line => isPositive(line.open_quantity))
        .map(({ id, material_code, material_name, to_location_code, ...line }) => ({
          ...{ ...line, line_id: id, quantity: line.open_quantity as string | null },
          ...{ material_name: `${material_code} ${material_name}`, to_location_name: to_location_code },
        })),
    given: ({ line_id, quantity, to_location_id }) =>
      quantity && isPositive(quantity) ? { line_id, quantity, to_location_id } : undefined,
    of: { ...transferLine, fields: { ...transferLine.fields, ...transferReceipt.fields } },
    change: withPicked,
    columns: [
      { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 220 },
      { name: 'lot_number', readOnly: true, width: 120 },
      { name: 'open_quantity', readOnly: true, width: 100 },
      { name: 'quantity', width: 110 },
      { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
      { name: 'to_location_id', width: 180 },
    ],
  },
  fields: { of: transferReceipt, values: { rest: transferRest.codes.later, reason: null } },
})

const reverse = asks(transfer, reverseTransfer, {
  refreshes: stockAnswers,
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
}
