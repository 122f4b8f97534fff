import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { WalkStop } from './pick-wave.record.ts'

interface LineToPick {
  readonly material_id: string
  readonly quantity: Quantity | null
  readonly location_id: string | null
}
type Place = Pick<WalkStop, 'location_id' | 'location_code' | 'lot_number'>
/**
 * Lines whose bin is open, each parted by where its goods lie, in the order of the walk; lines with a bin, and what is nowhere, stay
 * as they are. `at`: a line as it is picked from a place.
 */
export function spreadPicks<L extends LineToPick>(
  lines: readonly L[],
  stops: readonly Pick<WalkStop, 'material_id' | 'location_id' | 'location_code' | 'lot_number' | 'quantity'>[],
  at: (line: L, place: Place, quantity: Quantity) => L,
): L[] {
  const left = stops.map(stop => ({ ...stop }))
  return lines.flatMap((line): L[] => {
    if (line.location_id !== null || line.quantity === null || !isPositive(line.quantity)) return [line]
    let open = line.quantity
    const parts: L[] = []
    for (const stop of left) {
      if (stop.material_id !== line.material_id || !isPositive(stop.quantity) || !isPositive(open)) continue
      const taken = least(open, stop.quantity)
      parts.push(at(line, stop, taken))
      stop.quantity = subtract(stop.quantity, taken)
      open = subtract(open, taken)
    }
    return isPositive(open) ? [...parts, { ...line, quantity: open }] : parts
  })
}
