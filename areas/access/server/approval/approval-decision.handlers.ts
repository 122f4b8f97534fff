import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { within } from '@qitao/platform/server/database/within.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import {
  approveApproval,
  approveApprovals,
  delegateApproval,
  rejectApproval,
  rejectApprovals,
  remindApproval,
  returnApproval,
  withdrawApproval,
} from '../../model/approval/approval.calls.ts'
import {
  afterDecision,
  currentApprovers,
  expectDelegate,
  expectMayApprove,
  expectOpen,
  expectRemindable,
  expectStarter,
  expectTurn,
  returnedSteps,
} from '../../model/approval/approval.rules.ts'
import { approvalStatus } from '../../model/approval/approval.status.ts'
import { notify } from '../notice/notice.ts'
import { membersBy } from '../session/session.ts'
import {
  type ApprovalDocument,
  activeMembers,
  approvalMessage,
  centre,
  digestsNow,
  expectUnchanged,
} from './approval.ts'
import {
  type Decided,
  keepDecisions,
  type Locked,
  lockApprovals,
  type StoredStep,
  settleDocuments,
} from './approval-decision.ts'

const { codes } = approvalStatus

async function lockOne(context: Context, id: string): Promise<Locked> {
  return (await lockApprovals(context, [id])).get(id) ?? refuse(accessErrors.approvalMissing)
}
const noted = (comment: string | undefined): string | null => comment?.trim() || null
function said(comment: string): string {
  const words = comment.trim()
  return words === '' ? refuse(generalErrors.fieldRequired, { field: 'comment' }) : words
}

/** Calls by which approvals are decided over the documents that the areas bring. */
export function decidingHandlers(documentOf: (module_code: string) => ApprovalDocument): Handler[] {
  /** Digests of all documents that are agreed to, read once for each kind. */
  const digests = async ({ tx, org_id }: Context, locked: Iterable<Locked>) => {
    const groups = Map.groupBy(locked, ({ approval }) => approval.module_code)
    const all = new Map<string, string>()
    for (const [module_code, group] of groups) {
      const ids = group.map(({ approval }) => approval.object_id)
      for (const [id, digest] of await digestsNow(tx, org_id, documentOf(module_code), ids)) all.set(id, digest)
    }
    return all
  }
  interface Decision {
    readonly locked: ReadonlyMap<string, Locked>
    readonly agrees: boolean
    readonly comment: string | null
  }
  const decide = async (context: Context, ids: readonly string[], { locked, agrees, comment }: Decision) => {
    const { member, now } = context
    const chosen = ids.flatMap(id => locked.get(id) ?? [])
    const submitted = agrees ? await digests(context, chosen) : new Map<string, string>()
    const decided: Decided[] = []
    const { passed_ids, refused } = sortOut(ids, locked, of => {
      const { approval, steps } = of
      expectOpen(approval, agrees ? 'approve' : 'reject')
      const step = expectTurn(approval, steps, member.user_id) as StoredStep
      if (agrees) expectUnchanged(submitted, approval)
      const after = afterDecision(approval.mode, steps, step, agrees)
      const result = agrees ? codes.approved : codes.rejected
      const changes = [{ id: step.id, result, comment, handled_time: now }]
      decided.push({ of, ...after, changes, action: agrees ? 'approve' : 'reject', comment })
    })
    if (decided.length > 0) {
      await keepDecisions(context, decided)
      await settleDocuments(context, decided, documentOf)
    }
    return { passed_ids, refused, decided }
  }
  const decideOne = async (context: Context, id: string, agrees: boolean, comment: string | null) => {
    const of = await lockOne(context, id)
    const locked = new Map([[id, of]])
    const { decided, refused } = await decide(context, [id], { locked, agrees, comment })
    const [refusal] = refused
    if (refusal) refuse(refusal.definition, refusal.data)
    return { approval_status: decided[0]!.status }
  }
  /** Decided alone, undone alone where it is refused. */
  const tryOne = async (context: Context, { id, no }: Locked, decision: Decision) => {
    try {
      return await within(context.tx, () => decide(context, [id], decision))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { passed_ids: [], refused: [{ id, definition: error.definition, data: error.data, name: no }] }
    }
  }
  const decideMany = async (context: Context, ids: readonly string[], agrees: boolean, comment: string | null) => {
    const locked = await lockApprovals(context, ids)
    if (ids.length === 1 && locked.size === 0) refuse(accessErrors.approvalMissing)
    const decision = { locked, agrees, comment }
    // As they were asked for: by their ids. Kind by kind, as each kind locks what is its own.
    const inTurn = [...Map.groupBy(locked.values(), ({ approval }) => approval.module_code)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .flatMap(([module_code, group]) => (agrees && documentOf(module_code).inTurn ? group : []))
    const answers = []
    for (const of of inTurn) answers.push(await tryOne(context, of, decision))
    const turns = new Set(inTurn.map(({ id }) => id))
    answers.push(
      await decide(
        context,
        ids.filter(id => !turns.has(id)),
        decision,
      ),
    )
    const passed = new Set(answers.flatMap(({ passed_ids }) => passed_ids))
    const refused = answers.flatMap(answer => answer.refused)
    return bulkAnswer(
      ids.filter(id => passed.delete(id)),
      refused,
      context.language,
    )
  }
  return [
    handle(approveApproval, ({ id, comment }, context) => decideOne(context, id, true, noted(comment))),
    handle(rejectApproval, ({ id, comment }, context) => decideOne(context, id, false, said(comment))),
    handle(approveApprovals, ({ ids, comment }, context) => decideMany(context, ids, true, noted(comment))),
    handle(rejectApprovals, ({ ids, comment }, context) => decideMany(context, ids, false, said(comment))),
    handle(returnApproval, async ({ id, step_id, comment: given }, context) => {
      const comment = said(given)
      const of = await lockOne(context, id)
      const { approval, steps } = of
      expectOpen(approval, 'return')
      const own = expectTurn(approval, steps, context.member.user_id)
      const opened = new Set(returnedSteps(approval.mode, steps, own, step_id).map(one => one.id))
      const after = steps.map(step => (opened.has(step.id) ? { ...step, result: codes.pending } : step))
      await keepDecisions(context, [
        {
          ...{ of, status: codes.pending, current: currentApprovers(approval.mode, after), action: 'return', comment },
          changes: [...opened].map(one => ({ id: one, result: codes.pending, comment: null, handled_time: null })),
          to_user_id: steps.find(step => step.id === step_id)!.approver_id,
        },
      ])
      return { approval_status: codes.pending }
    }),
    handle(withdrawApproval, async ({ id }, context) => {
      const of = await lockOne(context, id)
      expectStarter(of.approval, context.member.user_id)
      expectOpen(of.approval, 'withdraw')
      const decided: Decided[] = [
        { of, status: codes.withdrawn, current: [], changes: [], action: 'withdraw', comment: null },
      ]
      await keepDecisions(context, decided)
      await settleDocuments(context, decided, documentOf)
      return { approval_status: codes.withdrawn }
    }),
    handle(delegateApproval, async ({ id, user_id, comment: given }, context) => {
      const { tx, org_id, member } = context
      const of = await lockOne(context, id)
      const { approval, steps } = of
      expectOpen(approval, 'delegate')
      const step = expectTurn(approval, steps, member.user_id) as StoredStep
      const { active } = await activeMembers(tx, org_id, [user_id])
      expectDelegate(approval, steps, user_id, member.user_id, active)
      expectMayApprove(await membersBy(tx, org_id, [user_id]), 'user_id')
      const comment = noted(given)
      const passed = steps.map(one => (one === step ? { ...one, approver_id: user_id } : one))
      await keepDecisions(context, [
        {
          ...{ of, status: codes.pending, current: currentApprovers(approval.mode, passed), action: 'delegate' },
          changes: [
            {
              ...{ id: step.id, approver_id: user_id, delegated_by: member.user_id },
              ...{ result: codes.pending, comment, handled_time: null },
            },
          ],
          ...{ comment, to_user_id: user_id },
        },
      ])
      return { approval_status: codes.pending }
    }),
    handle(remindApproval, async ({ id }, context) => {
      const { tx, org_id, now, member } = context
      const { approval } = await lockOne(context, id)
      expectStarter(approval, member.user_id)
      expectOpen(approval, 'remind')
      expectRemindable(approval, now)
      await sql`update approval set reminded_time = ${now} where org_id = ${org_id} and id = ${id}`.execute(tx)
      await sql`insert into approval_event (id, approval_id, action, user_id, at)
        values (${newId()}, ${id}, 'remind', ${member.user_id}, ${now})`.execute(tx)
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
