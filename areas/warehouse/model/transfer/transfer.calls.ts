import { id } from '@qitao/core/field.ts'
import { type DocumentInput, documentOf } from '@qitao/document-kit/model/document.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { warehouseErrors } from '../warehouse.errors.ts'
import { transferLine, transferRecord } from './transfer.record.ts'
import { transferStatus } from './transfer.status.ts'

/** Goods that go from one bin to another. */
export const transfer = documentOf({
  record: transferRecord,
  line: transferLine,
  statuses: transferStatus,
  prefix: '/mep_server/biz/transfer/',
  noun: 'transfer',
  reads: [pages.transfers, pages.editTransfer],
  changes: [pages.transfers, pages.editTransfer],
  numberTaken: warehouseErrors.transferNumberExists,
  notNow: warehouseErrors.receiptNotEditable,
  shown: {
    from_warehouse_name: z.string().nullable(),
    to_warehouse_name: z.string().nullable(),
    operator_name: z.string().nullable(),
  },
  lineShown: {
    transfer_id: id,
    from_location_code: z.string(),
    to_location_code: z.string(),
    lot_managed: z.boolean(),
  },
  filters: { from_warehouse_id: id.optional(), to_warehouse_id: id.optional() },
  dates: ['transfer_date'],
  bulk: ['confirm', 'cancel'],
})
export const transferCalls = transfer.calls
export type TransferInput = DocumentInput<typeof transfer>
