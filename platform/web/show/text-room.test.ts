import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { columnRoom, textRoom } from './text-room.ts'

test('a Chinese character takes the size of its font, an English letter about half', () => {
  expect(textRoom('计划数量', 12)).toBe(48)
  expect(textRoom('Planned quantity', 12)).toBeGreaterThan(16 * 6)
  expect(textRoom('Planned quantity', 12)).toBeLessThan(16 * 8)
})

test('a column has room for its heading with the sorter, and for its longest status', () => {
  const title = text('状态', 'Status')
  const plain = columnRoom({ title, sort: false, options: undefined }, 'en')
  expect(columnRoom({ title, sort: true, options: undefined }, 'en')).toBeGreaterThan(plain)
  const options = [
    { code: 0, colour: 'neutral' as const, ...text('待领', 'Open') },
    { code: 1, colour: 'warning' as const, ...text('部分领料', 'Partially picked') },
  ]
  expect(columnRoom({ title, sort: false, options }, 'en')).toBeGreaterThan(textRoom('Partially picked', 12))
  expect(columnRoom({ title, sort: false, options }, 'en')).toBeGreaterThan(
    columnRoom({ title, sort: false, options }, 'zh'),
  )
})
