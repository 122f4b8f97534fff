import { expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

test('ids are UUIDs of version 7 that sort in the order of their making, also when the clock is set back', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  try {
    for (let n = 0; n < 5000; n += 1) ids.push(newId())
  } finally {
    vi.useRealTimers()
  }
  expect(ids.filter(id => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect([...new Set(ids)].sort()).toEqual(ids)
})
