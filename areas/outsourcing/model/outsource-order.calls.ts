import { affected, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, money, plainString, positiveQuantity, quantityFromZero } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import {
  type DocumentInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { actOf, ofLines } from '@qitao/document-kit/model/document-act.ts'
import { documentMail, mailOf, printOf } from '@qitao/document-kit/model/document-paper.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { serialNumbers } from '@qitao/stock/model/piece.record.ts'
import { z } from 'zod'
import {
  outsideOperation,
  outsourceLine,
  outsourceMaterial,
  outsourceMove,
  outsourceOrder,
  outsourceReceipt,
} from './outsource-order.record.ts'
import { outsourceReceiptStatus, outsourceStatus } from './outsource-order.status.ts'
import { outsourcingErrors } from './outsourcing.errors.ts'

const prefix = '/mep_server/biz/outsource/'
const editors = [pages.outsourcing, pages.editOutsourcing]

/** What suppliers make of our work orders, of our material. */
export const outsourceOrders = documentOf({
  record: outsourceOrder,
  line: outsourceLine,
  statuses: outsourceStatus,
  prefix,
  noun: 'outsource_order',
  reads: editors,
  changes: editors,
  numberTaken: generalErrors.duplicateCode,
  notNow: outsourcingErrors.notEditable,
  named: ['supplier_id'],
  shown: {
    supplier_code: z.string(),
    supplier_email: z.string().nullable(),
    sent_quantity: z.string(),
    received_quantity: z.string(),
    loss_quantity: z.string(),
    open_quantity: z.string(),
    yield_rate: z.string().nullable(),
    /** Of good pieces, by the price of each line. */
    payable_amount: money.nullable(),
    /** Of material, whatever it is, that still lies at the supplier. */
    left_quantity: z.string(),
  },
  lineShown: {
    order_id: id,
    operation_name: z.string(),
    mo_id: id,
    mo_no: z.string(),
    process_name: z.string(),
    /** Whether its product has a number for each piece. */
    serial_policy: codeOf(serialPolicy),
    next_process: z.string().nullable(),
    /** When that is to begin, by the plan. */
    next_start_time: instant.nullable(),
  },
  filtered: ['supplier_id'],
  filters: { overdue: z.boolean().optional(), settled: z.boolean().optional() },
  dates: ['eta', 'order_date'],
  bulk: ['submit', 'force_close', 'cancel'],
  grave: {
    cancel: null,
    force_close: text(
      '未收回的不再等待；供应商处的物料可退回或结算核销',
      'What is open is waited for no longer; material there is returned or written off',
    ),
  },
})
export const outsourceOrderCalls = outsourceOrders.calls
export const printOutsourceOrders = printOf(outsourceOrders)
export const mailOutsourceOrder = mailOf(outsourceOrders, documentMail)
export type OutsourceOrderRow = DocumentRow<typeof outsourceOrders>
export type OutsourceLineRow = DocumentLineRow<typeof outsourceOrders>
export type OutsourceInput = DocumentInput<typeof outsourceOrders>

/** Ours: pieces go to the supplier, with the material that their operation uses. */
export const sendOutsourceOrder = actOf(outsourceOrders, 'send', {
  title: text('委外发料', 'Send to supplier'),
  input: { lines: ofLines({ quantity: positiveQuantity }) },
  output: affected,
  records: [outsourceMove],
})
export const receiveOutsourceOrder = actOf(outsourceOrders, 'receive', {
  title: text('委外收货', 'Receive from supplier'),
  input: {
    lines: ofLines({
      quantity: quantityFromZero,
      loss_quantity: quantityFromZero.default('0'),
      loss_reason: plainString(255).nullish(),
      /** Of the pieces that came back; asked for where the order ends and its product has a number for each. */
      serial_numbers: serialNumbers,
    }),
  },
  /** How many receipts wait for inspection. */
  output: affected.extend({ to_inspect: z.int() }),
  records: [outsourceMove],
})
/** Ours: a receipt is taken back whole, with what was reported and used. */
export const reverseOutsourceReceipt = actOf(outsourceOrders, 'reverse', {
  title: text('冲销委外收货', 'Reverse a receipt from a supplier'),
  path: 'reverse_outsource_receipt',
  input: { receipt_id: id },
  output: affected,
  records: [],
})
/** Ours: unused material comes back. */
export const returnOutsourceMaterial = actOf(outsourceOrders, 'give_back', {
  title: text('委外退料', 'Return material from a supplier'),
  path: 'return_outsource_material',
  input: { lines: ofLines({ material_id: id, quantity: positiveQuantity, location_id: id }) },
  output: affected,
  records: [outsourceMove],
})
/** Ours: what is still there is written off with a reason, and the order is closed for good. */
export const settleOutsourceOrder = actOf(outsourceOrders, 'settle', {
  title: text('结算委外单', 'Settle an outsourcing order'),
  input: { reason: plainString(255).nullish() },
  output: affected,
  records: [outsourceMove],
})
/** Ours: the supplier brings it on another day; the plan follows. */
export const changeOutsourceEta = actOf(outsourceOrders, 'change_eta', {
  title: text('修改委外交期', 'Change the ETA of an outsourcing order'),
  path: 'change_outsource_eta',
  input: { lines: ofLines({ eta: instant }) },
  output: affected,
  records: [outsourceLine],
})

/** Ours: orders that have come to an end, with what is to be paid and what still lies there. */
export const listOutsourceSettlements = query(`${prefix}query_outsource_settlement_list`, {
  title: text('查询委外结算', 'List settlements of outsourcing'),
  grantedBy: editors,
  input: listInput({ supplier_id: id.optional(), settled: z.boolean().optional() }),
  output: listOutput(outsourceOrders.row),
  records: [outsourceOrder],
})

const material = z.object({
  line_id: id,
  order_id: id,
  order_no: z.string(),
  mo_no: z.string(),
  process_name: z.string(),
  supplier_id: id,
  supplier_name: z.string(),
  material_id: id,
  ...productShown,
  sent_quantity: z.string(),
  used_quantity: z.string(),
  returned_quantity: z.string(),
  lost_quantity: z.string(),
  left_quantity: z.string(),
})
export type OutsourceMaterialRow = z.output<typeof material>
/** Ours: our material at suppliers. */
export const listOutsourceMaterial = query(`${prefix}query_outsource_material_list`, {
  title: text('查询委外物料', 'List material at suppliers'),
  grantedBy: editors,
  input: listInput({
    supplier_id: id.optional(),
    material_id: id.optional(),
    order_id: id.optional(),
    all: z.boolean().default(false),
  }),
  output: listOutput(material.extend({ id })),
  records: [outsourceMaterial],
})
const receipt = z.object({
  id,
  line_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  unit_name: z.string(),
  status: codeOf(outsourceReceiptStatus),
  received_time: instant,
  quantity: z.string(),
  loss_quantity: z.string(),
  good_quantity: z.string(),
  failed_quantity: z.string(),
  loss_reason: z.string().nullable(),
  serial_numbers: z.array(z.string()),
  failed_serials: z.array(z.string()),
  qc_task_id: id.nullable(),
  qc_task_no: z.string().nullable(),
})
export type OutsourceReceiptRow = z.output<typeof receipt>
/** Ours: what has come back of an order, and what became of it. */
export const listOutsourceReceipts = query(`${prefix}query_outsource_receipt_list`, {
  title: text('查询委外收货', 'List receipts from suppliers'),
  grantedBy: editors,
  input: z.strictObject({ order_id: id }),
  output: z.object({ result: z.array(receipt) }),
  records: [outsourceReceipt],
})
const operation = z.object({
  /** Of the operation. */
  id,
  mo_id: id,
  mo_no: z.string(),
  material_id: id,
  ...productShown,
  process_id: id,
  process_name: z.string(),
  supplier_id: id.nullable(),
  supplier_name: z.string().nullable(),
  quantity: z.string(),
  start_time: instant.nullable(),
  end_time: instant.nullable(),
  next_process: z.string().nullable(),
})
export type OutsideOperationRow = z.output<typeof operation>
/** Ours: operations and whole orders that are to be made outside and are on no order yet. */
export const listOutsideOperations = query(`${prefix}query_outside_operation_list`, {
  title: text('查询待委外工序', 'List operations to outsource'),
  grantedBy: editors,
  input: listInput({ supplier_id: id.optional(), process_id: id.optional(), material_id: id.optional() }),
  output: listOutput(operation),
  records: [outsideOperation],
})
export const showOutsideOperation = query(`${prefix}query_outside_operation_detail`, {
  title: text('查看待委外工序', 'Show an operation to outsource'),
  grantedBy: editors,
  input: z.strictObject({ id }),
  output: z.object({ record: operation }),
  records: [outsideOperation],
})
