import { fromSteps, type Quantity, toSteps } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, endOfDay, type Instant, startOfDay } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import {
  capacityStatus,
  deliveryStatus,
  materialStatus,
  supplySource,
} from '@qitao/manufacturing/model/mo/mo.status.ts'
import { causeText } from '@qitao/manufacturing/model/plan/unplanned.ts'
import type { Answer, Because, Delivery, Impossible, Lot } from '@qitao/planning/promise/answer.ts'
import type { FreeByDay } from '@qitao/planning/promise/free-by-day.ts'
import type { PromiseMode } from '@qitao/planning/promise/promise.ts'
import type { Wish } from '@qitao/planning/promise/snapshot.ts'
import { lineOfSupply } from '@qitao/purchasing/model/supply-part.rules.ts'
import { causeErrors } from '@qitao/scheduling/model/hand/move-errors.ts'
import type { BecauseRow, DeliveryRow, LineAnswer } from './inquiry.record.ts'
import type { MaterialOfPromise, PromiseFacts } from './promise-facts.ts'

/** A line that is asked for; the wanted day as the instant at which it begins. */
export interface AskedLine {
  readonly line_id: string
  readonly material_id: string
  readonly quantity: Quantity
  readonly requested_date: Instant
}

export interface Names {
  material(id: string): MaterialOfPromise
  machine(id: string): string
  /** Process of a step, by material and sequence. */
  process(material_id: string, sequence: string): { readonly id: string; readonly name: string }
  source(id: string): { readonly source_type: number; readonly no: string | null }
}
export function namesOf({ materials, capacity, processes, recipes, stock, transit, production }: PromiseFacts): Names {
  const material = new Map(materials.map(one => [one.id, one]))
  const machine = new Map(capacity.devices.map(one => [one.id, one.machine_no]))
  const process = new Map(processes.map(one => [one.id, one]))
  const stepProcess = new Map<string, string>(
    recipes.flatMap(recipe => [
      ...recipe.steps.map(step => [`${recipe.material_id}:${step.sequence}`, step.process_id] as const),
      ...recipe.nodes.map(node => [`${recipe.material_id}:${node.ordering_node}`, node.process_id] as const),
    ]),
  )
  const { in_stock, in_transit, in_production, in_inspection } = supplySource.codes
  const source = new Map<string, { source_type: number; no: string | null }>([
    ...stock.map(
      one => [one.inventory_id, { source_type: one.to_inspect ? in_inspection : in_stock, no: null }] as const,
    ),
    ...transit.map(one => [one.id, { source_type: in_transit, no: one.order_no }] as const),
    ...production.map(one => [one.id, { source_type: in_production, no: one.no }] as const),
  ])
  return {
    material: id => material.get(id)!,
    machine: id => machine.get(id) ?? '',
    process: (material_id, sequence) => process.get(stepProcess.get(`${material_id}:${sequence}`) ?? '')!,
    source: id => source.get(lineOfSupply(id))!,
  }
}

/** Goods wanted on a day may come until it ends. */
export const wishesOf = (lines: readonly AskedLine[], names: Names, zone: string): Wish[] =>
  lines.map(({ line_id, material_id, quantity, requested_date }) => ({
    id: line_id,
    material: material_id,
    quantity: toSteps(quantity, names.material(material_id).unit_precision),
    wantedAt: endOfDay(dayOf(requested_date, zone), zone),
  }))

const noMachine = text('物料{object}', 'Material {object}')
/** What has to be maintained before anything can be promised is refused; what only takes too long is answered. */
export function expectPossible(answers: readonly Answer[], names: Names): void {
  answers.forEach(({ full, impossible }, index) => {
    if (full || !impossible || impossible.cause === 'beyond_horizon') return
    const { definition, detail } = refusalOf(impossible)
    const { material, operation } = impossible
    const { code } = names.material(material)
    const object = operation === null ? code : `${code} ${names.process(material, operation)?.name ?? ''}`.trim()
    refuse(definition, { row: index + 1, object, detail })
  })
}
function refusalOf({ cause }: Impossible): { definition: (typeof causeErrors)['no_machine']; detail: Text } {
  if (cause === 'no_recipe') return { definition: engineeringErrors.bomMissing, detail: noMachine }
  return { definition: causeErrors[cause], detail: cause === 'no_calendar' ? noMachine : causeText(cause) }
}

export interface AnsweredLine {
  readonly asked: AskedLine
  readonly answer: LineAnswer
  /** The deliveries that the promise stands for, in order; not all of the quantity when that is not possible. */
  readonly promised: readonly DeliveryRow[]
  /** Null: not all of it can be promised. */
  readonly promise_date: Instant | null
  readonly bottleneck_machine_no: string | null
}

/** Answers of the engine as people read them, with what is free of each product by itself. */
export function answeredLines(
  asked: readonly AskedLine[],
  { answers, free }: { readonly answers: readonly Answer[]; readonly free: readonly FreeByDay[] },
  mode: PromiseMode,
  names: Names,
  zone: string,
): AnsweredLine[] {
  return asked.map((line, index) => {
    const { full, wanted, parts, takes } = answers[index]!
    const written = (steps: number, material_id: string) => fromSteps(steps, names.material(material_id).unit_precision)
    const delivery = (one: Delivery): DeliveryRow => ({
      time: one.at,
      // Ready by the end of a day is ready that day.
      date: startOfDay(dayOf(Math.max(one.at - 1, 0), zone), zone),
      quantity: written(one.quantity, line.material_id),
      from_supply: written(one.fromSupply, line.material_id),
      because: because(one.because, names, written),
      chain: one.chain.map(each => because(each, names, written)),
    })
    const lot = (one: Lot) => ({
      material_code: names.material(one.material).code,
      material_name: names.material(one.material).name,
      quantity: written(one.quantity, one.material),
      time: one.at,
    })
    const answer: LineAnswer = {
      full: full && delivery(full),
      wanted: wanted && { met: wanted.met, quantity: written(wanted.quantity, line.material_id) },
      parts: parts.map(delivery),
      purchases: byMaterial(takes.purchases).map(lot),
      productions: takes.productions.map(lot),
      free: byDay(free[index]!, zone).map(({ date, quantity }) => ({
        date,
        quantity: written(quantity, line.material_id),
      })),
      tasks: takes.tasks.map(task => ({
        machine_no: names.machine(task.machine),
        material_code: names.material(task.material).code,
        process_name: names.process(task.material, task.operation).name,
        setup_start_time: task.setupStart,
        start_time: task.start,
        end_time: task.end,
      })),
    }
    const promised = mode === 'full' && answer.full ? [answer.full] : answer.parts
    const binding = promised.at(-1)?.because
    return {
      asked: line,
      answer,
      promised,
      promise_date: full ? (promised.at(-1)?.date ?? null) : null,
      bottleneck_machine_no: binding?.kind === 'machine' || binding?.kind === 'work' ? binding.object : null,
    }
  })
}

/** Of a day what is free at its end; a day on which nothing is added is left out, but for the first. */
function byDay(free: FreeByDay, zone: string): { date: Instant; quantity: number }[] {
  const days = new Map<Instant, number>()
  let before = -1
  for (const { at, quantity } of free) {
    if (quantity === before) continue
    before = quantity
    days.set(startOfDay(dayOf(at, zone), zone), quantity)
  }
  return [...days].slice(0, mostFreeDays).map(([date, quantity]) => ({ date, quantity }))
}
/** So many days are told. */
const mostFreeDays = 30

/** What is bought for several lots is bought together, with the last of them. */
const byMaterial = (lots: readonly Lot[]): Lot[] =>
  [...Map.groupBy(lots, one => one.material).values()].map(all => ({
    ...all[0]!,
    quantity: all.reduce((sum, one) => sum + one.quantity, 0),
    at: Math.max(...all.map(one => one.at)),
  }))

function because(one: Because, names: Names, written: (steps: number, material_id: string) => string): BecauseRow {
  const { code, name } = names.material(one.material)
  const source = one.kind === 'supply' ? names.source(one.supply) : null
  const isWork = one.kind === 'machine' || one.kind === 'work'
  return {
    kind: one.kind,
    from: one.from,
    until: one.until,
    object: isWork ? names.machine(one.machine) : (source?.no ?? null),
    source_type: source?.source_type ?? null,
    material_code: code,
    material_name: name,
    process_name: isWork ? (names.process(one.material, one.operation)?.name ?? null) : null,
    quantity: one.kind === 'lead_time' ? written(one.quantity, one.material) : null,
  }
}

export interface InquirySummary {
  readonly promise_date: Instant | null
  readonly requested_date: Instant
  readonly material_status: CodeOf<typeof materialStatus>
  readonly capacity_status: CodeOf<typeof capacityStatus> | null
  readonly delivery_status: CodeOf<typeof deliveryStatus>
}
export function summaryOf(lines: readonly AnsweredLine[], now: Instant): InquirySummary {
  const all = lines.every(line => line.promise_date !== null)
  const met = lines.every(({ promise_date, asked }) => promise_date !== null && promise_date <= asked.requested_date)
  const buys = lines.some(({ answer }) => answer.purchases.length > 0)
  const waits = lines.some(({ promised }) =>
    promised.some(one => one.chain.some(each => each.kind === 'supply' && each.until > now)),
  )
  const makes = lines.some(({ answer }) => answer.tasks.length > 0)
  const { codes } = materialStatus
  return {
    promise_date: all ? Math.max(...lines.map(line => line.promise_date!)) : null,
    requested_date: Math.max(...lines.map(line => line.asked.requested_date)),
    material_status: buys ? codes.to_be_purchased : waits ? codes.in_transit : codes.kitting_complete,
    capacity_status: !makes ? null : met ? capacityStatus.codes.scheduled : capacityStatus.codes.production_delayed,
    delivery_status: met ? deliveryStatus.codes.deadline_met : deliveryStatus.codes.deadline_missed,
  }
}
