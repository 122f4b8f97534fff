import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../access.errors.ts'
import {
  afterDecision,
  checkFlow,
  comparableAmount,
  currentApprovers,
  expectDelegate,
  expectTurn,
  type Flow,
  firstSteps,
  flowFor,
  type ModeCode,
  type Step,
} from './approval.rules.ts'
import { approvalMode, approvalStatus } from './approval.status.ts'

const refusal = (run: () => unknown): ErrorDefinition | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.definition
    throw error
  }
}
const { single, joint_sign, either_sign, sequential } = approvalMode.codes
const { pending, approved, rejected } = approvalStatus.codes
const flow = (mode: ModeCode, approver_ids: string[], more: Partial<Flow> = {}): Flow => ({
  ...{ mode, approver_ids, enabled: 1, amount_from: null, workgroup_ids: [], ...more },
})
const present = (...active: string[]) => ({ active: new Set(active), administrators: [], own: new Set(['s']) })
/** Lets members agree one after the other; the status after each. */
function agree(mode: ModeCode, approvers: string[], by: string[]): number[] {
  let { steps }: { steps: Step[] } = firstSteps(flow(mode, approvers), present(...approvers))
  return by.map(user => {
    const approval = { mode, status: pending, starter_id: 's', own_ids: ['s'], reminded_time: null }
    const own = expectTurn(approval, steps, user)
    const { status } = afterDecision(mode, steps, own, true)
    steps = steps.map(step => (step === own ? { ...step, result: approved } : step))
    return status
  })
}

test('single: the one approver decides', () => {
  expect(agree(single, ['a'], ['a'])).toEqual([approved])
  expect(refusal(() => checkFlow({ ...flow(single, []), module_code: 'SO' }))).toBe(accessErrors.noApprover)
  expect(refusal(() => checkFlow({ ...flow(single, ['a', 'b']), module_code: 'SO' }))).toBe(accessErrors.approversUnfit)
})
test('R-071 joint sign: everyone must approve', () => {
  expect(agree(joint_sign, ['a', 'b'], ['a'])).toEqual([pending])
  expect(agree(joint_sign, ['a', 'b'], ['b', 'a'])).toEqual([pending, approved])
})
test('R-072 either sign: one approver suffices', () => {
  expect(agree(either_sign, ['a', 'b'], [])).toEqual([])
  expect(agree(either_sign, ['a', 'b'], ['b'])).toEqual([approved])
})
test('R-073 sequential: approvers act in order', () => {
  expect(refusal(() => agree(sequential, ['a', 'b'], ['b']))).toBe(accessErrors.approvalNotTurn)
  expect(agree(sequential, ['a', 'b'], ['a', 'b'])).toEqual([pending, approved])
})
test('one refusal ends any approval', () => {
  for (const mode of [joint_sign, either_sign, sequential]) {
    const { steps } = firstSteps(flow(mode, ['a', 'b']), present('a', 'b'))
    expect(afterDecision(mode, steps, steps[0]!, false)).toEqual({ status: rejected, current: [] })
  }
})
test('who has left is passed over; nobody left is refused', () => {
  const { steps } = firstSteps(flow(sequential, ['gone', 'b']), present('b'))
  expect(currentApprovers(sequential, steps)).toEqual(['b'])
  expect(refusal(() => firstSteps(flow(single, ['gone']), present()))).toBe(accessErrors.noApprover)
})
test('the most specific enabled flow is taken: workgroup, then amount', () => {
  const general = flow(single, ['general'])
  const large = flow(single, ['large'], { amount_from: '10000' })
  const huge = flow(single, ['huge'], { amount_from: '100000' })
  const group = flow(single, ['group'], { workgroup_ids: ['g1'] })
  const off = flow(single, ['off'], { amount_from: '20000', enabled: 0 })
  const flows = [general, large, huge, group, off]
  const chosen = (amount: string | null, ...workgroup_ids: string[]) => flowFor(flows, { amount, workgroup_ids })
  expect(chosen('9999.99')).toBe(general)
  expect(chosen('10000')).toBe(large)
  expect(chosen('250000')).toBe(huge)
  // An amount that cannot be compared is above every limit.
  expect(chosen(null)).toBe(huge)
  expect(chosen('250000', 'g1')).toBe(group)
  expect(flowFor([large], { amount: '1', workgroup_ids: [] })).toBe(undefined)
})
test('a flow names a known document type and nobody twice', () => {
  expect(refusal(() => checkFlow({ ...flow(joint_sign, ['a', 'a']), module_code: 'SO' }))).toBe(
    generalErrors.badParameter,
  )
  expect(refusal(() => checkFlow({ ...flow(single, ['a']), module_code: 'constructor' }))).toBe(
    generalErrors.badParameter,
  )
})

test('without a price on every line, or in another currency, an amount compares with no limit', () => {
  const document = { amount: '50', currency: 'CNY', priced: true }
  expect(comparableAmount(document, 'CNY')).toBe('50')
  expect(comparableAmount({ ...document, currency: null }, 'CNY')).toBe('50')
  expect(comparableAmount({ ...document, currency: 'USD' }, 'CNY')).toBe(null)
  expect(comparableAmount({ ...document, priced: false }, 'CNY')).toBe(null)
})
test('nobody approves the own document: his step is passed over, then another administrator decides, or it is refused', () => {
  const own = { active: new Set(['s', 'a', 'boss']), administrators: ['s', 'boss'], own: new Set(['s']) }
  expect(firstSteps(flow(joint_sign, ['s', 'a']), own).steps.map(step => step.approver_id)).toEqual(['a'])
  const { mode, steps } = firstSteps(flow(single, ['s']), own)
  expect([mode, currentApprovers(mode, steps)]).toEqual([either_sign, ['boss']])
  expect(refusal(() => firstSteps(flow(single, ['s']), { ...own, administrators: ['s'] }))).toBe(
    accessErrors.noApprover,
  )
  const approval = { mode: single, status: pending, starter_id: 's', own_ids: ['s', 'maker'], reminded_time: null }
  const open: Step[] = [{ sequence: 1, approver_id: 'maker', result: pending }]
  expect(refusal(() => expectTurn(approval, open, 'maker'))).toBe(accessErrors.selfNotAllowed)
  expect(refusal(() => expectDelegate(approval, open, 's', 'a', new Set(['s'])))).toBe(accessErrors.selfNotAllowed)
})
