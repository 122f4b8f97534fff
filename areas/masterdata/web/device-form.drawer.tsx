import type { AnyCall } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFields } from '@qitao/platform/web/form/custom-fields.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { deviceCalls, queryMachine, queryMachineDetail } from '../model/resource/device.calls.ts'
import { type DeviceRow, device } from '../model/resource/device.record.ts'

const fields = [
  'machine_no',
  'name',
  'model',
  'process_ids',
  'workgroup_id',
  'calendar_id',
  'supplier_id',
  'lead_days',
  'capacity',
  'efficiency',
  'mould_change_seconds',
  'charge_capacity',
  'sequence',
  'location',
  'hourly_rate',
  'maintenance_days',
  'status',
  'remark',
] as const
export type DeviceForm = DraftOf<typeof device>
export const blankDevice: DeviceForm = {
  capacity: 1,
  efficiency: '1',
  mould_change_seconds: 0,
  sequence: 1,
  status: enabledStatus.codes.enabled,
  process_ids: [],
}
const efficiencyDecimals = 4
export const deviceAnswers = [deviceCalls.list, deviceCalls.detail, queryMachine, queryMachineDetail]

export const formOf = (row: DeviceRow): DeviceForm => ({
  ...Object.fromEntries(fields.map(name => [name, row[name]])),
  custom: row.custom,
})

/** A machine to change, or a new one, which begins with `values`. */
export function DeviceFormDrawer({
  old,
  values = old ? formOf(old) : blankDevice,
  refreshes: more = [],
  onClose,
}: {
  old?: DeviceRow | undefined
  values?: DeviceForm | undefined
  /** What the page around asks anew. */
  refreshes?: readonly AnyCall[]
  onClose: () => void
}) {
  const refreshes = [...deviceAnswers, ...more]
  const add = useCommand(deviceCalls.add, { refreshes })
  const alter = useCommand(deviceCalls.alter, { refreshes })
  return (
    <FormDrawer<DeviceForm>
      open
      title={old ? text(`设备 ${old.machine_no}`, `Equipment ${old.machine_no}`) : text('新建设备', 'New equipment')}
      values={values}
      save={
        old
          ? saveWith(alter, (form: DeviceForm) => ({ ...form, id: old.id, row_version: old.row_version }))
          : saveWith(add, (form: DeviceForm) => form)
      }
      reload={refreshAnd(deviceAnswers, onClose)}
      onClose={onClose}
      history={old && { of: device, id: old.id }}
    >
      {fields.map((name, index) => (
        <Field
          key={name}
          of={device}
          name={name}
          autoFocus={index === 0}
          {...(name === 'efficiency' ? { decimals: efficiencyDecimals } : {})}
        />
      ))}
      <CustomFields of={device} />
    </FormDrawer>
  )
}
