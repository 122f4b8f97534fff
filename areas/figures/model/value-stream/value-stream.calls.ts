import { command, query } from '@qitao/core/call.ts'
import {
  dayField,
  id,
  ids,
  instant,
  integerField,
  plainString,
  quantityFromZero,
  readOnly,
  referenceField,
  rowVersion,
  textField,
} from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Without a period: so many days up to today. */
export const streamDays = 90
const longestSeconds = 31_536_000
const mostMachines = 9999
const mostSteps = 200

export const valueStream = record('value_stream', text('价值流图', 'Value stream map'), {
  name: textField('名称', 'Name', 50),
  material_id: referenceField('物料', 'Material', 'material'),
  from_time: readOnly(dayField('开始', 'From')),
  to_time: readOnly(dayField('结束', 'To')),
  lead_time_seconds: readOnly(integerField('交付周期', 'Lead time')),
  value_added_seconds: readOnly(integerField('增值时间', 'Value-added time')),
})

const value = z.string().nullable()
const box = z.object({
  sequence: z.int(),
  process_id: id,
  process_name: z.string(),
  outsourced: z.boolean(),
  machine_count: z.int(),
  crew: z.int().nullable(),
  /** Seconds of a piece: by the cycle time that holds, and as reported (half of the reports took less, nine of ten took less). */
  standard_seconds: value,
  median_seconds: value,
  p90_seconds: value,
  report_count: z.int(),
  /** As measured or, without reports, the standard. */
  cycle_seconds: value,
  changeover_seconds: z.int().nullable(),
  uptime_rate: value,
  oee: value,
  yield_rate: value,
  /** Pieces of begun work orders that wait for this step. */
  wip_quantity: z.string(),
})
export type StreamBox = z.output<typeof box>
const measured = z.object({
  boxes: z.array(box),
  finished_quantity: z.string(),
  /** Sets that the scarcest component in store is enough for; null: it is made of nothing that is stored. */
  store_quantity: value,
  store_name: value,
  daily_quantity: z.string(),
  open_seconds: z.int(),
  wanted_quantity: z.string(),
  order_count: z.int(),
  shipment_count: z.int(),
  output_quantity: z.string(),
  supplier_names: z.array(z.string()),
  delivery_count: z.int(),
  /** Half of the work orders that were finished in the range took less from first report to last. */
  actual_lead_seconds: z.int().nullable(),
  finished_count: z.int(),
})
export type MeasuredStream = z.output<typeof measured>
export const wishedStep = z.strictObject({
  sequence: z.int().min(0).max(1_000_000),
  cycle_seconds: quantityFromZero.nullable(),
  changeover_seconds: z.int().min(0).max(longestSeconds).nullable(),
  uptime_rate: quantityFromZero.nullable(),
  machine_count: z.int().min(1).max(mostMachines),
  wip_quantity: quantityFromZero,
  /** What is to be done there. */
  note: plainString(255).nullable(),
})
export type WishedStep = z.output<typeof wishedStep>
const saved = z.object({
  id,
  row_version: z.int(),
  name: z.string(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  from_time: instant,
  to_time: instant,
  lead_time_seconds: z.int().nullable(),
  value_added_seconds: z.int(),
  updated_time: instant,
})
export type SavedStream = z.output<typeof saved>

const base = '/mep_server/biz/strategy/'
const grantedBy = [pages.valueStream]
const records = [valueStream]
export const listValueStreams = query(`${base}query_value_stream_list`, {
  title: text('查询价值流图', 'List value stream maps'),
  grantedBy,
  input: listInput({ material_id: id.optional() }),
  output: listOutput(saved),
  records,
})
/** What is measured of a material over a range; with `id` also what was kept then: how it was, and how it is wished to be. */
export const showValueStream = query(`${base}query_value_stream_detail`, {
  title: text('查看价值流图', 'Show a value stream map'),
  grantedBy,
  input: z.strictObject({ material_id: id, timestamp_range: timestampRange.optional(), id: id.optional() }),
  output: z.object({
    record: z.object({
      material_id: id,
      material_code: z.string(),
      material_name: z.string(),
      unit_name: z.string(),
      timestamp_range: z.tuple([instant, instant]),
      measured,
      kept: saved.extend({ measured, wished: z.array(wishedStep) }).nullable(),
    }),
  }),
  records,
})
export type ShownStream = z.output<(typeof showValueStream)['output']>['record']
/** Keeps what is measured now with what is wished for. A map that is kept already stays as it was measured. */
export const setValueStream = command(`${base}set_value_stream`, {
  title: text('保存价值流图', 'Save a value stream map'),
  grantedBy,
  input: z.strictObject({
    id: id.optional(),
    row_version: rowVersion.optional(),
    name: plainString(50).min(1),
    material_id: id,
    timestamp_range: timestampRange,
    wished: z.array(wishedStep).min(1).max(mostSteps),
  }),
  output: z.object({ id }),
  records,
})
/** Ours. */
export const dropValueStreams = command(`${base}bulk_drop_value_stream`, {
  title: text('删除价值流图', 'Delete value stream maps'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
