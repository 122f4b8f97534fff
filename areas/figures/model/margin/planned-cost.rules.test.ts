import { expect, test } from 'vitest'
import { type CostFacts, noCost, plannedCosts, plannedLine, plannedMargin, unitCost } from './planned-cost.rules.ts'

const recipe = (material_id: string, lines: readonly [string, string, string?][], processes: readonly string[]) => ({
  material_id,
  ...{ material_bom_id: 'b', base_quantity: '10', manufacturing_bom_id: null, nodes: [], routing_id: 'r' },
  lines: lines.map(([part, quantity, scrap_rate = '0']) => ({
    material_id: part,
    ...{ quantity, scrap_rate, valid_from: null, expiry_time: null },
  })),
  later: [],
  steps: processes.map((process_id, at) => ({
    ...{ sequence: 10 * (at + 1), process_id, overlap_quantity: null, wait_seconds: 0 },
  })),
})
const time = (
  process_id: string,
  device_id: string | null,
  cycle_seconds: string,
  setup_seconds = 0,
  employees = 1,
) => ({
  ...{ material_id: null, process_id, device_id, cycle_seconds, batch_quantity: '1', setup_seconds, employees },
  ...{ charge_load: '1', expected_oee: '1' },
})
const device = (id: string, process: string, hourly_rate: string | null, supplier_id: string | null = null) => ({
  ...{ id, machine_no: id, process_ids: [process], supplier_id, efficiency: '1', hourly_rate },
})
/** A table of four legs and a board; legs are cut, the table is welded here and plated outside. */
const facts: CostFacts = {
  recipes: new Map([
    [
      'table',
      recipe(
        'table',
        [
          ['leg', '40'],
          ['board', '10', '0.1'],
        ],
        ['weld', 'plate'],
      ),
    ],
    ['leg', recipe('leg', [['rod', '5']], ['cut'])],
  ]),
  materials: new Map([
    ['table', { code: 'T', price: null }],
    ['leg', { code: 'L', price: null }],
    ['rod', { code: 'R', price: '8' }],
    ['board', { code: 'B', price: '20' }],
  ]),
  processes: new Map([
    ['weld', 'Welding'],
    ['plate', 'Plating'],
    ['cut', 'Cutting'],
  ]),
  devices: [
    device('saw1', 'cut', '36'),
    device('saw2', 'cut', '72'),
    device('robot', 'weld', '100'),
    device('bath', 'plate', null, 'plater'),
  ],
  cycle_times: [time('cut', 'saw1', '100'), time('cut', 'saw2', '50'), time('weld', null, '360', 3600, 2)],
  wage_rates: [
    { process_id: 'cut', material_id: null, wage_type: 1, rate: '0.5' },
    { process_id: 'weld', material_id: null, wage_type: 2, rate: '30' },
  ],
  process_prices: [
    { process_id: 'plate', supplier_id: 'plater', material_id: null, price: '7' },
    { process_id: 'plate', supplier_id: 'plater', material_id: 'table', price: '9' },
    { process_id: 'plate', supplier_id: 'another', material_id: 'table', price: '1' },
  ],
  overhead_percent: 10,
}

test('level by level: materials with scrap, pieces and hours, the mean of machines, the supplier who does it, overhead on work', () => {
  const { lot, piece, missing } = plannedCosts(facts)('table')
  expect(missing).toEqual([])
  // A leg: half a rod 4, wage 0.5, saws 100 s at 36 and 50 s at 72 an hour, 1 each. A table: four of them and 1.1 boards.
  expect(piece.material).toBe('38')
  // Welding: a tenth of an hour, two people at 30, the robot at 100.
  expect(piece.labour).toBe('8')
  expect(Number(piece.machine)).toBeCloseTo(14, 12)
  expect(piece.outside).toBe('9')
  expect(Number(piece.overhead)).toBeCloseTo(2.2, 12)
  // An hour is set up for each lot.
  expect(lot).toEqual({ ...noCost, labour: '60', machine: '100', overhead: '16' })
})

test('what has no price is named once, and the cost is none', () => {
  const without = (change: Partial<CostFacts>) => plannedCosts({ ...facts, ...change })('table').missing
  expect(without({ materials: new Map([...facts.materials, ['rod', { code: 'R', price: null }]]) })).toEqual([
    { kind: 'price', of: 'R' },
  ])
  expect(without({ wage_rates: [] })).toEqual([
    { kind: 'wage', of: 'Welding' },
    { kind: 'wage', of: 'Cutting' },
  ])
  expect(without({ process_prices: [] })).toEqual([{ kind: 'outside', of: 'Plating' }])
  expect(without({ cycle_times: facts.cycle_times.slice(0, 2) })).toEqual([{ kind: 'time', of: 'Welding T' }])
  expect(without({ devices: facts.devices.map(one => ({ ...one, hourly_rate: null })) })).toContainEqual({
    ...{ kind: 'machine', of: 'robot' },
  })
  expect(without({ recipes: new Map([...facts.recipes, ['rod', recipe('rod', [['leg', '1']], [])]]) })).toContainEqual({
    kind: 'loop',
    of: 'L',
  })
  const line = { id: '1', name: 'SO1-1', material_id: 'table', ordered: '2', quantity: '2', price: '100' }
  expect(plannedLine(line, plannedCosts({ ...facts, wage_rates: [] })('table')).cost).toBe(null)
})

test('a line has its share of the lot; variances are of lines that have both', () => {
  const costOf = plannedCosts(facts)
  const line = { id: '1', name: 'SO1-1', material_id: 'table', ordered: '8', quantity: '2', price: '100' }
  expect(plannedLine(line, costOf('table'))).toMatchObject({
    revenue: '200',
    cost: { material: '76', labour: '31', machine: '53', outside: '18', overhead: '8.4' },
  })
  const shipped = {
    ...line,
    revenue: '200',
    gap: null,
    material: '80',
    labour: '30',
    machine: '53',
    outside: '18',
    overhead: '8.3',
  }
  const found = plannedMargin(
    [line, { ...line, id: '2', price: null }],
    [shipped, { ...shipped, id: '3', gap: 3 }],
    costOf,
  )
  expect(found).toMatchObject({ line_count: 2, compared_count: 1, unmeasured_count: 1 })
  expect(found.planned.margin).toBe('13.6')
  expect(Object.fromEntries(found.variances.map(({ element, amount }) => [element, amount]))).toEqual({
    ...{ revenue: '0', material: '4', labour: '-1', machine: '0', outside: '0', overhead: '-0.1', margin: '-2.9' },
  })
  expect(found.unmeasured).toEqual([{ id: '2', name: 'SO1-1', without_price: true, missing: [] }])
})

test('a cost that nothing but a price or a wage makes would tell it; a sum with what is seen does not', () => {
  const of = (piece: object) => ({ lot: noCost, piece: { ...noCost, ...piece }, missing: [] })
  const prices = new Set(['material', 'outside'] as const)
  const wages = new Set(['labour', 'overhead'] as const)
  expect(unitCost(of({ material: '3' }), '10', new Set())).toBe('3')
  expect(unitCost(of({ material: '3' }), '10', prices)).toBeNull()
  expect(unitCost(of({ material: '3' }), '10', wages)).toBe('3')
  expect(unitCost(of({ labour: '2', overhead: '1' }), '10', wages)).toBeNull()
  expect(unitCost(of({ labour: '2', overhead: '1', machine: '4' }), '10', wages)).toBe('7')
  expect(unitCost(of({ material: '3', labour: '2' }), '10', prices)).toBe('5')
  expect(unitCost(of({}), '10', prices)).toBe('0')
})
