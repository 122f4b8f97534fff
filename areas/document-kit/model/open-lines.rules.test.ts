import { quantityField } from '@qitao/core/field.ts'
import { errors, Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { takeOpen } from './open-lines.rules.ts'

const { tooMuch } = errors({ tooMuch: [9999, '过多', 'Too much'] })
const lines = [
  { id: 'a', unit_precision: 0, quantity: '10.000000', done: '4' },
  { id: 'b', unit_precision: 2, quantity: '1', done: '0' },
]
const take = (...given: (readonly [string, string])[]) =>
  takeOpen(
    lines,
    given.map(([line_id, quantity]) => ({ line_id, quantity })),
    line => String(Number(line.quantity) - Number(line.done)),
    { of: { fields: { quantity: quantityField('数量', 'Quantity') } }, tooMuch, detail: text('{left}', '{left}') },
  )
const refusalOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.definition.code, ...error.data }
    throw error
  }
}

test('what is given of a line, once or more, leaves less of it for the next', () => {
  const { taken, left } = take(['a', '2'], ['b', '0.25'], ['a', '4'])
  expect(taken.map(({ line, row, open }) => [line.id, row, open])).toEqual([
    ['a', 1, '6'],
    ['b', 2, '1'],
    ['a', 3, '4'],
  ])
  expect([...left]).toEqual([
    ['a', '0'],
    ['b', '0.75'],
  ])
})

test('more than is open, finer than the unit, and a line that is not there are refused in their row', () => {
  expect(refusalOf(() => take(['a', '2'], ['a', '5']))).toMatchObject({
    ...{ code: 9999, row: 2, field: 'quantity', left: '4' },
    field_title: { zh: '数量' },
  })
  expect(refusalOf(() => take(['b', '0.125']))).toMatchObject({ code: 5027, row: 1, limit: 2 })
  expect(refusalOf(() => take(['a', '1'], ['c', '1']))).toMatchObject({ code: 5010, row: 2, field: 'line_id' })
})
