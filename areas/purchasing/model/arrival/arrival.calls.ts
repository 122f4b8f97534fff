import { query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, positiveQuantity } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import {
  type DocumentInput,
  type DocumentLineInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { actOf, ofLines } from '@qitao/document-kit/model/document-act.ts'
import { mostSheets } from '@qitao/document-kit/model/document-paper.ts'
import { labelType } from '@qitao/masterdata/model/material/label.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { arrivalLine, arrivalRecord } from './arrival.record.ts'
import { arrivalStatus } from './arrival.status.ts'

const prefix = '/mep_server/biz/purchase/'
const editors = [pages.arrivalPlan, pages.editArrival]

/** What is announced of open purchase order lines, before it is at the gate. */
export const arrivals = documentOf({
  record: arrivalRecord,
  line: arrivalLine,
  statuses: arrivalStatus,
  prefix,
  noun: 'arrival',
  reads: [...editors, pages.inbound],
  changes: editors,
  numberTaken: generalErrors.duplicateCode,
  notNow: generalErrors.statusNotAllowed,
  named: ['supplier_id', 'operator_id'],
  shown: { purchase_order_nos: z.array(z.string()) },
  lineShown: {
    arrival_id: id,
    order_id: id,
    purchase_order_no: z.string(),
    lot_managed: z.boolean(),
    default_location_id: id.nullable(),
    default_location_code: z.string().nullable(),
  },
  filtered: ['supplier_id'],
  filters: { overdue: z.boolean().optional(), purchase_order_id: id.optional() },
  dates: ['planned_date'],
  bulk: ['submit', 'cancel', 'force_close'],
  grave: {
    cancel: text('采购订单的预计到货日期不变。', 'The ETA of the purchase order stays.'),
    force_close: text('未到的数量可以在另一张到货单中通知。', 'What has not come may be announced on another arrival.'),
  },
})
export const arrivalCalls = arrivals.calls
export type ArrivalHead = DocumentRow<typeof arrivals>
export type ArrivalLineRow = DocumentLineRow<typeof arrivals>
export type ArrivalInput = DocumentInput<typeof arrivals>
export type ArrivalLineInput = DocumentLineInput<typeof arrivals>

/** Ours: some of it comes another day, on an arrival of its own. */
export const splitArrival = actOf(arrivals, 'split', {
  title: text('拆分到货单', 'Split arrival'),
  input: { planned_date: instant, lines: ofLines({ quantity: positiveQuantity }) },
  output: z.object({ id, no: z.string() }),
  records: [arrivalRecord, arrivalLine],
})

/** Ours: a label for each container of each line, with its lot where one is announced. */
export const printArrivalLabels = query(`${prefix}print_arrival_label`, {
  title: text('打印到货标签', 'Print labels of arrivals'),
  grantedBy: [...editors, pages.inbound],
  input: z.strictObject({ ids: ids(mostSheets), label_type: codeOf(labelType) }),
  output: fileOutput,
})

// Handled in `areas/manufacturing/server/plan/holding.handlers.ts`.
/** Ours: work orders that wait for it, and whether it is all that they still wait for; handled where work orders are. */
export const showArrivalKits = query(`${prefix}query_arrival_kit`, {
  title: text('到货单齐套的工单', 'Kits that an arrival completes'),
  grantedBy: [...editors, pages.inbound],
  input: z.strictObject({ id }),
  output: z.object({
    result: z.array(
      z.object({
        id,
        no: z.string(),
        product_code: z.string(),
        product_name: z.string(),
        /** When work begins with what it brings. */
        needed_time: instant,
        late: z.boolean(),
        completes: z.boolean(),
      }),
    ),
  }),
})
