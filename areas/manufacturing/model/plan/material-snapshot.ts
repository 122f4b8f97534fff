import {
  isPositive,
  multiply,
  type Quantity,
  roundDown,
  roundHalfUp,
  roundUp,
  subtract,
  toSteps,
} from '@qitao/core/quantity.ts'
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { hasValidity, type Validity } from '@qitao/engineering/model/bom/bom.rules.ts'
import { lineRatio, stepRatio } from '@qitao/engineering/model/bom/step-ratio.rules.ts'
import type { Interval } from '@qitao/planning/calendar/interval.ts'
import type { LeadStep } from '@qitao/planning/netting/lead-time.ts'
import type { Lock, MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'
import type { AskedFor } from '@qitao/purchasing/model/asked-for.ts'
import { supplyOfPart, takenOfParts } from '@qitao/purchasing/model/supply-part.rules.ts'
import { moStatus } from '../mo/mo.status.ts'

/** The books as the material plan needs them, in the product's own units; the one translation to the engine's steps. */
export interface MaterialBooks extends OrderBooks, SupplyBooks {
  /** The plan's clock, see `planClock`. */
  readonly now: Instant
  /** When the company works, by its default calendar. */
  readonly open: readonly Interval[]
  readonly materials: readonly {
    id: string
    code: string
    kind: number
    unit_precision: number
    supply_lead_time: number
    /** Bought today it is there then; a lead time from now when absent. */
    earliest_time?: Instant
    /** By its steps, the last first; null: it is bought, or its steps tell nothing. */
    lead_steps: readonly LeadStep[] | null
    minimum_lot: Quantity
    packaging_size: Quantity
    has_bom: boolean
    safety_stock: Quantity
  }[]
  /** What order promises hold of a source: no work order gets it. */
  readonly held: readonly { source_id: string; quantity: Quantity }[]
  /** Config mode 33 off: an order that is not scheduled holds material too. */
  readonly holdsUnscheduled: boolean
  /** What is on its way and set not to count is in no kit, but it is not made or bought once more. */
  readonly counts: { readonly transit: boolean; readonly production: boolean }
  readonly boms: readonly {
    material_id: string
    base_quantity: Quantity
    /** Of all days; those of a version that follows are for its own base quantity. */
    lines: readonly (Partial<Validity> & {
      material_id: string
      quantity: Quantity
      scrap_rate: Quantity
      base_quantity?: Quantity
    })[]
  }[]
}
/** What stands in the books of work orders. */
export interface OrderBooks {
  readonly orders: readonly BookedOrder[]
  readonly components: readonly BookedComponent[]
  readonly locks: readonly {
    mo_id: string
    component_id: string
    source_id: string
    quantity: Quantity
    by_hand: boolean
    /** No choice but what stood (`Kept`); null: it counts as chosen. */
    kept: 'firm' | 'made' | 'firm_made' | null
  }[]
}
/** What stands in the books of materials. */
export interface SupplyBooks {
  readonly stock: readonly {
    inventory_id: string
    material_id: string
    quantity: Quantity
    expire_time: Instant | null
    first_in_time: Instant
    /** In transit between own bins: when it is expected. */
    arrives_time: Instant | null
  }[]
  readonly transit: readonly {
    id: string
    /** Of a purchase that comes on several days: the days in their order. */
    part: number
    material_id: string
    open_quantity: Quantity
    eta: Instant | null
    /** Work orders that it was asked for. */
    asked: readonly AskedFor[]
    /** Already in stock and to be inspected: nobody can hurry it or order less, and it counts whatever is set of purchases. */
    in_inspection?: boolean
  }[]
  /** Open work orders whose output is free for others. */
  readonly production: readonly {
    id: string
    material_id: string
    open_quantity: Quantity
    planned_finish_time: Instant | null
    status: number
    parent_mo_id: string | null
    /** So much of it the parent asked for; null: as much as it needs. */
    made_for_quantity: Quantity | null
  }[]
  /** Needs of open work orders that are not checked, by material and day: they hold nothing, but what comes for them is wanted. */
  readonly tentative: readonly { material_id: string; day: number; quantity: Quantity }[]
}
export interface BookedOrder {
  readonly id: string
  readonly no: string
  readonly material_id: string
  readonly material_locked: boolean
  readonly priority: number
  readonly delivery_date: Instant
  readonly planned_start_time: Instant | null
  /** Not planned, it begins so long before it is due. */
  readonly lead_seconds: number
  /** Published or further: what it has it keeps. */
  readonly firm: boolean
}
export interface BookedComponent {
  readonly id: string
  readonly mo_id: string
  readonly operation_sequence: number | null
  /** When the plan begins the step that consumes it. */
  readonly planned_start_time: Instant | null
  readonly material_id: string
  readonly required_quantity: Quantity
  readonly picked_quantity: Quantity
  /** What picked substitutes cover exactly: `picked_quantity` counts its whole steps. Absent: none was picked. */
  readonly stand_in_quantity?: Quantity
  readonly substitutes: readonly { material_id: string; ratio: Quantity }[]
}

/** A plan goes by the hour: made twice within it from the same books, it is the same plan. */
export const planClock = (now: Instant): Instant => now - (now % hourSeconds)

export type Precisions = ReadonlyMap<string, number>
export const precisionsIn = (books: Pick<RowBooks, 'materials'>): Precisions =>
  new Map(books.materials.map(({ id, unit_precision }) => [id, unit_precision]))

export function snapshotOf(books: MaterialBooks): MaterialSnapshot {
  const precisions = precisionsIn(books)
  const { orders, demands, supplies } = rowsOf(books, books)
  return {
    now: books.now,
    open: books.open,
    materials: books.materials.map(one => ({
      id: one.id,
      kind: one.kind !== 0 && one.has_bom ? 'made' : 'bought',
      leadTimeSeconds: one.supply_lead_time * daySeconds,
      ...(one.lead_steps ? { leadSteps: one.lead_steps } : {}),
      ...(one.earliest_time === undefined ? {} : { earliestAt: one.earliest_time }),
      ...lotOf(one),
    })),
    orders,
    demands: [
      ...demands,
      ...books.materials
        .filter(one => isPositive(one.safety_stock))
        .map(one => ({
          id: `${safety}${one.id}`,
          kind: 'safety' as const,
          material: one.id,
          quantity: toSteps(roundUp(one.safety_stock, one.unit_precision), one.unit_precision),
          // Filled up as a new purchase would fill it: nothing is hurried for it.
          neededAt: books.now + one.supply_lead_time * daySeconds,
          priority: 1,
          due: books.now,
          number: '',
        })),
    ],
    supplies,
    locks: locksOf(books, books.locks),
    boms: books.boms.map(bom => ({
      material: bom.material_id,
      lines: bom.lines.map(line => ({
        material: line.material_id,
        ratio: lineRatio(
          line.base_quantity ?? bom.base_quantity,
          line,
          precisions.get(bom.material_id) ?? 0,
          precisions.get(line.material_id) ?? 0,
        ),
        ...(hasValidity(line) ? { from: line.valid_from ?? null, until: line.expiry_time ?? null } : {}),
      })),
    })),
  }
}

/** Steps of the least that is made or bought of a material at a time. */
export const lotOf = ({
  minimum_lot,
  packaging_size,
  unit_precision,
}: Pick<MaterialBooks['materials'][number], 'minimum_lot' | 'packaging_size' | 'unit_precision'>) => ({
  lotMinimum: toSteps(minimum_lot, unit_precision),
  lotMultiple: toSteps(packaging_size, unit_precision),
})

export type SnapshotRows = Pick<MaterialSnapshot, 'orders' | 'demands' | 'supplies'>
/** What rows are made with, of all the books. */
export interface RowBooks extends Pick<MaterialBooks, 'now' | 'held' | 'holdsUnscheduled' | 'counts'> {
  readonly materials: readonly Pick<MaterialBooks['materials'][number], 'id' | 'unit_precision' | 'supply_lead_time'>[]
}
export type BooksPart = Pick<OrderBooks, 'orders' | 'components'> & SupplyBooks

/** Orders, needs and supplies of a part of the books. A purchase without an ETA is expected a lead time from now. */
export function rowsOf(books: RowBooks, part: BooksPart): SnapshotRows {
  const precisions = precisionsIn(books)
  const material = new Map(books.materials.map(one => [one.id, one]))
  const steps = (quantity: Quantity, material_id: string) => toSteps(quantity, precisions.get(material_id) ?? 0)
  const leadSeconds = (material_id: string) => (material.get(material_id)?.supply_lead_time ?? 0) * daySeconds
  const order = new Map(part.orders.map(one => [one.id, one]))
  const held = new Map(books.held.map(({ source_id, quantity }) => [source_id, quantity]))
  const heldOfParts = takenOfParts(part.transit, held)
  const severalDays = new Set(part.transit.filter(line => line.part > 0).map(({ id }) => id))
  const free = (supply: string, quantity: Quantity, material_id: string, of: ReadonlyMap<string, Quantity> = held) =>
    Math.max(0, steps(quantity, material_id) - steps(of.get(supply) ?? '0', material_id))
  const madeFor = (order: string, quantity: Quantity | null, material_id: string) => ({
    order,
    ...(quantity === null ? {} : { quantity: steps(quantity, material_id) }),
  })
  const neededAt = (one: BookedOrder): Instant =>
    one.planned_start_time ?? Math.max(books.now, one.delivery_date - one.lead_seconds)
  return {
    orders: part.orders.map(one => ({ id: one.id, locked: one.material_locked, neededAt: neededAt(one) })),
    demands: [
      ...part.components.flatMap(component => {
        const { material_id } = component
        const open = steps(component.required_quantity, material_id) - steps(component.picked_quantity, material_id)
        const of = order.get(component.mo_id)
        if (!of || open <= 0) return []
        return {
          id: component.id,
          kind:
            books.holdsUnscheduled || of.firm || of.planned_start_time !== null
              ? ('component' as const)
              : ('tentative' as const),
          material: material_id,
          quantity: open,
          order: component.mo_id,
          ...(component.operation_sequence === null
            ? {}
            : { operation: `${component.mo_id}:${component.operation_sequence}` }),
          neededAt:
            of.planned_start_time === null ? neededAt(of) : (component.planned_start_time ?? of.planned_start_time),
          priority: of.priority,
          due: of.delivery_date,
          number: of.no,
          substitutes: component.substitutes.map(other => ({
            material: other.material_id,
            ratio: stepRatio(other.ratio, precisions.get(material_id) ?? 0, precisions.get(other.material_id) ?? 0),
            ...begunOf(component, other, precisions),
          })),
        }
      }),
      ...part.tentative.map(need => ({
        id: `${tentative}${need.material_id}:${need.day}`,
        kind: 'tentative' as const,
        material: need.material_id,
        quantity: steps(need.quantity, need.material_id),
        neededAt: need.day,
        priority: 1,
        due: need.day,
        number: '',
      })),
    ],
    supplies: [
      ...part.stock.map(row => ({
        id: row.inventory_id,
        kind: 'stock' as const,
        material: row.material_id,
        quantity: free(row.inventory_id, row.quantity, row.material_id),
        availableAt: Math.max(books.now, row.arrives_time ?? books.now),
        expiresAt: row.expire_time,
        receivedAt: row.first_in_time,
      })),
      ...part.transit.map(line => ({
        id: supplyOfPart(line),
        kind: 'transit' as const,
        material: line.material_id,
        quantity: free(supplyOfPart(line), line.open_quantity, line.material_id, heldOfParts),
        availableAt: Math.max(books.now, line.eta ?? books.now + leadSeconds(line.material_id)),
        // What is announced comes as its supplier has said.
        changeable: line.in_inspection || severalDays.has(line.id) ? ('nothing' as const) : ('whole' as const),
        ...(books.counts.transit || line.in_inspection ? {} : { uncounted: true }),
        ...(line.asked.length > 0
          ? { madeFor: line.asked.map(({ mo_id, quantity }) => madeFor(mo_id, quantity, line.material_id)) }
          : {}),
      })),
      ...part.production.map(mo => ({
        id: mo.id,
        kind: 'production' as const,
        material: mo.material_id,
        quantity: free(mo.id, mo.open_quantity, mo.material_id),
        availableAt: mo.planned_finish_time,
        order: mo.id,
        ...(mo.parent_mo_id === null
          ? {}
          : { madeFor: [madeFor(mo.parent_mo_id, mo.made_for_quantity, mo.material_id)] }),
        changeable: changeableOf(mo),
        ...(books.counts.production ? {} : { uncounted: true }),
      })),
    ],
  }
}

/** Of a step that picked substitutes cover in part: what another takes less for its first. */
function begunOf(
  { material_id, stand_in_quantity = '0' }: BookedComponent,
  other: BookedComponent['substitutes'][number],
  precisions: Precisions,
): { begun?: number } {
  const part = subtract(stand_in_quantity, roundDown(stand_in_quantity, precisions.get(material_id) ?? 0))
  if (!isPositive(part)) return {}
  const precision = precisions.get(other.material_id) ?? 0
  // Three thirds are a whole.
  return { begun: toSteps(roundDown(roundHalfUp(multiply(part, other.ratio), 6), precision), precision) }
}
const keptAs = {
  firm: { firm: true, made: false },
  made: { firm: false, made: true },
  firm_made: { firm: true, made: true },
} as const
/**
 * What orders keep of supply that is there. Of a line that comes on several days the order that needs it first keeps of what comes
 * first: so `locks` must have all of such a line.
 */
export function locksOf(books: MaterialBooks, locks: OrderBooks['locks']): Lock[] {
  const precisions = precisionsIn(books)
  const supplied = new Map([
    ...books.stock.map(row => [row.inventory_id, row.material_id] as const),
    ...[...books.transit, ...books.production].map(one => [one.id, one.material_id] as const),
  ])
  const parts = Map.groupBy(books.transit, ({ id }) => id)
  const left = new Map<string, number>()
  return neededFirst(books, locks, parts).flatMap(lock => {
    const of = supplied.get(lock.source_id)
    if (of === undefined) return []
    const steps = (quantity: Quantity) => toSteps(quantity, precisions.get(of) ?? 0)
    const kept = lock.kept === null ? {} : { kept: keptAs[lock.kept] }
    const own = parts.get(lock.source_id) ?? []
    if (own.length < 2)
      return [{ ...{ supply: lock.source_id, demand: lock.component_id }, quantity: steps(lock.quantity), ...kept }]
    let open = steps(lock.quantity)
    return own
      .toSorted((a, b) => a.part - b.part)
      .flatMap((part, index) => {
        const supply = supplyOfPart(part)
        const free = left.get(supply) ?? steps(part.open_quantity)
        const quantity = index === own.length - 1 ? open : Math.min(open, free)
        left.set(supply, free - quantity)
        open -= quantity
        return quantity > 0 ? [{ supply, demand: lock.component_id, quantity, ...kept }] : []
      })
  })
}

/** Those of lines that come on several days by when they are needed, behind the others. */
function neededFirst(
  books: Pick<MaterialBooks, 'orders' | 'components'>,
  locks: OrderBooks['locks'],
  parts: ReadonlyMap<string, readonly unknown[]>,
): OrderBooks['locks'] {
  const isSplit = (lock: OrderBooks['locks'][number]) => (parts.get(lock.source_id)?.length ?? 0) > 1
  const split = locks.filter(isSplit)
  if (split.length === 0) return locks
  const mos = new Set(split.map(({ mo_id }) => mo_id))
  const orders = new Map(books.orders.filter(({ id }) => mos.has(id)).map(one => [one.id, one]))
  const starts = new Map(
    books.components.filter(({ mo_id }) => mos.has(mo_id)).map(one => [one.id, one.planned_start_time]),
  )
  const needed = ({ mo_id, component_id }: OrderBooks['locks'][number]): number => {
    const of = orders.get(mo_id)
    return starts.get(component_id) ?? of?.planned_start_time ?? (of ? of.delivery_date - of.lead_seconds : 0)
  }
  return [
    ...locks.filter(lock => !isSplit(lock)),
    ...split.toSorted((a, b) => needed(a) - needed(b) || (a.component_id < b.component_id ? -1 : 1)),
  ]
}

const tentative = 'tentative:'
const safety = 'safety:'
export const isSafetyStock = (demand: string): boolean => demand.startsWith(safety)
/** Of orders that are not checked. */
export const isTentative = (demand: string): boolean => demand.startsWith(tentative)

/** What was made for another order may go when that needs it no more; what a planner wants in stock stays. */
function changeableOf({
  status,
  parent_mo_id,
}: MaterialBooks['production'][number]): 'all' | 'whole' | 'dates' | 'nothing' {
  if (status > moStatus.codes.planned) return 'nothing'
  if (parent_mo_id === null) return 'dates'
  return status === moStatus.codes.todo ? 'all' : 'whole'
}
