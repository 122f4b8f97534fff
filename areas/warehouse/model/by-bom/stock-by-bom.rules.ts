import { mostRows } from '@qitao/core/page.ts'
import {
  add,
  amountOf,
  convert,
  fromSteps,
  multiply,
  type Quantity,
  roundUp,
  sum,
  toSteps,
} from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { expectNoRing, planOrRing } from '@qitao/engineering/model/bom/bom-ring.rules.ts'
import { lineRatio, stepRatio } from '@qitao/engineering/model/bom/step-ratio.rules.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { Bom } from '@qitao/planning/bom/bom.ts'
import { type PartUse, Sets } from '@qitao/planning/bom/sets.ts'
import { roundLot } from '@qitao/planning/netting/replenish.ts'
import type { BomPlace, StockByBomAnswer, StockByBomRow } from './stock-by-bom.record.ts'

const { in_stock, in_transit, in_production, in_inspection } = supplySource.codes

/** What the answer reads of a company, in one moment. */
export interface SetsBooks {
  readonly now: Instant
  readonly until: Instant
  readonly products: readonly { readonly material_id: string; readonly quantity: Quantity }[]
  readonly sets: number
  readonly level: number | null
  readonly use_substitutes: boolean
  readonly materials: readonly PartFacts[]
  readonly boms: readonly BookedBom[]
  readonly supplies: readonly SetsSupply[]
  readonly prices: readonly { readonly material_id: string; readonly price: Quantity; readonly order_no: string }[]
  readonly currency: string
}
export interface PartFacts {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly specs: string | null
  readonly kind: number
  readonly unit_name: string
  readonly unit_precision: number
  readonly supply_lead_time: number
  readonly minimum_lot: Quantity
  readonly packaging_size: Quantity
  readonly purchase_price: Quantity | null
}
interface BookedBom {
  readonly material_id: string
  readonly version: string
  readonly base_quantity: Quantity
  readonly lines: readonly BookedLine[]
}
interface BookedLine {
  readonly material_id: string
  readonly quantity: Quantity
  readonly scrap_rate: Quantity
  readonly substitutes: readonly { readonly material_id: string; readonly ratio: Quantity | number }[]
}
export interface SetsSupply {
  readonly source_type: number
  readonly material_id: string
  readonly quantity: Quantity
  /** What others have of it. */
  readonly taken: Quantity
  /** Null: nobody knows when; it does not count. */
  readonly available_time: Instant | null
  readonly expire_time: Instant | null
}
type Supply = Omit<SetsSupply, 'quantity' | 'taken'> & { readonly quantity: number; readonly free: number }

/** How many sets can be made now and by a day, what ends them, and what those that are wanted miss and cost. */
export function stockByBom(books: SetsBooks): StockByBomAnswer {
  const { now, until, products } = books
  const facts = new Map(books.materials.map(one => [one.id, one]))
  const decimals = (id: string) => facts.get(id)?.unit_precision ?? 0
  const booked = openedBoms(books)
  const boms = new Map([...booked].map(([id, bom]) => [id, engineBom(bom, books.use_substitutes, decimals)]))
  const contents = new Map<string, number>()
  for (const { material_id, quantity } of products)
    contents.set(material_id, (contents.get(material_id) ?? 0) + toSteps(quantity, decimals(material_id)))
  const sets = expectNoRing(planOrRing(() => new Sets(contents, boms), books.materials))
  const supplies: Supply[] = books.supplies.map(one => {
    const quantity = toSteps(one.quantity, decimals(one.material_id))
    return { ...one, quantity, free: Math.max(0, quantity - toSteps(one.taken, decimals(one.material_id))) }
  })
  const freeNow = freeAt(supplies, now)
  const freeThen = freeAt(supplies, until)
  const sets_now = sets.most(freeNow)
  const sets_by_date = sets.most(freeThen, sets_now)
  const uses = sets.consume(freeThen, books.sets)
  const enough = sets.enoughFor(freeThen, Math.max(books.sets, sets_by_date + 1))
  const there = thereTimes(books, sets, boms, supplies, facts)
  const rows = rowsOf(books, { uses, enough, there, booked, supplies, facts, perSet: perSetOf(sets, booked, products) })
  const missing = rows.filter(row => row.missing_quantity !== '0')
  const one = (material_id: string) => new Sets(new Map([[material_id, contents.get(material_id)!]]), boms)
  return {
    sets_now,
    sets_by_date,
    there_time: latest([...contents.keys()].map(id => there.get(id) ?? null)),
    alone: [...contents.keys()].map(material_id => {
      const alone = contents.size === 1 ? sets : one(material_id)
      const now_alone = contents.size === 1 ? sets_now : alone.most(freeNow, sets_now)
      return {
        material_id,
        ...shownOf(facts.get(material_id)!),
        quantity: fromSteps(contents.get(material_id)!, decimals(material_id)),
        sets_now: now_alone,
        sets_by_date: contents.size === 1 ? sets_by_date : alone.most(freeThen, now_alone),
      }
    }),
    limits: [...Map.groupBy(enough, ([, count]) => count)]
      .map(([count, parts]) => ({ sets: count, material_ids: parts.map(([id]) => id) }))
      .sort((a, b) => a.sets - b.sets),
    steps: stepsOf(sets, supplies, now, until, sets_now),
    currency: books.currency,
    cost: sum(missing.map(row => row.amount ?? '0')),
    missing_count: missing.length,
    unpriced_count: missing.filter(row => row.price === null).length,
    result: rows,
    total: rows.length,
    ...placesOf(books.products, booked),
  }
}

/** BoMs down to the asked level, by the shortest way from a product. */
function openedBoms({ boms, products, level }: SetsBooks): Map<string, BookedBom> {
  const known = new Map(boms.map(bom => [bom.material_id, bom]))
  const opened = new Map<string, BookedBom>()
  let next = new Set(products.map(({ material_id }) => material_id))
  for (let depth = 0; next.size > 0 && depth < (level ?? Number.POSITIVE_INFINITY); depth++) {
    const below = new Set<string>()
    for (const id of next) {
      const bom = known.get(id)
      if (!bom || opened.has(id)) continue
      opened.set(id, bom)
      for (const line of bom.lines) below.add(line.material_id)
    }
    next = below
  }
  return opened
}

const engineBom = (bom: BookedBom, withSubstitutes: boolean, decimals: (id: string) => number): Bom => ({
  material: bom.material_id,
  lines: bom.lines.map(line => ({
    material: line.material_id,
    ratio: lineRatio(bom.base_quantity, line, decimals(bom.material_id), decimals(line.material_id)),
    substitutes: (withSubstitutes ? line.substitutes : []).map(({ material_id, ratio }) => ({
      material: material_id,
      ratio: stepRatio(String(ratio), decimals(line.material_id), decimals(material_id)),
    })),
  })),
})

/** What is free at an instant; what has expired by then is not. */
function freeAt(supplies: readonly Supply[], at: Instant): Map<string, number> {
  const free = new Map<string, number>()
  for (const one of supplies)
    if (isThere(one, at)) free.set(one.material_id, (free.get(one.material_id) ?? 0) + one.free)
  return free
}
const isThere = ({ available_time, expire_time }: Supply, at: Instant): boolean =>
  available_time !== null && available_time <= at && (expire_time === null || expire_time > at)

/** When free supply comes in after now: the last instant of each day of it. */
function arrivals(supplies: readonly Supply[], now: Instant): Instant[] {
  const days = new Map<number, Instant>()
  for (const { available_time: at, free } of supplies) {
    if (at === null || at <= now || free === 0) continue
    const day = Math.floor(at / daySeconds)
    days.set(day, Math.max(days.get(day) ?? 0, at))
  }
  return [...days.values()].sort((a, b) => a - b)
}

function stepsOf(
  sets: Sets,
  supplies: readonly Supply[],
  now: Instant,
  until: Instant,
  first: number,
): StockByBomAnswer['steps'] {
  const steps = [{ time: now, sets: first }]
  for (const time of arrivals(supplies, now)) {
    if (time > until) break
    const count = sets.most(freeAt(supplies, time), steps.at(-1)!.sets)
    if (count !== steps.at(-1)!.sets) steps.push({ time, sets: count })
  }
  return steps
}

const latest = (times: readonly (Instant | null)[]): Instant | null =>
  times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)), 0 as Instant | null)

/**
 * When each part is there for the sets wanted: now, with what comes in, or a lead time after it is bought or its own parts are
 * there, whichever is first. Null: nothing comes, and no lead time is kept.
 */
function thereTimes(
  { now, sets: wanted }: SetsBooks,
  sets: Sets,
  boms: ReadonlyMap<string, Bom>,
  supplies: readonly Supply[],
  facts: ReadonlyMap<string, PartFacts>,
): Map<string, Instant | null> {
  const comes = new Map<string, Instant>()
  for (const time of [now, ...arrivals(supplies, now)]) {
    if (comes.size === sets.order.length) break
    for (const { material, missing, made } of sets.consume(freeAt(supplies, time), wanted))
      if (missing === 0 && made === 0 && !comes.has(material)) comes.set(material, time)
  }
  const there = new Map<string, Instant | null>()
  for (const material of sets.order.toReversed()) {
    const lead = (facts.get(material)?.supply_lead_time ?? 0) * daySeconds
    const parts = boms.get(material)?.lines.map(line => there.get(line.material) ?? null)
    const ready = parts ? latest(parts) : lead > 0 ? now : null
    const known = [comes.get(material) ?? null, ready === null ? null : ready + lead].filter(time => time !== null)
    there.set(material, known.length > 0 ? Math.min(...known) : null)
  }
  return there
}

/** For one set, through all places, without looking at any supply. */
function perSetOf(
  sets: Sets,
  boms: ReadonlyMap<string, BookedBom>,
  products: SetsBooks['products'],
): Map<string, Quantity> {
  const perSet = new Map<string, Quantity>()
  const more = (id: string, quantity: Quantity) => perSet.set(id, add(perSet.get(id) ?? '0', quantity))
  for (const { material_id, quantity } of products) more(material_id, quantity)
  for (const material of sets.order) {
    const bom = boms.get(material)
    for (const line of bom?.lines ?? []) more(line.material_id, lineNeed(perSet.get(material)!, line, bom!))
  }
  return perSet
}
const lineNeed = (quantity: Quantity, line: BookedLine, bom: BookedBom): Quantity =>
  convert(multiply(quantity, line.quantity), add('1', line.scrap_rate), bom.base_quantity)

interface Found {
  readonly uses: readonly PartUse[]
  readonly enough: ReadonlyMap<string, number>
  readonly there: ReadonlyMap<string, Instant | null>
  readonly booked: ReadonlyMap<string, BookedBom>
  readonly supplies: readonly Supply[]
  readonly facts: ReadonlyMap<string, PartFacts>
  readonly perSet: ReadonlyMap<string, Quantity>
}
const shownDecimals = 6
const shownOf = ({ code, name, specs, unit_name, unit_precision }: PartFacts) => ({
  ...{ material_code: code, material_name: name, material_specs: specs, unit_name, unit_precision },
})

/** What limits first stands first, then the rest from the products down. */
function rowsOf(books: SetsBooks, found: Found): StockByBomRow[] {
  const { uses, enough, there, booked, facts, perSet } = found
  const lastPrice = new Map(books.prices.map(one => [one.material_id, one]))
  const substitutes = books.use_substitutes ? substituteWords(booked, facts) : new Map<string, string>()
  const supplied = Map.groupBy(found.supplies, one => one.material_id)
  const rows = uses.map((use): StockByBomRow => {
    const part = facts.get(use.material)!
    const shown = (steps: number) => fromSteps(steps, part.unit_precision)
    const own = supplied.get(part.id) ?? []
    const stock = own.filter(one => one.source_type === in_stock)
    const total = (list: readonly Supply[], of: 'quantity' | 'free') => list.reduce((all, one) => all + one[of], 0)
    const by = (source: number) =>
      shown(
        total(
          own.filter(one => one.source_type === source && isThere(one, books.until)),
          'free',
        ),
      )
    const [on_hand, free] = [total(stock, 'quantity'), total(stock, 'free')]
    const lot = {
      lotMinimum: toSteps(part.minimum_lot, part.unit_precision),
      lotMultiple: toSteps(part.packaging_size, part.unit_precision),
    }
    const buy_quantity = shown(use.missing === 0 ? 0 : roundLot(use.missing, lot))
    const last = lastPrice.get(part.id)
    const price = last?.price ?? part.purchase_price
    return {
      ...{ id: part.id, material_id: part.id, ...shownOf(part), kind: part.kind, level: use.level },
      bom_version: booked.get(part.id)?.version ?? null,
      set_quantity: roundUp(perSet.get(part.id) ?? '0', shownDecimals),
      needed_quantity: shown(use.need),
      on_hand_quantity: shown(on_hand),
      occupied_quantity: shown(on_hand - free),
      available_quantity: shown(free),
      in_inspection_quantity: by(in_inspection),
      in_transit_quantity: by(in_transit),
      in_production_quantity: by(in_production),
      made_quantity: shown(use.made),
      replaced_quantity: shown(use.replaced),
      missing_quantity: shown(use.missing),
      enough_for: enough.get(part.id) ?? null,
      buy_quantity,
      price,
      amount: use.missing === 0 || price === null ? null : amountOf(buy_quantity, price),
      price_from: last?.order_no ?? null,
      lead_days: part.supply_lead_time,
      there_time: there.get(part.id) ?? null,
      substitutes: substitutes.get(part.id) ?? null,
    }
  })
  const rank = (row: StockByBomRow) => row.enough_for ?? Number.POSITIVE_INFINITY
  const place = new Map(rows.map((row, index) => [row.id, index]))
  return rows.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    return x === y ? place.get(a.id)! - place.get(b.id)! : x - y
  })
}

function substituteWords(
  boms: ReadonlyMap<string, BookedBom>,
  facts: ReadonlyMap<string, PartFacts>,
): Map<string, string> {
  const words = new Map<string, Set<string>>()
  for (const bom of boms.values())
    for (const line of bom.lines)
      for (const { material_id, ratio } of line.substitutes) {
        const of = words.get(line.material_id) ?? new Set()
        words.set(line.material_id, of.add(`${facts.get(material_id)?.code ?? ''} × ${ratio}`))
      }
  return new Map([...words].map(([id, list]) => [id, [...list].join(', ')]))
}

/** The tree, parents before children. BoMs in force have no cycle; more places than one answer carries are cut. */
function placesOf(
  products: SetsBooks['products'],
  boms: ReadonlyMap<string, BookedBom>,
): { places: BomPlace[]; cut: boolean } {
  const places: BomPlace[] = []
  let cut = false
  const open = (material_id: string, wanted: Quantity, key: string, level: number): void => {
    if (places.length >= mostRows) {
      cut = true
      return
    }
    const bom = boms.get(material_id)
    places.push({ key, level, material_id, set_quantity: roundUp(wanted, shownDecimals), has_lines: bom !== undefined })
    for (const [index, line] of (bom?.lines ?? []).entries()) {
      if (cut) return
      open(line.material_id, lineNeed(wanted, line, bom!), `${key}.${index + 1}`, level + 1)
    }
  }
  for (const [index, { material_id, quantity }] of products.entries()) open(material_id, quantity, String(index + 1), 0)
  return { places, cut }
}
