import { numberColumn } from '@qitao/core/known-record.ts'
import { errors, refuse } from '@qitao/core/refusal.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import { type RawBuilder, sql } from 'kysely'
import { beside, rows, type Tx } from './database.ts'

/**
 * Document numbers `{prefix}{date}{nnnn}` (specification section 3): by default the module code and the day; a company may
 * choose another prefix, or begin again every month, every year or never. Numbers are taken beside the transaction that saves
 * the document, so that nobody waits for a number until somebody else's document is saved. What is not saved gives its number
 * back if it is still the last one (docs/decisions/0020).
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

/** The next `count` numbers of a module. What stands where its numbers do already, because somebody typed it, is passed over. */
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
  const begin = `${rule.prefix}${period}`
  const taken: number[] = []
  for (let behind = 0; taken.length < count; ) {
    const wanted = count - taken.length
    const last = await countOn(tx, { module_code, period }, wanted, behind)
    const range = sql`generate_series(${last - wanted + 1}::int, ${last}::int) n`
    const free = await rows(
      tx,
      sql<{ n: number }>`select n from ${range} where ${isFree(begin, module_code)} order by n`,
    )
    taken.push(...free.map(({ n }) => n))
    if (free.length === wanted) break
    const [next] = await rows(tx, sql<{ n: number }>`select n from ${freeAfter(last, begin, module_code)} f`)
    behind = (next ?? refuse(serialErrors.serialOver9999)).n - 1
  }
  return taken.map(n => serial(rule, period, n))
}

/** Moves a counter on by so many numbers, from `behind` at least; the last of them. */
async function countOn(
  tx: Tx,
  { module_code, period }: { module_code: string; period: string },
  count: number,
  behind: number,
): Promise<number> {
  const counter = sql`module_code = ${sql.lit(module_code)} and period = ${sql.lit(period)} and org_id = app_org()`
  const [counted] = await beside(
    tx,
    sql<{ last_number: number }>`
    insert into serial_counter (module_code, period, last_number)
      select ${sql.lit(module_code)}, ${sql.lit(period)}, ${sql.lit(behind + count)} where ${sql.lit(behind + count)} <= ${sql.lit(mostInPeriod)}
    on conflict (org_id, module_code, period) do update
      set last_number = greatest(serial_counter.last_number, ${sql.lit(behind)}) + ${sql.lit(count)}
      where greatest(serial_counter.last_number, ${sql.lit(behind)}) + ${sql.lit(count)} <= ${sql.lit(mostInPeriod)}
    returning last_number`,
    ({ last_number: last }) =>
      last === count
        ? sql`delete from serial_counter where ${counter} and last_number = ${sql.lit(last)}`
        : sql`update serial_counter set last_number = ${sql.lit(last - count)} where ${counter} and last_number = ${sql.lit(last)}`,
  )
  return (counted ?? refuse(serialErrors.serialOver9999)).last_number
}

/** Of number `n`: nobody has typed it. */
const isFree = (begin: string, module_code: string): RawBuilder<unknown> => {
  const stored = numberColumn(module_code)
  return stored
    ? sql`not exists (select from ${sql.table(stored.table)} t where t.org_id = app_org()
        and t.${sql.ref(stored.column)} = ${begin} || lpad(n::text, 4, '0'))`
    : sql`true`
}
/** The next number behind `last` that nothing has yet; none where the period is used up. */
const freeAfter = (last: number, begin: string, module_code: string): RawBuilder<unknown> =>
  sql`(select n from generate_series(${last + 1}::int, ${mostInPeriod}::int) n where ${isFree(begin, module_code)} order by n limit 1)`

/** What the next number would be now: a proposal, which nobody holds. */
export async function proposeSerial(tx: Tx, module_code: string, now: Instant, zone: string): Promise<string> {
  const rules = new Map([[module_code, await ruleOf(tx, module_code)]])
  const [proposed] = await proposeSerials(tx, rules, now, zone)
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
  const asked = [...rules].map(([module_code, rule]) => {
    const period = periodOf(rule, now, zone)
    const last = counters.find(one => one.module_code === module_code && one.period === period)?.last_number ?? 0
    return { module_code, rule, period, last }
  })
  const next = asked.map(
    ({ module_code, rule, period, last }) =>
      sql`select ${module_code}::text as module_code, (select n from ${freeAfter(last, `${rule.prefix}${period}`, module_code)} f) as n`,
  )
  const found = await rows(tx, sql<{ module_code: string; n: number | null }>`${sql.join(next, sql` union all `)}`)
  const numbers = new Map(found.map(({ module_code, n }) => [module_code, n]))
  return asked.map(({ module_code, rule, period }) => {
    const n = numbers.get(module_code) ?? null
    return n === null ? null : serial(rule, period, n)
  })
}

const serial = ({ prefix }: Rule, period: string, number: number): string =>
  `${prefix}${period}${String(number).padStart(4, '0')}`
