import { isPositive, least, negate, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { byRoute, type LotToPick } from '@qitao/stock/model/picking.rules.ts'
import type { StopPart, WalkShort, WalkStop } from './pick-wave.record.ts'

/** An open line of a document that is picked. */
export interface LineToWalk
  extends Omit<StopPart, 'quantity'>,
    Omit<
      WalkStop,
      | 'warehouse_id'
      | 'location_id'
      | 'location_code'
      | 'lot_number'
      | 'supplier_lot'
      | 'container_code'
      | 'quantity'
      | 'parts'
    > {
  readonly mo_id: string | null
  readonly location_id: string | null
  readonly lot_number: string | null
}
/** What is taken of a row of stock for a line: `source_id` is the line. */
export type Taken = Pick<Movement, 'quantity' | 'source_id'> & { readonly inventory_id: string }

/** Stops in the order of the route: one for all documents that want the same goods from the same place; and what is not there. */
export function walkOf(
  lines: readonly LineToWalk[],
  taken: readonly Taken[],
  at: {
    readonly lots: ReadonlyMap<string, LotToPick>
    readonly containers: ReadonlyMap<string, string>
    /** Warehouses by their bins. */
    readonly warehouses: ReadonlyMap<string, string>
    /** The supplier's number of a lot in its bin. */
    readonly supplierLots: (lot: LotToPick) => string | null
    /** Bins of a material that are passed by. */
    readonly frozen: ReadonlyMap<string, string[]>
  },
): { stops: WalkStop[]; short: WalkShort[] } {
  const byLine = new Map(lines.map(line => [line.line_id, line]))
  const own = taken.filter(({ source_id }) => byLine.has(source_id ?? ''))
  const byRow = Map.groupBy(own, ({ inventory_id }) => inventory_id)
  const stops = [...byRow.keys()]
    .map(id => at.lots.get(id)!)
    .sort(byRoute)
    .map((lot): WalkStop => {
      const parts = byRow.get(lot.inventory_id)!.map(({ quantity, source_id }): StopPart => {
        const { receipt_id, receipt_no, source_no, line_id, open_quantity } = byLine.get(source_id!)!
        return { receipt_id, receipt_no, source_no, line_id, open_quantity, quantity: negate(quantity) }
      })
      const line = byLine.get(parts[0]!.line_id)!
      const { material_id, material_code, material_name, material_specs, unit_name, unit_precision } = line
      return {
        warehouse_id: at.warehouses.get(lot.location_id)!,
        ...{ location_id: lot.location_id, location_code: lot.location_code },
        ...{ material_id, material_code, material_name, material_specs, unit_name, unit_precision },
        ...{ lot_managed: line.lot_managed, serial_policy: line.serial_policy, lot_number: lot.lot_number || null },
        supplier_lot: at.supplierLots(lot),
        container_code: lot.container_id === null ? null : (at.containers.get(lot.container_id) ?? null),
        quantity: sum(parts.map(({ quantity }) => quantity)),
        parts,
      }
    })
  const short = [...Map.groupBy(lines, ({ material_id }) => material_id)].flatMap(
    ([material_id, wanting]): WalkShort[] => {
      const found = own.filter(({ source_id }) => byLine.get(source_id!)!.material_id === material_id)
      const quantity = sum([...wanting.map(({ open_quantity }) => open_quantity), ...found.map(one => one.quantity)])
      if (!isPositive(quantity)) return []
      const { material_code, material_name, unit_name } = wanting[0]!
      return [
        {
          material_id,
          material_code,
          material_name,
          unit_name,
          quantity,
          frozen_bins: at.frozen.get(material_id) ?? [],
        },
      ]
    },
  )
  return { stops, short }
}

export interface PickedPart {
  readonly receipt_id: string
  readonly line_id: string
  readonly quantity: Quantity
  readonly open_quantity: Quantity
  readonly serial_numbers: readonly string[]
}
/** What was taken at a stop goes to its documents in their order; of too little the last ones go without. */
export function splitPicked(
  { parts }: Pick<WalkStop, 'parts'>,
  quantity: Quantity,
  serials: readonly string[],
): PickedPart[] {
  let left = quantity
  let next = 0
  return parts.flatMap(({ receipt_id, line_id, open_quantity, quantity: wanted }) => {
    const part = least(left, wanted)
    if (!isPositive(part)) return []
    left = subtract(left, part)
    const serial_numbers = serials.slice(next, next + Number(part))
    next += serial_numbers.length
    return [{ receipt_id, line_id, open_quantity, quantity: part, serial_numbers }]
  })
}
