import { expect, test } from 'vitest'
import type { Books } from './books.ts'
import { decide, shiftsFor } from './decide.ts'

const shifts = [
  { name: 'Day', start: '07:00', end: '15:00' },
  { name: 'Evening', start: '15:00', end: '23:00' },
  { name: 'Night', start: '23:00', end: '07:00' },
]
const workedOf = (hours: number): number =>
  shiftsFor(hours, shifts).reduce((all, { week_days, start_second, end_second }) => {
    const span = end_second > start_second ? end_second - start_second : end_second + 86_400 - start_second
    return all + (span / 3600) * week_days.length
  }, 0)

test('the shifts of a work centre add up to its hours per week', () => {
  for (const hours of [80, 96, 108, 120, 168]) expect(workedOf(hours)).toBe(hours)
})

const product = (product_id: string, more: Partial<Books['products'][number]> = {}): Books['products'][number] => ({
  product_id,
  code: `P-${product_id}`,
  name: `Product ${product_id}`,
  is_made: '0',
  is_sold: '0',
  color: '',
  safety_stock: '5',
  reorder_point: '3',
  standard_cost: '0',
  list_price: '0',
  size: '',
  size_unit: '',
  days_to_manufacture: '0',
  subcategory: '',
  category: '',
  ...more,
})
const books = (more: Partial<Books>): Books => ({
  units: [],
  products: [],
  boms: [],
  locations: [],
  shifts,
  routings: [],
  inventory: [],
  suppliers: [],
  product_suppliers: [],
  purchase_orders: [],
  purchase_order_lines: [],
  customers: [],
  sales_lines: [],
  work_orders: [],
  ...more,
})
const today = '2026-11-21'
const decided = (more: Partial<Books>) => decide(books(more), { today, stations: 'derived' })

test('kinds follow the flags', () => {
  const { materials } = decided({
    products: [
      product('1', { is_made: '1', is_sold: '1' }),
      product('2', { is_made: '1' }),
      product('3', { is_sold: '1' }),
      product('4'),
    ],
  })
  expect(materials.map(({ kind }) => kind)).toEqual([2, 1, 0, 0])
})

test('only BoM lines in force are taken, and a made product without any is named', () => {
  const line = { assembly_product_id: '1', unit: 'EA', quantity_per: '2', start_date: '2020-01-01', end_date: '' }
  const { boms, lacks } = decided({
    products: [product('1', { is_made: '1' }), product('2', { is_made: '1' }), product('3')],
    boms: [
      { ...line, component_product_id: '3' },
      { ...line, component_product_id: '2', end_date: '2021-01-01' },
      { ...line, component_product_id: '1', assembly_product_id: '' },
    ],
  })
  expect(boms).toEqual([{ product: '1', lines: [{ component: '3', quantity: '2' }] }])
  expect(lacks.join('\n')).toContain('P-2')
})

test('the preferred, then the quickest active supplier is the one of the material', () => {
  const offer = { product_id: '1', standard_price: '10.126', min_order_qty: '7', unit: 'EA' }
  const supplier = { code: 'S', name: 'S', preferred: '0', active: '1' }
  const { materials } = decided({
    products: [product('1')],
    suppliers: [
      { ...supplier, supplier_id: 'quick and gone', active: '0' },
      { ...supplier, supplier_id: 'quick' },
      { ...supplier, supplier_id: 'preferred', preferred: '1' },
    ],
    product_suppliers: [
      { ...offer, supplier_id: 'quick and gone', lead_time_days: '1' },
      { ...offer, supplier_id: 'quick', lead_time_days: '2' },
      { ...offer, supplier_id: 'preferred', lead_time_days: '9' },
    ],
  })
  expect(materials[0]).toMatchObject({
    supplier: 'preferred',
    lead_time_days: 9,
    purchase_price: '10.13',
    minimum_lot: '7',
  })
})

test('orders of December 2024 keep their distance from its first day, and only what is open is in transit', () => {
  const { orders, purchases } = decided({
    work_orders: [
      {
        work_order_id: '7',
        product_id: '1',
        order_qty: '4',
        start_date: '2024-12-03',
        end_date: '2024-12-13',
        due_date: '2024-12-14',
      },
      {
        work_order_id: '6',
        product_id: '1',
        order_qty: '4',
        start_date: '2024-11-30',
        end_date: '2024-12-13',
        due_date: '2024-12-14',
      },
    ],
    purchase_orders: [
      { purchase_order_id: '1', status: '1', supplier_id: '9', order_date: '2024-11-30' },
      { purchase_order_id: '2', status: '4', supplier_id: '9', order_date: '2024-11-30' },
    ],
    purchase_order_lines: [
      {
        purchase_order_id: '1',
        due_date: '2024-12-02',
        order_qty: '10',
        product_id: '1',
        unit_price: '1',
        received_qty: '4',
      },
      {
        purchase_order_id: '1',
        due_date: '2024-12-02',
        order_qty: '10',
        product_id: '2',
        unit_price: '1',
        received_qty: '10',
      },
      {
        purchase_order_id: '2',
        due_date: '2024-12-02',
        order_qty: '10',
        product_id: '1',
        unit_price: '1',
        received_qty: '0',
      },
    ],
  })
  expect(orders).toEqual([{ no: 'AWWO-7', product: '1', quantity: '4', day: '2026-12-04' }])
  expect(purchases).toEqual([
    {
      no: 'AWPO-1',
      supplier: '9',
      order_day: '2026-11-20',
      lines: [{ product: '1', quantity: '6', price: '1', day: '2026-11-22' }],
    },
  ])
})

test('stations are those that the past work needed', () => {
  const centre = { location_id: '50', name: 'Assembly', hours_per_week: '120' }
  const past = { product_id: '1', start_date: '2024-05-01', end_date: '2024-06-01', due_date: '2024-06-01' }
  const { work_centres } = decided({
    locations: [centre, { location_id: '1', name: 'Store', hours_per_week: '0' }],
    routings: [{ product_id: '1', operation: '10', location_id: '50', hours_per_unit: '1', setup_hours: '0' }],
    // 52 weeks of 120 hours on two stations and a little more
    work_orders: [{ ...past, work_order_id: '1', order_qty: String(52 * 240 + 1) }],
  })
  expect(work_centres.map(({ code, stations }) => [code, stations])).toEqual([['WC50', 3]])
})

test('what was sold is added up by day, and moved with the books', () => {
  const line = (date: string, quantity: string, product_id = '1') => ({ product_id, quantity, date })
  const { sold } = decided({
    products: [product('1')],
    sales_lines: [
      line('2024-11-30', '2'),
      line('2024-11-30', '3'),
      line('2024-11-29', '1'),
      line('2024-12-01', '9'),
      line('2024-11-30', '4', '7'),
    ],
  })
  expect(sold).toEqual([
    { product: '1', day: '2026-11-20', quantity: '5' },
    { product: '1', day: '2026-11-19', quantity: '1' },
  ])
})
