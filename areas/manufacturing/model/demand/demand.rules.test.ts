import { Refusal } from '@qitao/core/refusal.ts'
import { describe, expect, test } from 'vitest'
import { openNeeds, requestsForDemands } from './demand.rules.ts'

const need = (id: string, mo_id: string | null, quantity: string, material_id = 'm') => ({
  ...{ id, mo_id, quantity, material_id },
})
const pending = (quantity: string, ...asked: [mo_id: string, quantity: string | null][]) => ({
  ...{ material_id: 'm', quantity },
  asked: asked.map(([mo_id, of]) => ({ mo_id, quantity: of })),
})
const precisions = new Map([
  ['m', 2],
  ['n', 0],
])

describe('what requests and orders leave open of each need', () => {
  const needs = [need('c1', 'a', '10'), need('c2', 'b', '5'), need('m', null, '4')]
  test.each([
    ['nobody has asked', [], ['10', '5', '4']],
    ['asked for the second: it is his, whoever comes first', [pending('5', ['b', '5'])], ['10', '0', '4']],
    ['more than he asked for is anybody’s', [pending('8', ['b', '2'])], ['4', '3', '4']],
    ['as much as it needs', [pending('8', ['b', null])], ['7', '0', '4']],
    ['by hand, for nobody: in the order of the needs', [pending('12')], ['0', '3', '4']],
    ['safety stock comes last', [pending('16')], ['0', '0', '3']],
    ['for an order that needs none', [pending('16.5', ['z', '16.5'])], ['0', '0', '2.5']],
    ['more than all need', [pending('100')], ['0', '0', '0']],
  ])('%s', (_, of, open) =>
    expect(
      openNeeds(needs, { on_the_way: [], pending: of }, precisions).map(({ open_quantity }) => open_quantity),
    ).toEqual(open),
  )
  test('each material for itself', () =>
    expect(
      openNeeds([...needs, need('c3', 'a', '7', 'n')], { on_the_way: [], pending: [pending('100')] }, precisions).map(
        one => one.open_quantity,
      ),
    ).toEqual(['0', '0', '0', '7']))
  test('what is on its way and free is for orders: safety stock stands against it already', () =>
    expect(
      openNeeds(needs, { on_the_way: [pending('17', ['b', '1'])], pending: [pending('1')] }, precisions).map(
        one => one.open_quantity,
      ),
    ).toEqual(['0', '0', '3']))
})

describe('requests for demands', () => {
  const fact = (material_id: string, demand_quantity: string | null) => ({
    ...{ material_id, demand_quantity, unit_precision: precisions.get(material_id)! },
    required_date: demand_quantity === null ? null : 900,
  })
  const known = new Map([fact('m', '9'), fact('n', null)].map(one => [one.material_id, one]))
  const open = openNeeds(
    [need('c1', 'a', '4'), need('c2', 'b', '5'), need('c3', 'b', '2')],
    { on_the_way: [], pending: [pending('2')] },
    precisions,
  )
  const line = (more: object = {}) => ({ material_id: 'm', demand_quantity: '9.00', quantity: '12', ...more })

  test('one for each material, for the orders whose needs are open, each once', () =>
    expect(requestsForDemands([line({ supplier_id: 's' })], known, open)).toEqual([
      {
        ...{ material_id: 'm', demand_quantity: '9', quantity: '12', required_date: 900, supplier_id: 's' },
        asked: [
          { mo_id: 'a', quantity: '2' },
          { mo_id: 'b', quantity: '7' },
        ],
        source: 'shortage',
      },
    ]))
  test('for safety stock alone it is for nobody', () =>
    expect(requestsForDemands([line()], known, [{ ...need('m', null, '9'), open_quantity: '9' }])).toMatchObject([
      { asked: [], source: 'reorder_point' },
    ]))
  test.each([
    ['below the demand', { quantity: '8.99' }, 5701],
    ['finer than the unit', { quantity: '9.001' }, 5027],
    ['another demand than was seen', { demand_quantity: '8', quantity: '9' }, 5023],
    ['bought by somebody else', { material_id: 'n' }, 5023],
    ['no such material', { material_id: 'x' }, 5010],
  ])('refused: %s', (_, more, code) => {
    let refused: unknown
    try {
      requestsForDemands([line(), line(more)], known, open)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Refusal).definition.code).toBe(code)
    expect((refused as Refusal).data).toMatchObject({ row: 2 })
  })
})
