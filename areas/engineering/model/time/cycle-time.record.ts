import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  because,
  choiceField,
  type Field,
  instantField,
  integerField,
  optional,
  positiveQuantity,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isQuantity } from '@qitao/core/quantity.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { chargeLoadField } from '@qitao/masterdata/model/resource/charge-load.field.ts'
import { wholeNumberField } from '../whole-number.field.ts'

/** How the time was measured; what is stored is always `cycle_seconds` for `batch_quantity`. */
export const cycleTimeType = statuses({
  per_piece: { code: 'per_piece', zh: '单件工时', en: 'Per piece', colour: 'neutral' },
  per_batch: { code: 'per_batch', zh: '批次工时', en: 'Per batch', colour: 'info' },
  pieces_per_hour: { code: 'pieces_per_hour', zh: '每小时产量', en: 'Pieces per hour', colour: 'info' },
})

const seconds = text('秒', 's')
const oeeText = text('应大于0且不超过1', 'It must be above 0 and at most 1')
const oeeField: Field<string> = {
  ...quantityField('预期OEE', 'Expected OEE'),
  schema: positiveQuantity.refine(
    value => !isQuantity(value) || !isMore(value, '1'),
    because(generalErrors.badParameter, { detail: oeeText }),
  ),
}

/** How long a process takes: for one product or any, on one machine or any. The most specific one holds. */
export const cycleTime = record('cycle_time', text('工时', 'Cycle time'), {
  material_id: optional(referenceField('产品', 'Product', 'material')),
  process_id: referenceField('工序', 'Process', 'process'),
  device_id: optional(referenceField('设备', 'Equipment', 'device')),
  type: withDefault(choiceField('工时类型', 'Type', cycleTimeType), 'per_piece'),
  /** Seconds for `batch_quantity` pieces at full efficiency. */
  cycle_seconds: quantityField('加工时间', 'Run time', { unit: seconds }),
  batch_quantity: withDefault(quantityField('批量', 'Batch quantity'), '1'),
  setup_seconds: withDefault(wholeNumberField('准备时间', 'Set-up time', { min: 0, unit: seconds }), 0),
  employees: withDefault(wholeNumberField('人数', 'Employees', { max: 1000 }), 1),
  /** In a furnace the time is that of a whole charge, and each piece takes so much of it. */
  charge_load: withDefault(chargeLoadField('每件装炉量', 'Load per piece'), '1'),
  /** 0..1: the share of the time in which good pieces are made. */
  expected_oee: withDefault(oeeField, '1'),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), enabledStatus.codes.enabled),
  remark: remarkField(),
  /** Taken over from finished tasks; a change of the time by hand takes the mark away. */
  learnt_time: readOnly(optional(instantField('实测采用时间', 'Learnt'))),
  learnt_count: readOnly(optional(integerField('实测任务数', 'Learnt from'))),
  material_code: readOnly(textField('产品编号', 'Product code')),
  material_name: readOnly(textField('产品名称', 'Product name')),
  process_code: readOnly(textField('工序编号', 'Process code')),
  process_name: readOnly(textField('工序名称', 'Process name')),
  device_code: readOnly(optional(textField('设备编号', 'Machine no.'))),
  device_name: readOnly(optional(textField('设备名称', 'Equipment name'))),
})
export type CycleTimeRow = RowOf<typeof cycleTime>
export type CycleTimeInput = InputOf<typeof cycleTime>
