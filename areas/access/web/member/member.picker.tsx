import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { memberCalls } from '../../model/member/user.calls.ts'

/** A colleague, found by name, account or job number. */
export const MemberPicker = definePicker({
  list: memberCalls.list,
  detail: memberCalls.detail,
  label: row => (row.job_number ? `${row.name} ${row.job_number}` : row.name),
})
