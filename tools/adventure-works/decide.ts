import { add, isPositive, isZero, multiply, roundHalfUp, subtract } from '@qitao/core/quantity.ts'
import { addDays, type Day, daysBetween, hourSeconds } from '@qitao/core/time.ts'
import type { WeeklyShift } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import type { Books, Product } from './books.ts'

/**
 * What the product is told of the books: pure, so that it can be tested. What the source lacks or the product cannot keep is
 * put down in `lacks`, never made up.
 */
export interface Decided {
  readonly today: Day
  readonly base_unit: string
  readonly units: readonly { name: string; name_en: string; precision: number }[]
  readonly suppliers: readonly { key: string; code: string; name: string; enabled: boolean }[]
  readonly customers: readonly { code: string; name: string }[]
  readonly materials: readonly DecidedMaterial[]
  readonly boms: readonly { product: string; lines: readonly { component: string; quantity: string }[] }[]
  readonly work_centres: readonly WorkCentre[]
  readonly routings: readonly {
    product: string
    steps: readonly { sequence: number; work_centre: string; cycle_seconds: string; setup_seconds: number }[]
  }[]
  readonly warehouses: readonly { key: string; code: string; name: string; is_work_centre: boolean }[]
  readonly bins: readonly { key: string; warehouse: string; code: string }[]
  readonly stock: readonly { product: string; bin: string; quantity: string }[]
  readonly purchases: readonly {
    no: string
    supplier: string
    order_day: Day
    lines: readonly { product: string; quantity: string; price: string; day: Day }[]
  }[]
  /** What was sold of a product on a day, before today. */
  readonly sold: readonly { product: string; day: Day; quantity: string }[]
  readonly orders: readonly { no: string; product: string; quantity: string; day: Day }[]
  readonly lacks: readonly string[]
}
export interface DecidedMaterial {
  readonly key: string
  readonly code: string
  readonly name: string
  readonly specs: string | null
  readonly series: string | null
  readonly kind: 0 | 1 | 2
  readonly unit: string
  readonly supplier: string | null
  readonly lead_time_days: number
  readonly safety_stock: string
  readonly reorder_point: string
  readonly minimum_lot: string
  readonly purchase_price: string | null
  readonly sales_price: string | null
}
export interface WorkCentre {
  readonly key: string
  readonly code: string
  readonly name: string
  readonly hours_per_week: number
  readonly stations: number
  readonly shifts: readonly WeeklyShift[]
}
export interface Wishes {
  /** The first of December 2024 of the books becomes this day; every other day keeps its distance. */
  readonly today: Day
  /** How many stations a work centre has: as many as its past work needed, or one. */
  readonly stations: 'derived' | 'one'
}

const baseUnit = 'EA'
const monthOfOrders = '2024-12'
const firstDay = '2024-12-01'
const priceDecimals = 2
const mostStations = 100
/** Decimals of units that are measured, not counted. */
const measuredPrecision = 3
const counted = new Set(['BOX', 'BTL', 'CAN', 'CAR', 'CR', 'CS', 'CTN', 'DZ', 'EA', 'PAK', 'PAL', 'PC'])

export function decide(books: Books, { today, stations }: Wishes): Decided {
  const lacks: string[] = []
  const lack = (many: number, words: string) => many > 0 && lacks.push(`${many} ${words}`)
  const moved = (day: Day): Day => addDays(today, daysBetween(firstDay, day))
  const linesInForce = booksInForce(books)
  const routings = routingsOf(books)
  const orders = ordersOf(books, moved)
  const centres = workCentres(books, routings, stations, lacks)
  const stored = books.inventory.filter(row => isPositive(row.quantity))
  lack(books.inventory.length - stored.length, 'inventory rows have a quantity of zero: no movement is made of them')
  return {
    today,
    base_unit: baseUnit,
    units: books.units.map(({ unit, name }) => ({
      name: unit,
      name_en: name,
      precision: counted.has(unit) ? 0 : measuredPrecision,
    })),
    suppliers: books.suppliers.map(({ supplier_id, code, name, active }) => ({
      key: supplier_id,
      code,
      name,
      enabled: active === '1',
    })),
    customers: customersOf(books, lack),
    materials: materialsOf(books, linesInForce, lack),
    boms: bomsOf(books, linesInForce, lack),
    work_centres: centres,
    routings: routingsFor(books, routings, lack),
    warehouses: books.locations.map(({ location_id, name, hours_per_week }) => ({
      key: location_id,
      code: `L${location_id.padStart(2, '0')}`,
      name,
      is_work_centre: Number(hours_per_week) > 0,
    })),
    bins: [...new Map(stored.map(row => [binKey(row), row])).values()].map(row => ({
      key: binKey(row),
      warehouse: row.location_id,
      code: `${row.shelf}-${row.bin}`,
    })),
    stock: stored.map(row => ({ product: row.product_id, bin: binKey(row), quantity: row.quantity })),
    purchases: purchasesOf(books, moved, lack),
    sold: soldOf(books, moved, today),
    orders,
    lacks,
  }
}

type Lack = (many: number, words: string) => unknown
const binKey = ({ location_id, shelf, bin }: { location_id: string; shelf: string; bin: string }): string =>
  `${location_id} ${shelf} ${bin}`

/** Lines of an assembly that hold on the first day of the orders. */
const booksInForce = (books: Books) =>
  books.boms.filter(
    line =>
      line.assembly_product_id !== '' &&
      line.start_date <= firstDay &&
      (line.end_date === '' || line.end_date >= firstDay),
  )

function customersOf({ customers }: Books, lack: Lack): Decided['customers'] {
  const named = Map.groupBy(customers, ({ name }) => name)
  lack(
    customers.filter(({ name }) => named.get(name)!.length > 1).length,
    'customers share a name with another one: their number is added to tell them apart',
  )
  return customers.map(({ customer_id, name }) => ({
    code: customer_id,
    name: named.get(name)!.length > 1 ? `${name} (${customer_id})` : name,
  }))
}

function materialsOf(books: Books, lines: ReturnType<typeof booksInForce>, lack: Lack): DecidedMaterial[] {
  const active = new Map(books.suppliers.map(one => [one.supplier_id, one]))
  const offers = Map.groupBy(books.product_suppliers, one => one.product_id)
  const unitOf = new Map(lines.map(line => [line.component_product_id, line.unit]))
  const rank = ({ supplier_id, lead_time_days, standard_price }: (typeof books.product_suppliers)[number]) => {
    const supplier = active.get(supplier_id)
    return [
      supplier?.active === '1' ? 0 : 1,
      supplier?.preferred === '1' ? 0 : 1,
      Number(lead_time_days),
      Number(standard_price),
    ]
  }
  const best = new Map(
    [...offers].map(([product, all]) => [product, all.toSorted((a, b) => compareLists(rank(a), rank(b)))[0]!]),
  )
  const others = books.product_suppliers.length - best.size
  lack(others, 'further suppliers of products: a material has one supplier, the preferred and quickest active one')
  lack(
    books.product_suppliers.filter(({ product_id, unit }) => unit !== (unitOf.get(product_id) ?? baseUnit)).length,
    'supplier offers are in a unit for which the books have no conversion: quantities and prices are taken as they stand',
  )
  lack(
    books.products.filter(({ product_id }) => !unitOf.has(product_id)).length,
    `products have no unit in the books (in no bill of materials in force): ${baseUnit} is taken`,
  )
  lack(
    books.products.filter(isTraded).length,
    'products are bought and sold as they are: kept as raw material with a sales price',
  )
  const costs = books.products.map(({ standard_cost }) => standard_cost)
  lack(
    costs.filter(cost => roundHalfUp(cost, priceDecimals) !== cost && !isZero(cost)).filter(hasMoreDecimals).length,
    'standard costs have four decimals: prices are kept with two',
  )
  const priced = (product: Product): string | null => {
    if (isPositive(product.standard_cost)) return roundHalfUp(product.standard_cost, priceDecimals)
    const offer = best.get(product.product_id)
    return offer ? roundHalfUp(offer.standard_price, priceDecimals) : null
  }
  lack(
    books.products.filter(one => isZero(one.standard_cost) && priced(one) !== null).length,
    'products have a standard cost of zero: the price of the supplier is taken',
  )
  lack(
    books.products.filter(one => priced(one) === null).length,
    'products have neither a standard cost nor a supplier price: they have no price',
  )
  return books.products.map(product => {
    const offer = best.get(product.product_id)
    const is_made = product.is_made === '1'
    return {
      key: product.product_id,
      code: product.code,
      name: product.name,
      specs: [product.color, [product.size, product.size_unit].join(' ').trim()].filter(Boolean).join(' ') || null,
      series: product.subcategory || null,
      kind: !is_made
        ? materialKind.codes.raw
        : product.is_sold === '1'
          ? materialKind.codes.finished
          : materialKind.codes.semi_finished,
      unit: unitOf.get(product.product_id) ?? baseUnit,
      supplier: offer?.supplier_id ?? null,
      lead_time_days: Number(is_made ? product.days_to_manufacture : (offer?.lead_time_days ?? 0)),
      safety_stock: product.safety_stock,
      reorder_point: product.reorder_point,
      minimum_lot: offer && !is_made ? offer.min_order_qty : '0',
      purchase_price: priced(product),
      sales_price: isPositive(product.list_price) ? roundHalfUp(product.list_price, priceDecimals) : null,
    }
  })
}
const isTraded = ({ is_made, is_sold }: Product): boolean => is_made === '0' && is_sold === '1'
const hasMoreDecimals = (value: string): boolean =>
  (value.split('.')[1] ?? '').replace(/0+$/, '').length > priceDecimals
const compareLists = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}

function bomsOf(books: Books, lines: ReturnType<typeof booksInForce>, lack: Lack): Decided['boms'] {
  const byProduct = Map.groupBy(lines, line => line.assembly_product_id)
  const without = books.products.filter(one => one.is_made === '1' && !byProduct.has(one.product_id))
  lack(
    without.length,
    `made products have no bill of materials in force, so none is released: ${without.map(one => one.code).join(', ')}`,
  )
  lack(
    books.boms.filter(line => line.assembly_product_id === '').length,
    'BoM lines mark a top product and have no assembly: nothing to store',
  )
  lack(
    books.boms.filter(line => line.assembly_product_id !== '').length - lines.length,
    `BoM lines are not in force on ${firstDay}: not taken over`,
  )
  return [...byProduct].map(([product, own]) => ({
    product,
    lines: own.map(line => ({ component: line.component_product_id, quantity: line.quantity_per })),
  }))
}

const routingsOf = (books: Books) => Map.groupBy(books.routings, step => step.product_id)

function routingsFor(books: Books, routings: ReturnType<typeof routingsOf>, lack: Lack): Decided['routings'] {
  const without = books.products.filter(one => one.is_made === '1' && !routings.has(one.product_id))
  lack(without.length, `made products have no routing: ${without.map(one => one.code).join(', ')}`)
  return [...routings].map(([product, steps]) => ({
    product,
    steps: steps.map(step => ({
      sequence: Number(step.operation),
      work_centre: step.location_id,
      cycle_seconds: multiply(step.hours_per_unit, String(hourSeconds)),
      setup_seconds: Number(multiply(step.setup_hours, String(hourSeconds))),
    })),
  }))
}

const weeksOfPast = 52
/** Work centres are the locations that have hours. Their stations are not in the books. */
function workCentres(
  books: Books,
  routings: ReturnType<typeof routingsOf>,
  wanted: Wishes['stations'],
  lacks: string[],
): WorkCentre[] {
  const from = addDays(firstDay, -7 * weeksOfPast)
  const past = books.work_orders.filter(order => order.end_date >= from && order.end_date < firstDay)
  const hours = new Map<string, number>()
  for (const order of past) {
    for (const step of routings.get(order.product_id) ?? []) {
      const spent = Number(step.setup_hours) + Number(step.hours_per_unit) * Number(order.order_qty)
      hours.set(step.location_id, (hours.get(step.location_id) ?? 0) + spent)
    }
  }
  const centres = books.locations
    .filter(({ hours_per_week }) => Number(hours_per_week) > 0)
    .map(({ location_id, name, hours_per_week }) => {
      const weekly = Number(hours_per_week)
      const needed = Math.ceil((hours.get(location_id) ?? 0) / weeksOfPast / weekly)
      const stations = wanted === 'one' ? 1 : Math.min(mostStations, Math.max(1, needed))
      return {
        key: location_id,
        code: `WC${location_id}`,
        name,
        hours_per_week: weekly,
        stations,
        shifts: shiftsFor(weekly, books.shifts),
      }
    })
  lacks.push(
    wanted === 'one'
      ? 'The books do not say how many stations a work centre has: one is taken'
      : `The books do not say how many stations a work centre has: taken are as many as its ${past.length} work orders of the ${weeksOfPast} weeks before ${firstDay} needed on average (${centres.map(({ name, stations }) => `${name} ${stations}`).join(', ')})`,
  )
  return centres
}

const secondOf = (clock: string): number => {
  const [hour, minute] = clock.split(':').map(Number)
  return hour! * hourSeconds + minute! * 60
}
const dayHours = 24
/** The weekly hours over the fewest working days from Monday that hold them evenly, filled shift by shift. */
export function shiftsFor(hours_per_week: number, shifts: Books['shifts']): WeeklyShift[] {
  const days = [5, 6, 7].find(
    count => hours_per_week / count <= dayHours && Number.isInteger((hours_per_week / count) * 2),
  )
  if (!days) throw new Error(`${hours_per_week} hours a week fit no week`)
  const week_days = Array.from({ length: days }, (_, index) => index + 1)
  let left = (hours_per_week / days) * hourSeconds
  return shifts.flatMap(({ name, start, end }) => {
    const from = secondOf(start)
    const span = (secondOf(end) - from + dayHours * hourSeconds) % (dayHours * hourSeconds)
    const worked = Math.min(left, span)
    left -= worked
    if (worked === 0) return []
    const until = (from + worked) % (dayHours * hourSeconds)
    return [{ name, week_days, start_second: from, end_second: until, breaks: [] }]
  })
}

const openStatuses = new Set(['1', '2'])
function soldOf(books: Books, moved: (day: Day) => Day, today: Day): Decided['sold'] {
  const known = new Set(books.products.map(({ product_id }) => product_id))
  const sums = new Map<string, { product: string; day: Day; quantity: string }>()
  for (const { product_id: product, quantity, date } of books.sales_lines) {
    const day = moved(date)
    if (!known.has(product) || day >= today) continue
    const key = `${product} ${day}`
    sums.set(key, { product, day, quantity: add(sums.get(key)?.quantity ?? '0', quantity) })
  }
  return [...sums.values()].filter(({ quantity }) => isPositive(quantity))
}

function purchasesOf(books: Books, moved: (day: Day) => Day, lack: Lack): Decided['purchases'] {
  const open = books.purchase_orders.filter(({ status }) => openStatuses.has(status))
  const lines = Map.groupBy(books.purchase_order_lines, line => line.purchase_order_id)
  const openLines = open.flatMap(order => lines.get(order.purchase_order_id) ?? [])
  const isOpen = (line: (typeof openLines)[number]) => isPositive(subtract(line.order_qty, line.received_qty))
  lack(
    openLines.filter(line => !isOpen(line)).length,
    'lines of pending and approved purchase orders are received in full: nothing of them is in transit',
  )
  return open.flatMap(({ purchase_order_id, supplier_id, order_date }) => {
    const waiting = (lines.get(purchase_order_id) ?? []).filter(isOpen)
    if (waiting.length === 0) return []
    return [
      {
        no: `AWPO-${purchase_order_id}`,
        supplier: supplier_id,
        order_day: moved(order_date),
        lines: waiting.map(line => ({
          product: line.product_id,
          quantity: subtract(line.order_qty, line.received_qty),
          price: roundHalfUp(line.unit_price, priceDecimals),
          day: moved(line.due_date),
        })),
      },
    ]
  })
}

const ordersOf = (books: Books, moved: (day: Day) => Day): Decided['orders'] =>
  books.work_orders
    .filter(({ start_date }) => start_date.startsWith(monthOfOrders))
    .map(({ work_order_id, product_id, order_qty, due_date }) => ({
      no: `AWWO-${work_order_id}`,
      product: product_id,
      quantity: order_qty,
      day: moved(due_date),
    }))
