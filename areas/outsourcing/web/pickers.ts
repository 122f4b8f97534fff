import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { listOutsideOperations, showOutsideOperation } from '../model/outsource-order.calls.ts'

export const OutsideOperationPicker = definePicker({
  list: listOutsideOperations,
  detail: showOutsideOperation,
  label: row => `${row.mo_no} · ${row.process_name} · ${row.material_code}`,
})
