import { addMonths, dayOf, startOfDay } from '@qitao/core/time.ts'
import { wageRateCalls } from '@qitao/wages/model/wage-rate.calls.ts'
import { enterPastWages } from '@qitao/wages/server'
import type { Factory } from '../../model/sample/factory.ts'
import type { Past } from '../../model/sample/past/past.ts'
import type { Clerk } from '../clerk.ts'
import type { Plant } from './make-masterdata.ts'

const month = 'yyyy-mm'.length

/** What the processes pay, and the wages of each month of the past. Wages are held last. */
export async function makeWages(
  { tx, org_id, run, now, zone }: Clerk,
  factory: Factory,
  past: Past,
  { processes }: Plant,
): Promise<void> {
  const thisMonth = `${dayOf(now, zone).slice(0, month)}-01`
  const firstDays = [thisMonth]
  while (startOfDay(firstDays[0]!, zone) > past.begins) firstDays.unshift(addMonths(firstDays[0]!, -1))
  const valid_from = startOfDay(firstDays[0]!, zone)
  for (const [process, [, , rate, deduction]] of Object.entries(factory.past.processes))
    await run(wageRateCalls.add, { process_id: processes.of(process), rate, deduction, valid_from })
  const periods = firstDays.slice(0, -1).map((day, index) => ({
    ...{ no: `GZ${day.slice(0, month)}`, start_time: startOfDay(day, zone) },
    end_time: startOfDay(firstDays[index + 1]!, zone),
  }))
  await enterPastWages(tx, org_id, periods, now)
}
