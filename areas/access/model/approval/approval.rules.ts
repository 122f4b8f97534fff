import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Grant, isGranted } from '@qitao/core/grant.ts'
import { isLess, isMore, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { accessErrors } from '../access.errors.ts'
import { featureEnable } from '../company/feature-enable.status.ts'
import { approveApproval } from './approval.calls.ts'
import { approvalMode, approvalStatus } from './approval.status.ts'

/** What can be approved: documents by the code of their numbers, QC plans and prices. */
export const approvalModules: Readonly<Record<string, Text>> = {
  SO: text('销售订单', 'Sales order'),
  CG: text('采购订单', 'Purchase order'),
  PD: text('盘点单', 'Stock count'),
  TZ: text('库存调整', 'Stock adjustment'),
  QC: text('质检方案', 'QC plan'),
  BD: text('补报单', 'Supplement sheet'),
  BJ: text('报价单', 'Quotation'),
  CJ: text('采购单价', 'Purchase prices'),
  XJ: text('销售单价', 'Sales prices'),
}
const { pending, approved, rejected, withdrawn } = approvalStatus.codes
const { single, joint_sign, either_sign, sequential } = approvalMode.codes
export type ApprovalCode = (typeof approvalStatus.list)[number]['code']
export type ModeCode = (typeof approvalMode.list)[number]['code']

export interface Flow {
  readonly mode: ModeCode
  readonly approver_ids: readonly string[]
  readonly enabled: number
  readonly amount_from: Quantity | null
  readonly workgroup_ids: readonly string[]
}
/** 5001 unknown document type or doubled approver; 7704 without an approver; 7708 with several where one decides. */
export function checkFlow(flow: Flow & { readonly module_code: string }): void {
  if (!Object.hasOwn(approvalModules, flow.module_code)) refuse(generalErrors.badParameter, { field: 'module_code' })
  if (new Set(flow.approver_ids).size < flow.approver_ids.length)
    refuse(generalErrors.badParameter, {
      field: 'approver_ids',
      detail: text('审批人重复', 'An approver stands twice'),
    })
  if (flow.approver_ids.length === 0) refuse(accessErrors.noApprover, { field: 'approver_ids' })
  if (flow.mode === single && flow.approver_ids.length > 1) {
    const detail = text('单人审批只能有一个审批人', 'A single approval has one approver')
    refuse(accessErrors.approversUnfit, { field: 'approver_ids', detail })
  }
}

/** 7708 when one of them could not decide: without the right a notice would be all that he gets. */
export function expectMayApprove(
  approvers: readonly { readonly name: string; readonly grants: readonly Grant[] }[],
  field: string,
): void {
  const without = approvers.filter(({ grants }) => !isGranted(approveApproval, grants)).map(({ name }) => name)
  if (without.length === 0) return
  refuse(accessErrors.approversUnfit, {
    field,
    detail: text(
      `${without.join('、')}没有「${pages.taskCentre.title.zh}」页面的审批权限，请先在其角色中授予`,
      `${without.join(', ')}: the role lacks the right to approve on the page ${pages.taskCentre.title.en}; give it first`,
    ),
  })
}

/** Why an order rests: its approval is open, and for whom it waits. */
export const whyApprovalOpen = (approvers: readonly string[]): Text =>
  text(`审批中，等待${approvers.join('、')}审批`, `Under approval, waits for ${approvers.join(', ')}`)

/**
 * What a limit is compared with, in the company's currency. Null where that cannot be said, because a line has no price or the
 * currency is another: it counts as above every limit.
 */
export const comparableAmount = (
  of: { readonly amount: Quantity | null; readonly currency: string | null; readonly priced: boolean },
  currency: string,
): Quantity | null => (of.priced && (of.currency ?? currency) === currency ? of.amount : null)

/** The enabled flow for a document: one for its workgroup comes before a general one, then the highest amount. */
export function flowFor<F extends Flow>(
  flows: readonly F[],
  of: { readonly amount: ReturnType<typeof comparableAmount>; readonly workgroup_ids: readonly string[] },
): F | undefined {
  const fitting = flows.filter(
    flow =>
      flow.enabled === featureEnable.codes.on &&
      (flow.amount_from === null || of.amount === null || !isLess(of.amount, flow.amount_from)) &&
      (flow.workgroup_ids.length === 0 || flow.workgroup_ids.some(id => of.workgroup_ids.includes(id))),
  )
  const isBefore = (one: F, other: F): boolean => {
    const [own, others] = [one.workgroup_ids.length > 0, other.workgroup_ids.length > 0]
    return own === others ? isMore(one.amount_from ?? '-1', other.amount_from ?? '-1') : own
  }
  return fitting.reduce<F | undefined>((best, flow) => (!best || isBefore(flow, best) ? flow : best), undefined)
}

export interface Step {
  readonly sequence: number
  readonly approver_id: string
  readonly result: ApprovalCode
}
/** Who may decide now: the next one where they act in order, else all who have not. */
export function currentApprovers(mode: ModeCode, steps: readonly Step[]): string[] {
  const open = steps.filter(step => step.result === pending).sort((one, other) => one.sequence - other.sequence)
  return (mode === sequential ? open.slice(0, 1) : open).map(step => step.approver_id)
}
export interface MayApprove {
  /** Who can still sign in, of the flow's approvers and of the administrators. */
  readonly active: ReadonlySet<string>
  readonly administrators: readonly string[]
  /** Who submitted the document, made it or altered it: they do not decide on it. */
  readonly own: ReadonlySet<string>
}
/**
 * Steps of a new approval; members who can no longer sign in are passed over, and so is whose own document it is. Where only
 * he would be left, one of the other administrators decides. 7704 when there is nobody.
 */
export function firstSteps(flow: Flow, { active, administrators, own }: MayApprove): { mode: ModeCode; steps: Step[] } {
  const present = flow.approver_ids.filter(id => active.has(id))
  if (present.length === 0) refuse(accessErrors.noApprover)
  const approvers = present.filter(id => !own.has(id))
  const stepsOf = (ids: readonly string[]): Step[] =>
    ids.map((approver_id, index) => ({ sequence: index + 1, approver_id, result: pending }))
  if (approvers.length > 0) return { mode: flow.mode, steps: stepsOf(approvers) }
  const others = administrators.filter(id => active.has(id) && !own.has(id))
  if (others.length === 0)
    refuse(accessErrors.noApprover, {
      detail: text(
        '审批人只有提交人、制单人或修改过它的人，不能审批自己的单据；请在审批流中增加其他审批人',
        'Only who submitted, made or altered it could approve it; add another approver to the flow',
      ),
    })
  return { mode: either_sign, steps: stepsOf(others) }
}

export interface OpenApproval {
  readonly mode: ModeCode
  readonly status: ApprovalCode
  readonly starter_id: string
  /** Who may not decide on it. */
  readonly own_ids: readonly string[]
  readonly reminded_time: Instant | null
}
type Action = keyof typeof approvalStatus.actions
/** 7703 when it was decided or withdrawn already. */
export function expectOpen(approval: OpenApproval, action: Action): void {
  const detail = approvalStatus.whyNot(action as 'approve', approval.status)
  if (detail) refuse(accessErrors.approvalHandled, { detail })
}
function expectNotOwn({ own_ids }: OpenApproval, user_id: string, field?: string): void {
  if (!own_ids.includes(user_id)) return
  refuse(accessErrors.selfNotAllowed, {
    ...(field === undefined ? {} : { field }),
    detail: text(
      '单据不能由提交人、制单人或修改过它的人自己审批',
      'Nobody approves what he submitted, made or altered himself',
    ),
  })
}
/** 7029 for the own document; 7702 when it is not for this member to decide now. */
export function expectTurn(approval: OpenApproval, steps: readonly Step[], user_id: string): Step {
  expectNotOwn(approval, user_id)
  if (!currentApprovers(approval.mode, steps).includes(user_id)) refuse(accessErrors.approvalNotTurn)
  return steps.find(step => step.approver_id === user_id && step.result === pending)!
}
/** After a member has decided: joint sign and sequence go on until all agree; one refusal ends any approval. */
export function afterDecision(
  mode: ModeCode,
  steps: readonly Step[],
  decided: Step,
  agrees: boolean,
): {
  status: ApprovalCode
  current: string[]
} {
  if (!agrees) return { status: rejected, current: [] }
  const after = steps.map(step => (step === decided ? { ...step, result: approved } : step))
  const current = currentApprovers(mode, after)
  const waits = (mode === joint_sign || mode === sequential) && current.length > 0
  return waits ? { status: pending, current } : { status: approved, current: [] }
}
/** Steps that were agreed before one's own: it can be returned to them. Where one decision ends it there are none. */
export const returnableSteps = <S extends Step>(mode: ModeCode, steps: readonly S[], own: Step): S[] =>
  steps.filter(step => step.result === approved && (mode !== sequential || step.sequence < own.sequence))
/** Steps that a return opens again: the one, and in a sequence whatever was agreed after it. 5001 for any other step. */
export function returnedSteps<S extends Step & { readonly id: string }>(
  mode: ModeCode,
  steps: readonly S[],
  own: Step,
  step_id: string,
): S[] {
  const before = returnableSteps(mode, steps, own)
  const target = before.find(({ id }) => id === step_id)
  if (!target) {
    const detail = text('只能退回到已通过的前序步骤', 'It goes back only to a step that was agreed before')
    return refuse(generalErrors.badParameter, { field: 'step_id', detail })
  }
  return mode === sequential ? before.filter(({ sequence }) => sequence >= target.sequence) : [target]
}
export function expectStarter(approval: OpenApproval, user_id: string): void {
  if (approval.starter_id !== user_id) refuse(generalErrors.noPermission)
}
/** A step can be passed on to a colleague who does not decide already, and whose own document it is not. */
export function expectDelegate(
  approval: OpenApproval,
  steps: readonly Step[],
  user_id: string,
  own: string,
  active: ReadonlySet<string>,
): void {
  if (user_id === own) refuse(accessErrors.selfNotAllowed)
  if (!active.has(user_id)) refuse(generalErrors.recordNotFound, { field: 'user_id' })
  expectNotOwn(approval, user_id, 'user_id')
  if (steps.some(step => step.approver_id === user_id)) {
    const detail = text('该成员已是审批人', 'This member is an approver already')
    refuse(generalErrors.badParameter, { field: 'user_id', detail })
  }
}
/** Approvers are reminded once an hour at most. */
export function expectRemindable(approval: OpenApproval, now: Instant): void {
  if (approval.reminded_time !== null && now - approval.reminded_time < hourSeconds) {
    const detail = text('一小时内已催办过', 'They were reminded within the last hour')
    refuse(generalErrors.programLocked, { detail })
  }
}
/** What a step that nobody needs any more is marked with when the approval ends. */
export const leftOpen = withdrawn
