import { approveApproval } from '@qitao/access/model/approval/approval.calls.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskResult, taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { inboundStatus } from '@qitao/warehouse/model/receipt.status.ts'
import { expect, test } from 'vitest'
import { isTaken, nextTry } from './web-hook.rules.ts'
import { type Change, eventsIn, type HookTable, tablesOf } from './web-hook-events.ts'

const seen = (table: HookTable, was: unknown, row: object, more: Partial<Change> = {}) =>
  eventsIn(table, { was, row: { ...row }, is_touched: false, cause: null, ...more })

test('what is not taken is tried after growing waits, the last time when its day ends', () => {
  const tries: number[] = []
  for (let at: number | undefined = 0; at !== undefined; at = nextTry(tries.length, 0, at)) tries.push(at)
  const waits = tries.slice(1).map((at, index) => (at - tries[index]!) / 60)
  expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240])
  expect(tries.at(-1)).toBe(daySeconds)
  expect(tries.length).toBeLessThan(20)
})
test('only an answer of success takes a message', () => {
  expect([200, 202, 204, 299].every(isTaken)).toBe(true)
  expect([null, 101, 301, 302, 400, 404, 410, 500].some(isTaken)).toBe(false)
})
test('an order is submitted when it begins to wait or enters force by itself, approved when it enters force', () => {
  const { init, approved, planning, cancelled } = salesOrderStatus.codes
  expect(seen('approval', null, { module_code: 'SO' })).toEqual(['sales_order_submitted'])
  expect(seen('approval', 1, { module_code: 'SO' })).toEqual([])
  expect(seen('approval', null, { module_code: 'CG' })).toEqual([])
  expect(seen('sales_order', init, { status: approved })).toEqual(['sales_order_submitted', 'sales_order_approved'])
  expect(seen('sales_order', null, { status: approved })).toEqual(['sales_order_submitted', 'sales_order_approved'])
  const decided = { cause: approveApproval.path }
  expect(seen('sales_order', init, { status: approved }, decided)).toEqual(['sales_order_approved'])
  expect(seen('sales_order', null, { status: init })).toEqual([])
  // Its work orders are gone: it is back, not approved again.
  expect(seen('sales_order', planning, { status: approved })).toEqual([])
  expect(seen('sales_order', planning, { status: cancelled })).toEqual(['sales_order_cancelled'])
})
test('a work order is released by the plan, not by a report that is taken back, and finished once', () => {
  const { planned, to_be_produced, in_production, completed, in_warehouse } = moStatus.codes
  expect(seen('mo', planned, { status: to_be_produced })).toEqual(['mo_released'])
  expect(seen('mo', in_production, { status: to_be_produced })).toEqual([])
  expect(seen('mo', in_production, { status: completed })).toEqual(['mo_finished'])
  expect(seen('mo', completed, { status: in_warehouse })).toEqual([])
})
test('each posting of a receipt is told, and nothing else that is written of it', () => {
  const { pending, partly, completed, force_closed } = inboundStatus.codes
  expect(seen('receipt', pending, { status: partly })).toEqual(['receipt_posted'])
  expect(seen('receipt', partly, { status: partly }, { is_touched: true })).toEqual(['receipt_posted'])
  expect(seen('receipt', partly, { status: partly })).toEqual([])
  expect(seen('receipt', partly, { status: completed })).toEqual(['receipt_posted'])
  expect(seen('receipt', partly, { status: force_closed })).toEqual([])
  expect(seen('receipt', pending, { status: pending }, { is_touched: true })).toEqual([])
})
test('a plan is told when it is published, an inspection when it is judged', () => {
  expect(seen('plan_version', null, { reason: 'publish' })).toEqual(['plan_published'])
  expect(seen('plan_version', null, { reason: 'schedule' })).toEqual([])
  const { in_progress, done } = taskStatus.codes
  expect(seen('qc_task', in_progress, { status: done, result: taskResult.codes.fail })).toEqual(['inspection_judged'])
  expect(seen('qc_task', in_progress, { status: done, result: taskResult.codes.gone })).toEqual([])
  expect(seen('qc_task', null, { status: done, result: taskResult.codes.skipped })).toEqual([])
})
test('a hook hears of the tables alone where its events are seen', () => {
  expect(tablesOf(['mo_finished', 'mo_released'])).toEqual(['mo'])
  expect(tablesOf(['stock_below_safety']).toSorted()).toEqual(['material_bound_told', 'stock_bound_told'])
})
