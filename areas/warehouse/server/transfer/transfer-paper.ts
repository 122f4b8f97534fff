import { text } from '@qitao/core/text.ts'
import { documentPaper } from '@qitao/document-kit/server'
import { printTransfers, transfer } from '../../model/transfer/transfer.calls.ts'
import { transferStatus } from '../../model/transfer/transfer.status.ts'
import { transferBooks } from './transfer.books.ts'

const { cancelled } = transferStatus.codes

/** It goes with the goods, so one that is to be carried out is as it should be. */
export const transferPaper = documentPaper(transfer, transferBooks, printTransfers, {
  valid: transferStatus.list.map(({ code }) => code).filter(code => code !== cancelled),
  facts: ['from_warehouse_id', 'to_warehouse_id', 'transfer_date', 'steps', 'arrival_date', 'operator_id', 'remark'],
  columns: [
    ...(['material_id', 'lot_number', 'quantity', 'unit_name', 'from_location_id', 'to_location_id'] as const),
    { title: text('实收', 'Came') },
  ],
  signatures: [text('制单', 'Made by'), text('发出', 'Sent by'), text('收货', 'Received by')],
})
