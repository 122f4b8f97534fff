import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Budget } from './budget.ts'
import { perProcessor, readLimits, settingOfLimit, usualLimits } from './limits.ts'

test('a limit is changed by the setting of its name, and by nothing that is no number', () => {
  expect(readLimits({})).toEqual(usualLimits)
  expect(readLimits({ LIMIT_CALLS_AT_ONCE_PER_USER: '7', LIMIT_HELD_MB: '' })).toEqual({
    ...usualLimits,
    callsAtOncePerUser: 7,
  })
  for (const given of ['0', '-1', '1.5', 'many', '1e9', '9999999999'])
    expect(() => readLimits({ LIMIT_CONNECTIONS: given }), given).toThrow('LIMIT_CONNECTIONS')
})
test('whoever runs the product finds each limit with what it usually is', () => {
  const told = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const each: Readonly<Record<string, number>> = perProcessor
  for (const [name, usual] of Object.entries(usualLimits)) {
    const number = name in each ? `${each[name]} a processor` : usual.toLocaleString('en')
    expect(told).toContain(`\`${settingOfLimit(name)}\` ${number}`)
  }
})
test('what is taken is counted in every share or in none, and given back once', () => {
  const budget = new Budget()
  const shares = (most: number) => [['company', 10] as const, ['user', most] as const]
  const first = budget.take(shares(5), 4)!
  expect(budget.take(shares(5), 2)).toBeUndefined()
  expect(budget.held('company')).toBe(4)
  budget.add(shares(5), 20)
  first()
  first()
  expect([budget.held('company'), budget.held('user'), budget.held('nobody')]).toEqual([20, 20, 0])
})
