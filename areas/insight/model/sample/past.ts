import { type Text, text } from '@qitao/core/text.ts'
import { addDays, type Day, mondayOf } from '@qitao/core/time.ts'
import { bikes, rawMaterials } from './materials.ts'
import { customers, suppliers } from './trade.ts'

/** What the sample company did before today: sold, shipped, made, used and bought, week by week. The same at each making. */
export interface PastLine {
  readonly material: string
  readonly quantity: number
}
export interface PastSale {
  readonly customer: string
  readonly ordered: Day
  readonly wanted: Day
  readonly made: Day
  readonly shipped: Day
  readonly lines: readonly PastLine[]
}
export interface PastPurchase {
  readonly supplier: string
  readonly ordered: Day
  readonly due: Day
  readonly came: Day
  readonly lines: readonly PastLine[]
}
export interface PastUse {
  readonly day: Day
  readonly lines: readonly PastLine[]
}

/** Two and a half years of sales; a year of material. The last weeks are those of the sample's own orders. */
const salesWeeks = 130
const materialWeeks = 52
const recentWeeks = 1
const weeksOfPurchase = 4
const weekDays = 7
const weeksOfYear = 52

/** Between 0 and 1; follows from the words alone. */
function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const sign of words.join(' ')) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619)
  return ((Math.imul(hash ^ (hash >>> 15), 2_246_822_507) ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
/** Bikes sold a week at the end of the past; with the share by which they grow in a year, and how strong their season is. */
const sold: Readonly<Record<string, readonly [weekly: number, growth: number, season: number, peakWeek: number]>> = {
  'BK-C1-RD': [26, 0.06, 0.3, 20],
  'BK-C1-BK': [32, 0.1, 0.3, 20],
  'BK-M27-GN': [20, -0.05, 0.35, 24],
  'BK-M29-BK': [18, 0.12, 0.35, 24],
  'BK-R1-WH': [8, 0.02, 0.4, 22],
  'BK-R1-BL': [9, 0.04, 0.4, 22],
  'BK-K16-RD': [30, 0, 0.5, 48],
  'BK-K20-BL': [22, 0.05, 0.5, 48],
  'BK-E1-BK': [9, 0.45, 0.2, 26],
}
function soldIn(code: string, weeksAgo: number, weekOfYear: number): number {
  const [weekly, growth, season, peakWeek] = sold[code] ?? [10, 0, 0, 0]
  const wave = Math.cos((2 * Math.PI * (weekOfYear - peakWeek)) / weeksOfYear)
  const noise = 0.75 + chance(code, weeksAgo) / 2
  return Math.max(1, Math.round(weekly * (1 - (growth * weeksAgo) / weeksOfYear) * (1 + season * wave) * noise))
}

const ordersOfWeek = 3
/** One in twelve is late, by up to six days. */
const lateShare = 1 / 12
const monthsOf = (day: Day): number => Number(day.slice(5, 7))
const weekOf = (day: Day): number =>
  Math.floor(((monthsOf(day) - 1) * weeksOfYear) / 12) + Math.floor(Number(day.slice(8)) / weekDays)

export function pastSales(today: Day): PastSale[] {
  const sales: PastSale[] = []
  for (let weeksAgo = salesWeeks + recentWeeks; weeksAgo > recentWeeks; weeksAgo--) {
    const monday = addDays(mondayOf(today), -weeksAgo * weekDays)
    for (let part = 0; part < ordersOfWeek; part++) {
      const wanted = addDays(monday, 1 + part)
      const late = chance('late', weeksAgo, part) < lateShare
      const shipped = addDays(
        wanted,
        late ? 1 + Math.floor(chance('by', weeksAgo, part) * 6) : -Math.floor(chance('early', weeksAgo, part) * 3),
      )
      sales.push({
        customer: customers[(weeksAgo * ordersOfWeek + part) % customers.length]![0],
        ordered: addDays(wanted, -12 - Math.floor(chance('ordered', weeksAgo, part) * 10)),
        wanted,
        made: addDays(shipped, -2),
        shipped,
        lines: bikes
          .filter((_, index) => index % ordersOfWeek === part)
          .map(([material]) => ({ material, quantity: soldIn(material, weeksAgo, weekOf(wanted)) })),
      })
    }
  }
  return sales
}

/** Used of a bought material in a week: some of its safety stock. */
const usedIn = (code: string, safety_stock: string, weeksAgo: number): number =>
  Math.max(1, Math.round(Number(safety_stock) * (0.4 + 0.4 * chance('used', code, weeksAgo))))
export function pastUses(today: Day): PastUse[] {
  return Array.from({ length: materialWeeks }, (_, index) => {
    const weeksAgo = materialWeeks + recentWeeks - index
    return {
      day: addDays(mondayOf(today), -weeksAgo * weekDays + 2),
      lines: rawMaterials.map(([material, , , , , , , , , safety_stock]) => ({
        material,
        quantity: usedIn(material, safety_stock, weeksAgo),
      })),
    }
  })
}
/** Days by which a supplier is late, at most; the last one of the list keeps its word. */
const lateDays: Readonly<Record<string, number>> = { 'V-TD': 6, 'V-LY': 3, 'V-CM': 4, 'V-DL': 9 }
/** Each supplier brings what is used in the four weeks after. */
export function pastPurchases(today: Day): PastPurchase[] {
  const uses = pastUses(today)
  const purchases: PastPurchase[] = []
  for (let at = 0; at < uses.length; at += weeksOfPurchase) {
    const weeks = uses.slice(at, at + weeksOfPurchase)
    const came = addDays(weeks[0]!.day, -1)
    for (const [supplier, , , , , lead_days] of suppliers) {
      const own = rawMaterials.filter(one => one[5] === supplier)
      if (own.length === 0) continue
      const late = Math.floor(chance('delay', supplier, at) * ((lateDays[supplier] ?? 1) + 1))
      const due = addDays(came, -late)
      purchases.push({
        supplier,
        ordered: addDays(due, -lead_days),
        due,
        came,
        lines: own.map(([material]) => ({
          material,
          quantity: weeks.reduce(
            (all, { lines }) => all + (lines.find(line => line.material === material)?.quantity ?? 0),
            0,
          ),
        })),
      })
    }
  }
  return purchases
}

/** Machines of assembly and packing are followed so far back. */
const productionWeeks = 8
interface PastStep {
  readonly sequence: number
  readonly process: string
  readonly machine: string
  readonly day: Day
  /** Seconds of the day, as planned. */
  readonly from: number
  readonly until: number
  /** Seconds by which it was later than planned. */
  readonly delay: number
  readonly quantity: number
  readonly good: number
  readonly scrap: number
}
export interface PastMo {
  /** Of the sale's line that it was made for. */
  readonly key: string
  readonly material: string
  readonly steps: readonly PastStep[]
}
export const keyOfLine = ({ made, customer }: Pick<PastSale, 'made' | 'customer'>, material: string): string =>
  `${made} ${customer} ${material}`
const dayBegins = 8 * 3600 + 600
const secondsEach = { assembly: 470, packing: 160 }
const betweenTasks = 600
const mostDelay = 1500

/** Each line of the last weeks was assembled on the day before it was packed and put into stock. */
export function pastProduction(today: Day, sales: readonly PastSale[]): PastMo[] {
  const since = addDays(mondayOf(today), -(recentWeeks + productionWeeks) * weekDays)
  /** Until when a machine is busy on a day, so that no two tasks lie over each other. */
  const busy = new Map<string, number>()
  const placed = (machine: string, day: Day, seconds: number): readonly [from: number, until: number] => {
    const from = busy.get(`${machine} ${day}`) ?? dayBegins
    busy.set(`${machine} ${day}`, from + seconds + betweenTasks)
    return [from, from + seconds]
  }
  return sales
    .filter(({ made }) => made >= since)
    .flatMap(sale =>
      sale.lines.map(({ material, quantity }, index) => {
        const key = keyOfLine(sale, material)
        const scrap = chance('scrap', key) < 1 / 6 ? 1 : 0
        const assembled = addDays(sale.made, -1)
        const line = (sale.made.charCodeAt(9) + index) % 2 === 0 ? 'M10' : 'M11'
        const [from, until] = placed(line, assembled, (quantity + scrap) * secondsEach.assembly)
        const [packFrom, packUntil] = placed('M12', sale.made, quantity * secondsEach.packing)
        const delay = Math.floor(chance('slow', key) * mostDelay)
        return {
          key,
          material,
          steps: [
            {
              ...{ sequence: 10, process: 'P90', machine: line, day: assembled, from, until, delay },
              ...{ quantity: quantity + scrap, good: quantity, scrap },
            },
            {
              ...{
                sequence: 20,
                process: 'P100',
                machine: 'M12',
                day: sale.made,
                from: packFrom,
                until: packUntil,
                delay: 0,
              },
              ...{ quantity: quantity + scrap, good: quantity, scrap: 0 },
            },
          ],
        }
      }),
    )
}

interface PastStop {
  readonly machine: string
  readonly day: Day
  /** Hour of the day. */
  readonly from: number
  readonly minutes: number
  readonly words: Text
}
const stopWords = [
  text('气动扳手故障', 'Air wrench failed'),
  text('传送带卡滞', 'Conveyor jammed'),
  text('传感器误报', 'Sensor alarm'),
] as const
/** About one stop a week of assembly and packing. */
export const pastStops = (today: Day): PastStop[] =>
  Array.from({ length: productionWeeks }, (_, index) => ({
    machine: ['M10', 'M11', 'M12'][index % 3]!,
    day: addDays(mondayOf(today), -(recentWeeks + index + 1) * weekDays + (index % 5)),
    from: 13 + (index % 3),
    minutes: 20 + Math.floor(chance('stop', index) * 70),
    words: stopWords[index % stopWords.length]!,
  }))
/** Before all of it: what was in stock then. */
export const beforeAll = (today: Day): Day => addDays(mondayOf(today), -(salesWeeks + recentWeeks + 2) * weekDays)
/** From when wages are known. */
export const firstDay = (today: Day): Day => addDays(mondayOf(today), -(recentWeeks + productionWeeks + 1) * weekDays)
/** What processes pay for a piece, and take for a scrap piece. */
export const pastWageRates: readonly (readonly [process: string, rate: string, deduction: string])[] = [
  ['P90', '6.5', '3'],
  ['P100', '2.2', '1'],
]
