import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { queryCalendarDetail, queryCalendarList } from '../model/calendar/calendar.calls.ts'
import { queryProduct, queryProductDetail } from '../model/material/material.calls.ts'
import { materialTypeCalls } from '../model/material/material-type.calls.ts'
import { customerCalls } from '../model/partner/customer.calls.ts'
import { supplierCalls } from '../model/partner/supplier.calls.ts'
import { processCalls } from '../model/process/process.calls.ts'
import { queryMachine, queryMachineDetail } from '../model/resource/device.calls.ts'
import { workgroupCalls } from '../model/resource/workgroup.calls.ts'
import { queryUnit, queryUnitDetail } from '../model/unit/unit.calls.ts'

const codeAndName = (row: { code: string; name: string }) => `${row.code} ${row.name}`
const enabled = { statuses: [1] }

export const ProductPicker = definePicker({
  list: queryProduct,
  detail: queryProductDetail,
  label: row => [row.code, row.name, row.specs].filter(Boolean).join(' '),
})
export const UnitPicker = definePicker({
  list: queryUnit,
  detail: queryUnitDetail,
  label: row => (row.name_en ? `${row.name} ${row.name_en}` : row.name),
  input: { status: enabledStatus.codes.enabled },
})
export const MaterialTypePicker = definePicker({
  list: materialTypeCalls.list,
  detail: materialTypeCalls.detail,
  label: codeAndName,
})
export const CustomerPicker = definePicker({
  list: customerCalls.list,
  detail: customerCalls.detail,
  label: codeAndName,
  input: enabled,
})
export const SupplierPicker = definePicker({
  list: supplierCalls.list,
  detail: supplierCalls.detail,
  label: codeAndName,
  input: enabled,
})
export const ProcessPicker = definePicker({
  list: processCalls.list,
  detail: processCalls.detail,
  label: codeAndName,
  input: enabled,
})
export const MachinePicker = definePicker({
  list: queryMachine,
  detail: queryMachineDetail,
  label: row => `${row.machine_no} ${row.name}`,
})
export const WorkgroupPicker = definePicker({
  list: workgroupCalls.list,
  detail: workgroupCalls.detail,
  label: codeAndName,
  input: enabled,
})
export const CalendarPicker = definePicker({
  list: queryCalendarList,
  detail: queryCalendarDetail,
  label: row => row.name,
})
