import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  add,
  isEqual,
  isMore,
  isNegative,
  isPositive,
  isZero,
  least,
  most,
  negate,
  type Quantity,
  roundDown,
  subtract,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import type { MovementCode } from './movement-type.ts'
import { stockErrors } from './stock.errors.ts'

/**
 * The ledger's decisions. Movements are only ever added; a balance is the sum of its movements, is never negative, and
 * what work orders occupy of it is never taken out for anybody else.
 */
export interface StockPlace {
  material_id: string
  location_id: string
  lot_number: string
  quality_status: number
}
export interface Movement {
  movement_type: MovementCode
  material_id: string
  location_id: string
  /** Empty when the material is not managed by lot. */
  lot_number?: string
  quality_status?: number
  /** Signed: positive into stock. */
  quantity: Quantity
  /** Outbound: so much of it is what the holder itself occupies on that row. */
  from_occupied?: Quantity
  receipt_no?: string | null
  source_type?: string | null
  source_id?: string | null
  mo_id?: string | null
  expire_time?: Instant | null
  supplier_id?: string | null
}
/** A balance row, with what refusals name it by. */
export interface Balance extends StockPlace {
  id: string
  quantity: Quantity
  occupied_quantity: Quantity
  supplier_id: string | null
  first_in_time: Instant
  expire_time: Instant | null
  material_code: string
  location_code: string
  lot_managed: boolean
  /** Days that the material keeps. */
  shelf_life: number | null
}

export const placeKey = (of: StockPlace): string =>
  `${of.material_id}|${of.location_id}|${of.quality_status}|${of.lot_number}`
export const placeOf = (movement: Movement): StockPlace => ({
  material_id: movement.material_id,
  location_id: movement.location_id,
  lot_number: movement.lot_number ?? '',
  quality_status: movement.quality_status ?? 0,
})

/** The movements in their order with the balance after each, and the rows as they are after all of them. */
export function decidePosting(
  rows: ReadonlyMap<string, Balance>,
  movements: readonly Movement[],
  now: Instant,
): { balances: Quantity[]; changed: Balance[] } {
  const changed = new Map<string, Balance>()
  const balances = movements.map(movement => {
    const key = placeKey(placeOf(movement))
    const before = changed.get(key) ?? rows.get(key) ?? refuse(generalErrors.recordNotFound)
    const after = isNegative(movement.quantity) ? takenOut(before, movement) : putIn(before, movement, now)
    changed.set(key, after)
    return after.quantity
  })
  return { balances, changed: [...changed.values()] }
}

function takenOut(before: Balance, movement: Movement): Balance {
  const fromOccupied = movement.from_occupied ?? '0'
  const taken = negate(movement.quantity)
  const quantity = add(before.quantity, movement.quantity)
  if (isNegative(quantity)) refuseInsufficient(before, taken)
  // The holder's occupation is no longer what the caller read.
  if (isMore(fromOccupied, before.occupied_quantity) || isMore(fromOccupied, taken)) {
    refuse(generalErrors.versionConflict)
  }
  const occupied_quantity = subtract(before.occupied_quantity, fromOccupied)
  if (isMore(occupied_quantity, quantity)) {
    refuse(stockErrors.stockOccupied, {
      ...named(before),
      wanted: plain(taken),
      on_hand: plain(before.quantity),
      free: plain(add(subtract(before.quantity, before.occupied_quantity), fromOccupied)),
      detail: text(
        '{place}现有{on_hand}，未被占用{free}，需要{wanted}',
        '{place} holds {on_hand}, of which {free} is free; {wanted} is needed',
      ),
    })
  }
  return { ...before, quantity, occupied_quantity }
}

function putIn(before: Balance, movement: Movement, now: Instant): Balance {
  if (before.lot_managed && before.lot_number === '') refuse(stockErrors.lotRequired, named(before))
  const empty = isZero(before.quantity)
  const kept = before.shelf_life === null ? null : now + before.shelf_life * daySeconds
  const expires = movement.expire_time ?? kept
  return {
    ...before,
    quantity: add(before.quantity, movement.quantity),
    supplier_id: movement.supplier_id ?? before.supplier_id,
    first_in_time: empty ? now : before.first_in_time,
    // A mixed row expires with its oldest goods.
    expire_time: empty ? expires : earliest(before.expire_time, expires),
  }
}

const earliest = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

export function refuseInsufficient(at: Balance, wanted: Quantity): never {
  return refuse(stockErrors.stockInsufficient, {
    ...named(at),
    on_hand: plain(at.quantity),
    wanted: plain(wanted),
    detail: text('{place}现有{on_hand}，需要{wanted}', '{place} holds {on_hand}, {wanted} is needed'),
  })
}

const named = (of: Balance) => ({
  material_code: of.material_code,
  location_code: of.location_code,
  lot_number: of.lot_number,
  place:
    of.lot_number === ''
      ? text(
          `物料${of.material_code}在库位${of.location_code}`,
          `Material ${of.material_code} in bin ${of.location_code}`,
        )
      : text(
          `物料${of.material_code}在库位${of.location_code}批次${of.lot_number}`,
          `Material ${of.material_code} in bin ${of.location_code}, lot ${of.lot_number},`,
        ),
})
/** Without the zeros that numeric(20,6) carries. */
const plain = (quantity: Quantity): Quantity => add(quantity, '0')

/** Stock of good quality in one row, as lots are picked from it. */
export interface StockLot extends StockPlace {
  inventory_id: string
  quantity: Quantity
  occupied_quantity: Quantity
  expire_time: Instant | null
  first_in_time: Instant
}
export interface Issue {
  material_id: string
  quantity: Quantity
  /** What the holder of the issue (its MO) occupies, each row once: taken before free stock. */
  holdings?: readonly { inventory_id: string; quantity: Quantity }[]
  location_id?: string | null
  lot_number?: string | null
  receipt_no?: string | null
  source_type?: string | null
  source_id?: string | null
  mo_id?: string | null
}
export interface Short {
  material_id: string
  quantity: Quantity
}

/** First expired, then first in; the row's id decides between equals, so that a pick can be repeated. */
export const pickingOrder = (a: StockLot, b: StockLot): number =>
  (a.expire_time ?? Number.MAX_SAFE_INTEGER) - (b.expire_time ?? Number.MAX_SAFE_INTEGER) ||
  a.first_in_time - b.first_in_time ||
  (a.lot_number < b.lot_number ? -1 : a.lot_number > b.lot_number ? 1 : 0) ||
  (a.inventory_id < b.inventory_id ? -1 : 1)

/** Lots for each issue: its own holdings first, then free stock, each in picking order; and what could not be found. */
export function pickLots(
  lots: readonly StockLot[],
  issues: readonly Issue[],
  movement_type: MovementCode,
): { movements: (Movement & { inventory_id: string })[]; short: Short[] } {
  const left = new Map(lots.map(lot => [lot.inventory_id, { ...lot }]))
  const byMaterial = Map.groupBy([...lots].sort(pickingOrder), lot => lot.material_id)
  const movements: (Movement & { inventory_id: string })[] = []
  const short: Short[] = []
  // What one work order holds is counted once over all issues to it.
  const holders = new Map<string, Map<string, Quantity>>()
  const heldBy = ({ mo_id, holdings = [] }: Issue): Map<string, Quantity> => {
    const known = mo_id ? holders.get(mo_id) : undefined
    const held = known ?? new Map<string, Quantity>()
    if (mo_id) holders.set(mo_id, held)
    for (const { inventory_id, quantity } of holdings) {
      if (!known?.has(inventory_id)) held.set(inventory_id, quantity)
    }
    return held
  }
  for (const issue of issues) {
    const held = heldBy(issue)
    let open = issue.quantity
    const taken = new Map<string, { quantity: Quantity; from_occupied: Quantity }>()
    const take = (lot: StockLot, most: Quantity, occupied: boolean) => {
      const quantity = least(open, most)
      if (!isPositive(quantity)) return
      const now = left.get(lot.inventory_id)!
      now.quantity = subtract(now.quantity, quantity)
      if (occupied) {
        now.occupied_quantity = subtract(now.occupied_quantity, quantity)
        held.set(lot.inventory_id, subtract(held.get(lot.inventory_id)!, quantity))
      }
      const before = taken.get(lot.inventory_id) ?? { quantity: '0', from_occupied: '0' }
      taken.set(lot.inventory_id, {
        quantity: add(before.quantity, quantity),
        from_occupied: occupied ? add(before.from_occupied, quantity) : before.from_occupied,
      })
      open = subtract(open, quantity)
    }
    const wanted = (byMaterial.get(issue.material_id) ?? []).filter(
      lot =>
        (!issue.location_id || lot.location_id === issue.location_id) &&
        (issue.lot_number === undefined || issue.lot_number === null || lot.lot_number === issue.lot_number),
    )
    for (const lot of wanted) {
      take(lot, least(held.get(lot.inventory_id) ?? '0', left.get(lot.inventory_id)!.occupied_quantity), true)
    }
    for (const lot of wanted) {
      const { quantity, occupied_quantity } = left.get(lot.inventory_id)!
      take(lot, most(subtract(quantity, occupied_quantity), '0'), false)
    }
    for (const [inventory_id, { quantity, from_occupied }] of taken) {
      const { material_id, location_id, lot_number, quality_status } = left.get(inventory_id)!
      const { receipt_no, source_type, source_id, mo_id } = issue
      movements.push({
        ...{ inventory_id, movement_type, material_id, location_id, lot_number, quality_status },
        ...{ quantity: negate(quantity), from_occupied, receipt_no, source_type, source_id, mo_id },
      })
    }
    if (isPositive(open)) short.push({ material_id: issue.material_id, quantity: open })
  }
  return { movements, short }
}

export interface Occupation {
  inventory_id: string
  quantity: Quantity
}
export interface OccupiedRow {
  id: string
  quantity: Quantity
  occupied_quantity: Quantity
  /** Decimals of the material's unit. */
  precision: number
  material_code: string
  location_code: string
  lot_number: string
}

/** What each row's occupied quantity becomes when so much more (or, with `direction` -1, less) is occupied. */
export function decideOccupation(
  rows: ReadonlyMap<string, OccupiedRow>,
  occupations: readonly Occupation[],
  direction: 1 | -1,
): { id: string; occupied_quantity: Quantity }[] {
  const changed = new Map<string, Quantity>()
  for (const { inventory_id, quantity } of occupations) {
    const row = rows.get(inventory_id) ?? refuse(generalErrors.recordNotFound)
    if (!isPositive(roundDown(quantity, row.precision))) refuse(stockErrors.occupiedNotPositive)
    const before = changed.get(inventory_id) ?? row.occupied_quantity
    const after = direction === 1 ? add(before, quantity) : subtract(before, quantity)
    if (isNegative(after)) refuse(generalErrors.versionConflict)
    if (isMore(after, row.quantity)) {
      refuse(stockErrors.occupiedOverAvailable, {
        material_code: row.material_code,
        location_code: row.location_code,
        lot_number: row.lot_number,
        free: plain(subtract(row.quantity, before)),
        wanted: plain(quantity),
        detail: text(
          '物料{material_code}在库位{location_code}可用{free}，需要占用{wanted}',
          'Material {material_code} in bin {location_code} has {free} free, {wanted} is to be occupied',
        ),
      })
    }
    changed.set(inventory_id, after)
  }
  return [...changed]
    .filter(([id, occupied]) => !isEqual(occupied, rows.get(id)!.occupied_quantity))
    .map(([id, occupied_quantity]) => ({ id, occupied_quantity }))
}
