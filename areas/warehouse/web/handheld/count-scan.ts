import { isQuantity } from '@qitao/core/quantity.ts'
import type { QueuedAction, QueuedPhoto } from '@qitao/platform/web/offline/action.ts'
import { type CountLineRow, countCalls } from '../../model/count/count.calls.ts'
import { mostCountPhotos } from '../../model/count/count.record.ts'

/** A line with what was counted on the device since it was loaded. */
export interface LineHere extends CountLineRow {
  /** Undefined: nothing. */
  readonly here?: string
}
interface EntrySent {
  readonly line_id: string
  readonly counted_quantity: string
}
export const entriesOf = ({ path, input, state }: QueuedAction): readonly EntrySent[] =>
  path === countCalls.enter.path && state !== 'refused' ? (input.entries as readonly EntrySent[]) : []

/** Lines as they will stand when all that waits is done; `askedAt`: what was answered before is in them. */
export function linesHere(
  lines: readonly CountLineRow[],
  actions: readonly QueuedAction[],
  askedAt: number,
): LineHere[] {
  const unseen = actions.filter(one => one.state !== 'done' || (one.answered_at ?? 0) > askedAt)
  const here = new Map(unseen.flatMap(entriesOf).map(entry => [entry.line_id, entry.counted_quantity]))
  return lines.map(line => {
    const counted = here.get(line.id)
    return counted === undefined ? line : { ...line, here: counted }
  })
}

export interface Standing {
  readonly bin: string
  readonly current?: LineHere | undefined
  readonly choices: readonly LineHere[]
}
export const nowhere: Standing = { bin: '', choices: [] }
const labelsOf = ({ lot_number, supplier_lot, material_code }: CountLineRow): readonly (string | null)[] => [
  lot_number,
  supplier_lot,
  material_code,
]
/** A supplier's number may stand on two lots of a bin: then it says nothing of which of them. */
const isLabelOf = (current: CountLineRow, code: string, lines: readonly CountLineRow[]): boolean => {
  if (!current.lot_number) return current.material_code === code
  if (current.lot_number === code) return true
  return (
    current.supplier_lot === code &&
    !lines.some(
      line => line.id !== current.id && line.location_code === current.location_code && line.supplier_lot === code,
    )
  )
}

/**
 * Where a label leads: to a bin, to a line of that bin, or to a few to choose from; exactly, or nowhere. `more`: it is the label of the line
 * that is being counted, once more.
 */
export function afterLabel(
  { bin, current }: Standing,
  code: string,
  lines: readonly LineHere[],
): { more: true } | { standing: Standing } | undefined {
  if (current && isLabelOf(current, code, lines)) return { more: true }
  const inBin = lines.filter(line => line.location_code === code)
  const meant = lines.filter(line => (bin === '' || line.location_code === bin) && labelsOf(line).includes(code))
  if (meant.length === 0)
    return inBin.length === 0 ? undefined : { standing: { bin: code, current: undefined, choices: inBin } }
  return {
    standing: { bin, current: meant.length === 1 ? meant[0] : undefined, choices: meant.length === 1 ? [] : meant },
  }
}

/** So many photos its line can still have; lines that a device has kept for long may not say how many there are. */
export const photosLeft = ({ photo_count = 0 }: { readonly photo_count?: number }): number =>
  Math.max(0, mostCountPhotos - photo_count)
/** Photos go with a figure: without one they would be lost with the next line. */
export const isPhotoWithoutFigure = (
  { current }: Standing,
  quantity: string,
  photos: readonly QueuedPhoto[] = [],
): boolean => current !== undefined && photos.length > 0 && !isQuantity(quantity)
