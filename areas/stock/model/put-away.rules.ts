import { isPositive, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { qualityStatus } from './quality.status.ts'
import { type BinType, binType } from './warehouse.record.ts'

/**
 * Where goods are put: their own bin, then beside the same lot, then beside the same material, then the nearest empty bin; each only
 * as far as there is room, and the rest in the next. A proposal: who puts away may know better.
 */
export interface BinToFill {
  readonly location_id: string
  readonly location_code: string
  readonly type: BinType
  readonly route_order: number | null
  readonly capacity: Quantity | null
  readonly mixed_lots: boolean
  /** Materials that have their place there; when there are any, nothing else goes there. */
  readonly own: readonly { readonly material_id: string; readonly max_quantity: Quantity | null }[]
  readonly goods: readonly { readonly material_id: string; readonly lot_number: string; readonly quantity: Quantity }[]
}
export interface GoodsToPut {
  readonly material_id: string
  readonly lot_number: string
  readonly quantity: Quantity
  readonly quality_status: number
  /** The bin that is named with the material. */
  readonly default_location_id: string | null
  /** Where they are now: not where they go. */
  readonly from_location_id?: string | null
}
export interface PutPart {
  readonly location_id: string | null
  readonly location_code: string | null
  readonly quantity: Quantity
  readonly why: PutReason
}
export const putReasons = {
  fixed: text('固定库位', 'Its own bin'),
  same_lot: text('同批次', 'Same lot there'),
  same_material: text('同物料', 'Same material there'),
  empty: text('最近的空库位', 'Nearest empty bin'),
  no_room: text('没有放得下的库位', 'No bin has room'),
} as const satisfies Record<string, Text>
export type PutReason = keyof typeof putReasons

const { storage, inspection, defective } = binType.codes
/** Which bins goods of a quality go to, when they are not their own. */
const typeFor = (quality_status: number): BinType =>
  quality_status === qualityStatus.codes.defective
    ? defective
    : quality_status === qualityStatus.codes.to_inspect
      ? inspection
      : storage

/** Why nothing of the goods may be put into the bin; undefined: they may, as far as there is room. */
export function whyNotThere(goods: Pick<GoodsToPut, 'material_id' | 'lot_number'>, bin: BinToFill): Text | undefined {
  if (bin.own.length > 0 && bin.own.every(({ material_id }) => material_id !== goods.material_id))
    return text(`库位${bin.location_code}只放指定物料`, `Bin ${bin.location_code} takes only its own materials`)
  const isOther = (one: BinToFill['goods'][number]) =>
    isPositive(one.quantity) && (one.material_id !== goods.material_id || one.lot_number !== goods.lot_number)
  if (!bin.mixed_lots && bin.goods.some(isOther))
    return text(`库位${bin.location_code}不混放`, `Bin ${bin.location_code} does not mix goods`)
  return undefined
}

/** How much more of the material the bin takes; null: it has no limit. */
export function roomFor(material_id: string, { capacity, own, goods }: BinToFill): Quantity | null {
  const most = own.find(one => one.material_id === material_id)?.max_quantity ?? null
  const lying = (of: BinToFill['goods']) => sum(of.map(({ quantity }) => quantity))
  const rooms = [
    ...(capacity === null ? [] : [subtract(capacity, lying(goods))]),
    ...(most === null ? [] : [subtract(most, lying(goods.filter(one => one.material_id === material_id)))]),
  ]
  return rooms.length === 0 ? null : rooms.reduce(least)
}

function rankOf(goods: GoodsToPut, bin: BinToFill): PutReason | undefined {
  if (bin.location_id === goods.from_location_id) return undefined
  const isOwn = bin.own.some(({ material_id }) => material_id === goods.material_id)
  const isDefault = bin.location_id === goods.default_location_id
  const isGood = goods.quality_status === qualityStatus.codes.finished
  if (isGood && (isOwn || isDefault)) return 'fixed'
  if (bin.type !== typeFor(goods.quality_status)) return undefined
  const lying = bin.goods.filter(({ quantity }) => isPositive(quantity))
  const same = lying.filter(({ material_id }) => material_id === goods.material_id)
  if (same.some(({ lot_number }) => lot_number === goods.lot_number)) return 'same_lot'
  if (same.length > 0) return 'same_material'
  return lying.length === 0 ? 'empty' : undefined
}
const ranks: readonly PutReason[] = ['fixed', 'same_lot', 'same_material', 'empty']
const last = Number.MAX_SAFE_INTEGER

/** Parts of each of the goods, in their order; what is put into a bin takes its room from the next. */
export function proposePutAway(all: readonly GoodsToPut[], bins: readonly BinToFill[]): PutPart[][] {
  const now = new Map(bins.map(bin => [bin.location_id, bin]))
  return all.map(goods => {
    let open = goods.quantity
    const parts: PutPart[] = []
    const stand = bins.find(({ location_id }) => location_id === (goods.from_location_id ?? goods.default_location_id))
    const distance = ({ route_order }: BinToFill) =>
      route_order === null ? last : stand?.route_order ? Math.abs(route_order - stand.route_order) : route_order
    const candidates = [...now.values()]
      .flatMap(bin => {
        const why = whyNotThere(goods, bin) ? undefined : rankOf(goods, bin)
        return why ? [{ bin, why }] : []
      })
      .sort(
        (a, b) =>
          ranks.indexOf(a.why) - ranks.indexOf(b.why) ||
          distance(a.bin) - distance(b.bin) ||
          (a.bin.location_code < b.bin.location_code ? -1 : 1),
      )
    for (const { bin, why } of candidates) {
      if (!isPositive(open)) break
      const room = roomFor(goods.material_id, bin)
      const quantity = room === null ? open : least(open, room)
      if (!isPositive(quantity)) continue
      const { location_id, location_code } = bin
      parts.push({ location_id, location_code, quantity, why })
      open = subtract(open, quantity)
      now.set(location_id, withMore(bin, goods, quantity))
    }
    if (isPositive(open)) parts.push({ location_id: null, location_code: null, quantity: open, why: 'no_room' })
    return parts
  })
}

function withMore(bin: BinToFill, { material_id, lot_number }: GoodsToPut, more: Quantity): BinToFill {
  return { ...bin, goods: [...bin.goods, { material_id, lot_number, quantity: more }] }
}
