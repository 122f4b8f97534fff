import { expect, test } from 'vitest'
import { type ComponentToUse, needsOf } from './consumption.rules.ts'

const component = (more: Partial<ComponentToUse> = {}): ComponentToUse => ({
  ...{ mo_id: 'mo', operation_sequence: 10, material_id: 'bolt', quantity_per: '1', unit_precision: 0 },
  ...{ required_quantity: '10', own_quantity: '0', stand_ins: [], held: {}, reported: {} },
  substitutes: [{ material_id: 'pin', ratio: '2', precision: 0, may_take: true }],
  ...more,
})
const report = (id: string, good: string, done: string) => ({
  id,
  operation: { sequence: 10, reported_quantity: done, defective_quantity: '0' },
  report: { mo_id: 'mo', good, defective: '0' },
})
const of = (components: ComponentToUse[], ...reports: ReturnType<typeof report>[]) =>
  [...needsOf(reports, components).values()].map(needs =>
    needs.map(({ material_id, need, open }) => [material_id, need, open]),
  )

test('what was not picked is taken out of stock', () => {
  expect(of([component()], report('a', '4', '4'))).toEqual([[['bolt', '4', '4']]])
  expect(of([component({ own_quantity: '6' })], report('a', '4', '4'), report('b', '4', '8'))).toEqual([
    [['bolt', '4', '0']],
    [['bolt', '4', '2']],
  ])
})
test('what the order holds of a substitute is taken by its ratio, where the material itself is not held', () => {
  const held = { bolt: '3', pin: '8' }
  expect(of([component({ held })], report('a', '5', '5'), report('b', '4', '9'))).toEqual([
    [
      ['bolt', '3', '3'],
      ['pin', '4', '4'],
    ],
    [
      ['bolt', '2', '2'],
      ['pin', '4', '4'],
    ],
  ])
})
test('a substitute at the line is used after the material itself, by its ratio', () => {
  const stand_ins = [{ material_id: 'pin', ratio: '2', quantity: '8' }]
  const picked = component({ own_quantity: '4', stand_ins })
  expect(of([picked], report('a', '3', '3'), report('b', '3', '6'), report('c', '4', '10'))).toEqual([
    [['bolt', '3', '0']],
    [
      ['bolt', '1', '0'],
      ['pin', '4', '0'],
    ],
    [
      ['pin', '4', '0'],
      ['bolt', '2', '2'],
    ],
  ])
})
test('what earlier reports used of what lies at the line is not used once more', () => {
  const stand_ins = [{ material_id: 'pin', ratio: '2', quantity: '12' }]
  const picked = component({ own_quantity: '4', stand_ins })
  expect(of([{ ...picked, reported: { pin: '12' } }], report('b', '4', '10'))).toEqual([[['bolt', '4', '0']]])
  // Of two of them it is known.
  expect(of([{ ...picked, reported: { pin: '4' } }], report('b', '4', '8'))).toEqual([
    [
      ['bolt', '2', '0'],
      ['pin', '4', '0'],
    ],
  ])
  // Pieces that are made once more use no more.
  expect(of([{ ...picked, reported: { bolt: '4', pin: '12' } }], report('b', '3', '10'))).toEqual([[['pin', '6', '0']]])
})
