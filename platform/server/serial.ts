import { errors, refuse } from '@qitao/core/refusal.ts'
import { dayOf, type Instant } from '@qitao/core/time.ts'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Document numbers `{module_code}{yyyyMMdd}{nnnn}` (specification section 3). Numbers are taken in the transaction that
 * saves the document, under the counter's lock: unique, and gapless for saved documents.
 */
export const serialErrors = errors({
  serialOver9999: [5407, '自生成流水号最大为9999', 'The self-generated serial number maximum is 9999'],
})
const mostPerDay = 9999

/** The next `count` numbers of a module for the day of `now`. */
export async function takeSerials(
  tx: Tx,
  module_code: string,
  count: number,
  now: Instant,
  zone: string,
): Promise<string[]> {
  if (count === 0) return []
  const period = dayOf(now, zone).replaceAll('-', '')
  const { rows } = await sql<{ last_number: number }>`
    insert into serial_counter (module_code, period, last_number) values (${module_code}, ${period}, ${count})
    on conflict (org_id, module_code, period) do update set last_number = serial_counter.last_number + ${count}
    returning last_number`.execute(tx)
  const last = rows[0]!.last_number
  if (last > mostPerDay) refuse(serialErrors.serialOver9999)
  return Array.from({ length: count }, (_, index) => serial(module_code, period, last - count + 1 + index))
}

/** What the next number would be now: a proposal, which nobody holds. */
export async function proposeSerial(tx: Tx, module_code: string, now: Instant, zone: string): Promise<string> {
  const period = dayOf(now, zone).replaceAll('-', '')
  const { rows } = await sql<{ last_number: number }>`select last_number from serial_counter
    where org_id = app_org() and module_code = ${module_code} and period = ${period}`.execute(tx)
  const next = (rows[0]?.last_number ?? 0) + 1
  if (next > mostPerDay) refuse(serialErrors.serialOver9999)
  return serial(module_code, period, next)
}

const serial = (module_code: string, period: string, number: number): string =>
  `${module_code}${period}${String(number).padStart(4, '0')}`
