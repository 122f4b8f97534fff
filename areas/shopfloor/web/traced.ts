import type { In } from '@qitao/core/call.ts'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import type { addReport } from '../model/report.calls.ts'

export interface UsedPart {
  lot_number?: string | undefined
  serials?: string | undefined
}
/** What the reporter says of lots and pieces; nothing: the system picks lots as they expire. */
export interface Traced {
  lot_number?: string | undefined
  serials?: string | undefined
  used?: Readonly<Record<string, UsedPart>>
}

/** As a field of them holds them: a blank ends the last one too, so that what a scanner types next is a number of its own. */
export const written = (pieces: readonly string[]): string => pieces.map(piece => `${piece} `).join('')

export function tracedInput({ lot_number, serials, used = {} }: Traced) {
  const lines = Object.entries(used).flatMap(([material_id, { lot_number: lot, serials: pieces }]) => {
    const serial_numbers = serialsIn(pieces)
    if (!lot && !serial_numbers) return []
    return [{ material_id, ...(lot ? { lot_number: lot } : {}), ...(serial_numbers ? { serial_numbers } : {}) }]
  })
  const serial_numbers = serialsIn(serials)
  const made = {
    ...(lot_number?.trim() ? { lot_number: lot_number.trim() } : {}),
    ...(serial_numbers ? { serial_numbers } : {}),
  }
  return {
    ...(lines.length > 0 ? { used: lines } : {}),
    ...(Object.keys(made).length > 0 ? { made } : {}),
  }
}

type TracedInput = Pick<In<typeof addReport>, 'used' | 'made'>
/** What was said before, to be said differently. */
export function tracedOf({ used = [], made }: TracedInput): Traced {
  const typed = (numbers: readonly string[] | undefined) => numbers && written(numbers)
  return {
    lot_number: made?.lot_number ?? undefined,
    serials: typed(made?.serial_numbers),
    used: Object.fromEntries(
      used.map(({ material_id, lot_number, serial_numbers }) => [
        material_id,
        { lot_number: lot_number ?? undefined, serials: typed(serial_numbers) },
      ]),
    ),
  }
}
