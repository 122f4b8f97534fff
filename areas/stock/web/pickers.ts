import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { containerTypeCalls } from '../model/container.calls.ts'
import { locationCalls, warehouseCalls } from '../model/warehouse.calls.ts'

const enabled = { statuses: [1] }

export const WarehousePicker = definePicker({
  list: warehouseCalls.list,
  detail: warehouseCalls.detail,
  label: row => `${row.code} ${row.name}`,
  input: enabled,
})
export const LocationPicker = definePicker({
  list: locationCalls.list,
  detail: locationCalls.detail,
  label: row => [row.code, row.name, row.warehouse_name].filter(Boolean).join(' '),
  input: enabled,
})
export const ContainerTypePicker = definePicker({
  list: containerTypeCalls.list,
  detail: containerTypeCalls.detail,
  label: row => `${row.code} ${row.name}`,
})
