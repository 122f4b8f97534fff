import { add, isLess, isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import type { ReceiveLine } from './scan-work.calls.ts'

interface Bin {
  readonly id: string
  readonly code: string
}
/** Goods are scanned, then their lot or their pieces, then the bin where they are put: that ends it. */
export interface ReceiveState {
  readonly line?: ReceiveLine | undefined
  readonly lot_number: string | null
  readonly quantity: Quantity | null
  readonly serials: readonly string[]
  /** Its pieces are counted: what was proposed no longer stands there. */
  readonly counts: boolean
}
export const nothingReceived: ReceiveState = { lot_number: null, quantity: null, serials: [], counts: false }
const begun = (line: ReceiveLine, pieces: boolean): ReceiveState => ({
  ...{ line, lot_number: line.lot_number, serials: [], counts: pieces },
  quantity: line.serial_policy === serialPolicy.codes.required ? null : pieces ? '1' : line.open_quantity,
})

/** From now on each scan is one piece: the first time, they are counted from nothing. */
export const byPiece = (state: ReceiveState): ReceiveState =>
  !state.line || state.counts || state.serials.length > 0 || state.quantity === null
    ? state
    : { ...state, counts: true, quantity: '0' }
/** So much can be put away. */
export const isReceived = ({ quantity }: Pick<ReceiveState, 'quantity'>): boolean =>
  quantity !== null && isPositive(quantity)

/** Why so much cannot come in; undefined: it can, as far as is known here. */
export function whyTooMuch({ line, quantity }: Pick<ReceiveState, 'line' | 'quantity'>): Text | undefined {
  if (!line || quantity === null) return undefined
  const open = add(line.open_quantity, '0')
  const most = add(open, line.over_quantity)
  if (!isMore(quantity, most)) return undefined
  const beyond = subtract(quantity, open)
  return isPositive(line.over_quantity)
    ? text(
        `${line.material_code} 待收 ${open}，含超收最多可收 ${most}，请改小（超出 ${beyond}）`,
        `${open} of ${line.material_code} are to come, with what may exceed it ${most}: enter no more (${beyond} beyond it)`,
      )
    : text(
        `${line.material_code} 待收 ${open}，请改小（超出 ${beyond}）`,
        `${open} of ${line.material_code} are to come: enter no more (${beyond} beyond it)`,
      )
}

interface ReceiveStep {
  readonly state: ReceiveState
  /** They are put there. */
  readonly bin?: Bin
  readonly why?: Text
}

/** What a label means while goods are received. `bins`: those of that code. */
export function afterReceiveScan(
  lines: readonly ReceiveLine[],
  state: ReceiveState,
  code: string,
  bins: readonly Bin[],
  pieces: boolean,
): ReceiveStep {
  const stays = (why: Text): ReceiveStep => ({ state, why })
  const { line } = state
  // The lot of a line that is known names it, too: it stands on the label of what was announced.
  const [named] = lines.filter(({ material_code, lot_number }) => material_code === code || lot_number === code)
  if (!line) {
    if (named) return { state: begun(named, pieces) }
    return stays(text(`这张单上没有${code}`, `${code} is not on this document`))
  }
  if (code === line.material_code) {
    if (!pieces || line.serial_policy === serialPolicy.codes.required) return { state }
    const quantity = add(state.quantity ?? '0', '1')
    if (isLess(line.open_quantity, quantity)) return stays(text('数量已够', 'That is enough of it'))
    return { state: { ...state, quantity } }
  }
  if (code === state.lot_number) return { state }
  if (named) return stays(text(`请先扫库位，放好${line.material_code}`, `Scan the bin of ${line.material_code} first`))
  if (bins.length > 1) return stays(text(`多个仓库有库位${code}`, `Several warehouses have a bin ${code}`))
  const [bin] = bins
  if (bin) {
    if (line.lot_managed && !state.lot_number) return stays(text('请先扫描批号', 'Scan the lot first'))
    if (!isReceived(state)) return stays(text('请先扫描序列号或填写数量', 'Scan serial numbers or enter the quantity'))
    const tooMuch = whyTooMuch(state)
    return tooMuch ? stays(tooMuch) : { state, bin }
  }
  if (line.lot_managed && !state.lot_number) return { state: { ...state, lot_number: code } }
  if (line.serial_policy !== serialPolicy.codes.none) {
    if (state.serials.includes(code)) return stays(text(`序列号${code}已扫过`, `Serial number ${code} was scanned`))
    const serials = [...state.serials, code]
    if (isLess(line.open_quantity, String(serials.length))) return stays(text('数量已够', 'That is enough of it'))
    return { state: { ...state, serials, quantity: String(serials.length) } }
  }
  return stays(text(`没有库位${code}`, `There is no bin ${code}`))
}
