import { add, fromSteps, isPositive, least, type Quantity, subtract, toSteps } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import type { Loser, Loss } from '@qitao/planning/promise/displace.ts'
import type { Names } from './answer.rules.ts'
import type { DisplacedRow } from './inquiry.record.ts'
import type { LoserOfPromise, PromiseFacts } from './promise-facts.ts'

/** Classes are read as people write them: A before B, 2 before 10; a customer without one comes last. */
const byClass = (a: string, b: string): number =>
  a.trim().localeCompare(b.trim(), 'en', { numeric: true, sensitivity: 'base' })

/** Whether orders of `level` may lose to a customer of class `to`; who has no class takes from nobody. */
export const isLowerClass = (level: string | null, to: string | null): boolean =>
  to !== null && to.trim() !== '' && (level === null || level.trim() === '' || byClass(level, to) > 0)

/** Who loses first: the lowest class, of it what is least urgent and due last. */
export function inOrderOfLoss(losers: readonly LoserOfPromise[]): LoserOfPromise[] {
  const classOf = ({ level }: LoserOfPromise) => level?.trim() || null
  return losers.toSorted((a, b) => {
    const [x, y] = [classOf(a), classOf(b)]
    const lowest = x === null || y === null ? Number(y === null) - Number(x === null) : byClass(y, x)
    return lowest || b.priority - a.priority || b.due - a.due || (a.no < b.no ? -1 : a.no > b.no ? 1 : 0)
  })
}

const pegId = (component_id: string, source_id: string): string => `${component_id}:${source_id}`

/** As the engine reads them. */
export const losersFor = ({ losers = [] }: PromiseFacts, names: Names): Loser[] =>
  losers.map(({ id, pegs, claims }) => ({
    id,
    pegs: pegs.map(({ component_id, source_id, material_id, quantity }) => ({
      ...{ id: pegId(component_id, source_id), supply: source_id },
      quantity: toSteps(quantity, names.material(material_id).unit_precision),
    })),
    claims: claims.map(claim => claim.id),
  }))

/** What is taken of a peg, or what an order's line will not have any more. */
export interface Displaced extends DisplacedRow {
  readonly material_id: string
  /** Null: it is a claim on what is free. */
  readonly component_id: string | null
  readonly source_id: string | null
  readonly order_line_id: string | null
}

/** Losses with the names that people know, and from when what is lost can be had again. */
export function displacedOf(
  losses: readonly Loss[],
  { losers = [] }: PromiseFacts,
  names: Names,
  now: Instant,
): Displaced[] {
  const byId = new Map(losers.map(one => [one.id, one]))
  return losses.map(({ loser, of, quantity }) => {
    const { kind, no, order_no, customer_name, level, due, pegs, claims } = byId.get(loser)!
    const peg = pegs.find(one => pegId(one.component_id, one.source_id) === of)
    const material_id = peg?.material_id ?? claims.find(one => one.id === of)!.material_id
    const { code, name, unit_precision, supply_lead_time, kind: bought } = names.material(material_id)
    return {
      ...{ kind, no, order_no, customer_name, level, due },
      ...{ material_code: code, material_name: name, quantity: fromSteps(quantity, unit_precision) },
      again: bought === materialKind.codes.raw ? now + supply_lead_time * daySeconds : null,
      ...{ material_id, component_id: peg?.component_id ?? null, source_id: peg?.source_id ?? null },
      order_line_id: kind === 'order' ? of : null,
    }
  })
}

/** One supply that a promise counts on. */
export interface Counted {
  readonly order_line_id: string
  readonly material_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: Quantity
  readonly is_product: boolean
}

/** What can be held at once, and what only when others have lost it: of one source, and of what is free of a material, the free part comes first. */
export function withoutDisplaced(
  counted: readonly Counted[],
  displaced: readonly Pick<Displaced, 'source_id' | 'material_id' | 'quantity'>[],
): { held: Counted[]; later: Counted[] } {
  const owed = new Map<string, Quantity>()
  for (const { source_id, material_id, quantity } of displaced) {
    const of = source_id ?? material_id
    owed.set(of, add(owed.get(of) ?? '0', quantity))
  }
  const held: Counted[] = []
  const later: Counted[] = []
  // What was taken last was taken from others.
  for (const one of counted.toReversed()) {
    let free = one.quantity
    for (const owner of [one.source_id, one.material_id]) {
      const lost = least(free, owed.get(owner) ?? '0')
      if (!isPositive(lost)) continue
      owed.set(owner, subtract(owed.get(owner)!, lost))
      free = subtract(free, lost)
      later.push({ ...one, quantity: lost })
    }
    if (isPositive(free)) held.push({ ...one, quantity: free })
  }
  return { held: held.toReversed(), later: later.toReversed() }
}
