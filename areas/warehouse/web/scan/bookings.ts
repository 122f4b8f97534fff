import type { In } from '@qitao/core/call.ts'
import type { outboundCalls } from '../../model/receipt.calls.ts'
import type { PickState } from '../../model/wave/pick-scan.rules.ts'
import { splitPicked } from '../../model/wave/pick-walk.rules.ts'
import type { WalkStop } from '../../model/wave/pick-wave.record.ts'

export type Booking = In<typeof outboundCalls.confirm>
/** What was taken at a stop, document by document. */
export const bookingsOf = (stop: WalkStop, { quantity, serials }: PickState): Booking[] =>
  [...Map.groupBy(splitPicked(stop, quantity ?? '0', serials), part => part.receipt_id)].map(([id, parts]) => ({
    id,
    lines: parts.map(({ line_id, quantity: much, open_quantity, serial_numbers }) => ({
      ...{ line_id, quantity: much, open_quantity, location_id: stop.location_id, lot_number: stop.lot_number },
      ...(serial_numbers.length > 0 ? { serial_numbers: [...serial_numbers] } : {}),
    })),
  }))
