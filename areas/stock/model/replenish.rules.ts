import { add, compare, isLess, isPositive, multiply, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { movementType } from './movement-type.ts'
import { type LotToPick, pickLots } from './picking.rules.ts'

/** A bin that is to hold so much of a material at least. */
export interface Face {
  readonly material_id: string
  readonly location_id: string
  readonly location_code: string
  readonly min_quantity: Quantity
  /** Null: it is filled up to its minimum. */
  readonly max_quantity: Quantity | null
  readonly quantity: Quantity
  /** On its way by transfers that are written or sent, less what written ones are to take from there. */
  readonly coming: Quantity
}
export interface Filling {
  readonly material_id: string
  readonly to_location_id: string
  readonly from_location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
export interface Unfilled {
  readonly material_id: string
  readonly location_code: string
  readonly quantity: Quantity
}

/**
 * What fills the faces that hold less than their minimum, up to their maximum: free goods from other bins in picking order, the emptiest
 * face first. What lies in a face of the material is not taken for another one.
 */
export function fillFaces(
  faces: readonly Face[],
  lots: readonly LotToPick[],
): { fillings: Filling[]; unfilled: Unfilled[] } {
  const there = ({ quantity, coming }: Face) => add(quantity, coming)
  const isFace = new Set(faces.map(face => `${face.material_id} ${face.location_id}`))
  const low = faces
    .filter(face => isLess(there(face), face.min_quantity))
    .sort(
      (a, b) =>
        // As shares of the minimum, without dividing.
        compare(multiply(there(a), b.min_quantity), multiply(there(b), a.min_quantity)) ||
        (a.location_code < b.location_code ? -1 : 1),
    )
  const issues = low.map(face => ({
    ...{ material_id: face.material_id, source_id: face.location_id },
    quantity: subtract(face.max_quantity ?? face.min_quantity, there(face)),
  }))
  const stored = lots.filter(lot => !isFace.has(`${lot.material_id} ${lot.location_id}`))
  const { movements } = pickLots(stored, issues, movementType.codes.transfer)
  // Loose and in a container of one bin is one line.
  const fillings = new Map<string, Filling>()
  for (const { material_id, source_id, location_id, lot_number = '', quantity } of movements) {
    const key = `${source_id} ${material_id} ${location_id} ${lot_number}`
    fillings.set(key, {
      ...{ material_id, lot_number, to_location_id: source_id!, from_location_id: location_id },
      quantity: add(fillings.get(key)?.quantity ?? '0', negate(quantity)),
    })
  }
  const all = [...fillings.values()]
  const unfilled = low.flatMap(({ material_id, location_id, location_code }, index) => {
    const filled = all
      .filter(one => one.to_location_id === location_id && one.material_id === material_id)
      .reduce((sum, one) => add(sum, one.quantity), '0')
    const quantity = subtract(issues[index]!.quantity, filled)
    return isPositive(quantity) ? [{ material_id, location_code, quantity }] : []
  })
  return { fillings: all, unfilled }
}
