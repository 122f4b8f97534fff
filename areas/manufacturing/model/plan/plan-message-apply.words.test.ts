import { expect, test } from 'vitest'
import { messageSource } from './plan-message.ts'
import { doneByAll, whyNotApplied } from './plan-message-apply.words.ts'

const { in_transit, in_production, purchase_request } = messageSource
const about = (kind: string, source_type: number | null, order_line_count = 0, order_received = false) => ({
  ...{ kind, source_type, order_line_count, order_received },
})

test('an order with other lines, or of which some has come, is not cancelled by a message, and that is known before', () => {
  expect(whyNotApplied(about('cancel', in_transit, 1))).toBeUndefined()
  expect(whyNotApplied(about('cancel', in_transit, 2))?.en).toContain('other lines')
  expect(whyNotApplied(about('cancel', in_transit, 1, true))).toBeDefined()
  expect(whyNotApplied(about('decrease', in_transit, 1))).toBeDefined()
  expect(whyNotApplied(about('defer', in_transit, 2))).toBeUndefined()
  expect(whyNotApplied(about('cancel', in_production))).toBeUndefined()
})

test('each kind says what it does, each thing once', () => {
  const of = (kind: string, source: number | null) => doneByAll([about(kind, source)]).en
  expect(of('cancel', in_transit)).toMatch(/whole purchase order is cancelled.*calculated again/)
  expect(of('cancel', in_production)).toContain('work order is deleted')
  expect(of('expedite', in_production)).toContain('work order gets the date')
  expect(of('defer', purchase_request)).toContain('purchase request gets the date')
  expect(of('buy', null)).toContain('purchase request is made')
  expect(doneByAll([about('buy', null), about('buy', null), about('make', null)]).zh).toBe(
    '按数量和日期新建采购申请。按数量和日期新建工单。随后重新计算物料计划。',
  )
})
