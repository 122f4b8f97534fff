import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'

/** A work order that lacks material which nobody has ordered or begun to make. */
export interface ShortOrder {
  readonly no: string
  /** What it waits for longest. */
  readonly material_code: string | null
  /** When its kit is complete at the earliest; null: nobody can tell. */
  readonly kitting_time: Instant | null
  /** Even so something comes after it is needed. */
  readonly late: boolean
}
const mostNamed = 3

/** What planners read in the morning; null when nothing is short. Those that are late whatever is done come first. */
export function shortKitsNotice(orders: readonly ShortOrder[], zone: string): Text | null {
  if (orders.length === 0) return null
  const late = orders.filter(order => order.late).length
  const sorted = orders.toSorted(
    (a, b) => Number(b.late) - Number(a.late) || (b.kitting_time ?? Infinity) - (a.kitting_time ?? Infinity) || 0,
  )
  const named = sorted.slice(0, mostNamed)
  const more = orders.length - named.length
  const dayIn = (at: Instant) => dayOf(at, zone).slice(5)
  const zh = named.map(({ no, material_code, kitting_time }) =>
    [no, material_code, kitting_time === null ? '' : `最早${dayIn(kitting_time)}齐套`].filter(Boolean).join(' '),
  )
  const en = named.map(({ no, material_code, kitting_time }) =>
    [no, material_code, kitting_time === null ? '' : `kitted ${dayIn(kitting_time)} at the earliest`]
      .filter(Boolean)
      .join(' '),
  )
  const [one, lates] = [orders.length === 1, late === 0 ? '' : `，其中${late}个现在下单也赶不上`]
  return text(
    `${orders.length}个工单缺料且尚未下单${lates}：${zh.join('；')}${more > 0 ? `；另有${more}个` : ''}`,
    `${orders.length} work ${one ? 'order is' : 'orders are'} short of material that is not ordered${
      late === 0 ? '' : `, ${late} too late even if it is ordered now`
    }: ${en.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  )
}
