import { definePicker } from '@qitao/platform/web/picker.tsx'
import { memberCalls } from '../model/user.calls.ts'

/** A colleague, found by name, account or job number. */
export const MemberPicker = definePicker({
  list: memberCalls.list,
  detail: memberCalls.detail,
  label: row => (row.job_number ? `${row.name} ${row.job_number}` : row.name),
})
