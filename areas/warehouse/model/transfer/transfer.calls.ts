import { affected } from '@qitao/core/call.ts'
import { codeOf, id, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import {
  type DocumentInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { actOf, ofLines } from '@qitao/document-kit/model/document-act.ts'
import { printOf } from '@qitao/document-kit/model/document-paper.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { warehouseErrors } from '../warehouse.errors.ts'
import { transferLine, transferReceipt, transferRecord } from './transfer.record.ts'
import { transferRest, transferStatus } from './transfer.status.ts'

const prefix = '/mep_server/biz/transfer/'
const editors = [pages.transfers, pages.editTransfer]

/** Goods that go from one bin to another. */
export const transfer = documentOf({
  record: transferRecord,
  line: transferLine,
  statuses: transferStatus,
  prefix,
  noun: 'transfer',
  reads: editors,
  changes: editors,
  numberTaken: warehouseErrors.transferNumberExists,
  notNow: warehouseErrors.receiptNotEditable,
  named: ['from_warehouse_id', 'to_warehouse_id', 'operator_id'],
  lineShown: {
    transfer_id: id,
    from_location_code: z.string(),
    to_location_code: z.string(),
    lot_managed: z.boolean(),
    /** Work orders that occupy what is there. */
    holders: z.array(z.string()),
  },
  filtered: ['from_warehouse_id', 'to_warehouse_id', 'steps'],
  sorted: ['sent_time'],
  dates: ['transfer_date', 'arrival_date'],
  bulk: ['confirm', 'cancel'],
  imports: true,
})
export const transferCalls = transfer.calls
export const printTransfers = printOf(transfer)
export type TransferRow = DocumentRow<typeof transfer>
export type TransferLineRow = DocumentLineRow<typeof transfer>
export type TransferInput = DocumentInput<typeof transfer>

/** Ours: goods of two steps have come, all or some; what becomes of the rest, and why. */
export const receiveTransfer = actOf(transfer, 'receive', {
  title: text('调拨收货', 'Receive transfer'),
  input: {
    /** The bin is that of the line where it is empty. */
    lines: ofLines({ quantity: positiveQuantity, to_location_id: id.nullish() }, 0),
    rest: codeOf(transferRest).default(transferRest.codes.later),
    reason: plainString(255).nullish(),
  },
  output: affected,
  records: [transferLine, transferReceipt],
})
/** Ours: what was moved goes back where it came from, by movements of its own. */
export const reverseTransfer = actOf(transfer, 'reverse', {
  title: text('冲销调拨单', 'Reverse transfer'),
  input: { reason: plainString(255).nullish() },
  output: affected,
  records: [transferReceipt],
})
