/**
 * What a product is planned to cost: its BoM, level by level, at prices of today, and the work of its steps at the rates of today. What
 * has no price is named, and never counted as nothing.
 */
import { add, convert, isZero, multiply, type Quantity, roundHalfUp, subtract, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type CycleTime, closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { componentsOf, operationsOf, type Recipe } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import { wageType } from '@qitao/masterdata/model/process/wage-type.status.ts'

export const costElements = ['material', 'labour', 'machine', 'outside', 'overhead'] as const
export type CostElement = (typeof costElements)[number]
export type Cost = Readonly<Record<CostElement, Quantity>>
export const noCost: Cost = { material: '0', labour: '0', machine: '0', outside: '0', overhead: '0' }

export const missingKinds = ['price', 'wage', 'machine', 'time', 'outside', 'loop'] as const
export type MissingKind = (typeof missingKinds)[number]
/** What each of them asks for. */
export const missingTexts: Readonly<Record<MissingKind, Text>> = {
  price: text('{of} 没有采购价', 'No purchase price of {of}'),
  wage: text('{of} 没有工资单价', 'No wage rate of {of}'),
  machine: text('{of} 没有设备小时费率', 'No rate per hour of {of}'),
  time: text('{of} 没有工时', 'No cycle time of {of}'),
  outside: text('{of} 没有委外单价', 'No outsourcing price of {of}'),
  loop: text('{of} 的BOM包含自己', 'The BoM of {of} contains itself'),
}
export interface Missing {
  readonly kind: MissingKind
  readonly of: string
}

/** Of so many pieces: what is there once for a lot, and what each piece takes. */
export interface ProductCost {
  readonly lot: Cost
  readonly piece: Cost
  readonly missing: readonly Missing[]
}
export interface CostFacts {
  readonly recipes: ReadonlyMap<string, Recipe>
  /** Code and what one is bought for in the currency of the company; null: nobody has said. */
  readonly materials: ReadonlyMap<string, { readonly code: string; readonly price: Quantity | null }>
  readonly processes: ReadonlyMap<string, string>
  readonly devices: readonly {
    readonly id: string
    readonly machine_no: string
    readonly process_ids: readonly string[]
    readonly supplier_id: string | null
    readonly efficiency: Quantity
    readonly hourly_rate: Quantity | null
  }[]
  readonly cycle_times: readonly CycleTime[]
  /** In force: of a process, of one material or of any. */
  readonly wage_rates: readonly {
    readonly process_id: string
    readonly material_id: string | null
    readonly wage_type: number
    readonly rate: Quantity
  }[]
  readonly process_prices: readonly {
    readonly process_id: string
    readonly supplier_id: string
    readonly material_id: string | null
    readonly price: Quantity
  }[]
  /** On top of labour and machines. */
  readonly overhead_percent: number
}
interface TimedDevice {
  readonly device: CostFacts['devices'][number]
  readonly time: CycleTime
}
const hour = '3600'
const percent = '100'

// Most elements of most parts are nothing: exact arithmetic is for the others.
const plus = (a: Quantity, b: Quantity): Quantity => (a === '0' ? b : b === '0' ? a : add(a, b))
const by = (a: Quantity, quantity: Quantity): Quantity => (a === '0' ? a : multiply(a, quantity))
const added = (a: Cost, b: Cost): Cost => ({
  material: plus(a.material, b.material),
  labour: plus(a.labour, b.labour),
  machine: plus(a.machine, b.machine),
  outside: plus(a.outside, b.outside),
  overhead: plus(a.overhead, b.overhead),
})
const times = (cost: Cost, quantity: Quantity): Cost => ({
  material: by(cost.material, quantity),
  labour: by(cost.labour, quantity),
  machine: by(cost.machine, quantity),
  outside: by(cost.outside, quantity),
  overhead: by(cost.overhead, quantity),
})
const mean = (values: readonly Quantity[]): Quantity => convert(sum(values), '1', String(values.length))

/** What one of each material costs; a part that is made of itself is named. */
export function plannedCosts(facts: CostFacts): (material_id: string) => ProductCost {
  const known = new Map<string, ProductCost>()
  const closest = closestTimeOf(facts.cycle_times)
  const own = devicesBy(facts, ({ supplier_id }) => supplier_id === null)
  const outside = devicesBy(facts, ({ supplier_id }) => supplier_id !== null)
  const wages = new Map(facts.wage_rates.map(rate => [`${rate.process_id} ${rate.material_id ?? ''}`, rate]))
  const prices = Map.groupBy(facts.process_prices, ({ process_id }) => process_id)
  // Most materials take the times and rates that a step has for any: it is costed once for all of them.
  const steps = new Map<string, ProductCost>()
  const timedAlone = new Set(facts.cycle_times.map(time => `${time.process_id} ${time.material_id ?? ''}`))
  const codeOf = (material_id: string) => facts.materials.get(material_id)?.code ?? ''

  const outsideCost = (material_id: string, process_id: string, suppliers: ReadonlySet<string> | null): ProductCost => {
    const all = (prices.get(process_id) ?? []).filter(one => suppliers === null || suppliers.has(one.supplier_id))
    const ofIt = all.filter(one => one.material_id === material_id)
    const offers = ofIt.length > 0 ? ofIt : all.filter(one => one.material_id === null)
    if (offers.length === 0) return lacks('outside', facts.processes.get(process_id) ?? '')
    const price = offers.reduce((best, one) => (Number(one.price) < Number(best.price) ? one : best)).price
    return { lot: noCost, piece: { ...noCost, outside: price }, missing: [] }
  }
  /** Of one step: as the mean of our machines that do it does, else as the cheapest supplier does. */
  const stepCost = (material_id: string, process_id: string): ProductCost => {
    const name = facts.processes.get(process_id) ?? ''
    const ours = own.get(process_id) ?? []
    if (ours.length === 0) {
      const suppliers = outside.get(process_id)?.flatMap(({ supplier_id }) => supplier_id ?? [])
      return outsideCost(material_id, process_id, suppliers ? new Set(suppliers) : null)
    }
    const timed = ours.flatMap(device => {
      const time = closest(material_id, process_id, device.id)
      return time ? [{ device, time }] : []
    })
    if (timed.length === 0) return lacks('time', `${name} ${codeOf(material_id)}`)
    const ofIt = `${process_id} ${material_id}`
    const ofAny = `${process_id} `
    const key = wages.has(ofIt) || timedAlone.has(ofIt) ? ofIt : ofAny
    const found = steps.get(key)
    if (found) return found
    const cost = workCost(name, timed, wages.get(ofIt) ?? wages.get(ofAny))
    steps.set(key, cost)
    return cost
  }
  const workCost = (name: string, on: readonly TimedDevice[], wage: CostFacts['wage_rates'][number] | undefined) => {
    const timed = on.map(({ device, time }) => {
      const seconds = convert(time.cycle_seconds, '1', multiply(time.batch_quantity, time.expected_oee))
      return {
        device,
        setup: convert(String(time.setup_seconds), '1', hour),
        run: convert(convert(seconds, '1', device.efficiency), '1', hour),
        people: String(Math.max(1, time.employees)),
      }
    })
    const missing: Missing[] = timed.flatMap(({ device }) =>
      device.hourly_rate === null ? { kind: 'machine' as const, of: device.machine_no } : [],
    )
    if (!wage) missing.push({ kind: 'wage', of: name })
    const rateOf = (one: (typeof timed)[number]) => one.device.hourly_rate ?? '0'
    const labour = (hours: (one: (typeof timed)[number]) => Quantity): Quantity =>
      wage?.wage_type === wageType.codes.hour
        ? multiply(mean(timed.map(one => multiply(hours(one), one.people))), wage.rate)
        : '0'
    const byPiece = wage?.wage_type === wageType.codes.piece ? wage.rate : '0'
    const of = (hours: (one: (typeof timed)[number]) => Quantity, more: Quantity): Cost => {
      const work = add(labour(hours), more)
      const machine = mean(timed.map(one => multiply(hours(one), rateOf(one))))
      const overhead = convert(add(work, machine), String(facts.overhead_percent), percent)
      return { ...noCost, labour: work, machine, overhead }
    }
    return { lot: of(one => one.setup, '0'), piece: of(one => one.run, byPiece), missing }
  }
  const costOf = (material_id: string, path: ReadonlySet<string>): ProductCost => {
    const found = known.get(material_id)
    if (found) return found
    if (path.has(material_id)) return lacks('loop', codeOf(material_id))
    const recipe = facts.recipes.get(material_id)
    const cost = recipe ? madeCost(recipe, new Set([...path, material_id])) : boughtCost(material_id)
    known.set(material_id, cost)
    return cost
  }
  const boughtCost = (material_id: string): ProductCost => {
    const price = facts.materials.get(material_id)?.price ?? null
    if (price === null) return lacks('price', codeOf(material_id))
    return { lot: noCost, piece: { ...noCost, material: price }, missing: [] }
  }
  const madeCost = (recipe: Recipe, path: ReadonlySet<string>): ProductCost => {
    const { material_id } = recipe
    let { lot, piece }: { lot: Cost; piece: Cost } = { lot: noCost, piece: noCost }
    const missing: Missing[] = []
    for (const { process_id } of operationsOf(recipe)) {
      const step = stepCost(material_id, process_id)
      lot = added(lot, step.lot)
      piece = added(piece, step.piece)
      missing.push(...step.missing)
    }
    for (const component of componentsOf(recipe, '1', new Map())) {
      const part = costOf(component.material_id, path)
      lot = added(lot, part.lot)
      piece = added(piece, times(part.piece, component.quantity_per))
      missing.push(...part.missing)
    }
    return { lot, piece, missing: onceEach(missing) }
  }
  return material_id => costOf(material_id, new Set())
}
const lacks = (kind: MissingKind, of: string): ProductCost => ({ lot: noCost, piece: noCost, missing: [{ kind, of }] })
const onceEach = (missing: readonly Missing[]): Missing[] => [
  ...new Map(missing.map(one => [`${one.kind} ${one.of}`, one])).values(),
]
function devicesBy(facts: CostFacts, is: (device: CostFacts['devices'][number]) => boolean) {
  const by = new Map<string, CostFacts['devices'][number][]>()
  for (const device of facts.devices)
    if (is(device)) for (const id of device.process_ids) by.set(id, [...(by.get(id) ?? []), device])
  return by
}

/** What so many cost each; null: nothing is in it but what must not be seen, and the cost would tell it. */
export function unitCost(
  { lot, piece }: ProductCost,
  quantity: Quantity,
  hidden: ReadonlySet<CostElement>,
): Quantity | null {
  const whole = added(lot, times(piece, quantity))
  const cost = sum(costElements.map(element => whole[element]))
  const isTold = isZero(cost) || costElements.some(element => !hidden.has(element) && !isZero(whole[element]))
  return hidden.size > 0 && !isTold ? null : convert(cost, '1', quantity)
}

export interface PlannedLine {
  readonly id: string
  readonly name: string
  readonly material_id: string
  /** Of the order, and of it what is looked at. */
  readonly ordered: Quantity
  readonly quantity: Quantity
  /** Null: without a price, or in another currency. */
  readonly price: Quantity | null
}
export interface LineMargin {
  readonly id: string
  readonly name: string
  readonly revenue: Quantity | null
  /** Null: something of it has no price. */
  readonly cost: Cost | null
  readonly missing: readonly Missing[]
}
/** Planned revenue and cost of a line in cents: of the lot its share, as much as is looked at. */
export function plannedLine(line: PlannedLine, { lot, piece, missing }: ProductCost): LineMargin {
  const share = isZero(line.ordered) ? '0' : convert(line.quantity, '1', line.ordered)
  const whole = added(times(lot, share), times(piece, line.quantity))
  return {
    ...{ id: line.id, name: line.name, missing },
    revenue: line.price === null ? null : roundHalfUp(multiply(line.quantity, line.price), 2),
    cost: missing.length > 0 ? null : inCents(whole),
  }
}
const inCents = (cost: Cost): Cost => ({
  material: roundHalfUp(cost.material, 2),
  labour: roundHalfUp(cost.labour, 2),
  machine: roundHalfUp(cost.machine, 2),
  outside: roundHalfUp(cost.outside, 2),
  overhead: roundHalfUp(cost.overhead, 2),
})

export interface MarginSum extends Cost {
  readonly revenue: Quantity
  readonly cost: Quantity
  readonly margin: Quantity
}
/** Of lines that have both revenue and cost; the others are in no sum. */
export function marginSum(lines: readonly { readonly revenue: Quantity; readonly cost: Cost }[]): MarginSum {
  const cost: Record<CostElement, Quantity> = { ...noCost }
  for (const element of costElements) cost[element] = sum(lines.map(line => line.cost[element]))
  const revenue = sum(lines.map(line => line.revenue))
  const whole = sum(costElements.map(element => cost[element]))
  return { ...cost, revenue, cost: whole, margin: subtract(revenue, whole) }
}

/** A line as it was shipped: what it has cost, and why that is not known. */
export interface ShippedLine extends PlannedLine, Cost {
  readonly revenue: Quantity | null
  readonly gap: number | null
}
export interface Variance {
  readonly element: 'revenue' | CostElement | 'margin'
  /** Actual less planned. */
  readonly amount: Quantity
}
/** What lines are planned to earn; and of what was shipped, where both are known, what it was planned to and what it has. */
export function plannedMargin(
  lines: readonly PlannedLine[],
  shipped: readonly ShippedLine[],
  costOf: (material_id: string) => ProductCost,
) {
  // Of a period they are the same lines.
  const done = new Map<PlannedLine, LineMargin>()
  const plannedOf = (line: PlannedLine): LineMargin => {
    const planned = done.get(line) ?? plannedLine(line, costOf(line.material_id))
    done.set(line, planned)
    return planned
  }
  const all = lines.map(plannedOf)
  const known = all.flatMap(({ revenue, cost }) => (revenue === null || cost === null ? [] : [{ revenue, cost }]))
  const both = shipped.flatMap(line => {
    const { revenue, cost } = plannedOf(line)
    if (revenue === null || cost === null || line.gap !== null || line.revenue === null) return []
    return [{ planned: { revenue, cost }, actual: { revenue: line.revenue, cost: line } }]
  })
  const compared = marginSum(both.map(({ planned }) => planned))
  const actual = marginSum(both.map(one => one.actual))
  const unmeasured = all.filter(({ revenue, cost }) => revenue === null || cost === null)
  return {
    line_count: lines.length,
    planned: marginSum(known),
    ...{ compared_count: both.length, compared, actual },
    variances: (['revenue', ...costElements, 'margin'] as const).map(
      (element): Variance => ({ element, amount: subtract(actual[element], compared[element]) }),
    ),
    unmeasured: unmeasured.map(({ id, name, revenue, missing }) => ({
      ...{ id, name, without_price: revenue === null },
      missing: [...missing],
    })),
    unmeasured_count: unmeasured.length,
  }
}
