import {
  choiceField,
  codeField,
  id,
  instantField,
  integerField,
  optional,
  readOnly,
  referenceField,
  remarkField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'

/** As its receipts are: a wave has no state of its own. */
export const waveStatus = statuses({
  open: { code: 'open', zh: '待拣货', en: 'To pick', colour: 'warning' },
  partly: { code: 'partly', zh: '拣货中', en: 'Being picked', colour: 'processing' },
  done: { code: 'done', zh: '已拣完', en: 'Picked', colour: 'success' },
})

export const pickWave = record('pick_wave', text('拣货波次', 'Pick wave'), {
  no: readOnly(codeField('波次号', 'Wave no.')),
  status: readOnly(choiceField('状态', 'Status', waveStatus)),
  receipt_count: readOnly(integerField('出库单数', 'Documents')),
  line_count: readOnly(integerField('行数', 'Lines')),
  done_count: readOnly(integerField('已拣行数', 'Lines picked')),
  operator_id: readOnly(optional(referenceField('建立人', 'Made by', 'user'))),
  created_time: readOnly(instantField('建立时间', 'Made at')),
  remark: remarkField(),
})
export const pickWaveRow = z.object({
  id,
  no: z.string(),
  status: z.enum(['open', 'partly', 'done']),
  receipt_count: z.int(),
  line_count: z.int(),
  done_count: z.int(),
  receipt_nos: z.array(z.string()),
  operator_id: id.nullable(),
  operator_name: z.string().nullable(),
  created_time: z.int(),
  remark: z.string().nullable(),
})
export type PickWaveRow = z.output<typeof pickWaveRow>

/** Whose goods they are: one line of one document. */
const stopPart = z.object({
  receipt_id: id,
  receipt_no: z.string(),
  source_no: z.string().nullable(),
  line_id: id,
  quantity: z.string(),
  /** Of the whole line, of which this may be a part. */
  open_quantity: z.string(),
})
export type StopPart = z.output<typeof stopPart>
/** Where one stands still on the walk: one kind of goods in one bin, for as many documents as want it. */
export const walkStop = z.object({
  warehouse_id: id,
  location_id: id,
  location_code: z.string(),
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  serial_policy: z.int(),
  lot_number: z.string().nullable(),
  /** The supplier's number of that lot, where only one lot of the bin has it. */
  supplier_lot: z.string().nullable(),
  container_code: z.string().nullable(),
  quantity: z.string(),
  parts: z.array(stopPart),
})
export type WalkStop = z.output<typeof walkStop>
/** What no bin has free for the walk. */
export const walkShort = z.object({
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  quantity: z.string(),
  /** Bins that are passed by, as they are counted. */
  frozen_bins: z.array(z.string()),
})
export type WalkShort = z.output<typeof walkShort>
