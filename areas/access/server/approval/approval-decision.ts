import { text } from '@qitao/core/text.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transitions } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ApprovalEventRow, ApprovalRow } from '../../model/approval/approval.calls.ts'
import { type ApprovalCode, currentApprovers, leftOpen, type Step } from '../../model/approval/approval.rules.ts'
import { approvalStatus } from '../../model/approval/approval.status.ts'
import { addressOfApproved } from '../../model/approval/approved-address.ts'
import { notifyEach } from '../notice/notice.ts'
import { type ApprovalDocument, activeMembers, approvalMessage, type Outcome, tellApprovers } from './approval.ts'

/** Approvals with their steps: locked, decided by the rules, and kept with what follows from it; one or many alike. */
const { codes } = approvalStatus
export interface StoredApproval extends Omit<ApprovalRow, 'starter_name' | 'current_approver_names'> {
  content_hash: string
  own_ids: string[]
}
export type StoredStep = Step & { id: string }
export interface Locked {
  readonly id: string
  /** The number of the document: how a bulk answer names it. */
  readonly no: string
  readonly approval: StoredApproval
  readonly steps: readonly StoredStep[]
}

/** Whom an approval concerns: who asked for it, and who decides or has passed it on. */
export const concerns = (user_id: string) => sql`(t.starter_id = ${user_id} or exists (select 1 from approval_step p
  where p.org_id = t.org_id and p.approval_id = t.id and ${user_id}::uuid in (p.approver_id, p.delegated_by)))`

/** By their ids, for a member whom they concern. */
export const lockApprovals = (context: Context, ids: readonly string[]) =>
  lockThose(context, sql`${among(sql`t.id`, ids)} and ${concerns(context.member.user_id)}`)

async function lockThose({ tx, org_id }: Context, which: RawBuilder<unknown>) {
  const approvals = await rows(
    tx,
    sql<StoredApproval>`select t.* from approval t where t.org_id = ${org_id} and ${which} order by t.id for update`,
  )
  const steps = await rows(
    tx,
    sql<StoredStep & { approval_id: string }>`select id, approval_id, sequence, approver_id, result from approval_step
      where org_id = ${org_id} and ${among(
        sql`approval_id`,
        approvals.map(({ id }) => id),
      )} order by approval_id, sequence for update`,
  )
  const stepsOf = Map.groupBy(steps, step => step.approval_id)
  return new Map<string, Locked>(
    approvals.map(approval => [
      approval.id,
      { id: approval.id, no: approval.object_no, approval, steps: stepsOf.get(approval.id) ?? [] },
    ]),
  )
}

export interface StepChange {
  readonly id: string
  readonly approver_id?: string
  readonly delegated_by?: string
  readonly result: ApprovalCode
  readonly comment: string | null
  readonly handled_time: number | null
}
export interface Decided {
  readonly of: Locked
  readonly status: ApprovalCode
  /** Who decides now. */
  readonly current: readonly string[]
  readonly changes: readonly StepChange[]
  readonly action: ApprovalEventRow['action']
  readonly comment: string | null
  readonly to_user_id?: string
}

/**
 * What waits for members who can no longer sign in passes on to an administrator: whoever stops them, where it is not that one's
 * own document, else another. Where there is none it stays: it can be withdrawn and submitted again.
 */
export async function passOnApprovals(context: Context, leaving: readonly string[]): Promise<void> {
  const { tx, org_id, member } = context
  const waits = sql`exists (select 1 from approval_step p where p.org_id = t.org_id and p.approval_id = t.id
    and p.result = ${codes.pending} and ${among(sql`p.approver_id`, leaving)})`
  const locked = await lockThose(context, sql`t.status = ${codes.pending} and ${waits}`)
  if (locked.size === 0) return
  const { administrators } = await activeMembers(tx, org_id, [])
  const first = (id: string) => Number(id !== member.user_id)
  const inOrder = administrators.toSorted((one, other) => first(one) - first(other))
  const decided = [...locked.values()].flatMap((of): Decided[] => {
    const { approval, steps } = of
    const unfit = new Set([...approval.own_ids, ...steps.map(step => step.approver_id)])
    const after = steps.map((step): StoredStep => {
      if (step.result !== codes.pending || !leaving.includes(step.approver_id)) return step
      const next = inOrder.find(id => !unfit.has(id))
      if (next === undefined) return step
      unfit.add(next)
      return { ...step, approver_id: next }
    })
    const changes = after.flatMap(({ id, approver_id }, index): StepChange[] => {
      const delegated_by = steps[index]!.approver_id
      if (approver_id === delegated_by) return []
      return [{ id, approver_id, delegated_by, result: codes.pending, comment: null, handled_time: null }]
    })
    if (changes.length === 0) return []
    const current = currentApprovers(approval.mode, after)
    const to_user_id = changes[0]!.approver_id!
    return [{ of, status: codes.pending, current, changes, action: 'delegate', comment: null, to_user_id }]
  })
  if (decided.length > 0) await keepDecisions(context, decided)
}

/** What a decision does to the whole: others are still to decide, or it has ended. */
const moveTo = { pending: 'approve', approved: 'approve_last', rejected: 'reject', withdrawn: 'withdraw' } as const

/** Keeps what was decided; steps that nobody needs to decide any more are closed with it, and people are told. */
export async function keepDecisions(context: Context, decided: readonly Decided[]): Promise<void> {
  const { tx, org_id, now, member } = context
  const changes = decided.flatMap(({ of, status, changes: own }): StepChange[] => {
    if (status === codes.pending) return [...own]
    const handled = new Set(own.map(({ id }) => id))
    const open = of.steps.filter(step => step.result === codes.pending && !handled.has(step.id))
    return [...own, ...open.map(({ id }) => ({ id, result: leftOpen, comment: null, handled_time: null }))]
  })
  await sql`update approval_step p set result = r.result, comment = r.comment, handled_time = r.handled_time,
      approver_id = coalesce(r.approver_id, p.approver_id), delegated_by = coalesce(r.delegated_by, p.delegated_by)
    from ${recordset(changes, sql`id uuid, result smallint, comment text, handled_time bigint, approver_id uuid, delegated_by uuid`)} r
    where p.org_id = ${org_id} and p.id = r.id`.execute(tx)
  const after = decided.map(({ of, status, current }) => ({
    id: of.id,
    action: moveTo[approvalStatus.keyOf(status)],
    current: `{${current.join(',')}}`,
    finished_time: status === codes.pending ? null : now,
  }))
  await transitions(tx, org_id, { table: 'approval', statuses: approvalStatus }, after, {
    set: sql`current_approver_ids = r.current, finished_time = r.finished_time`,
    columns: sql`current uuid[], finished_time bigint`,
  })
  const events = decided.map(({ of, action, comment, to_user_id }) => ({
    ...{ id: newId(), approval_id: of.id, action, comment, to_user_id },
  }))
  await sql`insert into approval_event (id, approval_id, action, user_id, to_user_id, comment, at)
    select id, approval_id, action, ${member.user_id}, to_user_id, comment, ${now}
    from ${recordset(events, sql`id uuid, approval_id uuid, action text, to_user_id uuid, comment text`)} r`.execute(tx)
  await tellWhom(context, decided)
}

async function tellWhom(context: Context, decided: readonly Decided[]): Promise<void> {
  const { member, tell } = context
  const concerned = decided.flatMap(({ of: { approval } }) => [approval.starter_id, ...approval.current_approver_ids])
  for (const user_id of new Set(concerned)) tell(approvalMessage, { user_id })
  await tellApprovers(
    context,
    decided.flatMap(({ of, current }) => current.filter(id => !of.approval.current_approver_ids.includes(id))),
  )
  const ended = decided.filter(
    ({ of, status }) => status !== codes.pending && of.approval.starter_id !== member.user_id,
  )
  await notifyEach(
    context,
    ended.map(({ of: { approval }, status, comment }) => {
      const { zh, en } = approvalStatus.stateOf(status)
      const { object_no } = approval
      const why = comment === null ? text('', '') : text(`：${comment}`, `: ${comment}`)
      const link = addressOfApproved(approval)
      return {
        user_ids: [approval.starter_id],
        notice: {
          sign: `approval:${object_no}`,
          text: text(
            `${object_no} 审批${zh}（${member.name}）${why.zh}`,
            `${object_no}: ${en.toLowerCase()} by ${member.name}${why.en}`,
          ),
          ...(link ? { btn: text('查看', 'Show'), ...link } : {}),
          type: status === codes.approved ? ('success' as const) : ('warning' as const),
        },
      }
    }),
  )
}

const outcomes: Partial<Record<ApprovalCode, Outcome>> = {
  [codes.approved]: 'approved',
  [codes.rejected]: 'rejected',
  [codes.withdrawn]: 'withdrawn',
}
/** The documents move on, or back: once for each kind of document and outcome. */
export async function settleDocuments(
  context: Context,
  decided: readonly Decided[],
  documentOf: (module_code: string) => ApprovalDocument,
): Promise<void> {
  const ended = decided.flatMap(({ of: { approval }, status }) => {
    const outcome = outcomes[status]
    return outcome ? [{ approval, outcome }] : []
  })
  const groups = Map.groupBy(ended, ({ approval, outcome }) => `${approval.module_code} ${outcome}`)
  for (const group of groups.values()) {
    const { approval, outcome } = group[0]!
    const ids = group.map(one => one.approval.object_id)
    await documentOf(approval.module_code).settle(context, ids, outcome)
  }
}
