import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import {
  afterReceipt,
  arrivalOf,
  expectTakenBack,
  ordersFromRequests,
  purchaseLines,
  suggestedQuantity,
} from './purchase-order.rules.ts'

const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : -1
  }
}
const material = (id: string) => ({ id, code: id, unit_precision: 2, purchase_price: '3', supply_lead_time: 7 })
const materials = new Map(['m1', 'm2'].map(id => [id, material(id)]))
const request = (id: string, more: object = {}) => ({
  ...{ id, no: id, material_id: 'm1', demand_quantity: '10', quantity: '12', supplier_id: 's1' },
  ...{ status: 0, purchase_order_id: null },
  ...more,
})
const requests = new Map(
  [
    request('r1'),
    request('r2'),
    request('r3', { material_id: 'm2', supplier_id: null }),
    request('done', { status: 1 }),
  ].map(one => [one.id, one]),
)
const known = { materials, requests, company_currency: 'CNY' }
const etaAfter = (days: number) => 1000 + days

test('requests of one supplier become one order, those of one material at one price and date one line', () => {
  const orders = ordersFromRequests(
    [
      { request_id: 'r1' },
      { request_id: 'r3', supplier_id: 's2', quantity: '11' },
      { request_id: 'r2', quantity: '10' },
    ],
    known,
    etaAfter,
  )
  expect(orders).toMatchObject([
    {
      supplier_id: 's1',
      lines: [{ material_id: 'm1', quantity: '22', price: '3', eta: 1007, request_ids: ['r1', 'r2'] }],
    },
    { supplier_id: 's2', lines: [{ material_id: 'm2', quantity: '11', request_ids: ['r3'] }] },
  ])
})
test('what a material costs is a price in the currency of the company: who is paid in another has none', () => {
  const prices = [
    { currency: 'USD', matched: null },
    { currency: 'CNY', matched: null },
  ]
  const asked = [{ request_id: 'r1' }, { request_id: 'r2', supplier_id: 's2' }]
  const orders = ordersFromRequests(asked, { ...known, prices }, etaAfter)
  expect(orders.map(({ lines }) => lines[0]!.price)).toEqual([null, '3'])
})
test('a request is ordered once, from a supplier, and not below its demand', () => {
  const of = (line: object) => codeOf(() => ordersFromRequests([{ request_id: 'r1', ...line }], known, etaAfter))
  expect(of({})).toBeUndefined()
  expect(of({ request_id: 'done' })).toBe(5708)
  expect(of({ request_id: 'r3' })).toBe(5705)
  expect(of({ quantity: '9.99' })).toBe(5701)
})

const line = (more: object = {}) => ({
  ...{
    material_id: 'm1',
    demand_quantity: '0',
    quantity: '5',
    price: '1.255',
    tax_rate: null,
    eta: null,
    request_ids: [],
    remark: null,
  },
  ...more,
})
const order = (lines: ReturnType<typeof line>[], more: object = {}) => ({
  ...{ supplier_id: 's1', order_date: 100, eta: 200, lines },
  ...more,
})
test('a line takes the ETA of its order, its amount, and what its requests demand', () => {
  const [made] = purchaseLines(order([line({ quantity: '20', request_ids: ['r1', 'r2'] })]), known)
  expect(made).toMatchObject({ line_no: 1, eta: 200, amount: '25.1', demand_quantity: '20' })
})
test('refusals of an order name the row', () => {
  const of = (lines: ReturnType<typeof line>[], more?: object) => codeOf(() => purchaseLines(order(lines, more), known))
  expect(of([line()], { supplier_id: null })).toBe(5705)
  expect(of([line()], { eta: 99 })).toBe(5709)
  expect(of([line({ eta: 99 })])).toBe(5709)
  expect(of([line({ eta: 100 })])).toBeUndefined()
  expect(of([line({ demand_quantity: '5.01' })])).toBe(5701)
  expect(of([line({ quantity: '19', request_ids: ['r1', 'r2'] })])).toBe(5701)
  expect(of([line({ quantity: '5.001' })])).toBe(5027)
  expect(of([line({ quantity: '10', request_ids: ['r1'] }), line({ quantity: '10', request_ids: ['r1'] })])).toBe(5708)
})

const pending = (more: object = {}) => ({
  ...{ id: 'l1', order_id: 'o1', line_no: 1, status: '15', quantity: '10', received_quantity: '4', over_quantity: '0' },
  ...more,
})
const lines = (...of: ReturnType<typeof pending>[]) => new Map(of.map(one => [one.id, one]))
test('receiving a part gives 20, the rest 30, more than is open is refused', () => {
  const receive = (quantity: string, more: object = {}) =>
    afterReceipt(lines(pending(more)), [{ line_id: 'l1', quantity }]).orders[0]!.status
  expect(receive('5')).toBe('20')
  expect(receive('6')).toBe('30')
  expect(codeOf(() => receive('6.01'))).toBe(5909)
  expect(codeOf(() => receive('1', { status: '10' }))).toBe(5703)
  const over = { over_quantity: '1' }
  expect(receive('7', over)).toBe('30')
  expect(codeOf(() => receive('7.01', over))).toBe(5909)
  expect(receive('0.5', { ...over, received_quantity: '10.5' })).toBe('30')
  const two = lines(pending(), pending({ id: 'l2', received_quantity: '0' }))
  expect(afterReceipt(two, [{ line_id: 'l1', quantity: '6' }]).orders).toEqual([{ id: 'o1', status: '20' }])
})
test('one line that comes in twice at once is counted together', () => {
  const twice = [
    { line_id: 'l1', quantity: '4' },
    { line_id: 'l1', quantity: '3' },
  ]
  expect(codeOf(() => afterReceipt(lines(pending()), twice))).toBe(5909)
})

test('the advised quantity covers the demand and the minimum lot in whole packages', () => {
  expect(suggestedQuantity('10', '0', '0')).toBe('10')
  expect(suggestedQuantity('10', '25', '0')).toBe('25')
  expect(suggestedQuantity('10', '0', '3')).toBe('12')
  expect(suggestedQuantity('12', '0', '3')).toBe('12')
  expect(suggestedQuantity('0.000001', '0', '1000000000')).toBe('1000000000')
})

test('of orders that are added together, only the first has a request on its lines', () => {
  const order = { supplier_id: 's1', order_date: 0, eta: null, lines: [line({ quantity: '10', request_ids: ['r1'] })] }
  const together = { ...known, used: new Set<string>() }
  expect(codeOf(() => purchaseLines(order, together))).toBeUndefined()
  expect(codeOf(() => purchaseLines(order, together))).toBe(5708)
  expect(codeOf(() => purchaseLines(order, known))).toBeUndefined()
})

test('a receipt is taken back as far as nothing of it went back to the supplier, a return as far as nothing came again', () => {
  const line = { no: 'CG1', line_no: 1, quantity: '100', over_quantity: '5' }
  const of = (received_quantity: string, back_quantity: string) =>
    codeOf(() => expectTakenBack([{ ...line, received_quantity, back_quantity }]))
  expect(of('90', '100')).toBe(5024)
  expect(of('100', '100')).toBeUndefined()
  expect(of('90', '-10')).toBeUndefined()
  expect(of('100', '-10')).toBe(5024)
  // What was received beyond the order went back, and is here again.
  expect(of('100', '-5')).toBeUndefined()
  // More than was ordered may have come in before: that it is taken back is right.
  expect(of('120', '10')).toBeUndefined()
})

test('a line came when it was whole; what comes beyond it changes nothing, and what went back is waited for again', () => {
  const at = (time: number, quantity: string) => ({ time, quantity })
  expect(arrivalOf('10', [])).toBeNull()
  expect(arrivalOf('10', [at(1, '4'), at(2, '5')])).toBe(2)
  expect(arrivalOf('10', [at(1, '4'), at(2, '7'), at(3, '1')])).toBe(2)
  expect(arrivalOf('10', [at(1, '10'), at(2, '-3')])).toBe(1)
  expect(arrivalOf('10', [at(1, '10'), at(2, '-3'), at(3, '3'), at(4, '1')])).toBe(3)
})
