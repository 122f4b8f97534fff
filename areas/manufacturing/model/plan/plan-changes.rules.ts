import { add, isZero, least, most, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { materialStatus } from '../mo/mo.status.ts'
import type { MaterialResult } from './material-result.ts'

/** What stands stored of a material plan. Quantities without trailing zeros, so that texts compare. */
export interface StoredPlan {
  readonly assignments: readonly StoredAssignment[]
  readonly components: readonly MaterialResult['components'][number][]
  readonly orders: readonly MaterialResult['orders'][number][]
}
type Assignment = MaterialResult['assignments'][number] & { readonly manual: boolean }
export interface StoredAssignment {
  readonly id: string
  readonly component_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: string
  readonly available_time: number | null
  readonly locked: boolean
  readonly manual: boolean
  readonly made_for_quantity: string
  /** The order line of the promise that has given it. */
  readonly promised_line_id: string | null
}

export interface PlanChanges {
  readonly gone: readonly string[]
  readonly altered: readonly Pick<
    StoredAssignment,
    'id' | 'quantity' | 'available_time' | 'locked' | 'manual' | 'made_for_quantity'
  >[]
  readonly added: readonly Assignment[]
  readonly components: MaterialResult['components']
  readonly orders: MaterialResult['orders']
}

/**
 * Only what differs is written: most of a plant is the same from one plan to the next. What was there when it was planned
 * last is there now: it keeps the time since when.
 */
export function planChanges(stored: StoredPlan, result: MaterialResult, now: Instant): PlanChanges {
  const known = new Map<string, StoredAssignment[]>()
  const gone: string[] = []
  const byHand = new Set<string>()
  for (const edge of stored.assignments) {
    if (edge.manual) byHand.add(`${edge.component_id}:${edge.source_id}`)
    const key = `${edge.component_id}:${edge.source_id}:${edge.locked}`
    const same = known.get(key) ?? []
    if (same.some(one => one.promised_line_id === edge.promised_line_id)) gone.push(edge.id)
    else known.set(key, [...same, edge])
  }
  const altered: PlanChanges['altered'][number][] = []
  const added: Assignment[] = []
  const shares = result.assignments.flatMap(edge => {
    const key = `${edge.component_id}:${edge.source_id}:${edge.locked}`
    const { parts, rest } = sharesOf(edge, known.get(key) ?? [])
    known.set(key, rest)
    return parts
  })
  for (const { edge, before } of shares) {
    const pair = `${edge.component_id}:${edge.source_id}`
    // A choice of a person says nothing of whom the supply was made for: that stays known.
    const wanted = {
      ...edge,
      manual: edge.locked && (before?.promised_line_id ? before.manual : byHand.has(pair)),
      made_for_quantity:
        before === undefined || before.made_for_quantity === edge.made_for_quantity
          ? edge.made_for_quantity
          : most(edge.made_for_quantity, least(edge.quantity, before.made_for_quantity)),
    }
    if (!before) {
      added.push(wanted)
      continue
    }
    const { quantity, available_time, locked, manual, made_for_quantity } = wanted
    if (
      before.quantity !== quantity ||
      !isSameTime(before.available_time, available_time, now) ||
      before.manual !== manual ||
      before.made_for_quantity !== made_for_quantity
    )
      altered.push({ id: before.id, quantity, available_time, locked, manual, made_for_quantity })
  }
  for (const { id } of [...known.values()].flat()) gone.push(id)
  const components = new Map(result.components.map(component => [component.id, component]))
  const orders = new Map(result.orders.map(order => [order.id, order]))
  return {
    gone,
    altered,
    added,
    components: stored.components.flatMap(before => {
      const after = components.get(before.id) ?? { ...complete, id: before.id }
      return isSame(before, after, now) ? [] : [after]
    }),
    orders: stored.orders.flatMap(before => {
      const after = orders.get(before.id)
      return !after || isSame(before, after, now) ? [] : [after]
    }),
  }
}

/** What promises for several lines have given of one supply stays theirs, the first ones first; the last has what is left. */
function sharesOf(
  edge: MaterialResult['assignments'][number],
  stored: readonly StoredAssignment[],
): {
  readonly parts: { readonly edge: typeof edge; readonly before: StoredAssignment | undefined }[]
  readonly rest: StoredAssignment[]
} {
  const [first, ...others] = stored
  if (others.length === 0) return { parts: [{ edge, before: first }], rest: [] }
  let left = edge.quantity
  let leftMade = edge.made_for_quantity
  const inOrder = stored.toSorted((a, b) => Number(a.promised_line_id === null) - Number(b.promised_line_id === null))
  const kept = inOrder.map((before, index) => {
    const quantity = index === others.length ? left : least(before.quantity, left)
    left = subtract(left, quantity)
    const made = least(before.made_for_quantity, least(quantity, leftMade))
    leftMade = subtract(leftMade, made)
    return { before, quantity, made }
  })
  // What was known of each stays; more goes to the first ones that have room.
  const all = kept.map(({ before, quantity, made }) => {
    const more = least(leftMade, subtract(quantity, made))
    leftMade = subtract(leftMade, more)
    return { edge: { ...edge, quantity, made_for_quantity: add(made, more) }, before }
  })
  return {
    parts: all.filter(({ edge: { quantity } }) => !isZero(quantity)),
    rest: all.flatMap(({ edge: { quantity }, before }) => (isZero(quantity) ? [before] : [])),
  }
}

/** A component that needs nothing more (all picked) is not part of the result. */
const complete = {
  assigned_quantity: '0',
  short_quantity: '0',
  in_stock_quantity: '0',
  in_transit_quantity: '0',
  in_production_quantity: '0',
  expected_time: null,
  material_status: materialStatus.codes.kitting_complete,
}

const timed: ReadonlySet<PropertyKey> = new Set(['expected_time', 'kitting_time'])
const isSame = <T extends object>(a: T, b: T, now: Instant): boolean =>
  (Object.keys(b) as (keyof T)[]).every(
    key => a[key] === b[key] || (timed.has(key) && isSameTime(a[key] as Instant | null, b[key] as Instant | null, now)),
  )
const isSameTime = (a: Instant | null, b: Instant | null, now: Instant): boolean =>
  a === b || (a !== null && b !== null && a <= now && b <= now)
