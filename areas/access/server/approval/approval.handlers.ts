import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  type ApprovalEventRow,
  type ApprovalRow,
  type ApprovalStepRow,
  dropApprovalFlows,
  queryApprovalDetail,
  queryApprovalFlowList,
  queryApprovalList,
  setApprovalFlow,
} from '../../model/approval/approval.calls.ts'
import { checkFlow, expectMayApprove } from '../../model/approval/approval.rules.ts'
import { approvalStatus } from '../../model/approval/approval.status.ts'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { membersBy } from '../session/session.ts'
import { type ApprovalDocument, activeMembers } from './approval.ts'
import { decidingHandlers } from './approval-decision.handlers.ts'
import { concerns } from './approval-decision.ts'

const { codes } = approvalStatus
const names = (ids: string) =>
  sql`coalesce((select array_agg(u.name order by array_position(${sql.raw(ids)}, u.id)) from app_user u
    where u.org_id = t.org_id and u.id = any(${sql.raw(ids)})), '{}')`
const columns = sql`t.id, t.module_code, t.object_id, t.object_no, t.mode, t.status, t.starter_id, s.name as starter_name,
  t.current_approver_ids, ${names('t.current_approver_ids')} as current_approver_names, t.started_time, t.finished_time,
  t.reminded_time, t.amount, t.currency`
const joins = sql`left join app_user s on s.org_id = t.org_id and s.id = t.starter_id`

interface WithDocument extends ApprovalRow {
  document: { record: Record<string, unknown>; lines: Record<string, unknown>[] }
}

/** Calls of approvals over the documents that the areas bring. */
export function approvalArea(documents: readonly ApprovalDocument[]): Area {
  const documentOf = (module_code: string): ApprovalDocument => {
    const found = documents.find(one => one.module_code === module_code)
    if (!found) throw new Error(`no document for approvals of ${module_code}`)
    return found
  }
  return { name: 'approval', handlers: [...flowHandlers, ...readingHandlers, ...decidingHandlers(documentOf)] }
}

const flowHandlers: Handler[] = [
  handle(queryApprovalFlowList, async ({ module_code }, { tx, org_id }) => {
    const result = await rows(
      tx,
      sql<never>`select t.id, t.module_code, t.mode, t.approver_ids, ${names('t.approver_ids')} as approver_names, t.enabled,
          t.amount_from, t.workgroup_ids
        from approval_flow t where t.org_id = ${org_id} and ${module_code === undefined ? sql`true` : sql`t.module_code = ${module_code}`}
        order by t.module_code desc, cardinality(t.workgroup_ids) > 0 desc, t.amount_from desc nulls last, t.created_time`,
    )
    return { result }
  }),

  handle(setApprovalFlow, async (input, { tx, org_id }) => {
    const { module_code, mode, approver_ids, enabled } = input
    const amount_from = input.amount_from ?? null
    const workgroup_ids = [...input.workgroup_ids].sort()
    checkFlow({ module_code, mode, approver_ids, enabled, amount_from, workgroup_ids })
    const { active } = await activeMembers(tx, org_id, approver_ids)
    if (approver_ids.some(id => !active.has(id))) refuse(generalErrors.recordNotFound, { field: 'approver_ids' })
    // One that is switched off asks nobody, and is to be switched off when its approvers have lost the right.
    if (enabled === featureEnable.codes.on) expectMayApprove(await membersBy(tx, org_id, approver_ids), 'approver_ids')
    if (input.id !== undefined) {
      const changed = await rows(
        tx,
        sql`update approval_flow set module_code = ${module_code}, mode = ${mode}, approver_ids = ${approver_ids}::uuid[],
            enabled = ${enabled}, amount_from = ${amount_from}, workgroup_ids = ${workgroup_ids}::uuid[]
          where org_id = ${org_id} and id = ${input.id} returning id`,
      )
      if (changed.length === 0) refuse(generalErrors.recordNotFound)
      return { id: input.id }
    }
    const [set] = await rows(
      tx,
      sql<{
        id: string
      }>`insert into approval_flow (id, module_code, mode, approver_ids, enabled, amount_from, workgroup_ids)
        values (${newId()}, ${module_code}, ${mode}, ${approver_ids}::uuid[], ${enabled}, ${amount_from}, ${workgroup_ids}::uuid[])
        on conflict (org_id, module_code, amount_from, workgroup_ids)
          do update set mode = excluded.mode, approver_ids = excluded.approver_ids, enabled = excluded.enabled
        returning id`,
    )
    return { id: set!.id }
  }),

  // Approvals that were started go on: they keep their own steps.
  handle(dropApprovalFlows, async ({ ids }, { tx, org_id }) => {
    const gone = await rows(
      tx,
      sql`delete from approval_flow where org_id = ${org_id} and ${among(sql`id`, ids)} returning id`,
    )
    if (gone.length < new Set(ids).size) refuse(generalErrors.recordNotFound)
    return { affected: gone.length }
  }),
]

const decidedBy = (
  user_id: string,
) => sql`exists (select 1 from approval_step p where p.org_id = t.org_id and p.approval_id = t.id
  and p.approver_id = ${user_id} and p.result in (${codes.approved}, ${codes.rejected}))`

const readingHandlers: Handler[] = [
  handle(queryApprovalList, (input, { tx, org_id, member: { user_id } }) =>
    listRows<ApprovalRow>(
      tx,
      {
        org_id,
        table: 'approval',
        where: [
          input.scope === 'todo' &&
            sql`t.status = ${codes.pending} and t.current_approver_ids @> array[${user_id}::uuid]`,
          input.scope === 'done' && decidedBy(user_id),
          input.scope === 'mine' && sql`t.starter_id = ${user_id}`,
          input.module_code !== undefined && sql`t.module_code = ${input.module_code}`,
          oneOfCodes(sql`t.status`, input.statuses),
          contains(input.keyword, sql`t.object_no`),
        ],
        columns,
        joins,
        orders: { started_time: sql`t.started_time`, object_no: sql`t.object_no`, status: sql`t.status` },
        defaultOrder: '-started_time',
      },
      input,
    ),
  ),

  handle(queryApprovalDetail, async ({ id }, { tx, org_id, member }) => {
    const [found] = await rows(
      tx,
      sql<WithDocument>`select ${columns}, t.document from approval t ${joins}
        where t.org_id = ${org_id} and t.id = ${id} and ${member.is_admin ? sql`true` : concerns(member.user_id)}`,
    )
    const { document, ...record } = found ?? refuse(accessErrors.approvalMissing)
    const steps = await rows(
      tx,
      sql<ApprovalStepRow>`select p.id, p.sequence, p.approver_id, u.name as approver_name, d.name as delegated_by_name, p.result,
          p.comment, p.handled_time
        from approval_step p left join app_user u on u.org_id = p.org_id and u.id = p.approver_id
          left join app_user d on d.org_id = p.org_id and d.id = p.delegated_by
        where p.org_id = ${org_id} and p.approval_id = ${id} order by p.sequence`,
    )
    const events = await rows(
      tx,
      sql<ApprovalEventRow>`select e.id, e.action, u.name as user_name, t.name as to_user_name, e.comment, e.at
        from approval_event e left join app_user u on u.org_id = e.org_id and u.id = e.user_id
          left join app_user t on t.org_id = e.org_id and t.id = e.to_user_id
        where e.org_id = ${org_id} and e.approval_id = ${id} order by e.at, e.id`,
    )
    return { record, steps, events, document }
  }),
]
