import { add, isLess, isZero, type Quantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import type { WalkStop } from './pick-wave.record.ts'

/** At a stop the bin is scanned, then the goods: what they are, or piece after piece. */
export interface PickState {
  readonly at_bin: boolean
  /** Null: the goods are not scanned yet. */
  readonly quantity: Quantity | null
  readonly serials: readonly string[]
}
export const nothingPicked: PickState = { at_bin: false, quantity: null, serials: [] }

interface PickStep {
  readonly state: PickState
  /** Why nothing has changed. */
  readonly why?: Text
  /** The stop is done with; the label belongs to the next one. */
  readonly goesOn?: true
}

/** Why so much is not taken from the stop: what is over belongs to no document. */
export const whyNotPicked = ({ quantity: wanted }: Pick<WalkStop, 'quantity'>, picked: Quantity): Text | undefined => {
  const most = add(wanted, '0')
  return isLess(wanted, picked)
    ? text(
        `出库数量超过待出库数量${most}，请改小`,
        `The outbound quantity exceeds the pending quantity ${most}: enter no more`,
      )
    : undefined
}

/** What a label means at a stop: exactly one thing, or nothing is done and why is said. */
export function afterPickScan(stop: WalkStop, state: PickState, code: string, pieces: boolean): PickStep {
  const stays = (why: Text): PickStep => ({ state, why })
  if (!state.at_bin) {
    if (code === stop.location_code) return { state: { ...state, at_bin: true } }
    return stays(text(`这不是库位${stop.location_code}：${code}`, `This is not bin ${stop.location_code}: ${code}`))
  }
  const isFull = state.quantity !== null && !isLess(state.quantity, stop.quantity)
  if (code === stop.container_code) return { state: { ...state, quantity: stop.quantity } }
  const goods = stop.lot_number ?? stop.material_code
  const bySerial = stop.serial_policy === serialPolicy.codes.required
  if (code === goods || code === stop.supplier_lot) {
    if (bySerial) return stays(text('请逐件扫描序列号', 'Scan the serial number of each piece'))
    if (!pieces) return { state: { ...state, quantity: state.quantity ?? stop.quantity } }
    if (isFull) return stays(text('数量已够', 'That is enough of it'))
    return { state: { ...state, quantity: add(state.quantity ?? '0', '1') } }
  }
  if (stop.lot_number !== null && code === stop.material_code)
    return stays(text(`请扫批号${stop.lot_number}`, `Scan the lot ${stop.lot_number}`))
  if (code === stop.location_code) return { state }
  if (state.serials.includes(code)) return stays(text(`序列号${code}已扫过`, `Serial number ${code} was scanned`))
  if (isFull) return { state, goesOn: true }
  const counted = String(state.serials.length)
  const isCounting = state.quantity === null || isZero(state.quantity) || state.quantity === counted
  if (stop.serial_policy !== serialPolicy.codes.none && isCounting) {
    const serials = [...state.serials, code]
    return { state: { ...state, serials, quantity: String(serials.length) } }
  }
  return stays(text(`要取的是${goods}，不是${code}`, `${goods} is to be picked, not ${code}`))
}
