import { exportOf, query } from '@qitao/core/call.ts'
import { choiceField, codeOf, id, instant, optional, referenceField, textField } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { securityEventKind } from './security-event.status.ts'

/** Ours: what happened to accounts and rights, and from where; for who manages members. */
export const securityEvent = record('security_event', text('安全事件', 'Security event'), {
  kind: choiceField('事件', 'Event', securityEventKind),
  user_id: optional(referenceField('成员', 'Member', 'user')),
  actor_id: optional(referenceField('操作人', 'Done by', 'user')),
  address: textField('地址', 'Address', 100),
  agent: textField('设备', 'Device', 300),
})
const names = z.object({ user_name: z.string().nullable(), actor_name: z.string().nullable() })
/** It is written once: there is no version, and no change. */
export type SecurityEventRow = Omit<RowOf<typeof securityEvent>, 'row_version' | 'updated_time'> &
  z.output<typeof names>
const row = securityEvent.row.omit({ row_version: true, updated_time: true }).and(names)

export const listSecurityEvents = query('/mep_server/biz/security/query_security_event_list', {
  title: text('安全日志', 'Security log'),
  grantedBy: [pages.securityLog],
  input: listInput({
    kinds: z.array(codeOf(securityEventKind)).max(50).optional(),
    user_id: id.optional(),
    address: z.string().max(100).optional(),
    created_from: instant.optional(),
    created_to: instant.optional(),
  }),
  output: listOutput(row),
  records: [securityEvent],
})
export const exportSecurityEvents = exportOf(listSecurityEvents, '/mep_server/biz/security/export_security_event', {
  title: text('导出安全日志', 'Export the security log'),
  grantedBy: [pages.securityLog],
})
