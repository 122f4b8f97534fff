import { expect, test } from 'vitest'
import { type Burst, noBurst, scanOf, withKey } from './scanner.ts'

const keys = (text: string, gap: number, before: Burst = noBurst): Burst =>
  [...text].reduce((burst, key) => withKey(burst, key, Math.max(0, burst.at) + gap), before)
const scannedCode = (...of: Parameters<typeof scanOf>) => scanOf(...of)?.code

test('fast keys that Enter ends are a code, be it of letters or of digits', () => {
  const label = keys('M09', 10)
  expect(scannedCode(label, label.at + 10, 'M09')).toBe('M09')
  const digits = keys('4012345', 10)
  expect(scannedCode(digits, digits.at + 10, '4012345')).toBe('4012345')
})
test('a scan after a typed number is only what was scanned', () => {
  const label = keys('F-01', 10, { text: '5', at: -1_000 })
  expect(scannedCode(label, label.at + 10, '5F-01')).toBe('F-01')
})
test('what a person types is a number; letters are a code however slowly they come', () => {
  const slow = keys('120', 90)
  expect(scannedCode(slow, slow.at + 90, '120')).toBeUndefined()
  expect(scannedCode(keys('12', 10), 30, '12')).toBeUndefined()
  expect(scannedCode(noBurst, 1_000, '')).toBeUndefined()
  expect(scannedCode(keys('M09', 300), 2_000, 'M09')).toBe('M09')
})
test('a scan that stumbled is taken whole from the field', () => {
  const rest = keys('0012', 10)
  expect(scannedCode(rest, rest.at + 10, 'TASK-0012')).toBe('TASK-0012')
  const tail = keys('-01', 10)
  expect(scanOf(tail, tail.at + 10, 'F-01')).toEqual({ code: 'F-01', restores: true })
  expect(scanOf(tail, tail.at + 10, '4F-01', '4')).toEqual({ code: 'F-01', restores: true })
})
test('a label whose end came late leaves the quantity before it; a slip of the hand stays as typed', () => {
  const label = keys('F-01', 10)
  expect(scanOf(label, label.at + 90, '4F-01', '4')).toEqual({ code: 'F-01', restores: true })
  expect(scanOf(keys('o', 90), 300, '12o', '12')).toEqual({ code: '12o', restores: false })
})
