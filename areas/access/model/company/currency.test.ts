import { expect, test } from 'vitest'
import { currencies, currencyField } from './currency.ts'

test('documents are in a currency of ISO 4217: any company can keep its money in one of them', () => {
  const { schema } = currencyField()
  for (const { code } of [...currencies, { code: 'KWD' }]) expect(schema.parse(code)).toBe(code)
  for (const none of ['ZZZ', 'RMB', 'cny', '¥']) expect(schema.safeParse(none).success, none).toBe(false)
})

test('it is chosen from all of them, by code and name', () => {
  const { options = [] } = currencyField()
  expect(options.find(({ code }) => code === 'KWD')).toMatchObject({ zh: '科威特第纳尔', en: 'Kuwaiti Dinar' })
  expect(new Set(options.map(({ code }) => code)).size).toBe(options.length)
})
