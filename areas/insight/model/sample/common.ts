import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import type { andonCause } from '@qitao/shopfloor/model/andon/andon.status.ts'
import type { Factory, FactoryPast, SampleCalendar, SampleOrder, SampleRole, SampleShift, Stage } from './factory.ts'

/** What every sample factory has alike. */

/** Conversions that hold for any material. */
export const generalUnits: readonly (readonly [from_unit: string, to_unit: string, quantity: string])[] = [
  ['吨', '千克', '1000'],
  ['千克', '克', '1000'],
  ['米', '厘米', '100'],
]

/** Whoever takes so many lots at once pays this share of the price; what is sold has no lot of its own. */
export const bulkPrice = { share: '0.96', lots: '10', salesLot: '10' } as const

export const processReasons = text('工序不良', 'Fault of the process')
/** Beside the fault that is typical of each process. */
export const generalReasons: readonly (readonly [group: Text, reason: Text])[] = [
  [text('来料不良', 'Material'), text('来料尺寸超差', 'Material out of tolerance')],
  [text('来料不良', 'Material'), text('来料表面缺陷', 'Material with a flawed surface')],
  [text('操作', 'Handling'), text('操作失误', 'Operator error')],
  [text('操作', 'Handling'), text('磕碰', 'Knocked')],
  [text('设备工装', 'Machine and tool'), text('设备参数漂移', 'Machine out of adjustment')],
  [text('设备工装', 'Machine and tool'), text('首件调试', 'Set-up piece')],
]
/** Whom the calls of the floor reach first. */
export const andonOwners: readonly (readonly [cause: keyof typeof andonCause.codes, role: SampleRole])[] = [
  ['machine', 'foreman'],
  ['material', 'storekeeper'],
  ['quality', 'foreman'],
  ['tool', 'foreman'],
  ['other', 'foreman'],
]

export const clock = (hour: number, minute = 0): number => hour * hourSeconds + minute * minuteSeconds
export const pause = (start: number, end: number) => ({ start_second: start, end_second: end, spannable: true })
export const mondayToSaturday = [1, 2, 3, 4, 5, 6]
const mondayToFriday = [1, 2, 3, 4, 5]
export const shift = (
  name: SampleShift['name'],
  week_days: readonly number[],
  start: number,
  end: number,
  breaks: SampleShift['breaks'],
): SampleShift => ({ name, week_days: [...week_days], start_second: start, end_second: end, breaks })

export const dayShift: SampleCalendar = {
  key: 'day',
  name: text('白班', 'Day shift'),
  is_default: true,
  shifts: [
    shift(text('白班', 'Day'), mondayToSaturday, clock(8), clock(17, 30), [
      pause(clock(10), clock(10, 10)),
      pause(clock(12), clock(13)),
      pause(clock(15), clock(15, 10)),
    ]),
  ],
}
export const twoShifts: SampleCalendar = {
  key: 'two_shifts',
  name: text('两班', 'Two shifts'),
  is_default: false,
  shifts: [
    shift(text('早班', 'Early'), mondayToSaturday, clock(8), clock(16), [pause(clock(11, 30), clock(12))]),
    // Over midnight on workdays.
    shift(text('晚班', 'Late'), mondayToFriday, clock(16), clock(0, 30), [pause(clock(19, 30), clock(20))]),
    shift(text('周六晚班', 'Late, Saturday'), [6], clock(16), clock(20), []),
  ],
}
/** Machines that are not left to grow cold. */
export const threeShifts: SampleCalendar = {
  key: 'three_shifts',
  name: text('三班连续', 'Round the clock'),
  is_default: false,
  shifts: [
    shift(text('早班', 'Early'), mondayToSaturday, clock(8), clock(16), []),
    shift(text('中班', 'Late'), mondayToSaturday, clock(16), clock(0), []),
    shift(text('夜班', 'Night'), mondayToSaturday, clock(0), clock(8), []),
  ],
}

/** Stage, ordered so many days ago, due in so many days, priority: the order book of a factory whose products and customers take turns in it. */
const book: readonly (readonly [Stage, number, number, number])[] = [
  ['shipped', 18, 1, 50],
  ['shipped', 16, 2, 80],
  ['shipped', 15, 3, 60],
  ['published', 12, 4, 50],
  ['published', 12, 5, 50],
  ['published', 11, 5, 80],
  ['published', 11, 3, 50],
  ['published', 10, 7, 100],
  ['published', 10, 7, 50],
  ['published', 9, 8, 60],
  ['published', 9, 8, 120],
  ['scheduled', 9, 7, 40],
  ['scheduled', 8, 12, 80],
  ['scheduled', 8, 12, 50],
  ['scheduled', 8, 13, 50],
  ['scheduled', 7, 13, 90],
  ['scheduled', 7, 14, 40],
  ['scheduled', 7, 15, 60],
  ['scheduled', 6, 15, 100],
  ['scheduled', 6, 16, 80],
  ['scheduled', 6, 16, 120],
  ['scheduled', 5, 17, 50],
  ['scheduled', 5, 18, 50],
  ['scheduled', 5, 19, 40],
  ['scheduled', 4, 20, 60],
  ['planning', 4, 21, 90],
  ['planning', 4, 21, 100],
  ['planning', 3, 22, 50],
  ['planning', 3, 23, 80],
  ['planning', 3, 24, 50],
  ['planning', 3, 25, 40],
  ['to_do', 2, 26, 60],
  ['to_do', 2, 27, 120],
  ['to_do', 2, 28, 50],
  ['to_do', 1, 30, 90],
  ['to_do', 1, 30, 50],
  ['draft', 0, 33, 40],
  ['draft', 0, 34, 60],
  ['draft', 0, 36, 50],
  ['draft', 0, 38, 50],
]
const weeksInBook = 5.5
/** Of what is sold in a week: what left already, and what lies there of each product. */
const [shippedShare, stockShare] = [0.2, 0.5]

/** Its orders, and the stock of its products that they begin with. */
export function orderBook(
  sold: FactoryPast['sold'],
  customers: Factory['customers'],
): { readonly orders: readonly SampleOrder[]; readonly madeStock: Readonly<Record<string, string>> } {
  const products = Object.entries(sold)
  const share = (weeksInBook * products.length) / book.length
  const pieces = (weekly: number, part: number) => String(Math.max(1, Math.round(weekly * part)))
  return {
    orders: book.map(([stage, ordered, due, priority], index): SampleOrder => {
      const [product, [weekly]] = products[index % products.length]!
      const quantity = pieces(weekly, stage === 'shipped' ? shippedShare : share)
      return [stage, customers[(index * 3) % customers.length]![0], ordered, due, priority, [product, quantity]]
    }),
    madeStock: Object.fromEntries(products.map(([product, [weekly]]) => [product, pieces(weekly, stockShare)])),
  }
}

export const usualWarehouses: Factory['warehouses'] = [
  ['W-RAW', text('原料仓', 'Raw materials'), 'normal'],
  ['W-SEMI', text('半成品仓', 'Semi-finished'), 'normal'],
  ['W-FIN', text('成品仓', 'Finished goods'), 'normal'],
  ['W-NG', text('不良品仓', 'Defective goods'), 'defective'],
]
/** Bought goods in A, parts in B, packaging in C, what is half made in S, products in F. */
export const usualBins: Factory['bins'] = [
  ['W-RAW', 'A-01', text('原料架', 'Raw rack'), 'A'],
  ['W-RAW', 'B-01', text('外购件架', 'Parts rack'), 'B'],
  ['W-RAW', 'C-01', text('包装材料', 'Packaging'), 'C'],
  ['W-SEMI', 'S-01', text('半成品架', 'Semi-finished rack'), 'S'],
  ['W-FIN', 'F-01', text('成品架', 'Products rack'), 'F'],
  ['W-NG', 'N-01', text('待处理', 'To be judged'), 'N'],
]
export const usualContainerTypes: Factory['containerTypes'] = [
  ['CT-BOX', text('周转箱', 'Tote box'), '600×400×280 mm', '200'],
  ['CT-PAL', text('托盘', 'Pallet'), '1200×1000 mm', '2000'],
]
