import { choiceField, instantField, optional, readOnly, referenceField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { accessRequestStatus } from './access-request.status.ts'

/** What a member asks for, and what came of it. */
export const accessRequest = record('access_request', text('权限申请', 'Request for access'), {
  page_path: textField('页面', 'Page', 200),
  reason: textField('申请原因', 'Reason'),
  user_id: readOnly(referenceField('申请人', 'Who asks', 'user')),
  status: readOnly(choiceField('状态', 'Status', accessRequestStatus)),
  answer: readOnly(optional(textField('答复', 'Answer'))),
  answered_time: readOnly(optional(instantField('答复时间', 'Answered'))),
})
const names = z.object({ user_name: z.string(), page_name: z.string(), answered_by_name: z.string().nullable() })
export type AccessRequestRow = RowOf<typeof accessRequest> & z.output<typeof names>
export const accessRequestRow = accessRequest.row.and(names)
