import { expect, test } from 'vitest'
import { currencies, currencyField } from './currency.ts'

test('documents are in a currency of ISO 4217: any company can keep its money in one of them', () => {
  const { schema } = currencyField()
  for (const { code } of [...currencies, { code: 'KWD' }]) expect(schema.parse(code)).toBe(code)
  for (const none of ['ZZZ', 'RMB', 'cny', '¥']) expect(schema.safeParse(none).success, none).toBe(false)
})
