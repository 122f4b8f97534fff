import { add, isMore, isPositive, least, most, negate, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type Movement, placeKey, placeOf, type StockPlace } from './ledger.rules.ts'
import { type MovementCode, movementType } from './movement-type.ts'
import { stockErrors } from './stock.errors.ts'

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
/** A lot with what decides who is walked to first. */
export interface LotToPick extends StockLot {
  /** The company's day on which it came: goods of one day are equally old. */
  first_in_day: string
  /** Where its bin lies on the walk through the warehouse; null: behind all that are numbered. */
  route_order: number | null
  location_code: string
  /** Its bin is counted and frozen: nothing is taken from there. */
  frozen: boolean
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
  /** What would be free of it, were its bins not counted now; and these bins. */
  frozen: Quantity
  frozen_bins: string[]
}

const last = Number.MAX_SAFE_INTEGER
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** First expired, then first in, by days: those that are equal in it are as good as each other. */
const byAge = (a: LotToPick, b: LotToPick): number =>
  (a.expire_time ?? last) - (b.expire_time ?? last) || byText(a.first_in_day, b.first_in_day)
/** As one walks; within a bin what came first. The row's id decides between equals, so that a pick can be repeated. */
export const byRoute = (
  a: Pick<LotToPick, 'route_order' | 'location_code' | 'first_in_time' | 'lot_number' | 'inventory_id'>,
  b: typeof a,
): number =>
  (a.route_order ?? last) - (b.route_order ?? last) ||
  byText(a.location_code, b.location_code) ||
  a.first_in_time - b.first_in_time ||
  byText(a.lot_number, b.lot_number) ||
  byText(a.inventory_id, b.inventory_id)

/**
 * The lots in the order in which so much of them is taken: by age; of the same age containers that go out whole, then what lies
 * loose, then containers that have to be opened; of these by the route.
 */
export function inPickingOrder(
  lots: readonly LotToPick[],
  wanted: Quantity,
  takable: (lot: LotToPick) => Quantity,
): LotToPick[] {
  const sorted = [...lots].sort((a, b) => byAge(a, b) || byRoute(a, b))
  const whole = new Set<LotToPick>()
  let open = wanted
  const ages = sorted.reduce<LotToPick[][]>((groups, lot) => {
    const group = groups.at(-1)
    if (group && byAge(group[0]!, lot) === 0) group.push(lot)
    else groups.push([lot])
    return groups
  }, [])
  return ages.flatMap(group => {
    for (const lot of group) {
      if (lot.container_id === null || isMore(lot.quantity, takable(lot)) || isMore(lot.quantity, open)) continue
      whole.add(lot)
      open = subtract(open, lot.quantity)
    }
    for (const lot of group) if (!whole.has(lot)) open = most('0', subtract(open, takable(lot)))
    const rank = (lot: LotToPick) => (whole.has(lot) ? 0 : lot.container_id === null ? 1 : 2)
    return [...group].sort((a, b) => rank(a) - rank(b) || byRoute(a, b))
  })
}

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

/** Lots for each issue: its own holdings first, then free stock, each in picking order; frozen bins are passed by; and what could not be found. */
export function pickLots(
  lots: readonly LotToPick[],
  issues: readonly Issue[],
  movement_type: MovementCode,
): { movements: (Movement & { inventory_id: string })[]; short: Short[] } {
  const left = new Map(lots.map(lot => [lot.inventory_id, { ...lot }]))
  const byMaterial = Map.groupBy(lots, lot => lot.material_id)
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
    const fitting = (byMaterial.get(issue.material_id) ?? []).filter(
      lot =>
        (!issue.location_id || lot.location_id === issue.location_id) &&
        (issue.lot_number === undefined || issue.lot_number === null || lot.lot_number === issue.lot_number),
    )
    const wanted = fitting.filter(({ frozen }) => !frozen)
    const ofHeld = ({ inventory_id }: StockRow) =>
      least(held.get(inventory_id) ?? '0', left.get(inventory_id)!.occupied_quantity)
    const ofFree = ({ inventory_id }: StockRow) => {
      const { quantity, occupied_quantity } = left.get(inventory_id)!
      return most(subtract(quantity, occupied_quantity), '0')
    }
    for (const lot of inPickingOrder(wanted, open, ofHeld)) take(lot, ofHeld(lot), true)
    for (const lot of inPickingOrder(wanted, open, ofFree)) take(lot, ofFree(lot), false)
    for (const [inventory_id, { quantity, from_occupied }] of taken) {
      const { material_id, location_id, lot_number, quality_status, container_id } = left.get(inventory_id)!
      const { receipt_no, source_type, source_id, mo_id } = issue
      movements.push({
        ...{ inventory_id, movement_type, material_id, location_id, lot_number, quality_status, container_id },
        ...{ quantity: negate(quantity), from_occupied, receipt_no, source_type, source_id, mo_id },
      })
    }
    if (!isPositive(open)) continue
    const passedBy = fitting.filter(lot => lot.frozen && isPositive(add(ofHeld(lot), ofFree(lot))))
    short.push({
      ...{ material_id: issue.material_id, quantity: open },
      frozen: sum(passedBy.map(lot => add(ofHeld(lot), ofFree(lot)))),
      frozen_bins: [...new Set(passedBy.map(lot => lot.location_code))].sort(),
    })
  }
  return { movements, short }
}

/** What is short lies in bins that are counted now: that is said, with the bins. */
export function expectNotCounted(short: readonly Short[]): void {
  if (short.length === 0 || short.some(({ quantity, frozen }) => isMore(quantity, frozen))) return
  refuse(stockErrors.countInProgress, {
    bins: [...new Set(short.flatMap(({ frozen_bins }) => frozen_bins))].join(', '),
    material_ids: short.map(({ material_id }) => material_id),
    detail: text(
      '需要的物料在库位{bins}，盘点结束后再取',
      'What is needed lies in {bins}: take it when the count has ended',
    ),
  })
}
