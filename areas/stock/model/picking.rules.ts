import { add, isPositive, least, most, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type Movement, placeKey, placeOf, type StockPlace } from './ledger.rules.ts'
import { type MovementCode, movementType } from './movement-type.ts'

export interface StockRow extends StockPlace {
  inventory_id: string
  quantity: Quantity
  occupied_quantity: Quantity
}
/** Stock of good quality in one row, as lots are picked from it. */
export interface StockLot extends StockRow {
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

/**
 * Movements out of a bin and lot that people named, spread over what lies loose there and what is in containers, loose first.
 * What is free goes first; then, of goods that stay in stock, as much of what is occupied of each row as may go along. Of what is not
 * there the bin is asked, so that the ledger refuses it in words.
 */
export function spreadOverContainers<M extends Movement>(
  rows: readonly StockRow[],
  movements: readonly M[],
  along: ReadonlyMap<string, Quantity> = new Map(),
): M[] {
  const free = new Map(rows.map(row => [row.inventory_id, most(subtract(row.quantity, row.occupied_quantity), '0')]))
  const held = new Map(along)
  const byPlace = Map.groupBy([...rows].sort(looseFirst), row => placeKey({ ...row, container_id: null }))
  return movements.flatMap(movement => {
    let open = negate(movement.quantity)
    const here = byPlace.get(placeKey(placeOf(movement))) ?? []
    const take = (left: Map<string, Quantity>) =>
      here.map(({ inventory_id }) => {
        const quantity = least(open, left.get(inventory_id) ?? '0')
        left.set(inventory_id, subtract(left.get(inventory_id) ?? '0', quantity))
        open = subtract(open, quantity)
        return quantity
      })
    const ofFree = take(free)
    const ofHeld = movement.movement_type === movementType.codes.transfer ? take(held) : []
    const parts = here.flatMap(({ container_id }, index): M[] => {
      const from_occupied = ofHeld[index] ?? '0'
      const quantity = add(ofFree[index]!, from_occupied)
      if (!isPositive(quantity)) return []
      const part = { ...movement, container_id, quantity: negate(quantity) }
      return [isPositive(from_occupied) ? { ...part, from_occupied } : part]
    })
    if (!isPositive(open)) return parts
    const [loose] = parts.filter(({ container_id }) => container_id === null)
    const inContainers = parts.filter(({ container_id }) => container_id !== null)
    return [{ ...movement, ...loose, quantity: subtract(loose?.quantity ?? '0', open) }, ...inContainers]
  })
}
const looseFirst = (a: StockRow, b: StockRow): number =>
  Number(a.container_id !== null) - Number(b.container_id !== null) || (a.inventory_id < b.inventory_id ? -1 : 1)

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
      const { material_id, location_id, lot_number, quality_status, container_id } = left.get(inventory_id)!
      const { receipt_no, source_type, source_id, mo_id } = issue
      movements.push({
        ...{ inventory_id, movement_type, material_id, location_id, lot_number, quality_status, container_id },
        ...{ quantity: negate(quantity), from_occupied, receipt_no, source_type, source_id, mo_id },
      })
    }
    if (isPositive(open)) short.push({ material_id: issue.material_id, quantity: open })
  }
  return { movements, short }
}
