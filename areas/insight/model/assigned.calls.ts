import { query } from '@qitao/core/call.ts'
import { id, instant } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Something that waits for one member: a dispatched task, or an own document that was refused and may be mended. */
export const assignedRow = z.object({
  id,
  kind: z.enum(['task', 'sales_order', 'purchase_order']),
  no: z.string(),
  /** Process, product and machine of a task; the approver's reason of a refused document. */
  summary: z.string(),
  since: instant,
  due: instant.nullable(),
})
export type AssignedRow = z.output<typeof assignedRow>

/** Ours: what waits for the caller besides approvals. */
export const queryAssignedList = query('/mep_server/biz/task/query_assigned_list', {
  title: text('指派给我', 'Assigned to me'),
  grantedBy: [pages.taskCentre],
  input: listInput({ kind: z.enum(['task', 'sales_order', 'purchase_order']).optional() }),
  output: listOutput(assignedRow),
})
