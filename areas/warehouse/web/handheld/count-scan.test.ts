import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { expect, test } from 'vitest'
import { type CountLineRow, countCalls } from '../../model/count/count.calls.ts'
import { afterLabel, isPhotoWithoutFigure, linesHere, nowhere, photosLeft, type Standing } from './count-scan.ts'

const line = (id: string, location_code: string, material_code: string, lot_number = '', supplier_lot?: string) =>
  ({ id, location_code, material_code, lot_number, supplier_lot }) as CountLineRow
const lines = [line('1', 'A-1', 'P'), line('2', 'A-2', 'P'), line('3', 'A-2', 'Q', 'L1'), line('4', 'A-2', 'Q', 'L2')]
const standing = (from: Standing, code: string): Standing | undefined => {
  const next = afterLabel(from, code, lines)
  return next && 'standing' in next ? next.standing : undefined
}

test('a bin, then what lies in it; without a bin what is in several is chosen from', () => {
  const bin = standing(nowhere, 'A-2')
  expect([bin?.bin, bin?.choices.map(({ id }) => id)]).toEqual(['A-2', ['2', '3', '4']])
  expect(standing(bin!, 'P')).toMatchObject({ bin: 'A-2', current: { id: '2' }, choices: [] })
  expect(standing(bin!, 'Q')?.choices.map(({ id }) => id)).toEqual(['3', '4'])
  expect(standing(nowhere, 'P')?.choices.map(({ id }) => id)).toEqual(['1', '2'])
  expect(standing(nowhere, 'L2')?.current?.id).toBe('4')
})
test('a label that no line has leads nowhere, also one that only begins like it', () => {
  for (const code of ['A-', 'L', 'X', 'p']) expect(afterLabel(nowhere, code, lines)).toBeUndefined()
})
test('the label of the line that is being counted is one more of it; of a lot only the lot', () => {
  const [, p, lot] = lines
  expect(afterLabel({ ...nowhere, current: p! }, 'P', lines)).toEqual({ more: true })
  expect(afterLabel({ ...nowhere, current: lot! }, 'L1', lines)).toEqual({ more: true })
  expect(afterLabel({ ...nowhere, current: lot! }, 'Q', lines)).not.toEqual({ more: true })
})
test("a supplier's lot leads to the lot that came with it; where two lots have it, to both", () => {
  const one = line('5', 'A-3', 'Q', 'L5', 'S-1')
  const two = line('6', 'A-3', 'Q', 'L6', 'S-1')
  const found = (from: Standing, code: string, among: CountLineRow[]) => afterLabel(from, code, among)
  expect(found(nowhere, 'S-1', [...lines, one])).toMatchObject({ standing: { current: { id: '5' } } })
  expect(found({ ...nowhere, current: one }, 'S-1', [...lines, one])).toEqual({ more: true })
  expect(found({ ...nowhere, current: one }, 'S-1', [...lines, one, two])).toMatchObject({
    standing: { choices: [{ id: '5' }, { id: '6' }] },
  })
})
test('what was counted here stands at its line until the line was loaded after the answer', () => {
  const counted = (state: QueuedAction['state'], answered_at?: number) =>
    ({
      ...{ path: countCalls.enter.path, state, answered_at },
      input: { id: 'c', entries: [{ line_id: '2', counted_quantity: '7' }] },
    }) as unknown as QueuedAction
  const here = (action: QueuedAction) => linesHere(lines, [action], 100).map(one => one.here)
  expect(here(counted('waiting'))).toEqual([undefined, '7', undefined, undefined])
  expect(here(counted('done', 150))[1]).toBe('7')
  expect(here(counted('done', 50))[1]).toBeUndefined()
  expect(here(counted('refused'))[1]).toBeUndefined()
})
test('a line takes as many photos as it has none yet, and none is left behind for want of a figure', () => {
  expect([photosLeft({}), photosLeft({ photo_count: 3 }), photosLeft({ photo_count: 6 })]).toEqual([5, 2, 0])
  const photos = [{ key: 'k', file: new Blob(), name: 'a.png' }]
  const at = { ...nowhere, current: lines[0]! }
  expect(isPhotoWithoutFigure(at, '', photos)).toBe(true)
  expect(isPhotoWithoutFigure(at, '0', photos)).toBe(false)
  expect(isPhotoWithoutFigure(at, '', [])).toBe(false)
  expect(isPhotoWithoutFigure(nowhere, '', photos)).toBe(false)
})
