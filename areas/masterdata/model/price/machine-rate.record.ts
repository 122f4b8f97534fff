import { choiceField, dayField, optional, readOnly, referenceField, remarkField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { priceFields, priceValidity } from './price-list.fields.ts'

/** What an hour of a machine costs, in the currency of the company; before the first, what its master data says. */
export const machineRate = record('machine_rate', text('设备费率', 'Machine rate'), {
  device_id: referenceField('设备', 'Machine', 'device'),
  hourly_rate: { ...priceFields.price, title: text('小时费率', 'Rate per hour') },
  valid_from: dayField('生效日期', 'Valid from'),
  /** Begins where the next of its machine does: the day before is its last. */
  valid_to: readOnly(optional(dayField('失效日期', 'Valid to'))),
  remark: remarkField(),
  validity: readOnly(choiceField('状态', 'Status', priceValidity)),
  machine_no: readOnly(textField('设备编号', 'Machine no.')),
  device_name: readOnly(textField('设备名称', 'Machine name')),
})
export type MachineRateRow = RowOf<typeof machineRate>
