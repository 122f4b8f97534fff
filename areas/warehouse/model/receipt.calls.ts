import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import {
  confirmedLine,
  inboundReceipt,
  outboundReceipt,
  type ReceiptLineInput,
  receiptDetail,
  receiptLine,
  receiptLineInput,
  receiptReversal,
  receiptRow,
  receiptSourceRow,
} from './receipt.record.ts'
import { type Direction, pulledTypes } from './receipt.status.ts'

const base = '/mep_server/biz/receipt/'
/** Numbers of the QC tasks that a shipment waits for: its goods are held, and nothing has left. */
export const heldForInspection = z.array(z.string())
interface ReceiptFields<L> {
  no?: string | null
  receipt_type?: number
  warehouse_id?: string | null
  supplier_id?: string | null
  customer_id?: string | null
  purchase_order_id?: string | null
  order_id?: string | null
  mo_id?: string | null
  receipt_date?: number | null
  remark?: string | null
  lines: L[]
}
/** As a handler receives it; the source fields that a direction does not know are absent. */
export type ReceiptInput = Required<Omit<ReceiptFields<ReceiptLineInput>, 'purchase_order_id' | 'order_id'>> &
  Pick<ReceiptFields<ReceiptLineInput>, 'purchase_order_id' | 'order_id'>

function callsOf(direction: Direction) {
  const receipt = direction === 'inbound' ? inboundReceipt : outboundReceipt
  const grantedBy = [direction === 'inbound' ? pages.inbound : pages.outbound, pages.editReceipt]
  /** On the floor documents are worked off, not written. */
  const worksOff = [...grantedBy, pages.scanWork]
  const noun = `${direction}_receipt`
  const records = [receipt, receiptLine]
  const named = (zh: string, en: string): Text =>
    text(`${zh}${receipt.title.zh}`, `${en} ${receipt.title.en.toLowerCase()}`)
  const filters = {
    receipt_type: z.int().optional(),
    receipt_types: z.array(z.int()).max(10).optional(),
    warehouse_id: id.optional(),
    mo_id: id.optional(),
    timestamp_range: timestampRange.optional(),
  }
  const lines = z.array(receiptLineInput).min(1).max(500)
  const bulk = (verb: string, title: Text) =>
    command(`${base}${verb}_${noun}`, { title, grantedBy, input: z.strictObject({ ids: ids() }), output: bulkOutput })
  const list = query(`${base}query_${noun}_list`, {
    title: named('查询', 'List'),
    grantedBy,
    input: listInput({ ...filters, statuses: z.array(z.string()).max(10).optional() }),
    output: listOutput(receiptRow),
    records,
  })
  return {
    list,
    export: exportOf(list, `${base}export_${noun}`, { title: named('导出', 'Export'), grantedBy }),
    count: query(`${base}query_${noun}_list/count`, {
      title: named('统计', 'Count'),
      grantedBy,
      input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
      output: z.object({
        pending_submit: z.int(),
        pending: z.int(),
        partly: z.int(),
        completed: z.int(),
        force_closed: z.int(),
        cancelled: z.int(),
        reversed: z.int(),
      }),
    }),
    detail: query(`${base}query_${noun}_detail`, {
      title: named('查看', 'Show'),
      grantedBy: worksOff,
      input: z.strictObject({ id }),
      output: receiptDetail,
      records,
    }),
    /** Ours: what a receipt may take over, across orders. */
    sources: query(`${base}query_${noun}_source_list`, {
      title: named('查询来源明细', 'Source lines of'),
      grantedBy,
      input: listInput({
        receipt_type: z.literal(pulledTypes[direction]),
        supplier_id: id.optional(),
        customer_id: id.optional(),
        mo_id: id.optional(),
      }),
      output: listOutput(receiptSourceRow),
      records,
    }),
    add: command(`${base}add_${noun}`, {
      title: named('新增', 'Add'),
      grantedBy,
      input: receipt.input.extend({ lines, submit: z.boolean().default(false) }),
      output: z.object({ id, no: z.string() }),
      records,
    }),
    alter: command(`${base}alter_${noun}`, {
      title: named('修改', 'Alter'),
      grantedBy,
      input: receipt.input.extend({ ...idAndVersion, lines }),
      output: affected,
      records,
    }),
    drop: bulk('bulk_drop', named('删除', 'Delete')),
    submit: bulk('submit', named('提交', 'Submit')),
    cancel: bulk('cancel', named('取消', 'Cancel')),
    forceClose: bulk('force_close', named('强制关闭', 'Force close')),
    /** Ours: what it moved goes back by movements of its own, and all that followed from it. */
    reverse: command(`${base}reverse_${noun}`, {
      title: named('冲销', 'Reverse'),
      grantedBy,
      input: z.strictObject({ ...idAndVersion, reason: plainString(200).nullish() }),
      output: z.object({ record: receiptRow }),
      records: [receiptReversal],
    }),
    confirm: command(`${base}confirm_${noun}`, {
      title: named('确认', 'Confirm'),
      grantedBy: worksOff,
      input: z.strictObject({ id, lines: z.array(confirmedLine).min(1).max(500) }),
      output: z.object({ record: receiptRow, inspections: heldForInspection }),
      records,
    }),
  }
}
export type ReceiptCalls = ReturnType<typeof callsOf>
export const inboundCalls: ReceiptCalls = callsOf('inbound')
export const outboundCalls: ReceiptCalls = callsOf('outbound')
