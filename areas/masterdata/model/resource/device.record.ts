import { customValues } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  dayField,
  daysField,
  integerField,
  listField,
  moneyField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { chargeLoadField } from './charge-load.field.ts'
import { deviceFreezeStatus } from './device-freeze.status.ts'

const standardSpeed = '1'

/** A machine or work place that a task occupies. `machine_no` is the value of machine_no_list. */
export const device = record('device', text('设备', 'Equipment'), {
  machine_no: codeField('设备编号', 'Machine no.'),
  name: textField('设备名称', 'Machine name', 100),
  model: optional(textField('型号', 'Model', 100)),
  process_ids: withDefault(referencesField('可做工序', 'Processes', 'process'), []),
  workgroup_id: optional(referenceField('班组', 'Workgroup', 'workgroup')),
  calendar_id: optional(referenceField('工作日历', 'Calendar', 'calendar')),
  /** Its work is done by a supplier: it takes outsourced processes only, and each task so many of his working days. */
  supplier_id: optional(referenceField('委外供应商', 'Supplier (work outside)', 'supplier')),
  /** Empty: the lead time of the supplier. */
  lead_days: optional(
    integerField('委外周期', 'Lead time outside', { min: 1, max: 366, unit: text('工作日', 'working days') }),
  ),
  capacity: withDefault(integerField('同时任务数', 'Tasks at a time', { min: 1, max: 100 }), 1),
  efficiency: withDefault(quantityField('效率系数', 'Efficiency (1 = standard)'), standardSpeed),
  /** A furnace: what it takes in one charge, in the load that cycle times give a piece. */
  charge_capacity: optional(chargeLoadField('一炉装量', 'Load of a charge')),
  /** To put on another mould than the one that is on it. */
  mould_change_seconds: withDefault(
    integerField('换模时间', 'Mould change', { min: 0, max: 86_400, unit: text('秒', 's') }),
    0,
  ),
  sequence: withDefault(
    integerField('排序', 'Sequence', { min: 1, max: 10_000, outside: generalErrors.number1To10000 }),
    1,
  ),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  location: optional(textField('位置', 'Place', 100)),
  /** What an hour of it costs, in the currency of the company. */
  hourly_rate: optional(moneyField('小时费率', 'Rate per hour')),
  /** Maintained so many days after the last maintenance; empty: not by the calendar. */
  maintenance_days: optional(daysField('保养周期', 'Maintained every', 1)),
  remark: remarkField(),
  custom: customValues(),
  workgroup_name: readOnly(optional(textField('班组', 'Workgroup'))),
  supplier_name: readOnly(optional(textField('委外供应商', 'Supplier (work outside)'))),
  calendar_name: readOnly(optional(textField('工作日历', 'Calendar'))),
  /** The calendar that it works by: its own, else its workgroup's, else the default one. */
  working_calendar_name: readOnly(optional(textField('工作日历', 'Calendar'))),
  process_names: readOnly(listField('可做工序', 'Processes', z.array(z.string()))),
  freeze_status: readOnly(choiceField('冻结状态', 'Blocked', deviceFreezeStatus)),
  /** The one that is planned, else when its interval ends; null: no interval, and none planned. */
  next_maintenance: readOnly(optional(dayField('下次保养', 'Next maintenance'))),
  /** Freezes that have not ended. */
  freezes: readOnly(
    listField(
      '冻结时段',
      'Freezes',
      z.array(
        z.object({
          id: z.string(),
          start_time: z.int(),
          end_time: z.int(),
          kind: z.int(),
          reason: z.string().nullable(),
        }),
      ),
    ),
  ),
})
export type DeviceRow = RowOf<typeof device>
