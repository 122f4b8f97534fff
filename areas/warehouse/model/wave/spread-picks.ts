import { add, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { StopPart, WalkStop } from './pick-wave.record.ts'

interface LineToPick {
  /** Of its document; a component of a work order has none. */
  readonly line_id?: string
  readonly material_id: string
  readonly quantity: Quantity | null
  readonly location_id: string | null
  readonly lot_number: string | null
  readonly serial_numbers: string | null
}
type Place = Pick<WalkStop, 'location_id' | 'location_code' | 'lot_number'>
type Stop = Place &
  Pick<WalkStop, 'material_id'> & { readonly parts: readonly Pick<StopPart, 'line_id' | 'quantity'>[] }
interface Left extends Place {
  readonly material_id: string
  readonly line_id: string
  quantity: Quantity
}

const isWanted = ({ quantity }: LineToPick): boolean => quantity !== null && isPositive(quantity)
const isOpen = (line: LineToPick): boolean => line.location_id === null && isWanted(line)
/** Where an ordered lot lies, and no other. */
const fits = (line: LineToPick, { material_id, lot_number, location_id }: Left): boolean =>
  material_id === line.material_id &&
  (line.lot_number === null || lot_number === line.lot_number) &&
  (line.location_id === null || location_id === line.location_id)

/**
 * Lines whose bin is open, each parted by where its goods lie, in the order of the walk: first what the walk has for the line itself,
 * then what nobody takes. Lines with a bin, and what is nowhere, stay as they are. Of a line that is parted nobody knows which of its
 * pieces lie where. `at`: a line as it is picked from a place.
 */
export function spreadPicks<L extends LineToPick>(
  lines: readonly L[],
  stops: readonly Stop[],
  at: (line: L, place: Place, quantity: Quantity) => L,
): L[] {
  const left = stops.flatMap(({ parts, ...place }) =>
    parts.map(({ line_id, quantity }): Left => ({ ...place, line_id, quantity })),
  )
  const found = new Map<L, { open: Quantity; from: Map<string, { place: Place; quantity: Quantity }> }>()
  const take = (line: L, which: (part: Left) => boolean) => {
    const own = found.get(line) ?? { open: line.quantity!, from: new Map() }
    found.set(line, own)
    for (const part of left) {
      if (!isPositive(own.open) || !isPositive(part.quantity) || !fits(line, part) || !which(part)) continue
      const quantity = least(own.open, part.quantity)
      const key = `${part.location_id} ${part.lot_number ?? ''}`
      const before = own.from.get(key)?.quantity
      own.from.set(key, { place: part, quantity: before === undefined ? quantity : add(before, quantity) })
      part.quantity = subtract(part.quantity, quantity)
      own.open = subtract(own.open, quantity)
    }
  }
  const isOwn = (line: L) => (part: Left) => part.line_id === line.line_id
  const placed = lines.filter(line => line.location_id !== null && isWanted(line))
  const open = lines.filter(isOpen)
  for (const some of [placed, open]) {
    for (const line of some) take(line, isOwn(line))
    for (const line of some) take(line, () => true)
  }
  return lines.flatMap((line): L[] => {
    const own = isOpen(line) ? found.get(line) : undefined
    if (!own || own.from.size === 0) return [line]
    const parts = [...own.from.values()]
    const isParted = parts.length > 1 || isPositive(own.open)
    const whole = isParted ? { ...line, serial_numbers: null } : line
    const picked = parts.map(({ place, quantity }) => at(whole, place, quantity))
    return isPositive(own.open) ? [...picked, { ...whole, quantity: own.open }] : picked
  })
}
