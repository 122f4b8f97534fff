import { expect, test, vi } from 'vitest'
import { lineKeys } from './line-keys.ts'

// Outside of a browser no element is one.
vi.stubGlobal('HTMLElement', class {})
const line = { quantity: '5' }
function press(key: string, editing: boolean) {
  const put = vi.fn()
  const undo = vi.fn()
  const onKeyDown = lineKeys({
    ...{ place: { row: 0, cell: 0, editing }, lines: [line], cells: [], put, undo, before: { current: line } },
    ...{ setPlace: vi.fn(), step: vi.fn(), tab: () => false, add: vi.fn(), edit: vi.fn() },
  })
  const event = { key, nativeEvent: {}, preventDefault: vi.fn(), stopPropagation: vi.fn() }
  onKeyDown(event as never)
  return { event, undo }
}

test('Escape in a cell that is edited ends there: the dialog around does not get it', () => {
  const { event, undo } = press('Escape', true)
  expect(undo).toHaveBeenCalledOnce()
  expect(event.stopPropagation).toHaveBeenCalledOnce()
})
test('Escape in a cell that is only chosen is the dialog’s', () => {
  const { event, undo } = press('Escape', false)
  expect(undo).not.toHaveBeenCalled()
  expect(event.stopPropagation).not.toHaveBeenCalled()
})
