import { errors, refuse } from '@qitao/core/refusal.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import { sql } from 'kysely'
import { rows, type Tx } from './database.ts'

/**
 * Document numbers `{prefix}{date}{nnnn}` (specification section 3): by default the module code and the day; a company may
 * choose another prefix, or begin again every month, every year or never. Numbers are taken in the transaction that saves
 * the document, under the counter's lock: unique, and gapless for saved documents.
 */
export const serialErrors = errors({
  serialOver9999: [5407, '自生成流水号最大为9999', 'The self-generated serial number maximum is 9999'],
})
const mostInPeriod = 9999

export type DatePart = 'day' | 'month' | 'year' | 'none'
/** Digits of the day that stand in a number. */
const digits: Readonly<Record<DatePart, number>> = { day: 8, month: 6, year: 4, none: 0 }
interface Rule {
  readonly prefix: string
  readonly date_part: DatePart
}

async function ruleOf(tx: Tx, module_code: string): Promise<Rule> {
  const [rule] = await rows(
    tx,
    sql<Rule>`select prefix, date_part from serial_rule where org_id = app_org() and module_code = ${module_code}`,
  )
  return rule ?? { prefix: module_code, date_part: 'day' }
}
const periodOf = ({ date_part }: Rule, now: Instant, zone: string): string =>
  dayOf(now, zone).replaceAll('-', '').slice(0, digits[date_part])

/** The next `count` numbers of a module. */
export async function takeSerials(
  tx: Tx,
  module_code: string,
  count: number,
  now: Instant,
  zone: string,
): Promise<string[]> {
  if (count === 0) return []
  const rule = await ruleOf(tx, module_code)
  const period = periodOf(rule, now, zone)
  const [taken] = await rows(
    tx,
    sql<{ last_number: number }>`
    insert into serial_counter (module_code, period, last_number) values (${module_code}, ${period}, ${count})
    on conflict (org_id, module_code, period) do update set last_number = serial_counter.last_number + ${count}
    returning last_number`,
  )
  const last = taken!.last_number
  if (last > mostInPeriod) refuse(serialErrors.serialOver9999)
  return Array.from({ length: count }, (_, index) => serial(rule, period, last - count + 1 + index))
}

/** What the next number would be now: a proposal, which nobody holds. */
export async function proposeSerial(tx: Tx, module_code: string, now: Instant, zone: string): Promise<string> {
  const [proposed] = await proposeSerials(tx, new Map([[module_code, await ruleOf(tx, module_code)]]), now, zone)
  return proposed ?? refuse(serialErrors.serialOver9999)
}
/** The next number of each module under its rule; null where a period is used up. */
export async function proposeSerials(
  tx: Tx,
  rules: ReadonlyMap<string, Rule>,
  now: Instant,
  zone: string,
): Promise<(string | null)[]> {
  const counters = await rows(
    tx,
    sql<{
      module_code: string
      period: string
      last_number: number
    }>`select module_code, period, last_number from serial_counter
      where org_id = app_org() and module_code = any(${[...rules.keys()]}::text[])`,
  )
  return [...rules].map(([module_code, rule]) => {
    const period = periodOf(rule, now, zone)
    const last = counters.find(one => one.module_code === module_code && one.period === period)?.last_number ?? 0
    return last < mostInPeriod ? serial(rule, period, last + 1) : null
  })
}

const serial = ({ prefix }: Rule, period: string, number: number): string =>
  `${prefix}${period}${String(number).padStart(4, '0')}`
