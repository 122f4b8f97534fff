import {
  addDays,
  type Day,
  dayFromEpoch,
  dayOf,
  daySeconds,
  epochDay,
  hourSeconds,
  type Instant,
  startOfDay,
} from '@qitao/core/time.ts'
import { chance } from '../chance.ts'
import type { Factory } from '../factory.ts'
import { type PastStop, type PastTask, workOff } from './floor.ts'
import { type Lot, lotsFor, precisionOf, roundUpTo } from './lots.ts'
import { type PastLine, type WantedSale, wantedSales } from './sales.ts'

/**
 * What a sample factory did before today: sold, bought, made, inspected and shipped, the same at each making. Nothing of it is left to
 * do. All that was used was there: what is made is used after it is finished, what is bought after it came.
 */
export interface Past {
  readonly begins: Instant
  readonly sales: readonly PastSale[]
  readonly mos: readonly PastMo[]
  readonly purchases: readonly PastPurchase[]
  readonly stops: readonly PastStop[]
}
export interface PastSale extends Pick<WantedSale, 'customer' | 'lines'> {
  readonly ordered: Instant
  readonly wanted: Instant
  readonly shipped: Instant
}
export interface PastMo extends Pick<Lot, 'material' | 'good' | 'uses'> {
  /** Of `sales`, and of its lines: what it was made for; absent: of several. */
  readonly sale?: readonly [sale: number, line: number]
  readonly tasks: readonly PastTask[]
  readonly done: Instant
}
export interface PastPurchase {
  readonly supplier: string
  readonly ordered: Instant
  readonly due: Instant
  readonly came: Instant
  readonly lines: readonly PastLine[]
}

const hours = { released: 7, came: 9, left: 16 }
const daysOfPurchase = 28
const daysBefore = 2
/** Share of their deliveries. */
const oftenLate = 0.22
const seldomLate = 0.06

export function pastOf(factory: Factory, today: Day, zone: string): Past {
  const at = (day: Day, hour = 0): Instant => startOfDay(day, zone) + hour * hourSeconds
  const until = at(today)
  const wanted = wantedSales(factory, today)
  const lots = lotsFor(factory, wanted, day => at(day, hours.released), zone)
  const begins = Math.min(...lots.map(({ released }) => released)) - daySeconds
  const { tasks, stops } = workOff(factory, lots, zone, begins, until)
  const waits = new Map(factory.recipes.map(({ product, steps }) => [product, steps.at(-1)!.wait_seconds ?? 0]))
  const stepCount = new Map(factory.recipes.map(({ product, steps }) => [product, steps.length]))
  const doneOf = (number: number): Instant => {
    const { material } = lots[number]!
    const own = tasks[number]!
    return own.length === stepCount.get(material)
      ? own.at(-1)!.real[1] + waits.get(material)!
      : Number.POSITIVE_INFINITY
  }

  const madeBy = wanted.map(() => 0)
  for (const [number, { sale }] of lots.entries())
    if (sale) madeBy[sale[0]] = Math.max(madeBy[sale[0]]!, doneOf(number))
  /** When it was to leave or, if that is later or today has come before, the day after it was made. */
  const shippedOf = (index: number): Instant => {
    const leaves = at(wanted[index]!.leaves, hours.left)
    const made = madeBy[index]!
    if (made === Number.POSITIVE_INFINITY) return made
    return made < leaves && leaves < until ? leaves : at(addDays(dayOf(made, zone), 1), hours.left)
  }
  const placeOf = new Map<number, number>()
  const sales: PastSale[] = []
  for (const [index, sale] of wanted.entries()) {
    const shipped = shippedOf(index)
    if (shipped >= until) continue
    placeOf.set(index, sales.length)
    sales.push({
      customer: sale.customer,
      lines: sale.lines,
      ordered: at(sale.ordered),
      wanted: at(sale.wanted),
      shipped,
    })
  }
  const mos = lots.flatMap(({ material, good, uses, sale }, number): PastMo[] => {
    const done = doneOf(number)
    const place = sale && placeOf.get(sale[0])
    if (done >= until || (sale && place === undefined)) return []
    return [{ material, good, uses, tasks: tasks[number]!, done, ...(sale ? { sale: [place!, sale[1]] } : {}) }]
  })
  const begun = lots.map(({ released }, number) => tasks[number]![0]?.real[0] ?? Math.max(released, until))
  return { begins, sales, mos, purchases: purchasesFor(factory, lots, begun, until, zone), stops }
}

/** Each supplier brings what is used in the four weeks after, in whole minimum lots; what is over is used the next time. */
function purchasesFor(
  factory: Factory,
  lots: readonly Lot[],
  begun: readonly Instant[],
  until: Instant,
  zone: string,
): PastPurchase[] {
  const decimals = precisionOf(factory)
  const uses = Map.groupBy(
    lots.flatMap((lot, number) => lot.uses.map(use => ({ ...use, day: epochDay(dayOf(begun[number]!, zone)) }))),
    ({ material }) => material,
  )
  const purchases: PastPurchase[] = []
  for (const [index, [supplier, , , , , lead_days]] of factory.suppliers.entries()) {
    const phase = Math.floor((index * daysOfPurchase) / factory.suppliers.length)
    const lines = new Map<number, PastLine[]>()
    for (const [material, , , , , of, , , minimum_lot] of factory.bought) {
      if (of !== supplier) continue
      let over = 0
      const buckets = Map.groupBy(uses.get(material) ?? [], ({ day }) => Math.floor((day - phase) / daysOfPurchase))
      for (const [bucket, own] of [...buckets].sort(([a], [b]) => a - b)) {
        const needed = own.reduce((all, { quantity }) => all + quantity, 0) - over
        const lots = Math.ceil(Math.max(0, needed) / Number(minimum_lot) - 1e-9)
        const quantity = roundUpTo(lots * Number(minimum_lot), decimals(material))
        over = quantity - needed
        if (quantity > 0) lines.set(bucket, [...(lines.get(bucket) ?? []), { material, quantity }])
      }
    }
    for (const [bucket, own] of lines) {
      const day = dayFromEpoch(bucket * daysOfPurchase + phase - daysBefore)
      const most = factory.past.lateDays[supplier]
      const isLate = chance('delay', supplier, bucket) < (most ? oftenLate : seldomLate)
      const late = isLate ? 1 + Math.floor(chance('days', supplier, bucket) * (most ?? 2)) : 0
      const came = startOfDay(day, zone) + hours.came * hourSeconds
      const due = startOfDay(addDays(day, -late), zone)
      if (came < until) purchases.push({ supplier, ordered: due - lead_days * daySeconds, due, came, lines: own })
    }
  }
  return purchases
}
