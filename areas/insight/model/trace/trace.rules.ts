import { add, isMore, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'

/** Where goods are that a recall is about. */
export const whereNow = statuses({
  shipped: { code: 0, zh: '已发客户', en: 'With a customer', colour: 'danger' },
  in_stock: { code: 1, zh: '在库', en: 'In stock', colour: 'warning' },
  in_work: { code: 2, zh: '在制', en: 'In work', colour: 'processing' },
  gone: { code: 3, zh: '其他出库', en: 'Left otherwise', colour: 'neutral' },
})

/** What nobody recorded: where a trace cannot be followed, or not surely. */
export const traceGap = statuses({
  used_unmarked: { code: 0, zh: '投入没有批次', en: 'Went in without a lot', colour: 'danger' },
  made_unmarked: { code: 1, zh: '产出没有批次', en: 'Came out without a lot', colour: 'danger' },
  returned_unknown: { code: 2, zh: '退回的批次没有领用过', en: 'Came back, and never went in', colour: 'danger' },
  piece_unknown: { code: 3, zh: '序列号没有来源', en: 'A piece that came from nowhere', colour: 'danger' },
  pieces_unnamed: { code: 4, zh: '没有登记序列号', en: 'Moved without serial numbers', colour: 'warning' },
  origin_unknown: {
    code: 5,
    zh: '期初或盘点带入，来源未知',
    en: 'Found or carried over: origin unknown',
    colour: 'warning',
  },
})

export const suspectKind = statuses({
  machine: { code: 0, zh: '设备', en: 'Machine', colour: 'neutral' },
  person: { code: 1, zh: '人员', en: 'Person', colour: 'neutral' },
  shift: { code: 2, zh: '班次', en: 'Shift', colour: 'neutral' },
  lot: { code: 3, zh: '投入批次', en: 'Lot used', colour: 'neutral' },
  supplier: { code: 4, zh: '供应商', en: 'Supplier', colour: 'neutral' },
})

export interface Shared {
  readonly kind: number
  readonly name: string
  readonly bad: Quantity
  readonly good: Quantity
}
export interface Suspect extends Shared {
  /** Percent. */
  readonly bad_rate: number
  readonly other_rate: number
}
/** Below it a difference is chance as often as not: standard errors of the difference of two shares. */
const leastErrors = 2
const percent = 100
const rounded = (share: number): number => Math.round(share * 10) / 10

/**
 * Of what bad and good pieces were made with: what has more bad ones among its own than all others have, by more than chance makes
 * (two shares, two standard errors). The most telling first.
 */
export function suspectsOf(shared: readonly Shared[], all: { bad: Quantity; good: Quantity }): Suspect[] {
  return shared
    .flatMap(one => {
      const own = { bad: Number(one.bad), good: Number(one.good) }
      const other = { bad: Number(subtract(all.bad, one.bad)), good: Number(subtract(all.good, one.good)) }
      const [size, otherSize] = [own.bad + own.good, other.bad + other.good]
      if (size <= 0 || otherSize <= 0) return []
      const pooled = (own.bad + other.bad) / (size + otherSize)
      const error = Math.sqrt(pooled * (1 - pooled) * (1 / size + 1 / otherSize))
      const [rate, otherRate] = [own.bad / size, other.bad / otherSize]
      const errors = error === 0 ? 0 : (rate - otherRate) / error
      return errors < leastErrors
        ? []
        : [{ one, errors, bad_rate: rounded(rate * percent), other_rate: rounded(otherRate * percent) }]
    })
    .sort((a, b) => b.errors - a.errors || (a.one.name < b.one.name ? -1 : 1))
    .map(({ one, bad_rate, other_rate }) => ({ ...one, bad_rate, other_rate }))
}

/** What one work order used of one material, lot by lot; '' is without. */
export interface UsedByMo {
  readonly mo_id: string
  readonly material_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
/** Which of the materials that went in are known in full, and what is not: without a lot, or come back and never gone in. */
export function completenessOf(used: readonly UsedByMo[]): {
  used_count: number
  recorded_count: number
  unmarked: UsedByMo[]
  unknown: UsedByMo[]
} {
  const byMaterial = [...Map.groupBy(used, ({ mo_id, material_id }) => `${mo_id}/${material_id}`).values()].filter(of =>
    isPositive(of.map(({ quantity }) => quantity).reduce(add)),
  )
  const isUnmarked = ({ lot_number, quantity }: UsedByMo) => lot_number === '' && isPositive(quantity)
  return {
    used_count: byMaterial.length,
    recorded_count: byMaterial.filter(of => !of.some(isUnmarked)).length,
    unmarked: used.filter(isUnmarked),
    unknown: used.filter(({ lot_number, quantity }) => lot_number !== '' && isPositive(subtract('0', quantity))),
  }
}

/** Goods of a lot on their way out, or back: whose they were, and by which order. */
interface Passed {
  readonly material_id: string
  readonly lot_number: string | null
  readonly quantity: Quantity
  readonly to_customer_id: string | null
  readonly of_order_id: string | null
  readonly time: number | null
}
export interface SentGoods extends Passed {
  readonly serial_no: string | null
}
export type ReturnedGoods = Passed

/**
 * What is still with customers: what came back of a lot is taken off what was sent before it, of the same order first, else to the same
 * customer; the last that was sent comes back first.
 */
export function afterReturns<Row extends SentGoods>(sent: readonly Row[], returned: readonly ReturnedGoods[]): Row[] {
  const left = new Map(sent.map(row => [row, row.quantity]))
  for (const back of returned) {
    const before = sent
      .filter(
        row =>
          row.serial_no === null &&
          row.material_id === back.material_id &&
          row.lot_number === back.lot_number &&
          (row.time ?? 0) <= (back.time ?? 0),
      )
      .sort((a, b) => (b.time ?? 0) - (a.time ?? 0))
    const ofOrder = before.filter(row => row.of_order_id !== null && row.of_order_id === back.of_order_id)
    const ofCustomer = before.filter(
      row => !ofOrder.includes(row) && row.to_customer_id !== null && row.to_customer_id === back.to_customer_id,
    )
    let rest = back.quantity
    for (const row of [...ofOrder, ...ofCustomer]) {
      const there = left.get(row)!
      const taken = isMore(rest, there) ? there : rest
      if (!isPositive(taken)) continue
      left.set(row, subtract(there, taken))
      rest = subtract(rest, taken)
    }
  }
  return sent.flatMap(row => {
    const quantity = left.get(row)!
    return isPositive(quantity) ? [{ ...row, quantity }] : []
  })
}
