import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isMore, isNegative, isZero, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { type MovementCode, movementType } from './movement-type.ts'
import { qualityStatus } from './quality.status.ts'
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
  /** Null: loose in the bin. */
  container_id: string | null
}
export interface Movement {
  movement_type: MovementCode
  material_id: string
  location_id: string
  /** Empty when the material is not managed by lot. */
  lot_number?: string
  quality_status?: number
  container_id?: string | null
  /** Signed: positive into stock. */
  quantity: Quantity
  /** Outbound: so much of it is what the holder itself occupies on that row. */
  from_occupied?: Quantity
  receipt_no?: string | null
  source_type?: string | null
  source_id?: string | null
  mo_id?: string | null
  expire_time?: Instant | null
  /** When goods that are to be inspected are expected to be released. */
  release_time?: Instant | null
  /** Of a past that is entered later; absent: now. */
  movement_time?: Instant
  /** Of goods that were in stock before, as when they are moved; by default they come in now. */
  first_in_time?: Instant
  supplier_id?: string | null
  /** Into the bin of goods in transit: when they are expected. */
  arrives_time?: Instant | null
}
/** A balance row, with what refusals name it by. */
export interface Balance extends StockPlace {
  id: string
  quantity: Quantity
  occupied_quantity: Quantity
  supplier_id: string | null
  first_in_time: Instant
  expire_time: Instant | null
  /** Of goods in transit: when the last of them is expected. */
  arrives_time: Instant | null
  release_time: Instant | null
  material_code: string
  location_code: string
  /** It is counted, and nothing but the count itself changes what is in it. */
  frozen: boolean
  /** Goods lie there that transfers have sent; nothing else moves them. */
  transit: boolean
  /** Goods lie there that were given to a supplier; nothing but their outsourcing orders moves them. */
  at_supplier: boolean
  lot_managed: boolean
  /** Days that the material keeps. */
  shelf_life: number | null
}

/** The source of movements that transfers post. */
export const transferSource = 'transfer'
/** The source of movements that adjustments post. */
export const adjustmentSource = 'stock_adjustment'
/** The source of movements that outsourcing orders post. */
export const outsourcingSource = 'outsource_order_line'

export const placeKey = (of: StockPlace): string =>
  `${of.material_id}|${of.location_id}|${of.quality_status}|${of.container_id ?? ''}|${of.lot_number}`
export const placeOf = (movement: Omit<Movement, 'movement_type' | 'quantity'>): StockPlace => ({
  material_id: movement.material_id,
  location_id: movement.location_id,
  lot_number: movement.lot_number ?? '',
  quality_status: movement.quality_status ?? qualityStatus.codes.finished,
  container_id: movement.container_id ?? null,
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
    if (before.frozen && movement.movement_type !== movementType.codes.stock_count)
      refuse(stockErrors.countInProgress, named(before))
    if (before.transit && movement.source_type !== transferSource)
      refuse(generalErrors.statusNotAllowed, {
        ...named(before),
        detail: text('{place}是在途货物，只能由调拨单收发', '{place} is in transit: only its transfer moves it'),
      })
    if (before.at_supplier && movement.source_type !== outsourcingSource)
      refuse(generalErrors.statusNotAllowed, {
        ...named(before),
        detail: text(
          '{place}在供应商处，只能由委外单收发',
          '{place} is at the supplier: only outsourcing orders move it',
        ),
      })
    if (before.at_supplier !== (before.quality_status === qualityStatus.codes.at_supplier))
      refuse(generalErrors.badParameter, { ...named(before), field: 'quality_status' })
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
  const since = movement.first_in_time ?? now
  const kept = before.shelf_life === null ? null : since + before.shelf_life * daySeconds
  const expires = movement.expire_time ?? kept
  return {
    ...before,
    quantity: add(before.quantity, movement.quantity),
    supplier_id: movement.supplier_id ?? before.supplier_id,
    first_in_time: empty ? since : Math.min(before.first_in_time, since),
    // A mixed row expires with its oldest goods.
    expire_time: empty ? expires : earliest(before.expire_time, expires),
    arrives_time: before.transit
      ? Math.max((empty ? null : before.arrives_time) ?? 0, movement.arrives_time ?? now)
      : null,
    // All of it is released when the last of it is.
    release_time: latest(empty ? null : before.release_time, movement.release_time ?? null),
  }
}

const earliest = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null ? b : b === null ? a : Math.min(a, b)
const latest = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null ? b : b === null ? a : Math.max(a, b)

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
export const plain = (quantity: Quantity): Quantity => add(quantity, '0')
