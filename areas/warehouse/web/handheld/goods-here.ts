import { add, isPositive, least, most, subtract, sum } from '@qitao/core/quantity.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { inboundCalls, outboundCalls } from '../../model/receipt.calls.ts'
import type { ReceiveLine, ScanWork } from '../../model/scan/scan-work.calls.ts'
import type { WalkStop } from '../../model/wave/pick-wave.record.ts'

type Due = Pick<ScanWork, 'due_time' | 'no'>
export interface SentLine {
  readonly line_id?: string
  readonly arrival_id?: string
  readonly quantity: string
  readonly location_id?: string | null
  readonly lot_number?: string | null
  readonly serial_numbers?: readonly string[]
  readonly supplier_lot?: string | null
  readonly production_time?: number | null
  readonly expire_time?: number | null
}
/** What is booked of goods with the device. */
export const goodsCalls = [inboundCalls.confirm, outboundCalls.confirm, receiveArrivals]
export const goodsPaths: readonly string[] = goodsCalls.map(({ path }) => path)
export const sentLines = ({ path, input }: QueuedAction): readonly SentLine[] =>
  goodsPaths.includes(path) ? (input.lines as readonly SentLine[]) : []
const idOf = ({ line_id, arrival_id }: SentLine): string => line_id ?? arrival_id ?? ''

/** What the device has booked of lines and the server has not told yet; what was refused is still to be done. `askedAt`: what was answered before is told. */
export function takenHere(actions: readonly QueuedAction[], askedAt: number): readonly SentLine[] {
  return actions
    .filter(({ state, answered_at = 0 }) => state === 'waiting' || (state === 'done' && answered_at > askedAt))
    .flatMap(sentLines)
}
const amountOf = (lines: readonly SentLine[]): string => sum(lines.map(({ quantity }) => add(String(quantity), '0')))
const rest = (quantity: string, taken: readonly SentLine[]): string => most('0', subtract(quantity, amountOf(taken)))

/** What is due first stands first, what nobody waits for last; of one day in the order of their numbers. */
export const byDue = (a: Due, b: Due): number =>
  (a.due_time ?? Number.MAX_SAFE_INTEGER) - (b.due_time ?? Number.MAX_SAFE_INTEGER) || (a.no < b.no ? -1 : 1)

/** What is still to come when all that waits is booked. */
export const linesToCome = (lines: readonly ReceiveLine[], taken: readonly SentLine[]): ReceiveLine[] =>
  lines
    .map(line => ({
      ...line,
      open_quantity: rest(
        line.open_quantity,
        taken.filter(one => idOf(one) === line.id),
      ),
    }))
    .filter(({ open_quantity }) => isPositive(open_quantity))

/** Stops as they will be: each part without what was taken for it, here or at another stop. */
export const stopsToWalk = (stops: readonly WalkStop[], taken: readonly SentLine[]): WalkStop[] =>
  stops.flatMap(stop => {
    const parts = stop.parts.flatMap(part => {
      const own = taken.filter(one => idOf(one) === part.line_id)
      const here = own.filter(
        one => one.location_id === stop.location_id && (one.lot_number ?? '') === (stop.lot_number ?? ''),
      )
      const open_quantity = rest(part.open_quantity, own)
      const quantity = least(rest(part.quantity, here), open_quantity)
      return isPositive(quantity) ? [{ ...part, quantity, open_quantity }] : []
    })
    return parts.length === 0 ? [] : [{ ...stop, parts, quantity: sum(parts.map(({ quantity }) => quantity)) }]
  })
export const keyOf = ({ location_id, material_id, lot_number, container_code }: WalkStop): string =>
  [location_id, material_id, lot_number, container_code].join(' ')
