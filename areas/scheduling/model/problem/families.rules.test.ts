import { type Changeover, changeoverSeconds } from '@qitao/engineering/model/time/change-line.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { familiesOf } from './families.rules.ts'

const entry = (more: Partial<Changeover>): Changeover => ({
  device_id: null,
  from_material_id: null,
  to_material_id: null,
  from_series: null,
  to_series: null,
  change_seconds: 600,
  ...more,
})
const products = [
  { material_id: 'red1', series: 'red', traits: ['size=S'] },
  { material_id: 'red2', series: 'red', traits: ['size=L'] },
  { material_id: 'blue', series: 'blue' },
  { material_id: 'plain', series: null },
]

describe('families', () => {
  test('a series without changes inside is one family', () => {
    const { of } = familiesOf(products, [entry({ from_series: 'red', to_series: 'blue' })], ['d'])
    expect(of.get('red1')).toBe(of.get('red2'))
    expect(of.get('red1')).not.toBe(of.get('blue'))
  })
  test('a change from any product to any other keeps products apart', () => {
    const { of } = familiesOf(products, [entry({})], ['d'])
    expect(new Set(of.values()).size).toBe(products.length)
  })
  test('machines without entries of their own share a matrix', () => {
    const { matrix_of, matrices } = familiesOf(
      products,
      [entry({ device_id: 'b', from_series: 'red', to_series: 'blue' })],
      ['a', 'b', 'c'],
    )
    expect(matrix_of.get('a')).toBe(matrix_of.get('c'))
    expect(matrix_of.get('b')).not.toBe(matrix_of.get('a'))
    expect(matrices).toHaveLength(2)
  })
  test('nothing is kept when nothing is maintained', () => expect(familiesOf(products, [], ['d']).matrices).toEqual([]))

  test('any two products cost on any machine what the entries say', () => {
    const some = <T>(...all: T[]) => fc.constantFrom<T | null>(null, ...all)
    const side = fc.oneof(
      fc.record({ material: some('red1', 'blue'), series: fc.constant(null), value: fc.constant(null) }),
      fc.record({ material: fc.constant(null), series: some('red', 'blue'), value: fc.constant(null) }),
      fc.record({ material: fc.constant(null), series: fc.constant(null), value: some('S', 'L') }),
    )
    const entries = fc.array(
      fc
        .record({ device_id: some('a'), from: side, to: side, change_seconds: fc.nat(5) })
        .map(({ device_id, from, to, change_seconds }) =>
          entry({
            device_id,
            from_material_id: from.material,
            from_series: from.series,
            to_material_id: to.material,
            to_series: to.series,
            ...{ attribute: 'size', from_value: from.value, to_value: to.value },
            change_seconds,
          }),
        ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(entries, list => {
        const { of, matrices, matrix_of } = familiesOf(products, list, ['a', 'b'])
        for (const device of ['a', 'b']) {
          const matrix = matrices.find(({ id }) => id === matrix_of.get(device))
          for (const from of products) {
            for (const to of products) {
              const [a, b] = [of.get(from.material_id), of.get(to.material_id)]
              const listed = matrix?.pairs.find(pair => pair.from === a && pair.to === b)
              const cost = matrix ? (listed?.seconds ?? (a === b ? 0 : (matrix.otherwise ?? 0))) : 0
              expect(cost).toBe(changeoverSeconds(list, device, from, to))
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
