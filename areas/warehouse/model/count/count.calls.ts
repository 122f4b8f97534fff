import { attachmentIds } from '@qitao/access/model/record/attachment.calls.ts'
import { affected, alterInput, command, exportOf, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString, quantityFromZero, rowVersion } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { z } from 'zod'
import { countLine, inventoryCount } from './count.record.ts'
import { countLineState, countStatus } from './count.status.ts'
import { abcClass } from './count-proposal.rules.ts'

const path = (name: string) => `/mep_server/biz/inventory_count/${name}`
const records = [inventoryCount, countLine]
/** Who leads counts: sees all of them, confirms and gives up. */
const leads = [pages.stockCounts]
/** Who counts: sees them too, and writes down what is there. */
const counts = [pages.stockCounts, pages.editStockCount]

const countRow = inventoryCount.row.extend({
  no: z.string(),
  warehouse_name: z.string(),
  operator_name: z.string().nullable(),
  line_count: z.int(),
  counted_count: z.int(),
  recount_count: z.int(),
  /** While it waits for its approval: for whom. */
  waits_for: z.array(z.string()),
  /** Null while a blind count goes on, for those who count. */
  difference_count: z.int().nullable(),
})
export type CountRow = z.output<typeof countRow>
const lineRow = countLine.row.extend({
  ...productShown,
  lot_managed: z.boolean(),
  location_code: z.string(),
  container_code: z.string().nullable(),
  supplier_lot: z.string().nullable(),
  count_no: z.string(),
  counted_by_name: z.string().nullable(),
})
export type CountLineRow = z.output<typeof lineRow>

const filters = {
  warehouse_id: id.optional(),
  timestamp_range: timestampRange.optional(),
}
const list = query(path('query_inventory_count_list'), {
  title: text('查询盘点单', 'List stock counts'),
  grantedBy: counts,
  input: listInput({ ...filters, statuses: z.array(codeOf(countStatus)).max(20).optional() }),
  output: listOutput(countRow),
  records,
})
const lines = query(path('query_count_line_list'), {
  title: text('查询盘点明细', 'List count lines'),
  grantedBy: counts,
  input: listInput({
    count_id: id,
    location_id: id.optional(),
    areas: z.array(plainString(50)).max(100).optional(),
    material_id: id.optional(),
    states: z.array(codeOf(countLineState)).max(10).optional(),
  }),
  output: listOutput(lineRow),
  records,
})

/** Lines that are written at once. */
export const mostEntries = 500
/** What was found: at a line of the list (its version as it was shown), or something that the list does not have. */
const entry = z.strictObject({
  line_id: id.optional(),
  /** Of a sheet: the line by its number. */
  line_no: z.int().min(1).nullish(),
  row_version: rowVersion.optional(),
  counted_quantity: quantityFromZero.nullable(),
  /** Nothing is written in this row of a sheet: the line stays as it is. */
  blank: z.boolean().optional(),
  /** When it was counted, of what was written down without a connection; now when absent. */
  counted_time: instant.optional(),
  remark: countLine.fields.remark.schema.optional(),
  material_id: id.optional(),
  location_id: id.optional(),
  lot_number: plainString(50).nullish(),
  quality_status: codeOf(judgedQuality).optional(),
})
export type CountEntry = z.output<typeof entry>

export const countCalls = {
  list,
  count: query(path('query_inventory_count_list/count'), {
    title: text('统计盘点单', 'Count stock counts'),
    grantedBy: counts,
    input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
    output: z.object({ draft: z.int(), counting: z.int(), done: z.int(), cancelled: z.int() }),
  }),
  export: exportOf(list, path('export_inventory_count'), {
    title: text('导出盘点单', 'Export stock counts'),
    grantedBy: counts,
  }),
  detail: query(path('query_inventory_count_detail'), {
    title: text('查看盘点单', 'Show a stock count'),
    grantedBy: counts,
    input: z.strictObject({ id }),
    output: z.object({ record: countRow.extend({ locations: z.array(z.object({ id, code: z.string() })) }) }),
    records,
  }),
  lines,
  exportLines: exportOf(lines, path('export_count_line'), {
    title: text('导出盘点明细', 'Export count lines'),
    grantedBy: counts,
  }),
  /** Zones of a warehouse, as its bins name them. */
  zones: query(path('query_count_zone_list'), {
    title: text('盘点库区', 'Zones to count'),
    grantedBy: counts,
    input: z.strictObject({ warehouse_id: id }),
    output: z.object({ result: z.array(z.object({ area: z.string(), bin_count: z.int() })) }),
  }),
  /** Which bins of a warehouse should be counted next, and why. */
  propose: query(path('propose_inventory_count'), {
    title: text('建议盘点库位', 'Propose bins to count'),
    grantedBy: leads,
    input: z.strictObject({ warehouse_id: id }),
    output: z.object({
      result: z.array(
        z.object({
          location_id: id,
          code: z.string(),
          abc: codeOf(abcClass),
          /** Null: for whoever does not see prices. */
          value: z.string().nullable(),
          materials: z.int(),
          movements: z.int(),
          counted_time: instant.nullable(),
          overdue_days: z.int().nullable(),
          due: z.boolean(),
          expected_error: z.string().nullable(),
        }),
      ),
      /** Of all bins; the first are listed. */
      total: z.int(),
      /** How often a counted line was wrong in a year. */
      error_rate: z.number(),
    }),
    records,
  }),
  add: command(path('add_inventory_count'), {
    title: text('新增盘点单', 'Add a stock count'),
    grantedBy: leads,
    input: inventoryCount.input,
    output: z.object({ id, no: z.string() }),
    records,
  }),
  alter: command(path('alter_inventory_count'), {
    title: text('修改盘点单', 'Alter a stock count'),
    grantedBy: leads,
    input: alterInput(inventoryCount),
    output: affected,
    records,
  }),
  drop: command(path('bulk_drop_inventory_count'), {
    title: text('删除盘点单', 'Delete stock counts'),
    grantedBy: leads,
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
  }),
  start: command(path('start_inventory_count'), {
    title: text('开始盘点', 'Start a stock count'),
    grantedBy: leads,
    input: z.strictObject({ id }),
    output: z.object({ line_count: z.int() }),
    records,
  }),
  enter: command(path('save_count_lines'), {
    title: text('录入盘点数量', 'Enter what was counted'),
    grantedBy: counts,
    input: z.strictObject({
      id,
      entries: z.array(entry).min(1).max(mostEntries),
      /** Photos of the one line that is given. */
      attachment_ids: attachmentIds,
    }),
    output: z.object({ lines: z.array(z.object({ line_id: id, row_version: rowVersion })) }),
    records,
  }),
  confirm: command(path('confirm_inventory_count'), {
    title: text('确认盘点', 'Confirm a stock count'),
    grantedBy: leads,
    input: z.strictObject({ id }),
    output: z.object({ difference_lines: z.int(), waits_for: z.array(z.string()) }),
    records,
  }),
  cancel: command(path('cancel_inventory_count'), {
    title: text('取消盘点单', 'Cancel stock counts'),
    grantedBy: leads,
    input: z.strictObject({ ids: ids(), reason: plainString(255).optional() }),
    output: bulkOutput,
  }),
}
