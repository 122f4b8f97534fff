import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { among, recordset, rows } from '@qitao/platform/server/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { sql } from 'kysely'
import { accessErrors } from '../model/access.errors.ts'
import {
  type ApprovalRow,
  type ApprovalStepRow,
  approveApproval,
  delegateApproval,
  dropApprovalFlows,
  queryApprovalDetail,
  queryApprovalFlowList,
  queryApprovalList,
  rejectApproval,
  remindApproval,
  setApprovalFlow,
  withdrawApproval,
} from '../model/approval.calls.ts'
import {
  type ApprovalCode,
  afterDecision,
  checkFlow,
  currentApprovers,
  expectDelegate,
  expectOpen,
  expectRemindable,
  expectStarter,
  expectTurn,
  leftOpen,
  type Step,
} from '../model/approval.rules.ts'
import { approvalStatus } from '../model/approval.status.ts'
import {
  type ApprovalDocument,
  activeMembers,
  approvalMessage,
  centre,
  expectUnchanged,
  type Outcome,
  tellApprovers,
} from './approval.ts'
import { notify } from './notice.ts'

const { codes } = approvalStatus
const names = (ids: string) =>
  sql`coalesce((select array_agg(u.name order by array_position(${sql.raw(ids)}, u.id)) from app_user u
    where u.org_id = t.org_id and u.id = any(${sql.raw(ids)})), '{}')`
const columns = sql`t.id, t.module_code, t.object_id, t.object_no, t.mode, t.status, t.starter_id, s.name as starter_name,
  t.current_approver_ids, ${names('t.current_approver_ids')} as current_approver_names, t.started_time, t.finished_time,
  t.reminded_time, t.amount, t.currency`
const joins = sql`left join app_user s on s.org_id = t.org_id and s.id = t.starter_id`

interface StoredApproval extends ApprovalRow {
  document: { record: Record<string, unknown>; lines: Record<string, unknown>[] }
  content_hash: string
}
type StoredStep = Step & { id: string }

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
    if ((await activeMembers(tx, org_id, approver_ids)).size < approver_ids.length)
      refuse(generalErrors.recordNotFound, { field: 'approver_ids' })
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
const concerns = (user_id: string) => sql`(t.starter_id = ${user_id} or exists (select 1 from approval_step p
  where p.org_id = t.org_id and p.approval_id = t.id and ${user_id}::uuid in (p.approver_id, p.delegated_by)))`

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
      sql<StoredApproval>`select ${columns}, t.document from approval t ${joins}
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
    return { record, steps, document }
  }),
]

/** The approval and its steps, locked, for a member whom it concerns. */
async function locked({ tx, org_id, member }: Context, id: string) {
  const [approval] = await rows(
    tx,
    sql<StoredApproval>`select t.* from approval t where t.org_id = ${org_id} and t.id = ${id} and ${concerns(member.user_id)} for update`,
  )
  if (!approval) return refuse(accessErrors.approvalMissing)
  const steps = await rows(
    tx,
    sql<StoredStep>`select id, sequence, approver_id, result from approval_step
      where org_id = ${org_id} and approval_id = ${id} order by sequence for update`,
  )
  return { approval, steps }
}

interface StepChange {
  id: string
  result: ApprovalCode
  comment: string | null
  handled_time: number | null
}
type Handled = { step: StoredStep; result: ApprovalCode; comment: string | null }
/** Writes a decision; what nobody needs to decide any more is closed with it. */
async function save(
  context: Context,
  approval: StoredApproval,
  steps: readonly StoredStep[],
  after: { status: ApprovalCode; current: readonly string[] },
  handled?: Handled,
): Promise<{ approval_status: ApprovalCode }> {
  const { tx, org_id, now, tell } = context
  const ended = after.status !== codes.pending
  const changed = steps.flatMap((step): StepChange[] => {
    if (step === handled?.step)
      return [{ id: step.id, result: handled.result, comment: handled.comment, handled_time: now }]
    const open = step.result === codes.pending
    return ended && open ? [{ id: step.id, result: leftOpen, comment: null, handled_time: null }] : []
  })
  await sql`update approval_step p set result = r.result, comment = r.comment, handled_time = r.handled_time
    from ${recordset(changed, sql`id uuid, result smallint, comment text, handled_time bigint`)} r
    where p.org_id = ${org_id} and p.id = r.id`.execute(tx)
  await sql`update approval set status = ${after.status}, current_approver_ids = ${after.current}::uuid[],
      finished_time = ${ended ? now : null} where org_id = ${org_id} and id = ${approval.id}`.execute(tx)
  for (const user_id of new Set([approval.starter_id, ...approval.current_approver_ids])) {
    tell(approvalMessage, { user_id })
  }
  const asked = after.current.filter(user_id => !approval.current_approver_ids.includes(user_id))
  await tellApprovers(context, asked)
  if (ended && approval.starter_id !== context.member.user_id) {
    const { zh, en } = approvalStatus.stateOf(after.status)
    const { object_no } = approval
    const said = text(`${object_no} 审批${zh}`, `${object_no}: ${en.toLowerCase()}`)
    const type = after.status === codes.approved ? 'success' : 'warning'
    await notify(context, [approval.starter_id], { sign: `approval:${object_no}`, text: said, type })
  }
  return { approval_status: after.status }
}

const outcomes: Partial<Record<ApprovalCode, Outcome>> = {
  [codes.approved]: 'approved',
  [codes.rejected]: 'rejected',
  [codes.withdrawn]: 'withdrawn',
}

function decidingHandlers(documentOf: (module_code: string) => ApprovalDocument): Handler[] {
  const settle = async (context: Context, { module_code, object_id }: StoredApproval, status: ApprovalCode) => {
    const outcome = outcomes[status]
    if (outcome) await documentOf(module_code).settle(context, object_id, outcome)
  }
  const decide = async (context: Context, id: string, agrees: boolean, comment: string | null) => {
    const { approval, steps } = await locked(context, id)
    expectOpen(approval, agrees ? 'approve' : 'reject')
    const step = expectTurn(approval, steps, context.member.user_id) as StoredStep
    if (agrees) await expectUnchanged(context.tx, context.org_id, documentOf(approval.module_code), approval)
    const after = afterDecision(approval.mode, steps, step, agrees)
    const result = agrees ? codes.approved : codes.rejected
    const answer = await save(context, approval, steps, after, { step, result, comment })
    await settle(context, approval, after.status)
    return answer
  }
  return [
    handle(approveApproval, ({ id, comment }, context) => decide(context, id, true, comment?.trim() || null)),
    handle(rejectApproval, ({ id, comment }, context) => {
      if (comment.trim() === '') refuse(generalErrors.fieldRequired, { field: 'comment' })
      return decide(context, id, false, comment.trim())
    }),
    handle(withdrawApproval, async ({ id }, context) => {
      const { approval, steps } = await locked(context, id)
      expectStarter(approval, context.member.user_id)
      expectOpen(approval, 'withdraw')
      const answer = await save(context, approval, steps, { status: codes.withdrawn, current: [] })
      await settle(context, approval, codes.withdrawn)
      return answer
    }),
    handle(delegateApproval, async ({ id, user_id, comment }, context) => {
      const { tx, org_id, member } = context
      const { approval, steps } = await locked(context, id)
      expectOpen(approval, 'delegate')
      const step = expectTurn(approval, steps, member.user_id) as StoredStep
      expectDelegate(steps, user_id, member.user_id, await activeMembers(tx, org_id, [user_id]))
      await sql`update approval_step set approver_id = ${user_id}, delegated_by = ${member.user_id}, comment = ${comment?.trim() || null}
        where org_id = ${org_id} and id = ${step.id}`.execute(tx)
      const passed = steps.map(one => (one === step ? { ...one, approver_id: user_id } : one))
      return save(context, approval, [], { status: codes.pending, current: currentApprovers(approval.mode, passed) })
    }),
    handle(remindApproval, async ({ id }, context) => {
      const { approval } = await locked(context, id)
      expectStarter(approval, context.member.user_id)
      expectOpen(approval, 'remind')
      expectRemindable(approval, context.now)
      await sql`update approval set reminded_time = ${context.now} where org_id = ${context.org_id} and id = ${id}`.execute(
        context.tx,
      )
      const { object_no } = approval
      const asks = text(`请尽快审批 ${object_no}`, `Please decide on ${object_no}`)
      const notice = { sign: `approval:${object_no}`, text: asks, type: 'warning' as const, ...centre }
      await notify(context, approval.current_approver_ids, notice)
      for (const user_id of approval.current_approver_ids) {
        context.tell({ ...approvalMessage, data: { reminded: object_no } }, { user_id })
      }
      return { approval_status: approval.status }
    }),
  ]
}
