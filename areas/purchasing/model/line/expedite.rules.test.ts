import { say } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { expectExpeditable, type LineToExpedite, wishesInWords } from './expedite.rules.ts'

const today = 100 * daySeconds
const line = (more: Partial<LineToExpedite> = {}): LineToExpedite => ({
  ...{ line_no: 3, quantity: '10', received_quantity: '0', eta: 120 * daySeconds },
  ...more,
})
test('an open line is asked for earlier; one without a day for any', () => {
  expect(() => expectExpeditable([line(), line({ eta: null })], 110 * daySeconds, today)).not.toThrow()
})
describe('refused', () => {
  test.each([
    ['a day that is over', line(), 99, '5001'],
    ['the day on which it comes', line(), 120, '5001'],
    ['what has come', line({ received_quantity: '10' }), 110, '5703'],
  ])('%s', (_, of, day, code) => expect(() => expectExpeditable([of], day * daySeconds, today)).toThrow(code))
})
test('a mail names each line, its day, the one that is wished for and why', () => {
  const wish = { line_no: 1, material_code: 'RIM', material_name: 'Rim', open_quantity: '8', unit_name: 'pcs' }
  const [words] = wishesInWords(
    [{ ...wish, eta: 120 * daySeconds, wished_date: 110 * daySeconds, remark: 'line stops' }],
    'UTC',
  )
  expect(say(words!, 'en')).toContain('1. RIM Rim 8 pcs: 1970-05-01 → 1970-04-21 (line stops)')
  expect(wishesInWords([], 'UTC')).toEqual([])
})
