import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { documentPaper } from '@qitao/document-kit/server'
import { printTransfers, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferStatus, transferSteps } from '../../model/transfer/transfer.status.ts'
import { transferBooks } from './transfer.books.ts'

/** It goes with the goods, so one that is to be carried out is as it should be. */
export const transferPaper = documentPaper(transfer, transferBooks, printTransfers, {
  parent: 'transfer_id',
  valid: transferStatus.list.map(({ code }) => code).filter(code => code !== transferStatus.codes.cancelled),
  content: (head, lines, { of, title, lineTitle, day }) => ({
    facts: [
      [title('from_warehouse_id'), head.from_warehouse_name ?? ''],
      [title('to_warehouse_id'), head.to_warehouse_name ?? ''],
      [title('transfer_date'), day(head.transfer_date)],
      [title('steps'), of(transferSteps.stateOf(head.steps))],
      [title('arrival_date'), day(head.arrival_date)],
      [title('operator_id'), head.operator_name ?? ''],
      [title('remark'), head.remark ?? ''],
    ],
    tables: [
      {
        title: of(transfer.line.title),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: lineTitle('material_id'), share: 5 },
          { title: lineTitle('lot_number'), share: 2.4 },
          { title: lineTitle('quantity'), share: 2, end: true },
          { title: of(text('单位', 'Unit')), share: 1.2 },
          { title: lineTitle('from_location_id'), share: 2.4 },
          { title: lineTitle('to_location_id'), share: 2.4 },
          { title: of(text('实收', 'Came')), share: 1.6 },
        ],
        rows: lines.map((line, index) => [
          ...[String(index + 1), `${line.material_code} ${line.material_name}`, line.lot_number ?? ''],
          ...[formatQuantity(line.quantity), line.unit_name, line.from_location_code, line.to_location_code, ''],
        ]),
      },
    ],
    signatures: [of(text('制单', 'Made by')), of(text('发出', 'Sent by')), of(text('收货', 'Received by'))],
  }),
})
