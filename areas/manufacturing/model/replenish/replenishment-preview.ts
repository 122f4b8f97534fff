import type { Instant } from '@qitao/core/time.ts'
import type { PlannedSupply } from './replenishment.rules.ts'

/** What the jobs answer before anything is made: the result of `preview_replenishment`, and of a replenishment that has changed. */
export interface ReplenishmentPreview {
  readonly rows: readonly PreviewRow[]
  /** Of all, also of those that are not among the rows. */
  readonly mo_count: number
  readonly request_count: number
  readonly late_count: number
  /** Names exactly this. */
  readonly digest: string
}
export interface PreviewRow extends Omit<PlannedSupply, 'mo_ids' | 'into_id'> {
  readonly material_code: string
  readonly material_name: string
  readonly unit_name: string
  readonly into_code: string | null
  /** The first in line, and how many there are. */
  readonly mo_no: string | null
  readonly orders_served: number
  readonly late: boolean
}

/** What is decided on: dates that are past move with the clock, which changes nothing. */
export const decidedOn = (supply: readonly PlannedSupply[], now: Instant): string =>
  JSON.stringify(
    supply
      .map(({ id, quantity, needed_time, mo_ids }) => [id, quantity, needed_time > now ? needed_time : null, mo_ids])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )

export type Change = 'added' | 'changed' | 'gone'
/** What is another than before, by row; those that are gone stand in the preview before. */
export function changesBetween(before: ReplenishmentPreview, now: ReplenishmentPreview): Map<string, Change> {
  const was = new Map(before.rows.map(row => [row.id, row]))
  const changes = new Map<string, Change>()
  for (const row of now.rows) {
    const known = was.get(row.id)
    was.delete(row.id)
    if (!known) changes.set(row.id, 'added')
    else if (!isTheSame(known, row)) changes.set(row.id, 'changed')
  }
  for (const id of was.keys()) changes.set(id, 'gone')
  return changes
}
const isTheSame = (a: PreviewRow, b: PreviewRow): boolean =>
  a.quantity === b.quantity &&
  (a.needed_time === b.needed_time || (a.late && b.late)) &&
  a.mo_no === b.mo_no &&
  a.orders_served === b.orders_served
