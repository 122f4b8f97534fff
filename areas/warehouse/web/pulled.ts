import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import type { ReceiptSourceRow } from '../model/receipt.record.ts'
import { type Direction, inboundType, outboundType, type PulledType } from '../model/receipt.status.ts'

const lineOf = (row: ReceiptSourceRow) => ({
  material_id: row.material_id,
  material_name: `${row.material_code} ${row.material_name}`,
  unit_name: row.unit_name,
  lot_managed: row.lot_managed,
  quantity: row.open_quantity,
  source_line_id: row.source_line_id,
  pulled_id: row.id,
  source_no: row.source_no,
  ...{ location_id: null, lot_number: null, quality_status: judgedQuality.codes.finished, remark: null },
})
type Line = Omit<Partial<ReturnType<typeof lineOf>>, 'material_id'> & { material_id?: string | null }
/** What stands in the form of a receipt. */
interface Filled {
  readonly receipt_type?: number | undefined
  readonly mo_id?: string | null | undefined
  readonly lines?: readonly Line[] | undefined
}
const same = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0]! : null)
/** Components of a work order have no line of their own on the wire: while the form is open each is known by itself. */
const sourceOf = ({ source_line_id, pulled_id }: Line): string | undefined => source_line_id ?? pulled_id

/**
 * The form with chosen sources taken over: each source once, what was taken over for another type or another work order gone, what was
 * entered by hand kept. A work order stands only where its components do.
 */
export function withPulled(
  direction: Direction,
  receipt_type: PulledType,
  before: Filled,
  rows: readonly ReceiptSourceRow[],
) {
  const mo_id = rows[0]?.mo_id ?? null
  const isOther = before.receipt_type !== receipt_type || (before.mo_id ?? null) !== mo_id
  const kept = (before.lines ?? []).filter(line => line.material_id && !(isOther && line.source_no))
  const known = new Set(kept.filter(({ source_no }) => source_no).map(sourceOf))
  const added = rows.map(lineOf).filter(line => !known.has(sourceOf(line)))
  const ofSupplier = { inbound: inboundType.codes.purchase, outbound: outboundType.codes.purchase_return }
  const partner = receipt_type === ofSupplier[direction] ? 'supplier' : 'customer'
  const partner_id = same(rows.map(row => row.partner_id))
  return {
    ...{ receipt_type, mo_id, lines: [...kept, ...added] },
    ...(partner_id ? { [`${partner}_id`]: partner_id, [`${partner}_name`]: rows[0]!.partner_name } : {}),
  }
}
