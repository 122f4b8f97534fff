import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { qualityErrors } from '../quality.errors.ts'
import { itemKind } from '../scheme/method.record.ts'
import {
  checkMeasured,
  conforms,
  expectDisposable,
  expectSplittable,
  failedSamples,
  failedSerials,
  type ItemFacts,
  judge,
  quantityToRecheck,
} from './task.rules.ts'
import { disposal, taskResult, taskStatus } from './task.status.ts'

const item = (more: Partial<ItemFacts> = {}): ItemFacts => ({
  ...{
    id: 'length',
    name: 'Length',
    kind: itemKind.codes.number,
    required: true,
    lower_limit: '9.9',
    upper_limit: '10.1',
  },
  ...{ choices: null, good_choices: null },
  ...more,
})
const look = item({ id: 'look', name: 'Look', kind: itemKind.codes.pass_fail })
const colour = { kind: itemKind.codes.choice, choices: '红,蓝，灰', good_choices: '红,蓝' }
test.each<[string, ItemFacts, string, boolean | undefined]>([
  ['within', item(), '10', true],
  ['on the lower limit', item(), '9.9', true],
  ['on the upper limit', item(), '10.10', true],
  ['below', item(), '9.899', false],
  ['above', item(), '10.101', false],
  ['no lower limit', item({ lower_limit: null }), '-5', true],
  ['no number', item(), '10mm', undefined],
  ['it passes', look, 'OK', true],
  ['it fails', look, 'NG', false],
  ['neither', look, '10', undefined],
  ['a good choice', item(colour), '蓝', true],
  ['a bad choice', item(colour), '灰', false],
  ['no choice', item(colour), '绿', undefined],
])('a value conforms: %s', (_, of, value, expected) => {
  expect(conforms(of, value)).toBe(expected)
})

const code = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
  return 200
}
const measured = (values: Record<string, string[]>) =>
  Object.entries(values).flatMap(([item_id, list]) =>
    list.map((value, index) => ({ item_id, sample_no: index + 1, value })),
  )
test('a piece that fails in two items fails once', () => {
  const values = measured({ length: ['10', '12', '10'], look: ['OK', 'NG', 'NG'] })
  expect(failedSamples([item(), look], values)).toHaveLength(2)
})
test('values are of items of the plan and of pieces that were drawn', () => {
  expect(code(() => checkMeasured([look], measured({ look: ['OK'] }), 1))).toBe(200)
  expect(code(() => checkMeasured([look], measured({ look: ['OK', 'OK'] }), 1))).toBe(generalErrors.badParameter.code)
  expect(code(() => checkMeasured([look], measured({ look: ['?'] }), 1))).toBe(generalErrors.badParameter.code)
  expect(code(() => checkMeasured([look], measured({ length: ['1'] }), 1))).toBe(generalErrors.recordNotFound.code)
})

const sampled = {
  status: taskStatus.codes.pending,
  quantity: '1000',
  unit_precision: 0,
  sample_size: 80,
  accept_number: 2,
}
const whole = { ...sampled, quantity: '10', sample_size: 10, accept_number: 0 }
const seen = measured({ look: ['OK'] })
const of = (passed: string, concession: string, failed: string, nonconforming = 0, reason: string | null = null) => ({
  ...{ passed_quantity: passed, concession_quantity: concession, failed_quantity: failed, nonconforming, reason },
})
const { pass, fail, concession, partial } = taskResult.codes
test.each([
  ['all passes', sampled, of('1000', '0', '0', 2), { result: pass, accepted: true }],
  ['all fails', sampled, of('0', '0', '1000', 3), { result: fail, accepted: false }],
  ['all by concession', sampled, of('0', '1000', '0', 3, '急用'), { result: concession, accepted: false }],
  ['what was found fails', sampled, of('998', '0', '2', 2), { result: partial, accepted: true }],
  ['sorted out', whole, of('7', '0', '3', 3), { result: partial, accepted: false }],
])('a lot is judged: %s', (_, task, judgement, expected) => {
  expect(judge(task, [look], seen, judgement)).toEqual(expected)
})
test.each([
  ['it is done', { ...sampled, status: taskStatus.codes.done }, of('1000', '0', '0'), qualityErrors.taskDone],
  ['it does not add up (R-260)', sampled, of('999', '0', '0'), qualityErrors.quantityMismatch],
  ['finer than the unit', sampled, of('999.5', '0', '0.5'), generalErrors.unitQuantityPrecision],
  ['the sample refuses it', sampled, of('1000', '0', '0', 3), qualityErrors.sampleRefuses],
  ['more passes than conforms', whole, of('8', '0', '2', 3), qualityErrors.sampleRefuses],
  ['a concession without a reason', sampled, of('0', '1000', '0', 3), generalErrors.fieldRequired],
  ['more nonconforming than drawn', sampled, of('0', '0', '1000', 81), generalErrors.badParameter],
])('a judgement is refused: %s', (_, task, judgement, error) => {
  expect(code(() => judge(task, [look], seen, judgement))).toBe(error.code)
})
test('every required item has a result (R-265), and what failed is counted', () => {
  expect(code(() => judge(sampled, [look], [], of('1000', '0', '0')))).toBe(qualityErrors.resultMissing.code)
  expect(code(() => judge(sampled, [{ ...look, required: false }], [], of('1000', '0', '0')))).toBe(200)
  expect(code(() => judge(sampled, [look], measured({ look: ['NG'] }), of('1000', '0', '0')))).toBe(
    generalErrors.badParameter.code,
  )
})

const failed = {
  ...{ status: taskStatus.codes.done, unit_precision: 0, failed_quantity: '10', disposed_quantity: '4' },
  ...{ supplier_id: 'S', inspector_id: 'me', location_id: 'bin' as string | null, mo_id: null as string | null },
}
const way = (name: keyof typeof disposal.codes, quantity = '6') => ({ disposal: disposal.codes[name], quantity })
test.each([
  ['the rest is scrapped', failed, way('scrap'), 'me', 200],
  ['more than failed', failed, way('scrap', '7'), 'me', qualityErrors.disposalOverFailed.code],
  ['finer than the unit', failed, way('scrap', '0.5'), 'me', generalErrors.unitQuantityPrecision.code],
  ['used as it is by its inspector', failed, way('use_as_is'), 'me', qualityErrors.disposalByInspector.code],
  ['used as it is by somebody else', failed, way('use_as_is'), 'you', 200],
  ['returned', failed, way('return'), 'me', 200],
  ['returned to nobody', { ...failed, supplier_id: null }, way('return'), 'me', generalErrors.fieldRequired.code],
  ['not judged', { ...failed, status: 0 as const }, way('scrap'), 'me', generalErrors.statusNotAllowed.code],
  ['pieces in work', { ...failed, location_id: null }, way('scrap'), 'me', generalErrors.statusNotAllowed.code],
])('disposal: %s', (_, task, asked, who, expected) => {
  expect(code(() => expectDisposable(task, asked, who))).toBe(expected)
})

const all = { ...failed, quantity: '20', rechecked: false }
test.each<[string, Parameters<typeof quantityToRecheck>[0], string | number]>([
  ['goods in stock: what is left of what failed', all, '6'],
  ['pieces in work: all that was judged', { ...all, location_id: null, mo_id: 'MO' }, '20'],
  [
    'pieces that a supplier has brought back: they are reported',
    { ...all, location_id: null },
    generalErrors.statusNotAllowed.code,
  ],
  ['nothing is left', { ...all, disposed_quantity: '10' }, qualityErrors.nothingToRecheck.code],
  ['it is inspected again already', { ...all, rechecked: true }, qualityErrors.nothingToRecheck.code],
  ['not judged', { ...all, status: 0 }, generalErrors.statusNotAllowed.code],
])('inspected again: %s', (_, task, expected) => {
  if (typeof expected === 'number') expect(code(() => quantityToRecheck(task))).toBe(expected)
  else expect(quantityToRecheck(task)).toBe(expected)
})

const lot = { ...sampled, quantity: '20', location_id: 'bin' as string | null }
test.each<[string, Parameters<typeof expectSplittable>[0], string, number]>([
  ['a part', lot, '5', 200],
  ['all of it', lot, '20', generalErrors.badParameter.code],
  ['finer than the unit', lot, '0.5', generalErrors.unitQuantityPrecision.code],
  ['it is done', { ...lot, status: taskStatus.codes.done }, '5', qualityErrors.taskDone.code],
  ['pieces in work', { ...lot, location_id: null }, '5', generalErrors.statusNotAllowed.code],
])('a task is split: %s', (_, task, quantity, expected) => {
  expect(code(() => expectSplittable(task, quantity))).toBe(expected)
})

test('of pieces that came with numbers those that failed are named, and no others', () => {
  const of = (known: string[], passed_quantity: string, failed_quantity: string, failed_serials?: string[]) => () =>
    failedSerials(known, {
      ...{ nonconforming: 0, reason: null, passed_quantity, concession_quantity: '0', failed_quantity },
      failed_serials,
    })
  const all = ['S1', 'S2', 'S3']
  expect(of(all, '2', '1', [' S2 '])()).toEqual(['S2'])
  expect(of(all, '3', '0')()).toEqual([])
  expect(of(all, '2', '1')).toThrow(expect.objectContaining({ definition: qualityErrors.quantityMismatch }))
  expect(of(all, '2', '1', ['S1', 'S2'])).toThrow(
    expect.objectContaining({ definition: qualityErrors.quantityMismatch }),
  )
  expect(of(all, '1', '2', ['S1', 'S1'])).toThrow(expect.objectContaining({ definition: generalErrors.badParameter }))
  expect(of(all, '2', '1', ['S9'])).toThrow(expect.objectContaining({ definition: generalErrors.badParameter }))
  // Where not each piece has a number, the others may be those that failed.
  expect(of(['S1'], '2', '1')()).toEqual([])
})
