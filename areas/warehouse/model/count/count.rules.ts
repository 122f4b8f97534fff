import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import {
  add,
  isEqual,
  isLess,
  isNegative,
  multiply,
  negate,
  type Quantity,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import type { CountEntry } from './count.calls.ts'
import { countLine } from './count.record.ts'

/** A line with what an entry is judged by, and what its balance is now. */
export interface LineToCount {
  readonly id: string
  readonly row_version: number
  readonly unit_precision: number
  readonly first_quantity: Quantity | null
  readonly first_by: string | null
  readonly second_quantity: Quantity | null
  readonly remark: string | null
  /** It differs too much to be believed at once. */
  readonly to_recount: boolean
  readonly quantity_now: Quantity
  /** Of it, since it was counted. */
  readonly moved: Quantity
  /** Of the count. */
  readonly started_time: Instant
  /** Of a line of a container that is not in its bin any more: the bin where it is. */
  readonly container_now: string | null
}
interface Found {
  readonly quantity: Quantity | null
  readonly book: Quantity | null
  readonly by: string | null
  readonly time: Instant | null
}
/** What is stored of an entry: as the first count or as the second. */
export type Counted = { readonly id: string; readonly as: 'first' | 'second' } & Found

const place = (row: number, field: keyof typeof countLine.fields) => placeIn(countLine, field, row)

/**
 * What an entry makes of its line. A line that is to be counted again is counted by somebody else; otherwise the entry
 * replaces the latest. The difference is taken against the books of the moment of counting, so what moved before is in both.
 */
export function decideEntry(
  line: LineToCount,
  { counted_quantity, counted_time }: Pick<CountEntry, 'counted_quantity' | 'counted_time'>,
  who: { readonly user_id: string; readonly now: Instant },
  row: number,
): Counted {
  if (counted_quantity !== null) expectPrecision(counted_quantity, line.unit_precision, place(row, 'counted_quantity'))
  if (counted_time !== undefined && counted_time < line.started_time)
    refuse(generalErrors.badParameter, {
      ...place(row, 'counted_time'),
      detail: text(
        '早于盘点开始的时间，请检查设备的时钟后重新盘点',
        'That is before the count began: check the clock of the device and count it again',
      ),
    })
  const as = line.to_recount || line.second_quantity !== null ? 'second' : 'first'
  if (as === 'second' && line.first_by === who.user_id)
    refuse(generalErrors.badParameter, {
      ...place(row, 'counted_quantity'),
      detail: text('差异过大，须由另一人复盘', 'It differs too much: somebody else counts it again'),
    })
  const book = subtract(line.quantity_now, line.moved)
  if (counted_quantity !== null && line.container_now !== null && isEqual(book, '0') && !isEqual(counted_quantity, '0'))
    refuse(generalErrors.badParameter, {
      ...{ ...place(row, 'counted_quantity'), location_code: line.container_now },
      detail: text(
        '容器已移到库位{location_code}：此处计0，容器里的在那里盘点',
        'The container is in bin {location_code} by now: enter 0 here, and count what is in it there',
      ),
    })
  const found =
    counted_quantity === null
      ? { quantity: null, book: null, by: null, time: null }
      : {
          quantity: counted_quantity,
          book,
          ...{ by: who.user_id, time: Math.min(counted_time ?? who.now, who.now) },
        }
  return { id: line.id, as, ...found }
}

/** A row of a sheet that was left as it went out: the figure stays what it was counted against. */
export const isLeftAsItWas = (
  line: LineToCount,
  { counted_quantity }: Pick<CountEntry, 'counted_quantity'>,
): boolean => {
  const stands = line.second_quantity ?? line.first_quantity
  return !line.to_recount && stands !== null && counted_quantity !== null && isEqual(stands, counted_quantity)
}

export interface Progress {
  readonly open: number
  readonly to_recount: number
  /** One of those that are missing, as people call it. */
  readonly example: string | null
}
/** All is counted, and counted again where it has to be (5002). */
export function expectComplete({ open, to_recount, example }: Progress): void {
  if (open > 0)
    refuse(generalErrors.numberRequired, {
      ...{ open, example: example ?? '' },
      detail: text('还有{open}行未盘，如{example}', '{open} lines are not counted yet, as {example}'),
    })
  if (to_recount > 0)
    refuse(generalErrors.numberRequired, {
      ...{ to_recount, example: example ?? '' },
      detail: text('还有{to_recount}行待复盘，如{example}', '{to_recount} lines are to be counted again, as {example}'),
    })
}

/** A line that is posted: what its balance is now, and how much of it work orders occupy. */
export interface DifferentLine {
  readonly name: string
  readonly difference: Quantity
  readonly quantity_now: Quantity
  readonly occupied_quantity: Quantity
  readonly serial_policy: number
}
interface ValuedLine {
  readonly material_id: string
  readonly difference: Quantity
  readonly purchase_price: Quantity | null
}
/**
 * What differs is worth, more and less alike: at what was paid last, else at the material's price. Null where one has no price: such a
 * count is as one above every limit.
 */
export function valueOfDifferences(
  lines: readonly ValuedLine[],
  paid: readonly { readonly material_id: string; readonly price: Quantity }[],
): Quantity | null {
  const prices = new Map(paid.map(({ material_id, price }) => [material_id, price]))
  const values = lines.map(({ material_id, difference, purchase_price }) => {
    const price = prices.get(material_id) ?? purchase_price
    return price === null ? null : multiply(isNegative(difference) ? negate(difference) : difference, price)
  })
  return values.some(value => value === null) ? null : sum(values.map(value => value ?? '0'))
}

/** So many are named in a refusal. */
const mostNamed = 10

/** Pieces that are recorded one by one come and go by their numbers (5918). What would be left covers what work orders occupy (5913), and is not below zero (5901): all lines at once. */
export function expectPostable(lines: readonly DifferentLine[]): void {
  const unnamed = lines.filter(line => line.serial_policy === serialPolicy.codes.required)
  const left = (line: DifferentLine) => add(line.quantity_now, line.difference)
  const gone = lines.filter(line => isLess(left(line), '0'))
  const held = lines.filter(line => isLess(left(line), line.occupied_quantity))
  const named = (of: readonly DifferentLine[]) => ({
    names: of
      .slice(0, mostNamed)
      .map(({ name }) => name)
      .join('; '),
    count: of.length,
  })
  if (unnamed.length > 0)
    refuse(stockErrors.serialRequired, {
      ...named(unnamed),
      detail: text(
        '{count}行按序列号管理，请先用库存调整按序列号增减再重盘该行（冻结盘点须先取消）：{names}',
        'Each piece of {count} lines has a number: adjust the stock with the numbers and count them anew (cancel a count that has frozen the bins first): {names}',
      ),
    })
  if (gone.length > 0)
    refuse(stockErrors.stockInsufficient, {
      ...named(gone),
      detail: text(
        '{count}行过账后为负，请重新盘点：{names}',
        '{count} lines would fall below zero, count them anew: {names}',
      ),
    })
  if (held.length > 0)
    refuse(stockErrors.stockOccupied, {
      ...named(held),
      detail: text(
        '{count}行的库存已被工单占用，请先释放：{names}',
        '{count} lines are occupied by work orders, release them first: {names}',
      ),
    })
}
