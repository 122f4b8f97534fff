import type { Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { scanForTransfer } from './moving.calls.ts'

/** Goods are scanned: the bin where they are, what they are, the bin where they go; then the next ones of the same bin. */
export type Scanned = Out<typeof scanForTransfer>
type Bin = Scanned['bins'][number]
type Goods = Scanned['goods'][number]
export interface ScanState {
  readonly source?: Bin | undefined
  readonly goods?: Goods | undefined
}
export interface ScannedLine {
  readonly goods: Goods
  readonly source: Bin
  readonly target: Bin
}
interface ScanStep {
  readonly state: ScanState
  /** The line that is whole now. */
  readonly line?: ScannedLine
  /** Why nothing has changed. */
  readonly why?: Text
}

/** What a label means where one stands: exactly one thing, or nothing is done and why is said. */
export function afterScan(state: ScanState, code: string, { bins, goods }: Scanned): ScanStep {
  const { source } = state
  const stays = (why: Text): ScanStep => ({ state, why })
  if (source && !state.goods && goods.length === 1) return { state: { source, goods: goods[0] } }
  if (source && !state.goods && goods.length > 1)
    return stays(
      text(
        `${code}在${source.code}有多个批次，请扫批号`,
        `Several lots of ${code} are in ${source.code}: scan the lot`,
      ),
    )
  if (bins.length > 1)
    return stays(
      text(`多个仓库有库位${code}，请先选仓库`, `Several warehouses have a bin ${code}: choose the warehouse first`),
    )
  const [bin] = bins
  if (!bin)
    return stays(
      source && !state.goods
        ? text(`库位${source.code}中没有${code}`, `There is no ${code} in bin ${source.code}`)
        : text(`没有库位${code}`, `There is no bin ${code}`),
    )
  if (!source || !state.goods) return { state: { source: bin } }
  if (bin.id === source.id) return stays(text('调出库位和调入库位不能相同', 'Source and target bin must differ'))
  return { state: { source }, line: { goods: state.goods, source, target: bin } }
}
