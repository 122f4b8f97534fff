import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { quantityField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { type CycleTimeRow, cycleTime } from '../../model/time/cycle-time.record.ts'
import { percentOf, shareOfPercent } from '../bom/percent.ts'

/** A cycle time as the form holds it: OEE in percent, and the pace in the words of its type. */
export interface CycleTimeForm {
  material_id: string | null
  material_name?: string | null
  process_id: string | null
  process_name?: string | null
  device_id: string | null
  device_name?: string | null
  type: CycleTimeRow['type']
  cycle_seconds: string | null
  batch_quantity: string | null
  setup_seconds: number
  employees: number
  charge_load: string
  oee_percent: string | null
  status: CycleTimeRow['status']
  remark: string | null
}
export const cycleTimeForm = record('cycle_time', cycleTime.title, {
  ...cycleTime.fields,
  batch_quantity: { ...cycleTime.fields.batch_quantity, required: true },
  oee_percent: { ...quantityField('预期OEE', 'Expected OEE', { unit: text('%', '%') }), max: 100 },
})
const usualOeePercent = '85'

export const formOfCycleTime = (row: CycleTimeRow): CycleTimeForm => ({
  ...row,
  oee_percent: percentOf(row.expected_oee),
})
/** A new one, for what was missing. */
export const formOfMissing = (given: Partial<CycleTimeForm>): CycleTimeForm => ({
  material_id: null,
  process_id: null,
  device_id: null,
  type: 'per_piece',
  cycle_seconds: null,
  batch_quantity: '1',
  setup_seconds: 0,
  employees: 1,
  charge_load: '1',
  oee_percent: usualOeePercent,
  status: enabledStatus.codes.enabled,
  remark: null,
  ...given,
})
/** Pieces an hour are stored as an hour for so many pieces; a time per piece as a batch of one. */
export const wireOfCycleTime = (form: CycleTimeForm) => ({
  material_id: form.material_id ?? null,
  process_id: form.process_id,
  device_id: form.device_id ?? null,
  type: form.type,
  cycle_seconds: form.type === 'pieces_per_hour' ? String(hourSeconds) : form.cycle_seconds,
  batch_quantity: form.type === 'per_piece' ? '1' : form.batch_quantity,
  setup_seconds: form.setup_seconds ?? 0,
  employees: form.employees ?? 1,
  charge_load: form.charge_load,
  expected_oee: shareOfPercent(form.oee_percent ?? '100'),
  status: form.status,
  remark: form.remark ?? null,
})
