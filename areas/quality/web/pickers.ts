import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { methodCalls } from '../model/scheme/method.calls.ts'

export const MethodPicker = definePicker({
  list: methodCalls.list,
  detail: methodCalls.detail,
  label: row => `${row.code} ${row.name}`,
})
