import { setToastHost } from '@qitao/platform/web/show/toast.ts'
import type { useAppProps } from 'antd/es/app/context'
import { beforeEach, expect, test } from 'vitest'
import { tellWarnings } from './split-parts.ts'

/** What is on the page: of one key the last stands. */
const shown = new Map<unknown, object>()
let notices = 0
const message = {
  open: (given: { key?: unknown }) => shown.set(given.key, given),
  destroy: (key: unknown) => shown.delete(key),
}
const notification = { open: () => notices++, destroy: () => {} }
beforeEach(() => {
  shown.clear()
  notices = 0
  setToastHost({ message, notification, modal: {} } as unknown as useAppProps)
})
const told = () => JSON.stringify([...shown.values()])
const late = (no: string) => ({ kind: 'late', message: `${no} will be late` })
const moved = { kind: 'moved', message: '2 other tasks moved along' }

test('all that a drag brings about can be read together, until the next drag', () => {
  tellWarnings([late('MO1'), late('MO2'), moved, { kind: 'published_moved', message: 'publish again' }])
  for (const words of ['MO1', 'MO2', 'moved along', 'publish again']) expect(told()).toContain(words)
  tellWarnings([late('MO3')])
  expect(told()).toContain('MO3')
  expect(told()).not.toContain('MO1')
  tellWarnings([])
  expect(shown.size).toBe(0)
})
test('that others moved along is no warning by itself', () => {
  tellWarnings([moved])
  expect([shown.size, notices]).toEqual([0, 1])
})
