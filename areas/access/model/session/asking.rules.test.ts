import { expect, test } from 'vitest'
import { askingLimits, askingWait } from './asking.rules.ts'

const now = 1_800_000_000
const times = (count: number, since: number) => Array.from({ length: count }, () => now - since)

test('as often as is allowed, then not before the oldest that counts is an hour ago', () => {
  const { account, address } = askingLimits.access_request
  expect(askingWait('access_request', { account: times(account.most - 1, 10), address: [] }, now)).toBe(0)
  expect(askingWait('access_request', { account: times(account.most, 10), address: [] }, now)).toBe(3590)
  expect(askingWait('access_request', { account: [], address: times(address.most, 600) }, now)).toBe(3000)
  expect(askingWait('access_request', { account: times(account.most, 3600), address: [] }, now)).toBe(0)
})
test('an address, which a factory shares, may ask more often than one person', () => {
  for (const { account, address } of Object.values(askingLimits))
    expect(address.most).toBeGreaterThanOrEqual(account.most)
})
