import { expect, test } from 'vitest'
import { noParts, verdict, whyNotJudged, withPart } from './judge-parts.ts'

const all = { ...noParts, passed: '12' }

test('what failed is no longer passed, unless somebody has typed how much passed', () => {
  const lot = { quantity: '12', isTyped: false }
  expect(withPart(all, 'failed', '3', lot)).toEqual({ passed: '9', concession: '0', failed: '3' })
  expect(withPart({ ...all, failed: '3' }, 'concession', '2', lot)).toMatchObject({ passed: '7' })
  expect(withPart({ ...all, passed: '9' }, 'failed', null, lot)).toMatchObject({ passed: '12', failed: null })
  expect(withPart(all, 'failed', '15', lot)).toMatchObject({ passed: '0' })
  expect(withPart(all, 'failed', '3', { ...lot, isTyped: true })).toMatchObject({ passed: '12' })
  expect(withPart(all, 'passed', '8', lot)).toMatchObject({ passed: '8', failed: '0' })
})

test('parts that do not make the lot say by how much', () => {
  expect(whyNotJudged(all, '12', '件')).toBeUndefined()
  expect(whyNotJudged({ ...all, failed: '3' }, '12', '件')?.zh).toBe('合格、让步、不合格合计须为 12 件，多了 3')
  expect(whyNotJudged({ ...all, passed: null }, '12', 'pc')?.en).toContain('12 is missing')
})

test('a sample within its number accepts nothing that is entered as failed', () => {
  const within = { nonconforming: 0, accept_number: 0 }
  expect(verdict(all, within).type).toBe('success')
  expect(verdict({ ...all, failed: '3' }, within)).toMatchObject({ type: 'warning' })
  expect(verdict({ ...all, failed: '3' }, within).title.en).not.toContain(': accept')
  expect(verdict(all, { ...within, nonconforming: 1 }).type).toBe('error')
})
